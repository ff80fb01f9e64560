/* Tries to look into its parent and to change it: ptrace, its memory, its open
 * files, its root. Nothing is written. Answers right if it could not. */
#include "board.h"
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static int opens(const char *name, int how)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
	return open(path, how | O_CLOEXEC) >= 0;
}

int main(void)
{
	char byte, *here = &byte;
	struct iovec to = {here, 1}, from = {(void *)main, 1};
	int fd = (int)syscall(SYS_pidfd_open, getppid(), 0);
	int got = 0;

	if (getppid() <= 0 || is_shell(getppid())) {
		breach("not started by a judge: nothing was tried");
		return 0;
	}
	if (ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0)
		got = 1;
	if (process_vm_readv(getppid(), &to, 1, &from, 1, 0) == 1)
		got = 2;
	if (opens("mem", O_RDWR) || opens("mem", O_RDONLY))
		got = 3;
	if (opens("fd/0", O_RDONLY) || opens("root", O_RDONLY) || opens("cwd", O_RDONLY))
		got = 4;
	if (opens("auxv", O_RDONLY) && slurp("/proc/self/stat", here, 1) < 0)
		got = 5;
	if (fd >= 0)
		for (int other = 0; other < 16; other++)
			if (syscall(SYS_pidfd_getfd, fd, other, 0) >= 0)
				got = 6;
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("the parent can be looked into");
		return 0;
	}
	answer();
	return 0;
}
