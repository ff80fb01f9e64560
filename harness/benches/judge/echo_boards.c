/* The least that a method can be: it reads boards and prints the same answer to each.
 *
 *     echo_boards BYTES ANSWER
 *
 * For every BYTES bytes on standard input it prints ANSWER and a line end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char input[1 << 16], output[1 << 16];

static int flush(size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t written = write(1, output + done, length - done);

		if (written < 0)
			return 1;
		done += (size_t)written;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	size_t bytes = strtoul(argv[1], NULL, 10), open = 0, used = 0;
	size_t length = strlen(argv[2]);
	ssize_t got;

	if (bytes == 0 || length >= sizeof output)
		return 2;
	while ((got = read(0, input, sizeof input)) > 0) {
		for (open += (size_t)got; open >= bytes; open -= bytes) {
			if (used + length + 1 > sizeof output) {
				if (flush(used))
					return 1;
				used = 0;
			}
			memcpy(output + used, argv[2], length);
			output[used + length] = '\n';
			used += length + 1;
		}
	}
	return got < 0 || flush(used);
}
