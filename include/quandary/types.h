/* Types that all of Quandary shares: statuses, verdicts, errors, limits, progress. This
 * header depends on nothing else. */
#ifndef QUANDARY_TYPES_H
#define QUANDARY_TYPES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define QD_API                         __attribute__((visibility("default")))
#define QD_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define QD_API
#define QD_PRINTF(format_at, first_at)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The answer of any call that can go more than one way. The values are also the program's exit
 * statuses. */
typedef enum qd_status {
    QD_YES = 0,       /* solved, legal, valid, unique: done */
    QD_NO = 1,        /* proven unsolvable, illegal, wrong, not unique */
    QD_BAD_INPUT = 2, /* the text, the option or the call is wrong; a qd_error says where */
    QD_LIMIT = 3,     /* a limit was reached, or the search was stopped, before an answer */
    QD_FAILURE = 4    /* the machine failed: input/output, memory */
} qd_status;

/* What is known about an instance. "Unknown" is never turned into one of the others by a guess. */
typedef enum qd_verdict { QD_SOLVED, QD_UNSOLVABLE, QD_UNKNOWN } qd_verdict;

/* What is wrong, and where. Plain memory: lives on the caller's stack, needs no freeing. */
typedef struct qd_error {
    qd_status status;  /* QD_YES while nothing is wrong, else the kind of error */
    char file[256];    /* the name of the text, "" when the error is about no text */
    int line;          /* from 1; 0: about the whole text */
    int column;        /* from 1, counted in characters; 0: about the whole line */
    char message[512]; /* what is wrong and what was expected, without the place */
    char excerpt[128]; /* the part of the line around the column, "" if there is none */
    int caret;         /* index in characters of the column within excerpt */
} qd_error;

/* Limits of one long call; 0 means no limit. */
typedef struct qd_limits {
    double seconds; /* by the wall clock */
    uint64_t bytes; /* memory that searches reserve for tables, queues and sets */
    uint64_t nodes; /* states expanded */
} qd_limits;

/* Why a search ended early. */
typedef enum qd_end {
    QD_END_NONE,    /* it has not been asked to end */
    QD_END_STOPPED, /* qd_control_stop was called */
    QD_END_SECONDS,
    QD_END_BYTES,
    QD_END_NODES
} qd_end;

/* How far a long call is. */
typedef struct qd_progress {
    double seconds;      /* since the call began, by the wall clock */
    uint64_t nodes;      /* states expanded so far */
    uint64_t bytes;      /* reserved now */
    uint64_t peak_bytes; /* the most that was reserved at one time */
    double fraction;     /* 0 to 1 where the search knows it, else negative */
    char note[96];       /* what it is doing, in words; may be empty */
} qd_progress;

#ifdef __cplusplus
}
#endif
#endif
