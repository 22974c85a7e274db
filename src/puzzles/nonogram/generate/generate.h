/* New puzzles, from random numbers, images or words, with what is to be told about them. */
#ifndef PUZZLES_NONOGRAM_GENERATE_GENERATE_H
#define PUZZLES_NONOGRAM_GENERATE_GENERATE_H

#include "base/option.h"
#include "base/random.h"
#include "puzzles/interface/puzzle.h"
#include "puzzles/nonogram/explain/rate.h"
#include "puzzles/nonogram/generate/repair.h"
#include "puzzles/nonogram/generate/symmetry.h"
#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* The names of enum nonogram_level for the option table. */
#define NONOGRAM_DIFFICULTIES "easy|medium|hard|expert|extreme"

/* The size of a random picture, and the longer side of an image that is larger than that. */
enum { NONOGRAM_USUAL_SIDE = 15, NONOGRAM_IMAGE_SIDE = 30 };

enum nonogram_origin { NONOGRAM_BY_CHANCE, NONOGRAM_FROM_IMAGE, NONOGRAM_FROM_TEXT };

/* What the puzzle shall be like. */
struct nonogram_wish {
    enum nonogram_origin origin;
    const char *image, *text; /* NULL unless it comes from there */
    unsigned width, height;   /* 0: as the origin suggests */
    unsigned colours, density;
    bool density_given;
    int threshold; /* negative: not given */
    bool invert, blobs;
    enum nonogram_symmetry symmetry;
    bool unique, lines;
    unsigned changes, effort; /* UINT_MAX: not given */
    const char *difficulty;   /* NULL: any */
    unsigned tries;
};

/* A new puzzle and how it came about. Zero-initialise it; nonogram_made_free releases it. */
struct nonogram_made {
    struct nonogram_puzzle *puzzle; /* with its goal */
    struct nonogram_repair repair;
    bool checked_unique; /* it is known that there is no other solution */
    bool by_lines;       /* lines alone solve it */
    bool rated;          /* the level is known: it was asked for */
    enum nonogram_level level;
    unsigned tried; /* pictures that were made */
    bool by_chance; /* the picture is a random one */
    bool for_lines; /* cells were changed so that lines alone solve it */
};

/* Makes one. Returns false with an error: QD_BAD_INPUT if options do not go together or the image
 * or the text cannot be used, QD_LIMIT if nothing as wished was found or the control ended it,
 * QD_FAILURE if the machine fails. */
bool nonogram_make(const struct options *options, uint64_t seed, qd_control *control,
                   struct nonogram_made *made, qd_error *error);
void nonogram_made_free(struct nonogram_made *made);

/* What was changed, in one line; nothing if nothing was. */
void nonogram_made_describe(const struct nonogram_made *made, struct buf *text);
/* The same as a sentence, with the changed cells shown in the picture (unless it is a random one,
 * which somebody may want to solve, or too large), and as fields: "unique" (true or
 * null: not known), "by_lines", "difficulty" (if it was asked for), "tried", and where one solution
 * was asked for "changed" (a list of "cell", "from", "to") and "fewest". */
void nonogram_made_report(const struct nonogram_made *made, struct finding *finding);

/* puzzles/nonogram/generate/options.c: reads the options. Returns false with an error if they do
 * not go together. */
bool nonogram_wish_read(const struct options *options, struct nonogram_wish *wish, qd_error *error);

/* puzzles/nonogram/generate/from_picture.c */

/* Where pictures come from; an image is read only once. */
struct nonogram_origin_state;

/* Returns NULL with an error if the image or the text cannot be used. wish->width and height are
 * then set. */
struct nonogram_origin_state *nonogram_origin_open(struct nonogram_wish *wish, qd_error *error);
void nonogram_origin_close(struct nonogram_origin_state *state);
/* The next picture, as a puzzle with palette and goal, but without clues; never NULL. */
struct nonogram_puzzle *nonogram_origin_next(struct nonogram_origin_state *state,
                                             struct random *random);

#endif
