/* The kernel for lines of up to 63 cells. */
#define KERNEL_WORDS 1

#include "puzzles/nonogram/solve/line_kernel_line.h"

DEFINE_KERNEL(nonogram_kernel_1);
