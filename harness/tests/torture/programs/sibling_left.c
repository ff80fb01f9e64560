/* Answers right, and leaves a sibling: a child with its own parent's number as its
 * parent, which the starter of the program has never heard of (12 s). */
#include "board.h"
#include <sched.h>
#include <sys/syscall.h>

int main(void)
{
	answer();
	if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
		fuse(12);
		nap(12);
	}
	return 0;
}
