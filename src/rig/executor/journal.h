/* The journal of a rig: a text file that only grows. A line is written and synced before every
 * physical step and after it, so that after a power cut it is known what may have happened and what
 * surely has.
 *
 *   CRC NUMBER TEXT
 *
 * CRC is the CRC-32 (as in zlib) of "NUMBER TEXT" as 8 hexadecimal digits, NUMBER counts the lines
 * from 1. A line that was cut short by the power cut fails its check and is passed over. The texts:
 *
 *   rings 30 60 110               the rings, in grams; the first line, and again at the start of
 * each run run reset 0                   a run begins: mode, tower to go to board 21 0 - 0 0 0
 * empty -    the towers from 0, the lowest ring first, as ring numbers; how many of the lowest lie
 * in an order that is not known; the gripper: empty, holds or maybe; the ring in it want 0 2 a move
 * is begun: from, to step 17 lift 0 1              a physical step begins: number, what, tower,
 * ring (-1: none) did 17  |  failed 17          it has ended calibration 0 0 0 1 1 1       zeros
 * and gains of the cells done  |  stopped REASON       the run has ended */
#ifndef RIG_EXECUTOR_JOURNAL_H
#define RIG_EXECUTOR_JOURNAL_H

#include <stdio.h>

#include "rig/executor/run.h"

struct rig_journal {
    int fd;      /* -1: none, writing does nothing */
    long number; /* of the last line */
    bool broken; /* a line could not be written or synced: no more are */
};

/* What a journal tells. */
struct rig_past {
    long lines;      /* good ones */
    long damaged;    /* lines that fail their check or are out of sequence */
    bool unfinished; /* the last run neither ended nor stopped */
    bool in_step;    /* a step was begun and not ended */
    bool has_board;
    struct rig_board board; /* the last one */
    int want_to;            /* the tower of the move that was under way, -1: none */
    bool has_calibration;
    struct rig_calibration calibration;
};

/* Opens or makes the journal, reads it, and begins a run in it. path NULL: no journal. Returns
 * false with a message if it cannot be read or written, is not a journal, is one of other rings, or
 * is open in another run: it is locked until it is closed. */
bool rig_journal_open(struct rig_journal *journal, const struct rig_config *config,
                      struct rig_past *past, char *message, size_t size);
void rig_journal_close(struct rig_journal *journal);

/* Reads a journal's text; for rig_journal_open and the fuzzer. Returns false if no line of it is
 * good although it holds more than a first line that was cut short, or its rings are not those of
 * the configuration (*other_rings is then true). */
bool rig_journal_read(const char *text, size_t size, const struct rig_config *config,
                      struct rig_past *past, bool *other_rings);

/* Appends a line and syncs it. Returns false if that fails, and from then on always. */
bool rig_journal_add(struct rig_journal *journal, const char *format, ...) QD_PRINTF(2, 3);
bool rig_journal_board(struct rig_journal *journal, const struct rig_board *board);

#endif
