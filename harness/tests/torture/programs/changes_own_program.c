/* Changes the file of its own program: mode, owner, times, name, contents. Then the
 * right answer; the runner compares the file afterwards. */
#include "nearby.h"

int main(void)
{
	struct timespec long_ago[2] = {{1, 0}, {1, 0}};
	char path[PATH_MAX], dir[PATH_MAX];
	ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
	int fd;

	if (size > 0) {
		path[size] = 0;
		/* Only where the runner has put it. */
		if (strstr(path, "torture-run-") || find_case(dir)) {
			chmod(path, 0700);
			chown(path, getuid(), getgid());
			utimensat(AT_FDCWD, path, long_ago, 0);
			fd = open("/proc/self/exe", O_RDONLY);
			fchmod(fd, 0711);
			futimens(fd, long_ago);
			snprintf(dir, sizeof dir, "%.4000s-moved", path);
			rename(path, dir);
		}
	}
	answer();
	return 0;
}
