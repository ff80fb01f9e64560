/* Closes its standard streams before anything else: the answer goes nowhere. */
#include "board.h"

int main(void)
{
	unsigned board = read_board();

	close(0);
	close(1);
	close(2);
	print_rounds(solve_board(board));
	return 0;
}
