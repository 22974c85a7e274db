/* Invalidity tests: quick looks at a board that may show that it has no solution. A test that is
 * sound never rejects a board that has one. Each test is a row of one table; the coordinator asks
 * the chosen ones in the order of the table and stops at the first that rejects. Nothing here keeps
 * state: statistics live in the caller's struct, one for each thread. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_INVALIDITY_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_INVALIDITY_H

#include <stddef.h>

#include "base/buf.h"
#include "puzzles/harmony/model/position.h"

enum {
#define TEST(name, summary, flags, reasons) HARMONY_INVALID_##name,
#include "puzzles/harmony/solve/classic/invalidity_tests.def"
#undef TEST
    HARMONY_INVALID_TESTS /* the number of tests there are, chosen or not */
};

struct harmony_invalid_test {
    const char *name;
    const char *summary; /* what it rejects, a phrase */
    /* True if the test shows that the board has no solution; false says nothing. */
    bool (*is_invalid)(const struct harmony_board *board);
    bool sound;          /* no board that has a solution is rejected */
    bool by_default;     /* sound, and no other default test does its work */
    bool by_document;    /* of the set that the original program runs */
    bool by_document_v1; /* of the set that it ran before stuck_tiles_v2 took the place of v1 */
    bool touched;        /* after a swap it looks at the swapped tiles alone, as in that program */
    /* True if this cell, or this row, is the reason to reject the board. Every board that is
     * rejected has such a cell or such a row; either may be NULL. */
    bool (*of_cell)(const struct harmony_board *board, unsigned cell);
    bool (*of_row)(const struct harmony_board *board, unsigned row);
    /* Adds a sentence that names the culprit, with a full stop. NULL if the test is not sound. */
    void (*say_cell)(const struct position *position, unsigned cell, struct buf *out);
    void (*say_row)(const struct position *position, unsigned row, struct buf *out);
};

/* The tests that run, in the order of the table. */
struct harmony_invalid_set {
    unsigned count;
    const struct harmony_invalid_test *test[HARMONY_INVALID_TESTS];
};

struct harmony_invalid_count {
    uint64_t called, rejected;
    uint64_t measured;    /* the calls that were timed: reading the clock costs more than a test */
    uint64_t nanoseconds; /* of the measured calls */
};

/* Zero-initialise it. of[i] belongs to the set's test[i]. */
struct harmony_invalid_stats {
    struct harmony_invalid_count of[HARMONY_INVALID_TESTS];
};

/* Test number index in the order of the table; index must be below HARMONY_INVALID_TESTS. */
const struct harmony_invalid_test *harmony_invalid_at(unsigned index);
/* The test of that name, NULL if there is none. */
const struct harmony_invalid_test *harmony_invalid_named(const char *name);

/* Fills the set from a list of words with commas between them. A word is a test's name, or
 * "default", "seed" (the original program's own set, which is not sound), "seed_v1" (its older set,
 * which is), "all" (all that are sound) or "none". The order of the list and repetitions do not
 * matter. Returns false for a word that is none of these; problem then says which, and the set is
 * unchanged. */
bool harmony_invalid_choose(struct harmony_invalid_set *set, const char *list, struct buf *problem);

/* The first test of the set that rejects the board, NULL if none does. Counts in stats, which may
 * be NULL. */
const struct harmony_invalid_test *harmony_invalid_run(const struct harmony_invalid_set *set,
                                                       const struct harmony_board *board,
                                                       struct harmony_invalid_stats *stats);

/* The same for a board that was made by a swap: a test that can look at single cells or rows looks
 * at those of the two swapped tiles only, as in the original program. It rejects less. */
const struct harmony_invalid_test *
harmony_invalid_run_touched(const struct harmony_invalid_set *set,
                            const struct harmony_board *board, struct harmony_swap last,
                            struct harmony_invalid_stats *stats);

/* Why the board is dead: the first of all sound tests that rejects it, NULL if none does. */
const struct harmony_invalid_test *harmony_invalid_death(const struct harmony_board *board);

/* Adds the counts of one thread to those of another; both must belong to the same set. */
void harmony_invalid_add(struct harmony_invalid_stats *to,
                         const struct harmony_invalid_stats *from);
/* The time of all calls in nanoseconds, estimated from those measured; 0 if none was called. */
double harmony_invalid_time(const struct harmony_invalid_count *count);

/* Adds a sentence with a full stop, no newline, that names what the test sees. Returns false and
 * adds nothing if the test does not reject the board or is not sound. */
bool harmony_invalid_name(const struct position *position, const struct harmony_invalid_test *test,
                          struct buf *out);
/* The same for a test that rejects the board: where it has no sentence, its summary is one. */
void harmony_invalid_explain(const struct position *position,
                             const struct harmony_invalid_test *test, struct buf *out);

#endif
