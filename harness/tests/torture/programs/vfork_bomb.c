/* A tower of 200 vforks: each process but the last sleeps in the kernel until its
 * child ends, and the last one sleeps 12 s. Nobody answers. */
#include "board.h"

static void tower(int left)
{
	pid_t child;

	fuse(12);
	if (left == 0) {
		nap(12);
		_exit(0);
	}
	child = vfork();
	if (child == 0) {
		tower(left - 1);
		_exit(0);
	}
	if (child < 0)
		nap(12);
}

int main(void)
{
	read_board();
	tower(200);
	return 0;
}
