#include "nonogram_kernel.h"

#include "nonogram_kernel_all.h"

_Static_assert(NONOGRAM_SIDE < 16 * 64, "the largest kernel holds the longest line");

const struct nonogram_kernel *nonogram_kernel_for(unsigned length) {
    static const struct nonogram_kernel *const kernels[] = {
        &nonogram_kernel_1, &nonogram_kernel_2, &nonogram_kernel_4, &nonogram_kernel_16};
    unsigned i = 0;
    while (length >= 64 * kernels[i]->words)
        i++;
    return kernels[i];
}

size_t nonogram_kernel_scratch(const struct nonogram_kernel *kernel, unsigned clues,
                               unsigned colours) {
    return (size_t)(2 * clues + 1 + colours) * kernel->words;
}
