/* Sends SIGKILL to everybody it may, then answers right. It does so only where its
 * parent is the first process and there is hardly any other: in a box. */
#include "board.h"
#include <dirent.h>

int main(void)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int processes = 0;

	while (proc && (entry = readdir(proc)) != NULL)
		processes += atoi(entry->d_name) > 0;
	if (getppid() != 1 || is_shell(1) || processes < 1 || processes > 4) {
		breach("not alone: nothing was tried");
		return 0;
	}
	kill(-1, SIGSTOP);
	kill(-1, SIGKILL);
	answer();
	return 0;
}
