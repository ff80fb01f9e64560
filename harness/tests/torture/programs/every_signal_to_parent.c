/* Sends every signal there is to the process that started it, SIGSTOP among them,
 * then answers right. Does nothing to a shell. */
#include "board.h"

int main(void)
{
	pid_t parent = getppid();

	if (parent > 1 && is_shell(parent)) {
		breach("not started by a judge: nothing was tried");
		return 0;
	}
	for (int number = 1; number < 65; number++)
		if (number != SIGCONT && number != SIGKILL)
			kill(parent, number);
	answer();
	return 0;
}
