/* 32 threads compute for ever (12 s at most): the machine is busy with the program
 * itself, and its time must not count as waiting for a core. */
#include "board.h"
#include <pthread.h>

static void *work(void *unused)
{
	burn(12);
	return unused;
}

int main(void)
{
	fuse(12);
	read_board();
	for (int i = 0; i < 32; i++) {
		pthread_t one;

		if (pthread_create(&one, NULL, work, NULL) != 0)
			break;
	}
	burn(12);
	return 0;
}
