/* A Hanoi position: the board, and what stays the same during play (the goal, the allowed moves and
 * what they cost, how discs are written). */
#ifndef PUZZLES_HANOI_MODEL_POSITION_H
#define PUZZLES_HANOI_MODEL_POSITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"
#include "puzzles/interface/puzzle.h"

#define HANOI_MAX_DISCS 4096
#define HANOI_MAX_PEGS  64
/* The weights of the original rings in grams, the lightest first. */
#define HANOI_RINGS 3
#define HANOI_RING_WEIGHTS                                                                         \
    { 30, 60, 110 }
#define HANOI_MAX_WEIGHT 1000000000

#define HANOI_NONE UINT16_MAX

/* Discs on pegs, any disc on any other. Each disc knows what it rests on, so a move is a few
 * stores. */
struct hanoi_board {
    uint16_t discs;                  /* 1 .. HANOI_MAX_DISCS; disc 0 is the smallest */
    uint8_t pegs;                    /* 1 .. HANOI_MAX_PEGS */
    uint16_t top[HANOI_MAX_PEGS];    /* the top disc of each peg, HANOI_NONE if it is empty */
    uint16_t below[HANOI_MAX_DISCS]; /* what each disc rests on, HANOI_NONE for the peg itself */
    uint8_t peg[HANOI_MAX_DISCS];
};

enum hanoi_labels {
    HANOI_LABEL_NUMBERS, /* 1 .. n */
    HANOI_LABEL_RINGS,   /* the original weights, the heaviest n of them */
    HANOI_LABEL_WEIGHTS  /* weights from a "rings:" line */
};

/* The fixed part of a position; shared by its copies. */
struct hanoi_setup {
    atomic_int holders;
    struct hanoi_board goal;
    bool goal_given; /* there was a "goal:" line */
    enum hanoi_labels labels;
    uint32_t label[HANOI_MAX_DISCS]; /* how each disc is written */
    uint64_t arcs[HANOI_MAX_PEGS];   /* bit d of arcs[s]: moves from s to d are allowed */
    bool complete;                   /* every move between two pegs is allowed */
    bool costly;                     /* there was a "costs:" line; then there are three pegs */
    hanoi_arc_costs cost;            /* three pegs: as struct hanoi_graph has them */
    hanoi_arc_costs *disc_cost;      /* NULL, or one for each disc */
};

struct position {
    struct hanoi_setup *setup;
    struct hanoi_board board;
};

/* Boards (puzzles/hanoi/model/board.c) */

/* An empty board. */
void hanoi_board_clear(struct hanoi_board *board, unsigned discs, unsigned pegs);
/* Puts a disc on top of a peg, whatever is there. */
void hanoi_board_put(struct hanoi_board *board, unsigned disc, unsigned peg);
/* Moves the top disc; the caller has checked that the move is legal. */
void hanoi_board_move(struct hanoi_board *board, unsigned from, unsigned to);
/* Makes the regular board in which each disc is on the given peg. */
void hanoi_board_from_pegs(struct hanoi_board *board, unsigned discs, unsigned pegs,
                           const uint8_t *peg_of);
/* All discs on one peg, the largest at the bottom. */
void hanoi_board_perfect(struct hanoi_board *board, unsigned discs, unsigned pegs, unsigned peg);
/* True if no disc lies on a smaller one. */
bool hanoi_board_regular(const struct hanoi_board *board);
/* The peg if the board is regular and all discs are on one peg, else -1. */
int hanoi_board_perfect_peg(const struct hanoi_board *board);
bool hanoi_board_equal(const struct hanoi_board *a, const struct hanoi_board *b);
/* Lists the discs of a peg from the bottom in out (room for all discs); returns how many. */
unsigned hanoi_board_stack(const struct hanoi_board *board, unsigned peg, uint16_t *out);

/* Positions (puzzles/hanoi/model/rules.c) */

/* A position with an empty board, no goal, every move allowed at cost 1. Never NULL. */
struct position *hanoi_position_new(void);
/* Allows every move between the first `pegs` pegs, at cost 1. */
void hanoi_setup_all_arcs(struct hanoi_setup *setup, unsigned pegs);
/* Returns true if the move is legal; else appends the reason to why (a sentence, no full stop) and
 * returns false. */
bool hanoi_move_legal(const struct position *position, unsigned from, unsigned to, struct buf *why);
/* Reads "2>0". Returns false if it is not of this form. */
bool hanoi_move_read(const char *text, unsigned *from, unsigned *to);

/* The capabilities, one file each. */
extern const struct puzzle_text hanoi_text;
extern const struct puzzle_rules hanoi_rules;
extern const struct puzzle_solve hanoi_solve;
extern const struct puzzle_check hanoi_check;
extern const struct puzzle_hint hanoi_hint;
extern const struct puzzle_generate hanoi_generate;
extern const struct puzzle_rate hanoi_rate;
extern const struct puzzle_render hanoi_render;
extern const struct puzzle_terminal hanoi_terminal;
extern const struct puzzle_view hanoi_view;
extern const struct option_spec hanoi_options[];

#endif
