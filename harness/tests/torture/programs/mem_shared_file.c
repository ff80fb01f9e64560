/* Uses a file in its working directory as memory, 48 MiB of it, mapped and shared,
 * and 40 MiB of its own. Then the right answer. */
#include "board.h"

static void fill(volatile char *block, size_t size)
{
	for (size_t i = 0; i < size; i += 512)
		block[i] = (char)i;
}

int main(void)
{
	size_t in_file = 48u << 20, own = 40u << 20;
	int fd = open("torture-litter-memory", O_CREAT | O_RDWR, 0600);
	char *mapped, *block = malloc(own);

	fuse(12);
	if (fd < 0 || !block || ftruncate(fd, (off_t)in_file) != 0)
		return 3;
	mapped = mmap(NULL, in_file, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (mapped == MAP_FAILED)
		return 3;
	fill(mapped, in_file);
	fill(block, own);
	nap(0.1);
	answer();
	return 0;
}
