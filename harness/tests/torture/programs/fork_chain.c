/* Each process forks the next one, computes 20 ms and ends; only the first one
 * stays and sleeps. No process is there for long, and all of them together burn
 * a core (12 s at most). */
#include "board.h"

int main(void)
{
	double end = now_s() + 12;

	fuse(12);
	read_board();
	if (fork() == 0)
		while (now_s() < end) {
			burn(0.02);
			if (fork() != 0)
				_exit(0);
		}
	nap(12);
	return 0;
}
