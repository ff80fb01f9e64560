/* The right answer, and a single byte 16 MiB behind it: a file that is nearly all
 * hole. */
#include "board.h"

int main(void)
{
	answer();
	if (pwrite(1, "\n", 1, 16 << 20) != 1)
		return 3;
	return 0;
}
