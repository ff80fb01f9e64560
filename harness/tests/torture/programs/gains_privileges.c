/* Tries to be somebody else or to do what only the superuser may, with arguments
 * that change nothing. Answers right if the system refused. */
#include "board.h"
#include <grp.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/utsname.h>

int main(void)
{
	struct timespec now;
	struct timex drift = {.modes = ADJ_TICK, .tick = 10000};
	struct utsname name;
	gid_t group = 0;
	int got = 0;

	clock_gettime(CLOCK_REALTIME, &now);
	uname(&name);
	if (getuid() == 0 || geteuid() == 0)
		got = 1;
	if (setuid(0) == 0 || setgid(0) == 0 || setgroups(1, &group) == 0)
		got = 2;
	if (chroot("/") == 0)
		got = 3;
	if (clock_settime(CLOCK_REALTIME, &now) == 0 || adjtimex(&drift) >= 0)
		got = 4;
	if (sethostname(name.nodename, strlen(name.nodename)) == 0)
		got = 5;
	if (swapoff("/torture-no-such-file") != 0 && errno != EPERM && errno != ENOSYS)
		got = 6;
	if (mknod("torture-litter-device", S_IFBLK | 0600, 0x0801) == 0)
		got = 7;
	if (prctl(PR_CAPBSET_READ, 21) == 1) /* CAP_SYS_ADMIN */
		got = 8;
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		got = 9;
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("a privilege");
		return 0;
	}
	answer();
	return 0;
}
