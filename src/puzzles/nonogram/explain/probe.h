/* A board to try things out on: the colours that each cell may have, lines that remove some of
 * them, and undo. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_PROBE_H
#define PUZZLES_NONOGRAM_EXPLAIN_PROBE_H

#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* A cell that lost colours. */
struct nonogram_probe_change {
    size_t cell;
    uint32_t was;
    unsigned step; /* the number of the look that removed them */
};

struct nonogram_probe {
    const struct nonogram_puzzle *puzzle;
    qd_control *control;
    uint32_t *sets;   /* row by row: the colours that a cell may have, bit 0: empty */
    uint32_t *buffer; /* one line */
    struct nonogram_probe_change *trail;
    size_t changes, trail_room;
    unsigned *steps; /* the lines that changed something, in their order */
    size_t step_count, step_room;
    unsigned *now, *next; /* the lines of this round and of the next one */
    unsigned now_count, next_count;
    bool *queued; /* for next */
};

/* A probe that starts from the known cells (row by row). The puzzle must outlive it. Never NULL. */
struct nonogram_probe *nonogram_probe_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells, qd_control *control);
void nonogram_probe_free(struct nonogram_probe *probe);

/* The colours that a cell may have. */
uint32_t nonogram_probe_set(const struct nonogram_probe *probe, unsigned row, unsigned column);
/* Supposes that a cell has a value; undone by nonogram_probe_undo. */
void nonogram_probe_assume(struct nonogram_probe *probe, unsigned row, unsigned column,
                           uint8_t value);
/* Whether the line still has an arrangement. Changes nothing. */
bool nonogram_probe_possible(struct nonogram_probe *probe, unsigned line);
/* Looks at a line as a new step and puts the lines that cross its changes into the next round.
 * Returns false, and changes nothing, if no arrangement is left. */
bool nonogram_probe_look(struct nonogram_probe *probe, unsigned line);
/* Undoes all changes. */
void nonogram_probe_undo(struct nonogram_probe *probe);

/* Puts a line into the next round, once. */
void nonogram_probe_enqueue(struct nonogram_probe *probe, unsigned line);
/* Starts the next round. Returns false if it is empty. */
bool nonogram_probe_next_round(struct nonogram_probe *probe);

#endif
