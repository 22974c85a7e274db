/* The kernel for lines of up to 63 cells. */
#define KERNEL_WORDS 1

#include "nonogram_kernel_all.h"
#include "nonogram_kernel_line.h"

DEFINE_KERNEL(nonogram_kernel_1);
