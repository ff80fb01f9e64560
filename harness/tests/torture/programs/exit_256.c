/* Answers right and exits with 256, of which the system keeps eight bits: 0. */
#include "board.h"

int main(void)
{
	answer();
	exit(256);
}
