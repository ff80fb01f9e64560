/* Ignores SIGXFSZ and every error, prints the right answer and then up to a
 * gibibyte of blanks, and exits with 0. */
#include "board.h"

int main(void)
{
	static char blanks[1 << 20];
	long failed = 0;

	fuse(12);
	signal(SIGXFSZ, SIG_IGN);
	memset(blanks, ' ', sizeof blanks);
	answer();
	for (int i = 0; i < 1024; i++)
		failed += write(1, blanks, sizeof blanks) < 0;
	return failed < 0;
}
