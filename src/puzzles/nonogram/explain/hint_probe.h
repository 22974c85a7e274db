/* The inside of a probe, for the files that look for chains and that put them into words. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_HINT_PROBE_H
#define PUZZLES_NONOGRAM_EXPLAIN_HINT_PROBE_H

#include "puzzles/nonogram/explain/what_if.h"

/* A cell that lost colours. */
struct nonogram_change {
    size_t cell;
    uint32_t was;
    unsigned step;
};

struct nonogram_probe {
    const struct nonogram_puzzle *puzzle;
    qd_control *control;
    uint32_t *sets;   /* row by row: the colours that a cell may have, bit 0: empty */
    uint32_t *buffer; /* one line */
    struct nonogram_change *trail;
    size_t changes, trail_room;
    unsigned *steps; /* the lines that changed something, in their order */
    size_t step_count, step_room;
    unsigned *now, *next; /* the lines of this round and of the next one */
    unsigned now_count, next_count;
    bool *queued; /* for next */
};

/* The colours that a cell may have. */
uint32_t nonogram_probe_set(const struct nonogram_probe *probe, unsigned row, unsigned column);
/* Supposes that a cell has a value, as a step of no line; undone by nonogram_probe_undo. */
void nonogram_probe_assume(struct nonogram_probe *probe, unsigned row, unsigned column,
                           uint8_t value);
/* Looks at a line as a new step. Returns false if no arrangement is left; nothing is then changed.
 */
bool nonogram_probe_look(struct nonogram_probe *probe, unsigned line);
/* Takes all changes back. */
void nonogram_probe_undo(struct nonogram_probe *probe);

#endif
