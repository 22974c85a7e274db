/* The check capability: can the goal be reached, how far is it, and how good were the moves? */
#include <stdlib.h>

#include "puzzles/hanoi/solve/solution.h"

/* How many moves the goal is away; -1 if that is not known. */
static qd_status distance_from(const struct position *position, qd_control *control,
                               mpz_ptr distance, const char **why_not, qd_error *error) {
    struct hanoi_solution solution;
    qd_status status = hanoi_solution_find(position, HANOI_METHOD_AUTO, control, &solution, error);
    mpz_set_si(distance, -1);
    if (status == QD_YES)
        mpz_set(distance, solution.length);
    *why_not = solution.why_not;
    hanoi_solution_clear(&solution);
    return status;
}

static void describe_board(const struct position *position, struct finding *finding) {
    bool regular = hanoi_board_regular(&position->board);
    fields_set(&finding->fields, "regular", json_boolean(regular));
    fields_set(&finding->fields, "discs", json_integer(position->board.discs));
    fields_set(&finding->fields, "pegs", json_integer(position->board.pegs));
    buf_printf(&finding->text, "%u disc%s on %u peg%s, %s.\n", (unsigned)position->board.discs,
               position->board.discs == 1 ? "" : "s", (unsigned)position->board.pegs,
               position->board.pegs == 1 ? "" : "s",
               regular ? "none on a smaller one" : "a larger one lies on a smaller one");
}

static void add_decimal(struct finding *finding, const char *name, mpz_srcptr number) {
    char *text = mpz_get_str(NULL, 10, number);
    fields_set(&finding->fields, name, json_string(text));
    free(text);
}

static void say(struct finding *finding, const char *before, mpz_srcptr number, const char *after) {
    char *text = mpz_get_str(NULL, 10, number);
    buf_printf(&finding->text, "%s%s%s", before, text, after);
    free(text);
}

/* Compares the moves that were played with the shortest solution from the start. */
static qd_status describe_moves(const struct position *start, size_t moves, mpz_srcptr left,
                                qd_control *control, struct finding *finding, qd_error *error) {
    mpz_t optimum, spent;
    const char *why_not;
    mpz_inits(optimum, spent, NULL);
    qd_status status = distance_from(start, control, optimum, &why_not, error);
    if (status == QD_YES) {
        add_decimal(finding, "optimum", optimum);
        mpz_add_ui(spent, left, moves);
        mpz_sub(spent, spent, optimum);
        add_decimal(finding, "lost", spent);
        buf_printf(&finding->text, "%zu move%s played, all legal; ", moves, moves == 1 ? "" : "s");
        if (mpz_sgn(spent) == 0)
            buf_add(&finding->text, "none was wasted.\n");
        else
            say(finding, "", spent, " more than the shortest solution needs.\n");
    }
    mpz_clears(optimum, spent, NULL);
    return status;
}

static qd_status check(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error) {
    (void)options;
    mpz_t distance;
    const char *why_not;
    mpz_init(distance);
    describe_board(game->position, finding);
    fields_set(&finding->fields, "solved", json_boolean(hanoi_rules.solved(game->position)));
    fields_set(&finding->fields, "moves_played", json_integer((json_int_t)game->moves->count));
    qd_status status = distance_from(game->position, control, distance, &why_not, error);
    if (status == QD_YES) {
        add_decimal(finding, "distance", distance);
        if (game->moves->count && !game->position->setup->costly)
            status =
                describe_moves(game->start, game->moves->count, distance, control, finding, error);
        if (mpz_sgn(distance) == 0)
            buf_add(&finding->text, "The goal is reached.\n");
        else
            say(finding, "The goal is ", distance,
                mpz_cmp_ui(distance, 1) == 0 ? " move away.\n" : " moves away.\n");
    } else if (status == QD_NO) {
        fields_set(&finding->fields, "distance", json_null());
        fields_set(&finding->fields, "reason", json_string(why_not));
        buf_printf(&finding->text, "The goal cannot be reached. %s\n", why_not);
    } else if (status == QD_LIMIT) {
        buf_add(&finding->text, "The distance to the goal could not be found within the limits.\n");
    }
    mpz_clear(distance);
    return status;
}

const struct puzzle_check hanoi_check = {.check = check};
