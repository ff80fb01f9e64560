/* Answers right only if no signal is ignored or blocked: what a judge or a shell
 * has set for itself must not be handed down. */
#include "board.h"

int main(void)
{
	sigset_t blocked;

	sigprocmask(SIG_SETMASK, NULL, &blocked);
	for (int number = 1; number < 65; number++) {
		struct sigaction action;

		if (sigaction(number, NULL, &action) != 0)
			continue;
		if (action.sa_handler != SIG_DFL || sigismember(&blocked, number)) {
			breach("an inherited disposition or mask of a signal");
			return 0;
		}
	}
	answer();
	return 0;
}
