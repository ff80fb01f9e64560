/* Computes for 600 ms in a thread, as many runtimes do, while the first one waits for it. */
#include "board.h"
#include <pthread.h>

static void *compute(void *unused)
{
	(void)unused;
	burn(0.6);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	fuse(60);
	if (pthread_create(&thread, NULL, compute, NULL) != 0)
		return 3;
	pthread_join(thread, NULL);
	answer();
	return 0;
}
