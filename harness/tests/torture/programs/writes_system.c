/* Makes files where programs and libraries are looked for, and in every directory
 * at the top. Answers right if it could not; what it made it removes. */
#include "board.h"
#include <dirent.h>

static int makes(const char *folder)
{
	char path[300];
	int fd;

	if (strcmp(folder, "/proc") == 0 || strcmp(folder, "/tmp") == 0)
		return 0;
	snprintf(path, sizeof path, "%.255s/torture-litter-system", folder);
	fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
	if (fd < 0)
		return 0;
	close(fd);
	unlink(path);
	return 1;
}

int main(void)
{
	static const char *const folders[] = {"",	 "/usr/bin", "/usr/lib", "/usr/local/bin",
					      "/etc/alternatives", "/dev", "/var/tmp", "/run"};
	DIR *top = opendir("/");
	struct dirent *entry;
	int made = 0;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		made += makes(folders[i]);
	while (top && (entry = readdir(top)) != NULL) {
		char path[258];

		snprintf(path, sizeof path, "/%.255s", entry->d_name);
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
			made += makes(path);
	}
	if (made) {
		breach("files outside of the working directory");
		return 0;
	}
	answer();
	return 0;
}
