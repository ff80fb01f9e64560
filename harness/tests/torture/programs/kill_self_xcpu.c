/* Sends SIGXCPU to itself, far from every limit: a signal alone proves nothing. */
#include "board.h"

int main(void)
{
	read_board();
	raise(SIGXCPU);
	return 0;
}
