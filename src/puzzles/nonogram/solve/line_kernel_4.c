/* The kernel for lines of up to 255 cells. */
#define KERNEL_WORDS 4

#include "puzzles/nonogram/solve/line_kernel_line.h"

DEFINE_KERNEL(nonogram_kernel_4);
