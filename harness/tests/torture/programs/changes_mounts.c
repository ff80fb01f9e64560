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
	if (!refused(mount(NULL, "/torture-no-such-place", NULL, MS_REMOUNT | MS_BIND, NULL)))
		got = 2;
	if (!refused(umount2("/torture-no-such-place", MNT_DETACH)))
		got = 3;
	if (!refused(syscall(SYS_pivot_root, "/torture-no-such-place", "/")))
		got = 4;
#ifdef SYS_fsopen
	if (!refused(syscall(SYS_fsopen, "torture-no-such-kind", 0)))
		got = 5;
#endif
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("mounts can be changed");
		return 0;
	}
	answer();
	return 0;
}
