/* Writes 200 MiB into memory files that it has never mapped, which no count of
 * resident pages shows, and answers right only if it could not. */
#include "board.h"

int main(void)
{
	static char block[1 << 20];
	size_t held = 0;

	fuse(12);
	memset(block, 1, sizeof block);
	for (int file = 0; file < 10; file++) {
		int fd = memfd_create("torture", 0);

		if (fd < 0)
			break;
		for (int i = 0; i < 20 && write(fd, block, sizeof block) > 0; i++)
			held += sizeof block;
	}
	if (held > 128u << 20) {
		breach("memory that is charged to nobody");
		return 0;
	}
	answer();
	return 0;
}
