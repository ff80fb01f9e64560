/* Answers right, but leaves a tree of eight processes, each in a session of its
 * own, each stopped (the fuse ends them after 12 s). */
#include "board.h"

int main(void)
{
	answer();
	for (int i = 0; i < 8; i++) {
		pid_t child = fork();

		if (child > 0) {
			int status;

			/* Until the child has stopped. */
			waitpid(child, &status, WUNTRACED);
			if (i > 0)
				break;
			return 0;
		}
		if (child < 0)
			break;
		fuse(12);
		setsid();
	}
	raise(SIGSTOP);
	nap(12);
	return 0;
}
