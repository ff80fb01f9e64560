/* Changes its working directory itself: time, mode and an extended attribute, where
 * the next run looks for them. */
#include "board.h"
#include <sys/xattr.h>

int main(void)
{
	struct timespec long_ago[2] = {{77, 0}, {77, 0}};
	struct stat about;
	char value[8];

	if (stat(".", &about) == 0 &&
	    (about.st_mtime == 77 || about.st_atime == 77 || (about.st_mode & 0777) == 0 ||
	     getxattr(".", "user.torture", value, sizeof value) > 0)) {
		breach("an earlier run's mark on the directory");
		return 0;
	}
	setxattr(".", "user.torture", "1", 1, 0);
	utimensat(AT_FDCWD, ".", long_ago, 0);
	answer();
	chmod(".", 0);
	return 0;
}
