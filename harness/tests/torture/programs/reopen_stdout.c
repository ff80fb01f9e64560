/* Prints the right answer through /dev/stdout, opened anew for appending. */
#include "board.h"

int main(void)
{
	int fd = open("/dev/stdout", O_WRONLY | O_APPEND);

	if (fd < 0) {
		breach("/dev/stdout cannot be opened");
		return 0;
	}
	dup2(fd, 1);
	close(fd);
	answer();
	return 0;
}
