/* Checking and rating: both look at all solutions at once. */
#include "puzzles/template/model/position.h"

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

static void describe_solutions(const struct template_solutions *found, struct finding *finding) {
    if (found->count == 0) {
        buf_add(&finding->text, "No set of presses makes all lamps dark.\n");
    } else {
        int presses = template_size(found->presses[0]);
        buf_printf(&finding->text, "There %s %d solution%s; the shortest takes %d press%s.\n",
                   found->count == 1 ? "is" : "are", found->count, plural(found->count), presses,
                   presses == 1 ? "" : "es");
        fields_set(&finding->fields, "presses", json_integer(presses));
    }
    fields_set(&finding->fields, "solutions", json_integer(found->count));
}

static void describe_board(const struct record *moves, const struct position *reached,
                           struct finding *finding) {
    int lit = template_size(reached->lit);
    buf_printf(&finding->text, "%zu press%s made, %d lamp%s lit.\n", moves->count,
               moves->count == 1 ? "" : "es", lit, plural(lit));
    fields_set(&finding->fields, "lit", json_integer(lit));
}

/* A board is as it should be if it can be made dark. The moves are legal: the session has played
 * them. */
static qd_status check(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error) {
    (void)error;
    struct template_solutions found;
    qd_status status = template_search(game->position, NULL, TEMPLATE_ALL,
                                       template_threads(options), control, &found);
    if (status == QD_LIMIT)
        return QD_LIMIT;
    describe_board(game->moves, game->position, finding);
    describe_solutions(&found, finding);
    fields_set(&finding->fields, "solvable", json_boolean(found.count > 0));
    return found.count == 0 ? QD_NO : QD_YES;
}

const struct puzzle_check template_check = {.check = check};

/* The fewest presses in the first row: the rest can be found by chasing the lights downwards, so
 * this is what a player must guess. */
static int guesses(const struct position *position, const struct template_solutions *found) {
    template_set first_row = ((template_set)1 << position->columns) - 1;
    int least = position->columns;
    for (int i = 0; i < found->count; i++) {
        int size = template_size(found->presses[i] & first_row);
        least = size < least ? size : least;
    }
    return least;
}

static void describe_grade(int guessed, struct finding *finding) {
    const char *grade = guessed == 0 ? "easy" : guessed == 1 ? "medium" : "hard";
    buf_printf(&finding->text, "Grade: %s. ", grade);
    if (guessed == 0)
        buf_add(&finding->text, "Chasing the lights from the top down is enough.\n");
    else
        buf_printf(&finding->text,
                   "Chasing the lights from the top down needs %d press%s in row A first.\n",
                   guessed, guessed == 1 ? "" : "es");
    fields_set(&finding->fields, "grade", json_string(grade));
    fields_set(&finding->fields, "guesses", json_integer(guessed));
}

static qd_status rate(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error) {
    (void)error;
    struct template_solutions found;
    qd_status status =
        template_search(position, NULL, TEMPLATE_ALL, template_threads(options), control, &found);
    if (status == QD_LIMIT)
        return QD_LIMIT;
    if (found.count > 0)
        describe_grade(guesses(position, &found), finding);
    describe_solutions(&found, finding);
    return found.count > 0 ? QD_YES : QD_NO;
}

const struct puzzle_rate template_rate = {.rate = rate};
