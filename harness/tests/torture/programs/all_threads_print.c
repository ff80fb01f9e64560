/* Eight threads and two processes print 1,000 lines each, at the same time, a line
 * with each write. */
#include "board.h"
#include <pthread.h>

static void *work(void *unused)
{
	for (int i = 0; i < 1000; i++)
		if (write(1, "4\n", 2) != 2)
			_exit(3);
	return unused;
}

int main(void)
{
	pthread_t thread[8];
	pid_t child;
	int status = 1;

	read_board();
	child = fork();
	if (child == 0) {
		work(NULL);
		_exit(0);
	}
	for (int i = 0; i < 8; i++)
		if (pthread_create(&thread[i], NULL, work, NULL) != 0)
			return 3;
	work(NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(thread[i], NULL);
	waitpid(child, &status, 0);
	return status ? 4 : 0;
}
