/* The journal of a rig: a text file that only grows. A line is written and synced before every
 * physical step and after it, so that after a power cut it is known what may have happened and what
 * certainly has.
 *
 *   CRC NUMBER TEXT
 *
 * CRC is the CRC-32 (as in zlib) of "NUMBER TEXT" as 8 hexadecimal digits. The lines are numbered,
 * beginning with 1. A line that a power cut truncated fails its check and is skipped. The texts:
 *
 *   rings 30 60 110              the rings in grams; the first line, and again for each run
 *   run reset 0                  a run begins: mode, tower to go to
 *   board 21 0 - 0 0 0 empty -   the board: each tower, the lowest ring first, as ring numbers;
 *                                how many of its lowest rings are in unknown order; the gripper
 *                                (empty, holds or maybe) and the ring in it
 *   want 0 2                     a move begins: from, to
 *   step 17 lift 0 1             a physical step begins: number, what, tower, ring (-1: none)
 *   did 17  |  failed 17         it has ended
 *   calibration 0 0 0 1 1 1      zeros and gains of the cells
 *   done  |  stopped REASON      the run has ended
 */
#ifndef RIG_EXECUTOR_JOURNAL_H
#define RIG_EXECUTOR_JOURNAL_H

#include <stdio.h>

#include "rig/executor/run.h"

struct rig_journal {
    int fd;      /* -1: none, writing does nothing */
    long number; /* of the last line */
    bool broken; /* a line could not be written or synced; no more are written */
};

/* What a journal says about earlier runs. */
struct rig_recovery {
    long lines;      /* good ones */
    long damaged;    /* lines that fail their check or are out of sequence */
    bool unfinished; /* the last run was cut off */
    bool in_step;    /* during a step */
    bool has_board;
    struct rig_board board; /* the last one */
    int want_to;            /* the destination of the move in progress, -1: none */
    bool has_calibration;
    struct rig_calibration calibration;
};

/* Opens or creates the journal, reads it, and begins a run in it. Does nothing if the configuration
 * has none. Returns false with a message if it cannot be read or written, is not a journal, belongs
 * to other rings, or is in use by another run: it is locked until it is closed. */
bool rig_journal_open(struct rig_journal *journal, const struct rig_config *config,
                      struct rig_recovery *recovery, char *message, size_t size);
void rig_journal_close(struct rig_journal *journal);

/* Reads the text of a journal; for the fuzzer. Returns false if no line is valid, unless the text
 * is a truncated first line, or if its rings are not those of the configuration (*other_rings is
 * then true). */
bool rig_journal_read(const char *text, size_t size, const struct rig_config *config,
                      struct rig_recovery *recovery, bool *other_rings);

/* Appends a line and syncs it. Returns false if that fails, and always from then on. */
bool rig_journal_add(struct rig_journal *journal, const char *format, ...) QD_PRINTF(2, 3);
bool rig_journal_board(struct rig_journal *journal, const struct rig_board *board);

#endif
