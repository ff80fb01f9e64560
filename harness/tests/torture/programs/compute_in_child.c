/* Computes for 600 ms in a child process and waits for it, as a shell does for what it runs. */
#include "board.h"

int main(void)
{
	fuse(60);
	pid_t child = fork();

	if (child < 0)
		return 3;
	if (child == 0) {
		burn(0.6);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	answer();
	return 0;
}
