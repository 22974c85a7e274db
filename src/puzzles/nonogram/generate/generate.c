/* New puzzles: a picture, its clues, and the proof that they have no other solution. If they have,
 * as few cells as possible are changed (puzzles/nonogram/generate/repair.h). For a given
 * difficulty, random pictures are made and rated until one has it. */
#include "puzzles/nonogram/generate/generate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/model/position.h"

/* Any random picture will do, so less effort goes into saving the last changed cell. */
enum { EFFORT_RANDOM = 100 };

/* Why pictures were refused. */
struct refused {
    unsigned changes;                /* too many cells would have to change */
    unsigned most, at_least;         /* of the last one: how many may change, and at least must */
    unsigned rated[NONOGRAM_LEVELS]; /* of another difficulty, by their level */
};

void nonogram_generated_free(struct nonogram_generated *made) {
    nonogram_puzzle_free(made->puzzle);
    nonogram_repair_free(&made->repair);
    *made = (struct nonogram_generated){0};
}

static unsigned most_changes(const struct nonogram_settings *settings) {
    return settings->changes != UINT_MAX ? settings->changes
                                         : settings->width * settings->height / 5;
}

/* Easy and medium puzzles are solved by lines alone; changing cells to that end saves tries. */
static bool wants_lines(const struct nonogram_settings *settings) {
    return settings->lines ||
           (settings->difficulty && (strcmp(settings->difficulty, "easy") == 0 ||
                                     strcmp(settings->difficulty, "medium") == 0));
}

static qd_status repair(const struct nonogram_settings *settings, uint64_t seed,
                        qd_control *control, struct nonogram_generated *made) {
    struct nonogram_puzzle *puzzle = made->puzzle;
    bool chance = settings->origin == NONOGRAM_FROM_RANDOM;
    struct nonogram_repair_settings how = {
        .lines = wants_lines(settings),
        .symmetry = settings->symmetry,
        .most = most_changes(settings),
        .effort = settings->effort != UINT_MAX ? settings->effort
                  : chance                     ? EFFORT_RANDOM
                                               : NONOGRAM_EFFORT(puzzle->width * puzzle->height),
        .seed = seed};
    return nonogram_repair_picture(puzzle->width, puzzle->height, puzzle->colours, puzzle->goal,
                                   &how, control, &made->repair);
}

static void write_clues(struct nonogram_generated *made) {
    struct nonogram_puzzle *puzzle = made->puzzle;
    nonogram_generate_all_clues(puzzle, puzzle->goal);
    uint8_t *cells = mem_new((size_t)puzzle->width * puzzle->height, 1);
    made->by_lines = nonogram_lines_alone(puzzle, cells) == 0;
    free(cells);
}

/* Returns whether it has the difficulty. */
static bool rate(const struct nonogram_settings *settings, qd_control *control,
                 struct nonogram_generated *made, struct refused *refused) {
    struct nonogram_rating rating;
    if (nonogram_rating_find(made->puzzle, NULL, control, &rating) != QD_YES)
        return false;
    made->rated = true;
    made->level = rating.level;
    if (strcmp(nonogram_level_name(rating.level), settings->difficulty) == 0)
        return true;
    refused->rated[rating.level]++;
    return false;
}

/* Makes the picture into a puzzle that the settings ask for. Returns false if that is impossible.
 */
static bool finish(const struct nonogram_settings *settings, uint64_t seed, qd_control *control,
                   struct nonogram_generated *made, struct refused *refused) {
    if (settings->unique && repair(settings, seed, control, made) != QD_YES) {
        refused->changes++;
        refused->most = most_changes(settings);
        refused->at_least = made->repair.at_least;
        return false;
    }
    made->checked_unique = settings->unique;
    made->for_lines = wants_lines(settings);
    write_clues(made);
    return !settings->difficulty || rate(settings, control, made, refused);
}

/* For an image or a text, which has only one picture. */
static void does_not_fit(const struct nonogram_settings *settings, const struct refused *refused,
                         qd_error *error) {
    const char *goal =
        wants_lines(settings) ? "be solved by lines alone" : "have only one solution";
    if (refused->changes && refused->at_least > refused->most)
        options_error(
            settings->options, error, QD_LIMIT,
            "at least %u cell%s must change for the picture to %s; " OPTION("changes") " allows %u",
            refused->at_least, refused->at_least == 1 ? "" : "s", goal, refused->most);
    else if (refused->changes)
        options_error(settings->options, error, QD_LIMIT,
                      "no changes of at most %u cells were found for the picture to %s; " OPTION(
                          "changes") " and " OPTION("effort") " allow more",
                      refused->most, goal);
    for (unsigned i = 0; i < NONOGRAM_LEVELS; i++)
        if (refused->rated[i])
            error_set(error, QD_LIMIT, "the puzzle of this picture is %s, not %s",
                      nonogram_level_name((enum nonogram_level)i), settings->difficulty);
}

static void none_fits(const struct nonogram_settings *settings, const struct refused *refused,
                      qd_error *error) {
    struct buf text = {0};
    const char *between = "";
    if (refused->changes) {
        buf_printf(&text, "%u would need more changed cells", refused->changes);
        between = ", ";
    }
    for (unsigned i = 0; i < NONOGRAM_LEVELS; i++)
        if (refused->rated[i]) {
            buf_printf(&text, "%s%u %s %s", between, refused->rated[i],
                       refused->rated[i] == 1 ? "is" : "are",
                       nonogram_level_name((enum nonogram_level)i));
            between = ", ";
        }
    options_error(
        settings->options, error, QD_LIMIT,
        "none of the random pictures of %u x %u will do (" OPTION_IS("tries", "%u") "): %s",
        settings->width, settings->height, settings->tries, buf_text(&text));
    buf_free(&text);
}

static bool blank(const struct nonogram_puzzle *puzzle) {
    for (size_t cell = 0; cell < (size_t)puzzle->width * puzzle->height; cell++)
        if (puzzle->goal[cell] != NONOGRAM_EMPTY)
            return false;
    return true;
}

static bool try_pictures(const struct nonogram_settings *settings, struct nonogram_pictures *origin,
                         uint64_t seed, qd_control *control, struct nonogram_generated *made,
                         qd_error *error) {
    struct random random;
    struct refused refused = {0};
    unsigned tries = settings->origin == NONOGRAM_FROM_RANDOM ? settings->tries : 1;
    random_seed(&random, seed);
    for (unsigned tried = 1; tried <= tries; tried++) {
        *made =
            (struct nonogram_generated){.puzzle = nonogram_pictures_next(origin, &random),
                                        .tried = tried,
                                        .random_picture = settings->origin == NONOGRAM_FROM_RANDOM};
        if (settings->origin == NONOGRAM_FROM_IMAGE && blank(made->puzzle))
            return options_error(settings->options, error, QD_BAD_INPUT,
                                 "nothing of the image would be filled; try another " OPTION(
                                     "threshold") ", " OPTION("density") " or size");
        if (finish(settings, random_bits(&random), control, made, &refused))
            return true;
        nonogram_generated_free(made);
        if (!control_going(control)) {
            error_set(error, QD_LIMIT, "a limit was reached before the puzzle was ready");
            return false;
        }
    }
    if (settings->origin == NONOGRAM_FROM_RANDOM)
        none_fits(settings, &refused, error);
    else
        does_not_fit(settings, &refused, error);
    return false;
}

/* Asks the checker before anyone sees the puzzle. */
static bool verify(const struct nonogram_generated *made, qd_error *error) {
    int row, column;
    return nonogram_picture_fits(made->puzzle, made->puzzle->goal, &row, &column) ||
           error_set(error, QD_FAILURE,
                     "internal error: the new puzzle does not fit its picture; please report it");
}

bool nonogram_generate_puzzle(const struct options *options, uint64_t seed, qd_control *control,
                              struct nonogram_generated *made, qd_error *error) {
    struct nonogram_settings settings;
    if (!nonogram_settings_read(options, &settings, error))
        return false;
    struct nonogram_pictures *origin = nonogram_pictures_open(&settings, error);
    if (!origin)
        return false;
    bool done = try_pictures(&settings, origin, seed, control, made, error) && verify(made, error);
    nonogram_pictures_close(origin);
    if (!done)
        nonogram_generated_free(made);
    return done;
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    struct nonogram_generated made = {0};
    struct buf text = {0};
    if (!nonogram_generate_puzzle(options, seed, control, &made, error))
        return NULL;
    nonogram_generated_describe(&made, &text);
    if (text.size)
        made.puzzle->about.description = buf_take(&text);
    nonogram_generated_report(&made, finding);
    struct position *position = nonogram_position_new(nonogram_puzzle_share(made.puzzle));
    nonogram_generated_free(&made);
    return position;
}

const struct puzzle_generate nonogram_generate = {.generate = generate};
