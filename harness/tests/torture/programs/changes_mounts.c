/* Tries to change what is mounted, with arguments that change nothing: the error of
 * somebody who may is another than that of somebody who may not. */
#include "board.h"
#include <sys/mount.h>
#include <sys/syscall.h>

static int refused(long result) { return result < 0 && (errno == EPERM || errno == ENOSYS); }

int main(void)
{
	int got = 0;

	if (!refused(mount("none", "/", "torture-no-such-kind", 0, NULL)))
		got = 1;
	/* The first time, this only marks a mount that nobody uses. */
	if (!refused(umount2("/", MNT_EXPIRE)))
		got = 2;
	if (!refused(syscall(SYS_pivot_root, "/torture-no-such-place", "/")))
		got = 3;
#ifdef SYS_fsopen
	if (!refused(syscall(SYS_fsopen, "torture-no-such-kind", 0)))
		got = 4;
#endif
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("mounts can be changed");
		return 0;
	}
	answer();
	return 0;
}
