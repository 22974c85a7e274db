/* Brute force for nonograms: slow, simple, and written apart from everything that it judges. It
 * shares only the puzzle's data with the program: it reads clues from pictures by itself. */
#ifndef NONOGRAM_ORACLE_H
#define NONOGRAM_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "puzzles/nonogram/model/puzzle.h"

/* ---- one line; sets of colours are bits, bit 0 is empty ---- */

/* True if the cells, stride apart and all known, have exactly these clues. */
bool oracle_line_fits(const struct nonogram_line *line, const uint8_t *cells, unsigned length,
                      size_t stride);

/* Calls visit with every arrangement of the clues whose cells are all within the allowed sets,
 * until visit returns false; visit may be NULL. Returns how many arrangements there were. The
 * number explodes with the length: meant for short lines. */
typedef bool (*oracle_visit_line)(void *context, const uint8_t *cells);
uint64_t oracle_each_arrangement(const struct nonogram_line *line, const uint32_t *allowed,
                                 unsigned length, oracle_visit_line visit, void *context);

/* By all arrangements: seen[i] becomes the set of colours that cell i has in some arrangement.
 * Returns how many arrangements there are; seen is all zero if there is none. */
uint64_t oracle_line_by_arrangements(const struct nonogram_line *line, const uint32_t *allowed,
                                     unsigned length, uint32_t *seen);

/* The same for lines of any length: the clues as an automaton, one state for each cell of a run
 * and one for each gap, followed from both ends. Returns the number of arrangements as a floating
 * number, which is exact below 2^53. */
double oracle_line_by_automaton(const struct nonogram_line *line, const uint32_t *allowed,
                                unsigned length, uint32_t *seen);

/* ---- whole puzzles ---- */

/* True if the picture (row by row, all cells known) has exactly the puzzle's clues. */
bool oracle_picture_fits(const struct nonogram_puzzle *puzzle, const uint8_t *picture);

/* Calls visit with every solution that keeps the known cells (row by row, or NULL: none known),
 * until visit returns false; visit may be NULL. Returns how many there were. All arrangements of
 * each row are tried; columns are checked as far as they are filled. Meant for small puzzles. */
typedef bool (*oracle_visit_picture)(void *context, const uint8_t *picture);
uint64_t oracle_each_solution(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                              oracle_visit_picture visit, void *context);

/* ---- all pictures of a size ---- */

/* Pictures that have the same clues stand together: pictures[from] .. pictures[from + count - 1].
 * They are all solutions of their puzzle, and there are no others. */
struct oracle_group {
    uint32_t from, count;
};

/* A picture is a number: cell i (row by row) is its digit i to the base colours + 1, the lowest
 * first. */
struct oracle_census {
    unsigned width, height, colours;
    uint32_t picture_count, group_count;
    uint32_t *pictures; /* by groups, rising within each */
    struct oracle_group *groups;
};

/* All pictures of a size, at most 2^24 of them. Free it with oracle_census_free. */
void oracle_census_take(struct oracle_census *census, unsigned width, unsigned height,
                        unsigned colours);
void oracle_census_free(struct oracle_census *census);

/* The cells of a picture of the census. */
void oracle_census_cells(const struct oracle_census *census, uint32_t picture, uint8_t *cells);
/* The number of a picture of that size. */
uint32_t oracle_census_number(const struct oracle_census *census, const uint8_t *cells);

/* ---- making puzzles ---- */

/* The puzzle of a picture (row by row, all cells known), its clues read by the oracle itself. */
struct nonogram_puzzle *oracle_puzzle_of(const uint8_t *picture, unsigned width, unsigned height,
                                         unsigned colours);
/* That of a random picture; so many tenths of its cells are empty. */
struct nonogram_puzzle *oracle_random_puzzle(struct random *random, unsigned width, unsigned height,
                                             unsigned colours, unsigned empty);

#endif
