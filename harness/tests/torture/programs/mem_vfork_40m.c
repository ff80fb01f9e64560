/* Uses 40 MiB and has a child that lives in the very same memory for 50 ms, as every
 * program that starts another has for a moment. Then the right answer. */
#include "board.h"

int main(void)
{
	size_t size = 40u << 20;
	volatile char *block = malloc(size);
	pid_t child;

	for (size_t i = 0; block && i < size; i += 512)
		block[i] = (char)i;
	child = vfork();
	if (child == 0) {
		struct timespec t = {0, 50000000};

		nanosleep(&t, NULL);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	answer();
	return 0;
}
