/* Has 1.5 s of work, in children of 1 ms each that nobody waits for, because their
 * parent ignores SIGCHLD: the system throws their times away. Then the right
 * answer. */
#include "board.h"

int main(void)
{
	unsigned board = read_board();

	fuse(12);
	signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < 1500; i++) {
		pid_t child = fork();

		if (child == 0) {
			burn(0.001);
			_exit(0);
		}
		/* Until it has gone. */
		while (child > 0 && waitpid(child, NULL, 0) > 0)
			;
	}
	print_rounds(solve_board(board));
	return 0;
}
