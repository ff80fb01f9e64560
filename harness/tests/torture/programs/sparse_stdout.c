/* Ignores SIGXFSZ, tries to write a byte at a terabyte, which fails, and then
 * prints the right answer at the beginning. */
#include "board.h"

int main(void)
{
	signal(SIGXFSZ, SIG_IGN);
	if (pwrite(1, "4", 1, (off_t)1 << 40) == 1)
		breach("a file of a terabyte");
	answer();
	return 0;
}
