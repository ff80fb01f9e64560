/* Starts itself again and again in the same process: every clock that begins with
 * a program begins anew (12 s at most). */
#include "board.h"

int main(int count, char **words)
{
	char until[32];

	if (count < 2) {
		snprintf(until, sizeof until, "%.3f", now_s() + 12);
		read_board();
	} else {
		snprintf(until, sizeof until, "%s", words[1]);
	}
	fuse(12);
	burn(0.05);
	if (now_s() < atof(until))
		execl("/proc/self/exe", words[0], until, (char *)NULL);
	return 0;
}
