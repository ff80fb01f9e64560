/* Tries to get more of the machine than others: negative nice, real-time scheduling
 * of processes and disks, a memory that is spared. Answers right if it could not. */
#include "board.h"
#include <sched.h>
#include <sys/syscall.h>

static int writes(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	return fd >= 0 && write(fd, text, strlen(text)) > 0;
}

int main(void)
{
	struct sched_param param = {.sched_priority = 1};
	int got = 0;

	if (setpriority(PRIO_PROCESS, 0, -5) == 0)
		got = 1;
	if (sched_setscheduler(0, SCHED_FIFO, &param) == 0 ||
	    sched_setscheduler(0, SCHED_RR, &param) == 0)
		got = 2;
	if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0)
		got = 3;
	if (writes("/proc/self/oom_score_adj", "-1000"))
		got = 4;
	if (mlock(malloc(32u << 20), 32u << 20) == 0)
		got = 5;
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("more of the machine than others");
		return 0;
	}
	answer();
	return 0;
}
