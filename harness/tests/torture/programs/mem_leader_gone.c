/* The first thread ends, so that the process looks dead; another one takes 300 MiB
 * and keeps them (12 s at most). Nobody answers: a judge that reads the size of
 * the first thread sees nothing, and waits for the end of the time. */
#include "board.h"
#include <pthread.h>

static void *work(void *unused)
{
	size_t size = 300u << 20;
	volatile char *block;

	(void)unused;
	nap(0.05);
	block = malloc(size);
	for (size_t i = 0; block && i < size; i += 512)
		block[i] = (char)i;
	nap(12);
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
