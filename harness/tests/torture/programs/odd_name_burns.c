/* Calls itself ") Z 1 1 (", which shifts the fields of /proc/PID/stat for whoever
 * reads it naively, and computes in a child of that name (12 s at most). */
#include "board.h"
#include <sys/prctl.h>

int main(void)
{
	fuse(12);
	read_board();
	prctl(PR_SET_NAME, ") Z 1 1 (\n 0");
	if (fork() == 0) {
		fuse(12);
		burn(12);
	}
	nap(12);
	return 0;
}
