/* Prints its answers and then seals its output, if that is a memory file: nobody
 * can truncate or write it any more, and no seal can be added. */
#include "board.h"

#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#endif

int main(void)
{
	int c, seen = 0;

	while ((c = getchar()) != EOF)
		if (c == '\n' && ++seen % 4 == 0)
			printf("4\n");
	fflush(stdout);
	fcntl(1, F_ADD_SEALS, 2 | 4 | 8); /* shrink, grow, write */
	fcntl(1, F_ADD_SEALS, 1);	  /* no more seals */
	fcntl(2, F_ADD_SEALS, 1);
	fcntl(0, F_ADD_SEALS, 1 | 2 | 4 | 8);
	return 0;
}
