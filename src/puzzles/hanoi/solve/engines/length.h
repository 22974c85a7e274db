/* Lengths of ways: those of 64 discs do not fit in 64 bits. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_LENGTH_H
#define PUZZLES_HANOI_SOLVE_ENGINES_LENGTH_H

__extension__ typedef unsigned __int128 hanoi_length;

#endif
