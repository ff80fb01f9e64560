/* Writes to every terminal it can find, and types into it. Then the right answer;
 * the runner looks at the terminal. */
#include "board.h"
#include <sys/ioctl.h>

int main(void)
{
	static const char *const paths[] = {"/dev/tty", "/dev/console", "/dev/pts/0", "/dev/pts/1",
					    "/dev/tty0", "/proc/1/fd/0", "/proc/self/fd/2"};
	unsigned board = read_board();

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		int fd = open(paths[i], O_RDWR | O_NOCTTY);

		/* Of others than the runner nobody is bothered: only the own one. */
		if (fd >= 0 && i == 0) {
			if (write(fd, "torture\n", 8) < 0)
				perror("write");
			ioctl(fd, TIOCSTI, "x");
			breach("there is a terminal");
			return 0;
		}
		if (fd >= 0)
			ioctl(fd, TIOCNOTTY);
	}
	print_rounds(solve_board(board));
	return 0;
}
