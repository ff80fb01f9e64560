/* Answers right, but leaves a daemon in a session of its own that ignores every
 * signal and never stays: each process forks its successor and ends (12 s). */
#include "board.h"

int main(void)
{
	double end = now_s() + 12;
	int ready[2];
	char byte;

	answer();
	if (pipe(ready) != 0 || fork() != 0) {
		close(ready[1]);
		if (read(ready[0], &byte, 1) < 0)
			return 0;
		return 0;
	}
	setsid();
	for (int number = 1; number < 65; number++)
		signal(number, SIG_IGN);
	for (int fd = 0; fd < 256; fd++)
		close(fd);
	while (now_s() < end) {
		if (fork() > 0)
			_exit(0);
		nap(0.002);
	}
	return 0;
}
