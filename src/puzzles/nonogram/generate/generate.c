/* New puzzles: a picture, its clues, and the proof that they have no other solution. A picture that
 * has others is changed in as few cells as possible (puzzles/nonogram/generate/repair.h). Where a
 * difficulty is wished, random pictures are made until one has it; that is then known, not hoped
 * for. */
#include "puzzles/nonogram/generate/generate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/model/position.h"

/* Nobody minds which random picture it is, so less is done for the last changed cell. */
enum { EFFORT_BY_CHANCE = 100 };

/* Why pictures were refused. */
struct refused {
    unsigned changes;                /* more than may be changed */
    unsigned most, at_least;         /* of the last one: allowed, and needed */
    unsigned rated[NONOGRAM_LEVELS]; /* not as hard as wished */
};

void nonogram_made_free(struct nonogram_made *made) {
    nonogram_puzzle_free(made->puzzle);
    nonogram_repair_free(&made->repair);
    *made = (struct nonogram_made){0};
}

static unsigned most_changes(const struct nonogram_wish *wish) {
    return wish->changes != UINT_MAX ? wish->changes : wish->width * wish->height / 5;
}

/* Easy and medium ones are solved by lines alone; it saves tries to change cells to that end. */
static bool wants_lines(const struct nonogram_wish *wish) {
    return wish->lines || (wish->difficulty && (strcmp(wish->difficulty, "easy") == 0 ||
                                                strcmp(wish->difficulty, "medium") == 0));
}

static qd_status repair(const struct nonogram_wish *wish, uint64_t seed, qd_control *control,
                        struct nonogram_made *made) {
    struct nonogram_puzzle *puzzle = made->puzzle;
    bool chance = wish->origin == NONOGRAM_BY_CHANCE;
    struct nonogram_repair_wish how = {
        .lines = wants_lines(wish),
        .symmetry = wish->symmetry,
        .most = most_changes(wish),
        .effort = wish->effort != UINT_MAX ? wish->effort
                  : chance                 ? EFFORT_BY_CHANCE
                                           : NONOGRAM_EFFORT(puzzle->width * puzzle->height),
        .seed = seed};
    return nonogram_repair_picture(puzzle->width, puzzle->height, puzzle->colours, puzzle->goal,
                                   &how, control, &made->repair);
}

static void write_clues(struct nonogram_made *made) {
    struct nonogram_puzzle *puzzle = made->puzzle;
    nonogram_generate_all_clues(puzzle, puzzle->goal);
    uint8_t *cells = mem_new((size_t)puzzle->width * puzzle->height, 1);
    made->by_lines = nonogram_lines_alone(puzzle, cells, NULL) == 0;
    free(cells);
}

/* Returns whether it is as hard as wished. */
static bool rate(const struct nonogram_wish *wish, qd_control *control, struct nonogram_made *made,
                 struct refused *refused) {
    struct nonogram_rating rating;
    if (nonogram_rating_find(made->puzzle, NULL, control, &rating) != QD_YES)
        return false;
    made->rated = true;
    made->level = rating.level;
    if (strcmp(nonogram_level_name(rating.level), wish->difficulty) == 0)
        return true;
    refused->rated[rating.level]++;
    return false;
}

/* Makes the picture into a puzzle as wished. Returns false if it cannot be. */
static bool finish(const struct nonogram_wish *wish, uint64_t seed, qd_control *control,
                   struct nonogram_made *made, struct refused *refused) {
    if (wish->unique && repair(wish, seed, control, made) != QD_YES) {
        refused->changes++;
        refused->most = most_changes(wish);
        refused->at_least = made->repair.at_least;
        return false;
    }
    made->checked_unique = wish->unique;
    made->for_lines = wants_lines(wish);
    write_clues(made);
    return !wish->difficulty || rate(wish, control, made, refused);
}

/* Of an image or a text there is only one picture. */
static void does_not_fit(const struct nonogram_wish *wish, const struct refused *refused,
                         qd_error *error) {
    const char *goal = wants_lines(wish) ? "be solved by lines alone" : "have only one solution";
    if (refused->changes && refused->at_least > refused->most)
        error_set(error, QD_LIMIT,
                  "at least %u cell%s must change for the picture to %s; --changes allows "
                  "%u",
                  refused->at_least, refused->at_least == 1 ? "" : "s", goal, refused->most);
    else if (refused->changes)
        error_set(error, QD_LIMIT,
                  "no changes of at most %u cells were found for the picture to %s; "
                  "--changes and --effort allow more",
                  refused->most, goal);
    for (unsigned i = 0; i < NONOGRAM_LEVELS; i++)
        if (refused->rated[i])
            error_set(error, QD_LIMIT, "the puzzle of this picture is %s, not %s",
                      nonogram_level_name((enum nonogram_level)i), wish->difficulty);
}

static void none_fits(const struct nonogram_wish *wish, const struct refused *refused,
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
    error_set(error, QD_LIMIT,
              "none of the random pictures of %u x %u is as wished (--tries %u): %s", wish->width,
              wish->height, wish->tries, buf_text(&text));
    buf_free(&text);
}

static bool blank(const struct nonogram_puzzle *puzzle) {
    for (size_t cell = 0; cell < (size_t)puzzle->width * puzzle->height; cell++)
        if (puzzle->goal[cell] != NONOGRAM_EMPTY)
            return false;
    return true;
}

static bool try_pictures(const struct nonogram_wish *wish, struct nonogram_origin_state *origin,
                         uint64_t seed, qd_control *control, struct nonogram_made *made,
                         qd_error *error) {
    struct random random;
    struct refused refused = {0};
    unsigned tries = wish->origin == NONOGRAM_BY_CHANCE ? wish->tries : 1;
    random_seed(&random, seed);
    for (unsigned tried = 1; tried <= tries; tried++) {
        *made = (struct nonogram_made){.puzzle = nonogram_origin_next(origin, &random),
                                       .tried = tried,
                                       .by_chance = wish->origin == NONOGRAM_BY_CHANCE};
        if (wish->origin == NONOGRAM_FROM_IMAGE && blank(made->puzzle))
            return error_set(error, QD_BAD_INPUT,
                             "nothing of the image would be filled; try another --threshold, "
                             "--density or size");
        if (finish(wish, random_bits(&random), control, made, &refused))
            return true;
        nonogram_made_free(made);
        if (!control_going(control)) {
            error_set(error, QD_LIMIT, "a limit was reached before the puzzle was ready");
            return false;
        }
    }
    if (wish->origin == NONOGRAM_BY_CHANCE)
        none_fits(wish, &refused, error);
    else
        does_not_fit(wish, &refused, error);
    return false;
}

/* The checker's word, before anyone sees it. */
static bool verify(const struct nonogram_made *made, qd_error *error) {
    int row, column;
    return nonogram_picture_fits(made->puzzle, made->puzzle->goal, &row, &column) ||
           error_set(error, QD_FAILURE,
                     "internal error: the new puzzle does not fit its picture; please report it");
}

bool nonogram_make(const struct options *options, uint64_t seed, qd_control *control,
                   struct nonogram_made *made, qd_error *error) {
    struct nonogram_wish wish;
    if (!nonogram_wish_read(options, &wish, error))
        return false;
    struct nonogram_origin_state *origin = nonogram_origin_open(&wish, error);
    if (!origin)
        return false;
    bool done = try_pictures(&wish, origin, seed, control, made, error) && verify(made, error);
    nonogram_origin_close(origin);
    if (!done)
        nonogram_made_free(made);
    return done;
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    struct nonogram_made made = {0};
    struct buf text = {0};
    if (!nonogram_make(options, seed, control, &made, error))
        return NULL;
    nonogram_made_describe(&made, &text);
    if (text.size)
        made.puzzle->about.description = buf_take(&text);
    nonogram_made_report(&made, finding);
    struct position *position = nonogram_position_new(nonogram_puzzle_share(made.puzzle));
    nonogram_made_free(&made);
    return position;
}

const struct puzzle_generate nonogram_generate = {.generate = generate};
