/* What it costs to run a program on every case and compare, with nothing else: no limits, no
 * isolation, no report. The judge is measured against it.
 *
 *     bare_loop JOBS CASES PROGRAM
 *
 * JOBS processes take the directories CASES/1, CASES/2, ... in turn. Each starts PROGRAM with
 * posix_spawn on the file `input`, reads its output from a pipe to the end, waits for it, and
 * compares the output with the file `expected`. Exit code 1 when one differs.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static atomic_long *next_case;

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static ssize_t read_all(int file, char *to, size_t size)
{
	size_t length = 0;
	ssize_t got;

	while (length < size && (got = read(file, to + length, size - length)) > 0)
		length += (size_t)got;
	return (ssize_t)length;
}

static int open_in(const char *cases, long number, const char *name)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/%ld/%s", cases, number, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Whether the program answers the case; -1 when there is no such case. */
static int judge(const char *cases, long number, char *program)
{
	static char printed[1 << 16], wanted[1 << 16];
	char *words[] = {program, NULL};
	posix_spawn_file_actions_t actions;
	int input = open_in(cases, number, "input"), ends[2], status;
	struct rusage usage;
	pid_t pid;

	if (input < 0)
		return -1;
	if (pipe2(ends, O_CLOEXEC))
		fail("pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	if (posix_spawn(&pid, program, &actions, NULL, words, environ))
		fail(program);
	posix_spawn_file_actions_destroy(&actions);
	close(input);
	close(ends[1]);
	ssize_t n_printed = read_all(ends[0], printed, sizeof printed);
	close(ends[0]);
	if (wait4(pid, &status, 0, &usage) != pid)
		fail("wait4");
	int expected = open_in(cases, number, "expected");
	if (expected < 0)
		fail("expected");
	ssize_t n_wanted = read_all(expected, wanted, sizeof wanted);
	close(expected);
	return status == 0 && n_printed == n_wanted &&
	       memcmp(printed, wanted, (size_t)n_wanted) == 0;
}

static int work(const char *cases, char *program)
{
	int right;

	while ((right = judge(cases, atomic_fetch_add(next_case, 1), program)) > 0)
		;
	return right == 0;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: bare_loop JOBS CASES PROGRAM\n");
		return 2;
	}
	next_case = mmap(NULL, sizeof *next_case, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (next_case == MAP_FAILED)
		fail("mmap");
	atomic_store(next_case, 1);
	for (long job = 0; job < atol(argv[1]); job++) {
		pid_t pid = fork();

		if (pid < 0)
			fail("fork");
		if (pid == 0)
			_exit(work(argv[2], argv[3]));
	}
	int status, wrong = 0;
	while (wait(&status) > 0)
		wrong |= status != 0;
	return wrong;
}
