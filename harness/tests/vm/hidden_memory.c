/* Fills 320 MiB of shared memory without keeping it resident: each block is given up in this
   process as soon as it is full, but lives on in the mapping. Then gives the right answer. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { BLOCK = 1 << 20, N_BLOCKS = 320 };

int main(void)
{
    char *memory = mmap(NULL, (size_t)BLOCK * N_BLOCKS, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    for (int n_full = 0; n_full < N_BLOCKS; n_full++) {
        memset(memory + (size_t)n_full * BLOCK, 1, BLOCK);
        madvise(memory + (size_t)n_full * BLOCK, BLOCK, MADV_DONTNEED);
    }
    puts("4");
    return 0;
}
