/* Makes timers, event and inotify files and nested epolls until there are no more,
 * has a hundred timers fire a thousand times a second, then answers right. */
#include "board.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>

int main(void)
{
	struct itimerspec often = {{0, 1000000}, {0, 1000000}};
	struct sigevent ev = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	unsigned board = read_board();
	int epoll = epoll_create1(0);
	timer_t timer;

	signal(SIGUSR1, SIG_IGN);
	for (int i = 0; i < 100 && timer_create(CLOCK_MONOTONIC, &ev, &timer) == 0; i++)
		timer_settime(timer, 0, &often, NULL);
	for (int i = 0; i < 2000; i++) {
		struct epoll_event event = {.events = EPOLLIN | EPOLLET};
		int fd = i % 4 == 0   ? inotify_init1(0)
			 : i % 4 == 1 ? timerfd_create(CLOCK_MONOTONIC, 0)
			 : i % 4 == 2 ? eventfd(1, 0)
				      : epoll_create1(0);

		if (fd < 0)
			continue;
		if (i % 4 == 0)
			inotify_add_watch(fd, ".", IN_ALL_EVENTS);
		if (i % 4 == 1)
			timerfd_settime(fd, 0, &often, NULL);
		epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
	}
	print_rounds(solve_board(board));
	return 0;
}
