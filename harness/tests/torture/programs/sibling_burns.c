/* The program sleeps; a sibling of it (a child of its parent) computes for ever
 * (12 s at most). */
#include "board.h"
#include <sched.h>
#include <sys/syscall.h>

int main(void)
{
	fuse(12);
	read_board();
	if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
		fuse(12);
		burn(12);
	}
	nap(12);
	return 0;
}
