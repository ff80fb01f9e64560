/* Opens what only others should read: passwords, homes, devices, logs, sockets of
 * services. Nothing is changed. Answers right if nothing could be opened. */
#include "board.h"
#include <dirent.h>

int main(void)
{
	static const char *const files[] = {
		"/etc/shadow", "/etc/sudoers", "/etc/ssh/sshd_config", "/root/.bashrc",
		"/root/.profile", "/proc/1/environ", "/proc/kcore", "/proc/kmsg", "/dev/mem",
		"/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/fuse", "/dev/kvm", "/dev/net/tun",
		"/etc/hostname", "/etc/fstab", "/var/log/dpkg.log", "/sys/kernel/notes"};
	static const char *const folders[] = {"/root", "/home", "/var", "/run", "/sys", "/boot",
					      "/mnt", "/srv", "/opt", "/dev/pts", "/proc/1/fd"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (open(files[i], O_RDONLY | O_NONBLOCK) >= 0) {
			fprintf(stderr, "%s\n", files[i]);
			breach("a file of others");
			return 0;
		}
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (opendir(folders[i]) != NULL) {
			fprintf(stderr, "%s\n", folders[i]);
			breach("a directory of others");
			return 0;
		}
	answer();
	return 0;
}
