/* Stops itself all the time; a child of it lets it go on. In between it computes
 * for ever (12 s at most). */
#include "board.h"

int main(void)
{
	double end = now_s() + 12;
	pid_t self = getpid();

	fuse(12);
	read_board();
	if (fork() == 0) {
		fuse(12);
		while (now_s() < end && getppid() == self) {
			nap(0.003);
			kill(self, SIGCONT);
		}
		_exit(0);
	}
	while (now_s() < end) {
		burn(0.01);
		raise(SIGSTOP);
	}
	return 0;
}
