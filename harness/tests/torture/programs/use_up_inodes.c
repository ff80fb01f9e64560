/* Makes files until it may not (20,000 at most); more than 12,000 are more than
 * anybody should leave to a program. Then the right answer. */
#include "board.h"

int main(void)
{
	int made = 0;

	for (int i = 0; i < 20000; i++) {
		char name[64];
		int fd;

		snprintf(name, sizeof name, "torture-litter-%d", i);
		fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (fd < 0)
			break;
		close(fd);
		made++;
	}
	if (made == 0 || made > 12000) {
		breach(made ? "more than 12,000 files" : "no file at all");
		return 0;
	}
	answer();
	return 0;
}
