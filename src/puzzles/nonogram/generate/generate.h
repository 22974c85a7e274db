/* New puzzles, from random numbers, images or words. */
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

/* The default size of a random picture, and the longer side of one from a larger image. */
enum { NONOGRAM_USUAL_SIDE = 15, NONOGRAM_IMAGE_SIDE = 30 };

enum nonogram_origin { NONOGRAM_FROM_RANDOM, NONOGRAM_FROM_IMAGE, NONOGRAM_FROM_TEXT };

/* What the options ask for. */
struct nonogram_settings {
    enum nonogram_origin origin;
    const char *image, *text; /* NULL unless the picture comes from there */
    unsigned width, height;   /* 0: to be chosen by the origin */
    unsigned colours, density;
    bool density_given;
    int threshold; /* negative: not given */
    bool invert, blobs;
    enum nonogram_symmetry symmetry;
    bool unique, lines;
    unsigned changes, effort; /* UINT_MAX: not given */
    const char *difficulty;   /* NULL: any */
    unsigned tries;
    const struct options *options; /* where they come from; messages name them */
};

/* A new puzzle, and how it came about. Zero-initialise it; nonogram_generated_free releases it. */
struct nonogram_generated {
    struct nonogram_puzzle *puzzle; /* with its goal */
    struct nonogram_repair repair;
    bool checked_unique; /* proven to have no other solution */
    bool by_lines;       /* lines alone solve it */
    bool rated;          /* the level is known, because it was asked for */
    enum nonogram_level level;
    unsigned tried;      /* how many pictures were tried */
    bool random_picture; /* the picture is random */
    bool for_lines;      /* cells were changed so that lines alone solve it */
};

/* Makes a puzzle. Returns false with an error: QD_BAD_INPUT if options conflict or the image or the
 * text cannot be used, QD_LIMIT if no suitable puzzle was found or the control ended, QD_FAILURE if
 * the machine fails. */
bool nonogram_generate_puzzle(const struct options *options, uint64_t seed, qd_control *control,
                              struct nonogram_generated *made, qd_error *error);
void nonogram_generated_free(struct nonogram_generated *made);

/* Appends what was changed, as one line without a full stop; nothing if nothing was. */
void nonogram_generated_describe(const struct nonogram_generated *made, struct buf *text);
/* The same as a sentence, with a picture of the changes (unless the picture is too large, or
 * random, so that someone may want to solve it), and as fields: "unique" (true, or null if not
 * known), "by_lines", "difficulty" (if asked for), "tried", and, if one solution was asked for,
 * "changed" (a list of "cell", "from", "to") and "fewest". */
void nonogram_generated_report(const struct nonogram_generated *made, struct finding *finding);

/* puzzles/nonogram/generate/options.c: reads the options. Returns false with an error if they
 * conflict. */
bool nonogram_settings_read(const struct options *options, struct nonogram_settings *settings,
                            qd_error *error);

/* puzzles/nonogram/generate/pictures.c */

/* Where the pictures come from; an image is read only once. */
struct nonogram_pictures;

/* Sets settings->width and height if they are 0. Returns NULL with an error if the image or the
 * text cannot be used. */
struct nonogram_pictures *nonogram_pictures_open(struct nonogram_settings *settings,
                                                 qd_error *error);
void nonogram_pictures_close(struct nonogram_pictures *state);
/* The next picture, as a puzzle with palette and goal but no clues. Never NULL. */
struct nonogram_puzzle *nonogram_pictures_next(struct nonogram_pictures *state,
                                               struct random *random);

#endif
