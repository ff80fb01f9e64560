/* Leaves a tree of 600 directories, each within the one before, with long names:
 * no path reaches its end. Then the right answer. */
#include "board.h"

int main(void)
{
	char name[201];

	memset(name, 'd', sizeof name - 1);
	memcpy(name, "torture-litter", 14);
	name[sizeof name - 1] = 0;
	for (int i = 0; i < 600; i++)
		if (mkdir(name, 0700) != 0 || chdir(name) != 0)
			break;
	answer();
	return 0;
}
