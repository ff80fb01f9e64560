/* Becomes another program, which prints the answer. */
#include "board.h"

int main(void)
{
	char rounds[16];

	snprintf(rounds, sizeof rounds, "%d", solve_board(read_board()));
	execlp("echo", "echo", rounds, (char *)NULL);
	return 3;
}
