/* The kernels that there are, by the number of their words. */
#ifndef PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_ALL_H
#define PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_ALL_H

#include "puzzles/nonogram/solve/line_kernel.h"

extern const struct nonogram_kernel nonogram_kernel_1, nonogram_kernel_2, nonogram_kernel_4,
    nonogram_kernel_16;

#endif
