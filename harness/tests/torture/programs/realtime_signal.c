/* Answers right and is ended by a real-time signal, which has a number only. */
#include "board.h"

int main(void)
{
	answer();
	raise(SIGRTMAX - 3);
	return 0;
}
