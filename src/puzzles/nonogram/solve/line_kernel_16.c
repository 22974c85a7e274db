/* The kernel for lines of up to 1023 cells. */
#define KERNEL_WORDS 16

#include "puzzles/nonogram/solve/line_kernel_line.h"

DEFINE_KERNEL(nonogram_kernel_16);
