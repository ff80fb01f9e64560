/* Answers right and exits with -1, of which the system keeps eight bits: 255. */
#include "board.h"

int main(void)
{
	answer();
	exit(-1);
}
