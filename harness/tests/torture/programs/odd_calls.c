/* Calls what no solver needs and what has a record of holes, with arguments that do
 * nothing. Answers right if each was refused, and not for its arguments. */
#include "board.h"
#include <sys/syscall.h>

static int reached(long result)
{
	return result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES);
}

int main(void)
{
	int got = 0;

	if (reached(syscall(SYS_bpf, 0, NULL, 0)))
		got = 1;
	if (reached(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)))
		got = 2;
	if (reached(syscall(SYS_userfaultfd, 0)))
		got = 3;
	if (reached(syscall(SYS_keyctl, 0, 0, 0, 0, 0)))
		got = 4;
	if (reached(syscall(SYS_io_uring_setup, 1, NULL)))
		got = 5;
	if (reached(syscall(SYS_fanotify_init, 0, 0)))
		got = 6;
	if (reached(syscall(SYS_kexec_load, 0, 0, NULL, 0)))
		got = 7;
	if (reached(syscall(SYS_init_module, NULL, 0, NULL)))
		got = 8;
	if (reached(syscall(SYS_reboot, 0, 0, 0, NULL)))
		got = 9;
	if (reached(syscall(SYS_acct, "/torture-no-such-file")))
		got = 10;
	if (reached(syscall(SYS_kcmp, getpid(), getpid(), -1, 0, 0)))
		got = 11;
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("a call that is no business of a solver");
		return 0;
	}
	answer();
	return 0;
}
