/* Becomes another program from a second thread: the first one dies, and the second
 * takes over its number. */
#include "board.h"
#include <pthread.h>

static char rounds[16];

static void *work(void *unused)
{
	(void)unused;
	execlp("echo", "echo", rounds, (char *)NULL);
	_exit(3);
}

int main(void)
{
	pthread_t other;

	snprintf(rounds, sizeof rounds, "%d", solve_board(read_board()));
	if (pthread_create(&other, NULL, work, NULL) != 0)
		return 3;
	nap(5);
	return 4;
}
