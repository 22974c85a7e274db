/* What a puzzle is to the rest of the program: a struct of small capability structs. What a puzzle
 * lacks is NULL, and every front end copes. All functions may be called from several threads at
 * once, on different positions; a position that nobody changes may be shared. */
#ifndef PUZZLES_INTERFACE_PUZZLE_H
#define PUZZLES_INTERFACE_PUZZLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/draw/canvas.h"
#include "base/draw/drawing.h"
#include "base/option.h"
#include "base/source.h"
#include "puzzles/interface/record.h"
#include "search/control.h"

/* An instance, or an instance in the middle of play. Each puzzle defines its own struct of this
 * name in its own folder; nobody else looks inside. */
struct position;

/* The verbs as bits, for option tables. */
enum verb_bit {
    VERB_SOLVE = 1 << 0,
    VERB_HINT = 1 << 1,
    VERB_CHECK = 1 << 2,
    VERB_RATE = 1 << 3,
    VERB_GENERATE = 1 << 4,
    VERB_SHOW = 1 << 5,
    VERB_CONVERT = 1 << 6,
    VERB_PLAY = 1 << 7,
    VERB_DEMO = 1 << 8
};

/* The name of the verb with that bit. */
const char *verb_bit_name(unsigned verb);

/* A file format. The first one of a puzzle is its own, and must be able to hold everything. */
struct puzzle_format {
    const char *name; /* for --to; NULL ends the list */
    const char *extension;
    const char *summary;
    const char *between; /* stands between several puzzles in one file; NULL: such a file cannot be
                          * read */
};

/* Text to position and back. Every puzzle has this. */
struct puzzle_text {
    const struct puzzle_format *formats;
    /* How sure it is that the text is meant for this puzzle, from its look alone: 0 not at all, 100
     * certain. Must be quick, and right about broken texts too, as far as one can be. */
    int (*recognise)(const struct source *source);
    /* Reads a text in any of the formats: the position it starts from, and the moves it lists,
     * which are not played here. Returns NULL with an error. The caller frees both. */
    struct position *(*parse)(const struct source *source, struct record *moves, qd_error *error);
    /* Finds the puzzles in a text that holds several, one after the other: parse takes each part by
     * itself. Returns how many there are, with an array that the caller frees, or 0 if the text is
     * not of that kind. NULL: a text is one puzzle. */
    size_t (*cut)(const struct source *source, struct source_part **parts);
    /* Writes a start and the moves played from it in a format. Returns false with an error if the
     * format cannot hold this one. */
    bool (*print)(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error);
};

/* The rules of play. Every puzzle has this. */
struct puzzle_rules {
    /* Never NULL. */
    struct position *(*copy)(const struct position *position);
    void (*free)(struct position *position);
    /* Plays a move. Returns false and says why (a sentence, no full stop) if the move is not legal
     * or not a move at all; the position is then unchanged. */
    bool (*move)(struct position *position, const char *move, struct buf *why);
    /* Adds the legal moves to the record, at most limit of them. */
    void (*moves)(const struct position *position, size_t limit, struct record *moves);
    bool (*solved)(const struct position *position);
    /* For games, where "solved" means that it is over: appends a sentence on how a position that is
     * solved came to its end, without its full stop. NULL: it was solved, and that is all. */
    void (*ending)(const struct position *position, struct buf *out);
    /* A move cannot be made good by later ones, only taken back: players are told at once when it
     * leaves no solution. */
    bool irreversible;
};

/* What a solver found. Zero-initialise it; answer_free releases it. */
struct answer {
    qd_verdict verdict;
    struct buf text;  /* for people: sentences, each ending with a newline */
    json_t *fields;   /* for programs: an object, or NULL */
    struct buf stats; /* for people who want figures of the search: lines, often none */
    unsigned ways;    /* how many solutions a walk can be opened on; 0 unless solved */
    void *solution;   /* the puzzle's own */
};

/* A solution handed out move by move; each puzzle defines its own struct of this name. */
struct walk;

struct puzzle_solve {
    bool partial; /* some positions are out of reach: QD_LIMIT though nothing ended the control, and
                   * the text says why */
    /* QD_YES: verdict is QD_SOLVED (and unique, where that was asked for); QD_NO: proven
     * unsolvable (or not unique); QD_LIMIT: verdict is QD_UNKNOWN (or QD_SOLVED, if solutions were
     * found, but fewer than asked for), answer.text and fields say what is known so far;
     * QD_BAD_INPUT: the options do not fit this position, with an error. */
    qd_status (*solve)(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error);
    /* Opens a way (from 0), at its move number from (a decimal number as text, NULL is 0). The
     * answer must outlive the walk. Returns NULL with an error if from is no number or behind the
     * end. */
    struct walk *(*walk)(const struct answer *answer, unsigned way, const char *from,
                         qd_error *error);
    /* Adds the next move to the (cleared) buf and returns true, or returns false at the end. */
    bool (*next)(struct walk *walk, struct buf *move);
    void (*end)(struct walk *walk);
    /* The position after so many moves of a way, which starts at position: what a front end shows
     * of a way too long to play through. Returns NULL with an error as walk does. NULL: only by
     * playing the moves. */
    struct position *(*at)(const struct position *position, const struct answer *answer,
                           unsigned way, const char *from, qd_error *error);
    /* For a puzzle whose solution is a picture rather than a list of moves: the position that a way
     * leads to. Front ends then show it, and the moves only if they are asked for. Never NULL, the
     * caller frees it. NULL: the moves are the solution. */
    struct position *(*picture)(const struct position *position, const struct answer *answer,
                                unsigned way);
    /* The name of the file format that holds such a picture and nothing else; NULL: there is none.
     */
    const char *bare;
    /* Frees answer.solution. */
    void (*release)(struct answer *answer);
    /* Checks an answer, by code written apart from the solver, before anyone sees it. Returns false
     * and says what is wrong. NULL: every way is played through by the rules instead. */
    bool (*verify)(const struct position *position, const struct answer *answer, struct buf *why);
};

/* A game as far as it was played; check and hint may look back. Only a view: it owns nothing. */
struct game {
    const struct position *start;
    const struct record *moves;      /* legal moves from the start, already played */
    const struct position *position; /* where they led */
};

/* What check, rate and generate have to say. Zero-initialise it; finding_free releases it. */
struct finding {
    struct buf text; /* for people: sentences, each ending with a newline */
    json_t *fields;  /* for programs: an object, or NULL */
};

struct puzzle_check {
    /* QD_YES: all is as it should be; QD_NO: something is wrong, the finding says what;
     * QD_LIMIT. */
    qd_status (*check)(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error);
};

/* A next step. Zero-initialise it; hint_free releases it. */
struct hint {
    struct record moves; /* the step: one legal move or more, to be played in this order */
    struct buf text;     /* why: a sentence or more, ending with a newline */
    struct buf brief; /* the moves in fewer words, for people, to stand below the sentence; empty:
                       * the moves themselves stand before it */
    json_t *fields;
};

struct puzzle_hint {
    /* QD_YES: the hint is a step towards a solution; QD_NO: there is no next step (solved, or no
     * solution is left), the text says which; QD_LIMIT: could not be found within the limits. */
    qd_status (*hint)(const struct game *game, const struct options *options, qd_control *control,
                      struct hint *hint, qd_error *error);
};

/* For games of several players: the program plays for some of them. */
struct puzzle_opponent {
    const char *level; /* the option (OPTION_CHOICE) that says how well it plays, the weakest word
                        * first */
    /* True if, by the options, the program moves next. Never in a position that is solved. */
    bool (*moves_next)(const struct position *position, const struct options *options);
    /* Chooses its move, in hint.moves; the text is a remark on it. QD_YES, or QD_LIMIT if it had no
     * time to think to the end: there is a legal move all the same. */
    qd_status (*choose)(const struct game *game, const struct options *options, qd_control *control,
                        struct hint *hint, qd_error *error);
};

/* For games of several players: who they are, whose turn it is, and what must be kept from whom.
 * Players are numbered from 1; a set of them has bit n - 1 for player n. */
struct puzzle_seats {
    unsigned least, most; /* how many may play */
    const char *players;  /* the option of generate (OPTION_INT) that says how many */
    unsigned (*count)(const struct position *position);
    /* The player who moves next, 0 if the game is over. */
    unsigned (*turn)(const struct position *position);
    /* The player whose move the text says it is, 0 if it is no move of this game. Whether it is
     * legal is not looked at. */
    unsigned (*mover)(const struct position *position, const char *move);
    /* Appends the move by which the player gives up. Returns false if that was done already. */
    bool (*resign)(const struct position *position, unsigned player, struct buf *move);
    /* Makes the position forget what only other players may know, and what the future brings, as
     * long as the game goes on: what is left may be shown to these players. 0: to anybody. */
    void (*hide)(struct position *position, unsigned players);
    /* True if chance is decided by a seed. */
    bool (*dealt)(const struct position *position);
    /* Has chance decided by a seed from the position on, which is one where no move was made. */
    void (*deal)(struct position *position, uint64_t seed);
};

struct puzzle_generate {
    /* A new instance, the same for the same seed and options. Returns NULL with an error if the
     * options do not go together (QD_BAD_INPUT) or a limit was reached (QD_LIMIT). The finding gets
     * what its maker should know of how it came about; nothing is to be said of most. */
    struct position *(*generate)(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error);
};

struct puzzle_rate {
    /* QD_YES: rated; QD_NO: it has no solution, which the finding says; QD_LIMIT. */
    qd_status (*rate)(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error);
};

struct puzzle_render {
    /* The board as characters. The option "ascii" asks for nothing outside ASCII. */
    void (*text)(const struct position *position, const struct options *options,
                 struct canvas *canvas);
    /* The board as shapes; never NULL, the caller frees it. */
    struct drawing *(*draw)(const struct position *position, const struct options *options);
    const char *drawn; /* an option that means something for draw only; NULL: there is none */
    /* For animations, where the ids of the drawing's groups are names of places rather than of
     * things: appends the id that a group has after a legal move from the position. NULL: a thing
     * keeps its id. */
    void (*follow)(const struct position *position, const char *move, const char *id,
                   struct buf *now);
};

/* The board for a front end that draws it by itself. docs/openapi.json has the fields. */
struct puzzle_view {
    /* The position as an object; never NULL, the caller owns it. control limits what has to be
     * searched for it: where it ends early, the object says so. */
    json_t *(*board)(const struct position *position, qd_control *control);
    /* Adds the names of the places that a move of this position touches. */
    void (*places)(const struct position *position, const char *move, struct record *places);
    /* More on why a move is not legal than the sentence of rules.move: an object that the caller
     * owns, or NULL if there is no more. This may itself be NULL. */
    json_t *(*refusal)(const struct position *position, const char *move, qd_control *control);
};

/* Keys of the full-screen player, beyond the characters themselves. The player keeps these for
 * itself, and no puzzle ever sees them: u r h k s : ? q, and Ctrl with a letter. */
enum play_key {
    PLAY_DELETE = 127, /* backspace too */
    PLAY_UP = 256,
    PLAY_DOWN,
    PLAY_LEFT,
    PLAY_RIGHT,
    PLAY_ENTER
};

/* Buttons of the mouse. */
enum play_button { PLAY_LET_GO = 0, PLAY_BUTTON_LEFT = 1, PLAY_BUTTON_RIGHT = 3 };

/* Where the player's cursor is and what is picked up; the puzzle gives it its meaning. All zero at
 * the start. */
struct play_input {
    int row, column;
    int held;    /* 0: nothing */
    int pressed; /* where a button of the mouse is being held down; 0: nowhere. A key clears it */
};

/* Where the cursor is on the canvas, and what stays in sight of a board that is larger than the
 * screen. Before the puzzle is asked, bottom and end are the number of lines of the canvas, and all
 * else is 0. */
struct play_place {
    int row, column, width; /* the cursor: so many characters of a line */
    int top, left;          /* that many lines and characters at the edges stay, such as clues */
    int bottom, end;        /* so do the lines from bottom to end; the canvas is empty from there */
};

struct puzzle_play {
    const char *help; /* the keys, in one line */
    /* Takes a key. Returns true with a move, legal or not, when one is complete. */
    bool (*key)(const struct position *position, struct play_input *input, int key,
                struct buf *move);
    /* Takes a button that was pressed, or let go, at a line and a character of the canvas, as mark
     * left it, or beside all that is on it. What mark shows where must not change between a press
     * and the letting go. Returns true with a move, legal or not, or several with blanks between
     * them. NULL: no mouse. */
    bool (*point)(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button, struct buf *move);
    /* Marks the cursor and what is picked up on the board drawn by render.text. */
    void (*mark)(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas);
    /* Tells where mark puts the cursor. NULL: a large board is moved by hand only. */
    void (*place)(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place);
};

/* A small instance that comes with the program: shown by `quandary demo`, used by the conformance
 * test. The first one is the one that is shown. */
struct puzzle_sample {
    const char *name; /* NULL ends the list; begins with "unsolvable" if it has no solution */
    const char *text;
};

/* How a call shows the board. "ascii" and the options that a puzzle has for show as well as for
 * solve or play are about the board, and are refused where there is none. */
enum board_use { BOARD_PRINTED, BOARD_DRAWN, BOARD_NONE };

/* An option that every front end offers for any puzzle ("count", "unique", "threads", "seed",
 * "ascii"), and what this puzzle makes of it. One that is not listed is refused. */
struct shared_use {
    const char *name; /* NULL ends the list */
    unsigned verbs;   /* the verbs for which it is carried out; 0: none */
    const char
        *instead; /* where it is refused: what there is instead, as a clause; NULL: nothing */
};

struct puzzle {
    const char *name;    /* as in `--as NAME`: small letters */
    const char *title;   /* as in a heading */
    const char *summary; /* one line */
    const char *moves;   /* how a move is written, e.g. "0>2: the top disc of peg 0 to peg 2" */
    bool hidden;         /* not listed, not guessed from files: only by its name */

    const struct option_spec *options;      /* its own options; NULL for none */
    const struct option_rule *option_rules; /* which of them go together; NULL: all do */
    const struct shared_use *shared; /* the shared options that it carries out; NULL for none */
    const char *effort; /* the option (OPTION_INT) that says how hard hints are thought about, for
                         * tests that need many of them; NULL: there is none */
    const struct puzzle_sample *samples;

    const struct puzzle_text *text;
    const struct puzzle_rules *rules;
    const struct puzzle_solve *solve;
    const struct puzzle_check *check;
    const struct puzzle_hint *hint;
    const struct puzzle_opponent *opponent;
    const struct puzzle_seats *seats;
    const struct puzzle_generate *generate;
    const struct puzzle_rate *rate;
    const struct puzzle_render *render;
    const struct puzzle_play *play;
    const struct puzzle_view *view;
};

/* True if the puzzle has what the verb needs, such as a solver. */
bool puzzle_can(const struct puzzle *puzzle, unsigned verb);
/* True if the puzzle carries out the option for the verb, its own or a shared one. */
bool puzzle_takes(const struct puzzle *puzzle, unsigned verb, const char *option);
/* Sets an error (QD_BAD_INPUT) that says it does not, and what there is instead. verb is the verb's
 * name. Returns false. */
bool puzzle_refuses(const struct puzzle *puzzle, const char *verb, const char *option,
                    qd_error *error);
/* Checks all given options by the puzzle's declarations: taken for the verb, going together, and
 * not about a board that nobody gets to see. Names that are neither its own nor shared are not
 * looked at, and none if the puzzle cannot do what the verb asks for, which is for others to say.
 * Returns false with an error. */
bool puzzle_options_fit(const struct puzzle *puzzle, unsigned verb, enum board_use board,
                        const struct options *options, qd_error *error);

void finding_free(struct finding *finding);
void hint_free(struct hint *hint);

/* Sets a field of a fields object, making the object first if it is NULL. Takes over value. */
void fields_set(json_t **fields, const char *name, json_t *value);

#endif
