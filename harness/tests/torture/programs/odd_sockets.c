/* Makes sockets that lead past the usual network: to the kernel, to raw packets, to
 * the host of a virtual machine. Answers right if it got none. */
#include "board.h"
#include <sys/socket.h>

int main(void)
{
	static const int kinds[][2] = {{AF_PACKET, SOCK_RAW},  {AF_NETLINK, SOCK_RAW},
				       {AF_VSOCK, SOCK_STREAM}, {38 /* AF_ALG */, SOCK_SEQPACKET},
				       {AF_INET, SOCK_RAW},	{AF_BLUETOOTH, SOCK_RAW}};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		/* Raw ones need a protocol: ICMP. */
		int protocol = kinds[i][0] == AF_INET ? 1 : 0;

		if (socket(kinds[i][0], kinds[i][1], protocol) >= 0) {
			fprintf(stderr, "family %d\n", kinds[i][0]);
			breach("a socket of an odd family");
			return 0;
		}
	}
	answer();
	return 0;
}
