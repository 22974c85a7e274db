/* The kernel for lines of up to 127 cells. */
#define KERNEL_WORDS 2

#include "puzzles/nonogram/solve/line_kernel_line.h"

DEFINE_KERNEL(nonogram_kernel_2);
