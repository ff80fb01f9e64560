/* Tries to get into other namespaces or into new ones, in which it would be the
 * superuser. Answers right if it could not. */
#include "board.h"
#include <sched.h>
#include <sys/syscall.h>

int main(void)
{
	static const int kinds[] = {CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
				    CLONE_NEWNS,   CLONE_NEWUTS, CLONE_NEWCGROUP};
	static const char *const names[] = {"user", "pid", "net", "ipc", "mnt", "uts"};
	int got = 0, status;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(unshare(kinds[i]) == 0);
		if (child > 0 && waitpid(child, &status, 0) == child && status != 0)
			got = 1;
		child = (pid_t)syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0);
		if (child == 0)
			_exit(0);
		if (child > 0)
			got = 2;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char path[64];
		int fd;

		snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)getppid(), names[i]);
		fd = open(path, O_RDONLY);
		if (fd >= 0 && setns(fd, 0) == 0)
			got = 3;
	}
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("another namespace");
		return 0;
	}
	answer();
	return 0;
}
