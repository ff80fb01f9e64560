/* Leaves one of everything that can have a name: links to nothing, to themselves
 * and to the root, a pipe, a socket, a hole, and names of 255 bytes, of newlines, of
 * escape sequences and of bytes that are no text. Then the right answer. */
#include "board.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "torture-litter.socket"};
	static const char *const names[] = {"torture-litter\n", "torture-litter\033[2J\033]0;x\007",
					    "torture-litter\377\376", "torture-litter -rf .."};
	char longest[256];
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	memset(longest, 'n', 255);
	memcpy(longest, "torture-litter", 14);
	longest[255] = 0;
	close(open(longest, O_CREAT | O_WRONLY, 0600));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		close(open(names[i], O_CREAT | O_WRONLY, 0600));
	if (symlink("/", "torture-litter.root") + symlink("nowhere", "torture-litter.none") +
	    symlink("torture-litter.self", "torture-litter.self") + mkfifo("torture-litter.pipe", 0600))
		perror("links");
	if (s >= 0)
		bind(s, (struct sockaddr *)&at, sizeof at);
	if (truncate(longest, 32 << 20) != 0)
		perror("hole");
	answer();
	return 0;
}
