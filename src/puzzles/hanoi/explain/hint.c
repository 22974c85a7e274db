/* The next move of a shortest solution, and why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/hanoi/solve/solution.h"

static unsigned label(const struct position *position, unsigned disc) {
    return (unsigned)position->setup->label[disc];
}

/* Three pegs, every move allowed: what the largest disc that is out of place needs. */
static void explain_classic(const struct position *position, const struct hanoi_solution *solution,
                            struct hanoi_move move, struct buf *out) {
    struct hanoi_three_distance distance = hanoi_three_measure(solution->from, solution->to);
    unsigned largest = distance.largest;
    unsigned from = hanoi_three_peg(solution->from, largest);
    unsigned to = hanoi_three_peg(solution->to, largest);
    bool twice = distance.kind == HANOI_THREE_TWICE;
    unsigned third = 3 - from - to;
    buf_printf(out, "Disc %u is the largest one out of place: it has to go from peg %u to peg %u",
               label(position, largest), from, to);
    if (twice)
        buf_printf(out, ", and here the detour over peg %u is shorter", third);
    if (move.disc == largest)
        buf_printf(out, ". Nothing is in its way: move it to peg %u.\n", (unsigned)move.to);
    else
        buf_printf(out,
                   ". First all smaller discs have to be on peg %u; for that, move disc %u "
                   "to peg %u.\n",
                   twice ? to : third, label(position, move.disc), (unsigned)move.to);
}

static void explain_other(const struct position *position, const struct hanoi_solution *solution,
                          struct hanoi_move move, struct buf *out) {
    buf_printf(out, "Move disc %u from peg %u to peg %u: the first move of a %s solution",
               label(position, move.disc), (unsigned)move.from, (unsigned)move.to,
               !solution->optimal        ? "Frame-Stewart"
               : position->setup->costly ? "cheapest"
                                         : "shortest");
    if (!solution->optimal)
        buf_add(
            out,
            ". That is an upper bound: the search reached its limits, so a shorter solution may "
            "exist");
    buf_add(out, hanoi_board_regular(&position->board)
                     ? ".\n"
                     : "; a larger disc that lies on a smaller one can only be moved off it.\n");
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
        explain_other(position, solution, move, &hint->text);
    mpz_t left;
    mpz_init(left);
    mpz_sub_ui(left, solution->length, 1);
    char *remaining = mpz_get_str(NULL, 10, left);
    if (mpz_sgn(left) == 0)
        buf_add(&hint->text, "That solves it.\n");
    else
        buf_printf(&hint->text, "After that, %s move%s remain%s.\n", remaining,
                   mpz_cmp_ui(left, 1) == 0 ? "" : "s", mpz_cmp_ui(left, 1) == 0 ? "s" : "");
    fields_set(&hint->fields, "remaining", json_string(remaining));
    fields_set(&hint->fields, "optimal", json_boolean(solution->optimal));
    free(remaining);
    mpz_clear(left);
}

static struct hanoi_path *open_at_start(const struct hanoi_solution *solution) {
    mpz_t zero;
    mpz_init(zero);
    struct hanoi_path *path = hanoi_solution_open(solution, 0, zero);
    mpz_clear(zero);
    return path;
}

static qd_status first_move(const struct position *position, const struct hanoi_solution *solution,
                            struct hint *hint) {
    struct hanoi_path *path = open_at_start(solution);
    struct hanoi_move move;
    bool found = path && path->next(path, &move);
    if (path)
        path->free(path);
    if (!found)
        return QD_FAILURE;
    describe(position, solution, move, hint);
    return QD_YES;
}

/* ---- boards too large to be searched ---- */

/* Compares a plan with the moves played, from number `at` on. Returns how many agree; *next is the
 * plan's next move if all do. */
static size_t follow(const struct hanoi_solution *plan, const struct record *moves, size_t at,
                     struct hanoi_move *next) {
    struct hanoi_path *path = open_at_start(plan);
    size_t agree = 0;
    bool more = path && path->next(path, next);
    while (more && at + agree < moves->count) {
        char text[32];
        snprintf(text, sizeof text, "%u>%u", (unsigned)next->from, (unsigned)next->to);
        if (strcmp(text, moves->moves[at + agree].text) != 0)
            break;
        agree++;
        more = path->next(path, next);
    }
    if (path)
        path->free(path);
    return agree;
}

static bool find_frame_stewart(const struct position *from, qd_control *control,
                               struct hanoi_solution *plan) {
    return hanoi_solution_find(from, HANOI_METHOD_FRAME_STEWART, control, plan, NULL) == QD_YES;
}

/* The plan that the player is following: each time the moves leave a plan, the next one starts
 * there, and the last one agrees with all moves since. A fresh plan after every move could lead in
 * circles. Its length becomes that of the rest. The caller clears it. */
static bool find_plan_so_far(const struct game *game, qd_control *control,
                             struct hanoi_solution *plan, struct hanoi_move *next) {
    const struct record *moves = game->moves;
    struct position *from = hanoi_rules.copy(game->start);
    size_t at = 0, agree = 0;
    bool found;
    while ((found = find_frame_stewart(from, control, plan))) {
        agree = follow(plan, moves, at, next);
        if (at + agree == moves->count)
            break;
        hanoi_solution_clear(plan);
        for (size_t end = at + (agree ? agree : 1); at < end; at++)
            rules_replay(&hanoi_rules, from, moves->moves[at].text);
    }
    hanoi_rules.free(from);
    mpz_sub_ui(plan->length, plan->length, agree);
    return found && mpz_sgn(plan->length) > 0;
}

/* The plan so far, or a fresh one if that is shorter. Either way fewer moves remain after each
 * move. */
static qd_status frame_stewart_move(const struct game *game, qd_control *control,
                                    struct hint *hint) {
    struct hanoi_solution plan, other;
    struct hanoi_move next, first;
    struct record none = {0};
    bool found = find_plan_so_far(game, control, &plan, &next);
    bool better = find_frame_stewart(game->position, control, &other) && found &&
                  mpz_cmp(other.length, plan.length) < 0;
    if (better)
        follow(&other, &none, 0, &first);
    if (found)
        describe(game->position, better ? &other : &plan, better ? first : next, hint);
    hanoi_solution_clear(&other);
    hanoi_solution_clear(&plan);
    return found ? QD_YES : QD_LIMIT;
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
    if (status == QD_LIMIT)
        status = frame_stewart_move(game, control, hint);
    else if (status == QD_YES)
        status = first_move(position, &solution, hint);
    else if (status == QD_NO)
        buf_printf(&hint->text, "There is no solution. %s\n", solution.why_not);
    hanoi_solution_clear(&solution);
    return status;
}

const struct puzzle_hint hanoi_hint = {.hint = give_hint};
