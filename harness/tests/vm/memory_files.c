/* Keeps 320 MiB in files in memory that it has not mapped, so that nothing of it is resident,
   and then gives the right answer. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char block[1 << 20];

int main(void)
{
    memset(block, 1, sizeof block);
    for (int n_files = 0; n_files < 20; n_files++) {
        int file = memfd_create("kept", 0);
        for (int written = 0; written < 16; written++)
            if (file < 0 || write(file, block, sizeof block) != sizeof block)
                return 1;
    }
    puts("4");
    return 0;
}
