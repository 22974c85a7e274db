/* What a puzzle is to the rest of the program: a struct of small capability structs. What a puzzle
 * lacks is NULL, and every front end copes. All functions may be called from several threads at
 * once, on different positions; a position that is not changed may be shared. */
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
 * name in its own folder, and only code there looks inside. */
struct position;

/* What a puzzle can be asked for, as bits: option tables say by them where an option counts. */
enum capability {
    CAN_SOLVE = 1 << 0,
    CAN_HINT = 1 << 1,
    CAN_CHECK = 1 << 2,
    CAN_RATE = 1 << 3,
    CAN_GENERATE = 1 << 4,
    CAN_SHOW = 1 << 5, /* the board, as text or as a drawing */
    CAN_PLAY = 1 << 6, /* a person plays it, perhaps against the program */
    CAN_ALL = (1 << 7) - 1
};

/* The word for one of them in messages: "solve". */
const char *capability_name(unsigned capability);

/* A file format. The first one of a puzzle is its own, and must be able to hold everything. */
struct puzzle_format {
    const char *name; /* NULL ends the list */
    const char *extension;
    const char *summary;
    const char *between; /* stands between several puzzles in one file; NULL: such a file cannot be
                          * read */
};

/* Text to position and back. Every puzzle has this. */
struct puzzle_text {
    const struct puzzle_format *formats;
    /* The format that a text is in, judged by its look alone; of several that are read alike, one
     * of them. NULL: none. *sure becomes how sure it is that the text is meant for this puzzle: 0
     * not at all, 100 certain. Must be quick, and right about most broken texts too. This is the
     * only look at a text: cut and parse are handed the format. */
    const struct puzzle_format *(*recognise)(const struct source *source, int *sure);
    /* Reads a text: the position it starts from, and the moves it lists, which are not played here.
     * format is the answer of recognise, NULL if it had none. control (NULL: no limit) limits what
     * has to be searched for. Returns NULL with an error, QD_LIMIT if the control ended first. The
     * caller frees both. */
    struct position *(*parse)(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error);
    /* Finds the puzzles in a text that holds several, one after the other, each of them in the
     * format of the whole: parse reads each part alone. Returns how many there are, with an
     * array that the caller frees, or 0 if the text is not of that kind. NULL: a text is one
     * puzzle. */
    size_t (*cut)(const struct source *source, const struct puzzle_format *format,
                  struct source_part **parts);
    /* Writes a start and the moves played from it in a format. Returns false with an error if the
     * format cannot hold this one. */
    bool (*print)(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error);
};

/* Why a move was not played. Zero-initialise it; refusal_free releases it. */
struct refusal {
    struct buf text; /* a clause, no full stop */
    json_t *fields;  /* more for a front end that draws the board: an object that docs/openapi.json
                      * describes, or NULL */
};

/* The rules of play. Every puzzle has this. */
struct puzzle_rules {
    /* Never NULL. */
    struct position *(*copy)(const struct position *position);
    void (*free)(struct position *position);
    /* About how many bytes a copy takes; what copies share does not count. */
    size_t (*bytes)(const struct position *position);
    /* Plays a move. QD_YES: it was played. QD_NO: it is not legal, or not a move at all; the
     * refusal (never NULL) says why. QD_LIMIT: the control ended before that was decided. Unless
     * it was played, the position is unchanged. control may be NULL: no limit. */
    qd_status (*move)(struct position *position, const char *move, qd_control *control,
                      struct refusal *refusal);
    /* Adds the legal moves to the record, at most limit of them. QD_YES, or QD_LIMIT if the control
     * (NULL: no limit) ended before all were found: those that were found are in the record. */
    qd_status (*moves)(const struct position *position, size_t limit, qd_control *control,
                       struct record *moves);
    bool (*solved)(const struct position *position);
    /* For games, where "solved" means that it is over: appends a sentence on how a position that is
     * solved came to its end, without its full stop. NULL: it was solved, and that is all. */
    void (*ending)(const struct position *position, struct buf *out);
    /* Later moves cannot make up for a mistake, so players are told at once when a move leaves no
     * solution. */
    bool irreversible;
};

/* What a solver found. Zero-initialise it; answer_free releases it. */
struct answer {
    qd_verdict verdict;
    struct buf text;    /* for people: sentences, each ending with a newline */
    json_t *fields;     /* for programs: an object, or NULL */
    struct buf stats;   /* for people who want figures of the search: lines, often none */
    unsigned solutions; /* how many solutions an iterator can be opened on; 0 unless solved */
    void *data;         /* the puzzle's own */
};

/* A solution handed out move by move; each puzzle defines its own struct of this name. */
struct move_iterator;

struct puzzle_solve {
    bool partial; /* some positions are out of reach: QD_LIMIT though nothing ended the control, and
                   * the text says why */
    /* QD_YES: verdict is QD_SOLVED (and unique, where that was asked for); QD_NO: proven
     * unsolvable (or not unique); QD_LIMIT: verdict is QD_UNKNOWN (or QD_SOLVED, if solutions were
     * found, but fewer than asked for), answer.text and fields say what is known so far;
     * QD_BAD_INPUT: the options do not fit this position, with an error. */
    qd_status (*solve)(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error);
    /* Opens a solution (from 0), at its move number from (a decimal number as text, NULL is 0). The
     * answer must outlive the iterator. Returns NULL with an error if from is no number or past
     * the end. */
    struct move_iterator *(*iterate)(const struct answer *answer, unsigned number, const char *from,
                                     qd_error *error);
    /* Adds the next move to the (cleared) buf and returns true, or returns false at the end. */
    bool (*next)(struct move_iterator *iterator, struct buf *move);
    void (*end)(struct move_iterator *iterator);
    /* The position after the first `from` moves of a solution that starts at position: what a front
     * end shows of a solution too long to play through. Returns NULL with an error as iterate does.
     * NULL: only by playing the moves. */
    struct position *(*at)(const struct position *position, const struct answer *answer,
                           unsigned number, const char *from, qd_error *error);
    /* For a puzzle whose solution is a picture rather than a list of moves: the position that a
     * solution leads to. Front ends then show it, and the moves only if they are asked for. Never
     * NULL, the caller frees it. NULL: the moves are the solution. */
    struct position *(*picture)(const struct position *position, const struct answer *answer,
                                unsigned number);
    /* The name of the file format that holds such a picture and nothing else; NULL: there is none.
     */
    const char *bare;
    /* Frees answer.data. */
    void (*release)(struct answer *answer);
    /* Checks an answer, by code written apart from the solver, before anyone sees it. Returns false
     * and says what is wrong. NULL: every solution is played through by the rules instead. */
    bool (*verify)(const struct position *position, const struct answer *answer, struct buf *why);
};

/* A game up to now; check and hint may look back. Only a view: it owns nothing. */
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
    /* QD_YES: nothing is wrong; QD_NO: something is, and the finding says what; QD_LIMIT. */
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
    /* Chooses its move, in hint.moves; the text is a remark on it. QD_YES, or QD_LIMIT if the
     * control ended its thinking early: there is a legal move all the same. */
    qd_status (*choose)(const struct game *game, const struct options *options, qd_control *control,
                        struct hint *hint, qd_error *error);
};

/* For games of several players: who they are, whose turn it is, and what must be hidden from whom.
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
     * options cannot be combined (QD_BAD_INPUT) or a limit was reached (QD_LIMIT). The finding gets
     * what the caller should know about how it was made; mostly it stays empty. */
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

/* The board for a front end that draws it itself. docs/openapi.json has the fields. */
struct puzzle_view {
    /* The position as an object; never NULL, the caller owns it. control limits what has to be
     * searched for it: where it ends early, the object says so. */
    json_t *(*board)(const struct position *position, qd_control *control);
    /* Adds the names of the places that a move of this position touches. */
    void (*places)(const struct position *position, const char *move, struct record *places);
};

/* Keys and mouse in the terminal: puzzles/interface/terminal/player.h. */
struct puzzle_terminal;

/* A small instance that comes with the program, to be shown and tested with. The first one is the
 * one that a demonstration shows. */
struct puzzle_sample {
    const char *name; /* NULL ends the list; begins with "unsolvable" if it has no solution */
    const char *text;
};

/* How a call shows the board. "ascii" and the options that a puzzle has for CAN_SHOW as well as for
 * solving or playing are about the board, and are refused where there is none. */
enum board_use { BOARD_PRINTED, BOARD_DRAWN, BOARD_NONE };

/* An option that every front end offers for any puzzle ("count", "unique", "threads", "seed",
 * "ascii"), and what this puzzle makes of it. One that is not listed is refused. */
struct shared_use {
    const char *name; /* NULL ends the list */
    unsigned scope;   /* the capabilities for which it is carried out; 0: none */
    const char
        *instead; /* where it is refused: what there is instead, as a clause; NULL: nothing */
};

struct puzzle {
    const char *name;    /* small letters */
    const char *title;   /* as in a heading */
    const char *summary; /* one line */
    const char *moves;   /* how a move is written, e.g. "0>2: the top disc of peg 0 to peg 2" */
    bool hidden;         /* not listed, not guessed from files: only by its name */

    const struct option_spec *options;      /* its own options; NULL for none */
    const struct option_rule *option_rules; /* which of them go together; NULL: all do */
    const struct shared_use *shared; /* the shared options that it carries out; NULL for none */
    const char *effort; /* the option (OPTION_INT) for the effort of a hint, so that tests can ask
                           for many cheap ones; NULL: there is none */
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
    const struct puzzle_terminal *terminal;
    const struct puzzle_view *view;
};

/* True if the puzzle has the capability. Every puzzle can be shown and played, if only as text. */
bool puzzle_can(const struct puzzle *puzzle, unsigned capability);
/* True if the puzzle carries out the option, its own or a shared one, for one of the capabilities.
 */
bool puzzle_takes(const struct puzzle *puzzle, unsigned capabilities, const char *option);
/* Sets an error (QD_BAD_INPUT) that says it does not, and what there is instead. call is the word
 * for what was asked for, options the set that the option was meant for. Returns false. */
bool puzzle_refuses(const struct puzzle *puzzle, const char *call, const char *option,
                    const struct options *options, qd_error *error);
/* Checks all given options by the puzzle's declarations: taken for the capability, going together,
 * and not about a board that is not shown. Names that are neither its own nor shared are left
 * alone, and all are if the puzzle lacks the capability, which is for others to say. Returns false
 * with an error. */
bool puzzle_options_fit(const struct puzzle *puzzle, unsigned capability, enum board_use board,
                        const struct options *options, qd_error *error);

/* Plays a move that is known to be legal, such as one of a game's record, without a limit. */
void rules_replay(const struct puzzle_rules *rules, struct position *position, const char *move);

void refusal_free(struct refusal *refusal);
void finding_free(struct finding *finding);
void hint_free(struct hint *hint);

/* Sets a field of a fields object, making the object first if it is NULL. Takes over value. */
void fields_set(json_t **fields, const char *name, json_t *value);

#endif
