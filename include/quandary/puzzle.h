/* The kinds of puzzle there are, and what each of them can do. */
#ifndef QUANDARY_PUZZLE_H
#define QUANDARY_PUZZLE_H

#include <stdbool.h>

#include <quandary/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kind of puzzle. Lasts as long as the program; nothing to free. */
typedef struct qd_puzzle qd_puzzle;

/* What a puzzle can do beyond being read, written and played, as bits. A call that needs one that
 * is missing fails with QD_BAD_INPUT. */
enum qd_capability {
    QD_CAN_SOLVE = 1 << 0,
    QD_CAN_HINT = 1 << 1,
    QD_CAN_CHECK = 1 << 2,
    QD_CAN_RATE = 1 << 3,
    QD_CAN_GENERATE = 1 << 4,
    QD_CAN_SHOW = 1 << 5, /* boards and pictures */
    QD_CAN_REPLY = 1 << 6 /* opponents */
};

/* A puzzle by its index from 0; NULL past the last. */
QD_API const qd_puzzle *qd_puzzle_at(size_t index);

/* The puzzle of that name, NULL if there is none. It also finds puzzles that the list leaves out
 * because they only serve as an example. */
QD_API const qd_puzzle *qd_puzzle_find(const char *name);

/* The name that calls take, in small letters: "hanoi". */
QD_API const char *qd_puzzle_name(const qd_puzzle *puzzle);
/* The name as in a heading: "Tower of Hanoi". */
QD_API const char *qd_puzzle_title(const qd_puzzle *puzzle);
/* What it is, in one line. */
QD_API const char *qd_puzzle_summary(const qd_puzzle *puzzle);
/* How its moves are written, in one line. */
QD_API const char *qd_puzzle_moves(const qd_puzzle *puzzle);
/* Bits of enum qd_capability. */
QD_API unsigned qd_puzzle_capabilities(const qd_puzzle *puzzle);

/* A file format. */
typedef struct qd_format {
    const char *name;      /* for qd_session_convert */
    const char *extension; /* of its files, with the dot */
    const char *summary;   /* in one line */
} qd_format;

/* A format by its index from 0; the first is the puzzle's own, which holds everything. Returns
 * false past the last, and leaves format alone then. */
QD_API bool qd_puzzle_format(const qd_puzzle *puzzle, size_t index, qd_format *format);

/* The text of a small instance that comes with the library: index from 0, NULL past the last.
 * Every puzzle has at least one. */
QD_API const char *qd_puzzle_sample(const qd_puzzle *puzzle, size_t index);

#ifdef __cplusplus
}
#endif
#endif
