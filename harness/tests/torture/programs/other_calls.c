/* Calls the system in the ways of other processors (32 bits, x32), whose numbers
 * mean something else to a filter that does not look. Answers right if neither was
 * answered. */
#include "board.h"
#include <setjmp.h>

static sigjmp_buf away;

static void leave(int unused)
{
	(void)unused;
	siglongjmp(away, 1);
}

#ifdef __x86_64__
static long of_32_bits(long number)
{
	long result;

	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number) : "memory", "r8", "r9", "r10", "r11");
	return result;
}

static long of_x32(long number)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number | 0x40000000)
			 : "memory", "rcx", "r11");
	return result;
}
#else
static long of_32_bits(long number) { return -number; }
static long of_x32(long number) { return -number; }
#endif

int main(void)
{
	volatile int got = 0;

	signal(SIGSEGV, leave);
	if (sigsetjmp(away, 1) == 0 && of_32_bits(20) == getpid())
		got = 1;
	if (sigsetjmp(away, 1) == 0 && of_x32(39) == getpid())
		got = 2;
	signal(SIGSEGV, SIG_DFL);
	if (got) {
		fprintf(stderr, "way %d\n", got);
		breach("calls of another kind");
		return 0;
	}
	answer();
	return 0;
}
