/* Twelve chains of processes, in which each starts the next one and ends, for 40 links; the
 * last one of each waits for ever. Whoever walks through the tree misses some. */
#include "board.h"

static void chain(void)
{
	for (int link = 0; link < 40; link++) {
		pid_t next = fork();

		if (next != 0)
			_exit(0);
		fuse(12);
	}
	pause();
	_exit(0);
}

int main(void)
{
	fuse(15);
	for (int i = 0; i < 12; i++)
		if (fork() == 0)
			chain();
	nap(0.003);
	answer();
	return 0;
}
