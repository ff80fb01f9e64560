/* Looks for processes that are neither itself nor its parent: it may neither see
 * nor signal (with signal 0) any. */
#include "board.h"

int main(void)
{
	for (pid_t pid = 1; pid < 100000; pid++) {
		char path[64];

		if (pid == getpid() || pid == getppid())
			continue;
		snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
		if (kill(pid, 0) == 0 || access(path, F_OK) == 0) {
			breach("another process can be seen");
			return 0;
		}
	}
	answer();
	return 0;
}
