/* Takes memory as fast as it can, in four processes, up to 1.6 GiB. */
#include "board.h"

int main(void)
{
	size_t size = 400u << 20;
	char *block;

	fuse(12);
	read_board();
	if (fork() >= 0 && fork() >= 0)
		fuse(12);
	block = mmap(NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	nap(block == MAP_FAILED ? 0 : 12);
	return 0;
}
