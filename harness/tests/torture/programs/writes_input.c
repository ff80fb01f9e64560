/* Tries to change its input in every way, for whoever reads it next: writing,
 * truncating, mapping, through the descriptor and through /proc. Then the right
 * answer. */
#include "board.h"
#include <sys/sendfile.h>

int main(void)
{
	unsigned board = read_board();
	int fd = open("/proc/self/fd/0", O_RDWR);
	struct stat about;
	char *mapped;

	if (fd < 0)
		fd = open("/dev/stdin", O_WRONLY);
	for (int i = 0; i < 2; i++) {
		int to = i == 0 ? 0 : fd;

		if (to < 0 || fstat(to, &about) != 0 || !S_ISREG(about.st_mode))
			continue;
		if (pwrite(to, "wwww", 4, 0) > 0 || ftruncate(to, 3) == 0 ||
		    fallocate(to, 0, 0, 1 << 20) == 0) {
			breach("the input can be changed");
			return 0;
		}
		mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, to, 0);
		if (mapped != MAP_FAILED) {
			breach("the input can be mapped for writing");
			return 0;
		}
	}
	print_rounds(solve_board(board));
	return 0;
}
