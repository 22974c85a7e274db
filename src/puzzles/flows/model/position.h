/* A Flows position: a game, and the comments of its record. */
#ifndef PUZZLES_FLOWS_MODEL_POSITION_H
#define PUZZLES_FLOWS_MODEL_POSITION_H

#include "puzzles/flows/model/game.h"
#include "puzzles/interface/puzzle.h"

/* The most comments of a record, and the most bytes of one. */
#define FLOWS_COMMENTS 10000
#define FLOWS_COMMENT  1000

/* A comment on the move after which `turn` tiles had been laid; a move may have several. */
struct flows_comment {
    unsigned turn;
    char *text;
};

struct position {
    struct flows_game game;
    struct flows_comment *comments; /* in the order of the record */
    size_t comment_count;
};

/* A new position with the standard game for two, without comments. Never NULL. */
struct position *flows_position_new(void);
/* Appends a comment; the text need not end with NUL. */
void flows_position_comment(struct position *position, unsigned turn, const char *text,
                            size_t size);

/* The capabilities, one file each. */
extern const struct puzzle_text flows_text;
extern const struct puzzle_rules flows_rules;
extern const struct puzzle_solve flows_solve;
extern const struct puzzle_check flows_check;
extern const struct puzzle_hint flows_hint;
extern const struct puzzle_opponent flows_opponent;
extern const struct puzzle_generate flows_generate;
extern const struct puzzle_rate flows_rate;
extern const struct puzzle_render flows_render;
extern const struct puzzle_terminal flows_terminal;
extern const struct puzzle_seats flows_seats;
extern const struct puzzle_view flows_view;
extern const struct option_spec flows_options[];

#endif
