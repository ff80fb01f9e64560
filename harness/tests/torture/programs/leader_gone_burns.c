/* The first thread ends, so that the process looks dead; another one computes for
 * ever (12 s at most). */
#include "board.h"
#include <pthread.h>

static void *work(void *unused)
{
	(void)unused;
	burn(12);
	exit(0);
}

int main(void)
{
	pthread_t other;

	fuse(12);
	read_board();
	if (pthread_create(&other, NULL, work, NULL) != 0)
		return 3;
	pthread_exit(NULL);
}
