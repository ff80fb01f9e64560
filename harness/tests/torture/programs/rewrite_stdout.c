/* Prints something wrong, takes it back if its output is a file, and prints the
 * right answer. */
#include "board.h"

int main(void)
{
	printf("wrong, and much longer than the answer\n");
	fflush(stdout);
	if (ftruncate(1, 0) == 0)
		lseek(1, 0, SEEK_SET);
	answer();
	return 0;
}
