/* The next optimal move, and why it is the one. */
#include <stdlib.h>

#include "hanoi_solution.h"

static unsigned label(const struct position *position, unsigned disc) {
    return (unsigned)position->setup->label[disc];
}

/* Three pegs, every move allowed: what the largest disc that is not home needs. */
static void explain_classic(const struct position *position, const struct hanoi_solution *solution,
                            struct hanoi_move move, struct buf *out) {
    struct hanoi_three_distance distance = hanoi_three_measure(solution->from, solution->to);
    unsigned largest = distance.largest;
    unsigned from = hanoi_three_peg(solution->from, largest);
    unsigned to = hanoi_three_peg(solution->to, largest);
    bool twice = distance.kind == HANOI_THREE_TWICE;
    unsigned third = 3 - from - to;
    buf_printf(out,
               "Disc %u is the largest that is not home yet: it has to go from peg %u to peg %u",
               label(position, largest), from, to);
    if (twice)
        buf_printf(out, ", and here the way round by peg %u is shorter", third);
    if (move.disc == largest)
        buf_printf(out, ". It is free, and so is peg %u.\n", (unsigned)move.to);
    else
        buf_printf(out,
                   ". So all smaller discs must gather on peg %u first; for that disc %u moves "
                   "to peg %u now.\n",
                   twice ? to : third, label(position, move.disc), (unsigned)move.to);
}

static void explain_other(const struct position *position, struct hanoi_move move,
                          struct buf *out) {
    buf_printf(out, "Disc %u from peg %u to peg %u begins a %s way", label(position, move.disc),
               (unsigned)move.from, (unsigned)move.to,
               position->setup->costly ? "cheapest" : "shortest");
    buf_add(out, hanoi_board_regular(&position->board)
                     ? ".\n"
                     : "; the larger disc that lies on a smaller one can only be moved off it.\n");
}

static void describe(const struct position *position, const struct hanoi_solution *solution,
                     struct hanoi_move move, struct hint *hint) {
    struct buf text = {0};
    buf_printf(&text, "%u>%u", (unsigned)move.from, (unsigned)move.to);
    record_add(&hint->moves, text.text, 0);
    buf_free(&text);
    if (solution->by_formula)
        explain_classic(position, solution, move, &hint->text);
    else
        explain_other(position, move, &hint->text);
    mpz_t left;
    mpz_init(left);
    mpz_sub_ui(left, solution->length, 1);
    char *remaining = mpz_get_str(NULL, 10, left);
    if (mpz_sgn(left) == 0)
        buf_add(&hint->text, "Then it is solved.\n");
    else
        buf_printf(&hint->text, "%s move%s then remain%s.\n", remaining,
                   mpz_cmp_ui(left, 1) == 0 ? "" : "s", mpz_cmp_ui(left, 1) == 0 ? "s" : "");
    fields_set(&hint->fields, "remaining", json_string(remaining));
    free(remaining);
    mpz_clear(left);
}

static qd_status first_move(const struct position *position, const struct hanoi_solution *solution,
                            struct hint *hint) {
    mpz_t zero;
    mpz_init(zero);
    struct hanoi_path *path = hanoi_solution_open(solution, 0, zero);
    mpz_clear(zero);
    struct hanoi_move move;
    bool found = path && path->next(path, &move);
    if (path)
        path->free(path);
    if (!found)
        return QD_FAILURE;
    describe(position, solution, move, hint);
    return QD_YES;
}

static qd_status give_hint(const struct game *game, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error) {
    const struct position *position = game->position;
    (void)options;
    if (hanoi_rules.solved(position)) {
        buf_add(&hint->text, "It is solved already.\n");
        return QD_NO;
    }
    struct hanoi_solution solution;
    qd_status status = hanoi_solution_find(position, HANOI_METHOD_AUTO, control, &solution, error);
    if (status == QD_YES)
        status = first_move(position, &solution, hint);
    else if (status == QD_NO)
        buf_printf(&hint->text, "There is no solution. %s\n", solution.why_not);
    hanoi_solution_clear(&solution);
    return status;
}

const struct puzzle_hint hanoi_hint = {.hint = give_hint};
