/* Fills its directory until there is no room left (80 MiB at most), partly in trees
 * without permissions, and finds none of it in the next run. More than 72 MiB is
 * more than anybody should leave to a program. Then the right answer. */
#include "board.h"

static size_t fill(const char *path, size_t most)
{
	static char block[1 << 20];
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
	size_t size = 0;

	memset(block, 'x', sizeof block);
	while (fd >= 0 && size < most && write(fd, block, sizeof block) > 0)
		size += sizeof block;
	fchmod(fd, 0);
	close(fd);
	return size;
}

int main(void)
{
	size_t size;

	if (mkdir("torture-litter.a", 0700) != 0 || mkdir("torture-litter.a/b", 0700) != 0) {
		breach("an earlier run's directory, or none may be made");
		return 0;
	}
	size = fill("torture-litter.a/b/file", 40u << 20) + fill("torture-litter", 40u << 20);
	chmod("torture-litter.a/b", 0);
	chmod("torture-litter.a", 0);
	if (size > 72u << 20) {
		breach("room for more than 72 MiB");
		return 0;
	}
	answer();
	return 0;
}
