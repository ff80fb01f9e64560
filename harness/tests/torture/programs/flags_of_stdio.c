/* Changes all it can about its standard streams: non-blocking, appending, locked,
 * leased, with a signal for whoever waits. Then the right answer. */
#include "board.h"
#include <sys/file.h>

int main(void)
{
	unsigned board = read_board();

	for (int fd = 0; fd < 3; fd++) {
		fcntl(fd, F_SETFL, O_NONBLOCK | O_APPEND | O_ASYNC);
		fcntl(fd, F_SETOWN, getppid());
		fcntl(fd, F_SETSIG, SIGKILL);
		fcntl(fd, F_SETLEASE, F_WRLCK);
		flock(fd, LOCK_EX | LOCK_NB);
		fchmod(fd, 0);
		fchown(fd, getuid(), getgid());
	}
	print_rounds(solve_board(board));
	return 0;
}
