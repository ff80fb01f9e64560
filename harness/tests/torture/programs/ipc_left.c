/* Leaves whatever outlives a process: System V queues and semaphores, a POSIX queue,
 * shared memory, a key of the keyring. Answers right the first time, and wrong when
 * it finds what an earlier run left, which it then removes. */
#include "board.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>

#define KEY 0x7043
#define NAME "/torture-litter-ipc"
#define USER_KEYRING -4

int main(void)
{
	int found = 0, id;
	mqd_t queue;

	if (msgget(KEY, IPC_CREAT | IPC_EXCL | 0600) < 0 && errno == EEXIST) {
		found++;
		msgctl(msgget(KEY, 0), IPC_RMID, NULL);
	}
	if (semget(KEY, 1, IPC_CREAT | IPC_EXCL | 0600) < 0 && errno == EEXIST) {
		found++;
		semctl(semget(KEY, 1, 0), 0, IPC_RMID);
	}
	queue = mq_open(NAME, O_CREAT | O_EXCL | O_RDWR, 0600, NULL);
	if (queue == (mqd_t)-1 && errno == EEXIST) {
		found++;
		mq_unlink(NAME);
	}
	id = shm_open(NAME, O_CREAT | O_EXCL | O_RDWR, 0600);
	if (id < 0 && errno == EEXIST) {
		found++;
		shm_unlink(NAME);
	}
	if (syscall(SYS_keyctl, 10, USER_KEYRING, "user", "torture", 0) > 0)
		found++;
	else if (syscall(SYS_add_key, "user", "torture", "x", 1, USER_KEYRING) < 0)
		errno = 0;
	if (found) {
		breach("an earlier run's objects are still here");
		return 0;
	}
	answer();
	return 0;
}
