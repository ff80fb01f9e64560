/* Calls on an abstract Unix socket of the machine, sends a datagram to a port of it
 * and one to the documentation's network. Answers right if it could not. */
#include "board.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef TORTURE_PORT
#define TORTURE_PORT 9
#endif

static int sends(const char *address, int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	inet_pton(AF_INET, address, &to.sin_addr);
	return s >= 0 && sendto(s, "out\n", 4, 0, (struct sockaddr *)&to, sizeof to) > 0;
}

int main(void)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	int size = snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "torture-%d", TORTURE_PORT);
	socklen_t length = (socklen_t)offsetof(struct sockaddr_un, sun_path) + 1 + (socklen_t)size;

	if (s >= 0 && connect(s, (struct sockaddr *)&at, length) == 0) {
		breach("an abstract socket of the machine");
		return 0;
	}
	if (sends("127.0.0.1", TORTURE_PORT) || sends("192.0.2.1", 9)) {
		breach("a datagram left");
		return 0;
	}
	answer();
	return 0;
}
