/* Twenty children use 8 MiB each, at the same time; each of them is small. Then
 * the right answer. */
#include "board.h"

int main(void)
{
	int status = 0, bad = 0;

	for (int i = 0; i < 20; i++)
		if (fork() == 0) {
			size_t size = 8u << 20;
			volatile char *block = malloc(size);

			fuse(12);
			for (size_t at = 0; block && at < size; at += 512)
				block[at] = (char)at;
			nap(0.5);
			_exit(0);
		}
	while (wait(&status) > 0)
		bad |= status;
	answer();
	return bad ? 4 : 0;
}
