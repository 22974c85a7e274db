/* A player's mistakes, found and explained without giving the picture away. There are two kinds: a
 * line that cannot be completed, which the player can see, and cells that contradict the solution,
 * which the player cannot. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_MISTAKES_H
#define PUZZLES_NONOGRAM_EXPLAIN_MISTAKES_H

#include "puzzles/nonogram/model/position.h"

enum nonogram_mistake {
    NONOGRAM_MISTAKE_NONE,
    NONOGRAM_MISTAKE_LINE,  /* a line cannot be completed */
    NONOGRAM_MISTAKE_CELL,  /* each line can be completed, but no solution has these cells */
    NONOGRAM_MISTAKE_PUZZLE /* the puzzle has no solution at all */
};

struct nonogram_mistakes {
    enum nonogram_mistake kind;
    bool has_line; /* the next two are set */
    unsigned line; /* the first line that cannot be completed, or the first row with a cell that
                      differs from the only solution */
    uint8_t value; /* NONOGRAM_MISTAKE_CELL: what that cell holds */
    size_t wrong;  /* how many cells differ from the only solution; 0 if there are several, or it is
                      not known */
    size_t
        move; /* the first wrong move (from 1); 0: the start was wrong already, or the puzzle is */
    size_t undo; /* how many moves to undo */
};

/* Looks for mistakes in a game. QD_YES: there are none (or, where the solver would take long, none
 * that lines show); QD_NO: *mistakes says which; QD_LIMIT: not known within the limits. */
qd_status nonogram_mistakes_find(const struct game *game, qd_control *control,
                                 struct nonogram_mistakes *mistakes);

/* The same for a caller that has solved the puzzle: its status, and the only solution if it is
 * known, else NULL. Whether the cells fit one of several solutions is decided however long it
 * takes, so QD_YES means that there are no mistakes. */
qd_status nonogram_mistakes_judge(const struct game *game, qd_status puzzle_status,
                                  const uint8_t *picture, qd_control *control,
                                  struct nonogram_mistakes *mistakes);

/* Says what is wrong and how many moves to undo, in sentences that end with a newline, and as
 * fields: mistake (line, cell, puzzle), line, fatal_move, fatal_number, undo. */
void nonogram_mistakes_say(const struct game *game, const struct nonogram_mistakes *mistakes,
                           struct buf *text, json_t **fields);

/* Its parts: what is wrong, without naming a cell; and the fields. */
void nonogram_mistakes_say_what(const struct game *game, const struct nonogram_mistakes *mistakes,
                                struct buf *text);
void nonogram_mistakes_fields(const struct game *game, const struct nonogram_mistakes *mistakes,
                              json_t **fields);

/* Why a line cannot be completed, as a sentence: "Row 3 (4 1) has 6 filled cells, but its clues add
 * up to 5." cells row by row, or NULL if none are set. */
void nonogram_say_impossible_line(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                                  unsigned line, struct buf *out);

#endif
