/* Tries to lower its parent: limits, priority, cores, scheduler. What it sets is
 * what is set already, or as harmless. Answers right if it could not. */
#include "board.h"
#include <sched.h>
#include <sys/syscall.h>

int main(void)
{
	pid_t parent = getppid();
	struct sched_param param = {0};
	struct rlimit limit;
	cpu_set_t cores;
	int got = 0;

	if (parent <= 0 || is_shell(parent)) {
		breach("not started by a judge: nothing was tried");
		return 0;
	}
	if (prlimit(parent, RLIMIT_CPU, NULL, &limit) == 0 &&
	    prlimit(parent, RLIMIT_CPU, &limit, NULL) == 0)
		got = 1;
	if (sched_getaffinity(parent, sizeof cores, &cores) == 0 &&
	    sched_setaffinity(parent, sizeof cores, &cores) == 0)
		got = 2;
	if (sched_setscheduler(parent, SCHED_OTHER, &param) == 0)
		got = 3;
	errno = 0;
	if (setpriority(PRIO_PROCESS, (id_t)parent, getpriority(PRIO_PROCESS, (id_t)parent)) == 0)
		got = 4;
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("the parent can be slowed down");
		return 0;
	}
	answer();
	return 0;
}
