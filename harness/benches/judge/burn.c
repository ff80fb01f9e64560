/* A program that uses up what it is told to, for measuring the judge.
 *
 *     burn cpu MILLISECONDS   of CPU time; then says on standard error, in milliseconds, what
 *                             the kernel's clock of it shows, and exits with code 1
 *     burn answer MS          the same silently; prints 4 and exits with code 0
 *     burn memory MEBIBYTES   touches so much as fast as it can
 *     burn ever               CPU time until somebody stops it, three minutes at most
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double cpu_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void burn(double ms)
{
	volatile unsigned x = 1;

	while (cpu_ms() < ms)
		for (int i = 0; i < 5000; i++)
			x = x * 1664525u + 1013904223u;
}

int main(int argc, char **argv)
{
	double amount = argc > 2 ? atof(argv[2]) : 0;

	alarm(180);
	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "cpu")) {
		burn(amount);
		fprintf(stderr, "%.3f", cpu_ms());
		return 1;
	}
	if (!strcmp(argv[1], "answer")) {
		burn(amount);
		puts("4");
		return 0;
	}
	if (!strcmp(argv[1], "memory")) {
		size_t size = (size_t)amount << 20;
		char *bytes = malloc(size);

		if (!bytes)
			return 3;
		for (size_t at = 0; at < size; at += 4096)
			bytes[at] = 1;
		return bytes[size / 2] != 1;
	}
	for (;;)
		burn(1e9);
}
