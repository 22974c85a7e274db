/* A player's mistakes: found and explained without giving the picture away. A line that no
 * arrangement fits any more can be seen by looking at it; cells that contradict the solution can
 * not, and are told apart from that. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_MISTAKES_H
#define PUZZLES_NONOGRAM_EXPLAIN_MISTAKES_H

#include "puzzles/nonogram/model/position.h"

enum nonogram_mistake {
    NONOGRAM_MISTAKE_NONE,
    NONOGRAM_MISTAKE_LINE,  /* a line has cells that no arrangement of its clues fits */
    NONOGRAM_MISTAKE_CELL,  /* every line by itself is possible, but no solution has these cells */
    NONOGRAM_MISTAKE_PUZZLE /* the puzzle has no solution at all */
};

struct nonogram_mistakes {
    enum nonogram_mistake kind;
    bool has_line; /* the next two are set */
    unsigned line; /* rows from 0, behind them the columns: the first line that is impossible,
                    * or the first row with a cell that is not as in the only solution */
    uint8_t value; /* NONOGRAM_MISTAKE_CELL: what such a cell of that row holds */
    size_t wrong;  /* cells that are not as in the only solution; 0 if there are several, or
                    * if the solution is not known */
    size_t move;   /* the move (from 1) that contradicts, all before it are good; 0: the start
                    * was wrong already, or the puzzle is */
    size_t undo;   /* how many moves to take back to be rid of it */
};

/* Looks for mistakes in a game. QD_YES: there are none (or, where the solver would need long, none
 * that lines can show); QD_NO: *mistakes says which; QD_LIMIT: not known within the limits. */
qd_status nonogram_mistakes_find(const struct game *game, qd_control *control,
                                 struct nonogram_mistakes *mistakes);

/* The same for a caller who has asked the solver about the puzzle: what it said, and the only
 * solution if that is known, else NULL. Whether cells fit one of several solutions is then found
 * out, however long that takes: QD_YES says that there are no mistakes. */
qd_status nonogram_mistakes_judge(const struct game *game, qd_status puzzle_status,
                                  const uint8_t *picture, qd_control *control,
                                  struct nonogram_mistakes *mistakes);

/* Says what is wrong and how to go back, in sentences that end with a newline, and as fields:
 * mistake (line, cell, puzzle), line, fatal_move, fatal_number, undo. */
void nonogram_mistakes_say(const struct game *game, const struct nonogram_mistakes *mistakes,
                           struct buf *text, json_t **fields);

/* Its parts: only what is wrong, which does not name a cell; and only the fields. */
void nonogram_mistakes_say_what(const struct game *game, const struct nonogram_mistakes *mistakes,
                                struct buf *text);
void nonogram_mistakes_fields(const struct game *game, const struct nonogram_mistakes *mistakes,
                              json_t **fields);

/* Why no arrangement fits a line, as a sentence that ends with a full stop: "R3 (4 1): 6 cells are
 * filled, but its clues ask for 5." line: rows from 0, behind them the columns; cells row by row,
 * or NULL: none are set. */
void nonogram_say_impossible_line(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                                  unsigned line, struct buf *out);

#endif
