/* The next optimal move, and why it is the one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/hanoi/solve/solution.h"

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

static void explain_other(const struct position *position, const struct hanoi_solution *solution,
                          struct hanoi_move move, struct buf *out) {
    buf_printf(out, "Disc %u from peg %u to peg %u begins a %s way", label(position, move.disc),
               (unsigned)move.from, (unsigned)move.to,
               !solution->optimal        ? "Frame-Stewart"
               : position->setup->costly ? "cheapest"
                                         : "shortest");
    if (!solution->optimal)
        buf_add(out,
                ". It is a bound: the search met its limits, so whether a shorter way exists is "
                "not known");
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
        explain_other(position, solution, move, &hint->text);
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

/* ---- beyond what can be searched ---- */

/* Compares a way with the moves that were played from number at on. Returns how many agree; *next
 * is the way's next move if all do. */
static size_t follow(const struct hanoi_solution *way, const struct record *moves, size_t at,
                     struct hanoi_move *next) {
    struct hanoi_path *path = open_at_start(way);
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

static bool find_frames(const struct position *from, qd_control *control,
                        struct hanoi_solution *way) {
    return hanoi_solution_find(from, HANOI_METHOD_FRAME_STEWART, control, way, NULL) == QD_YES;
}

/* The way that the player is on: from where the last one was left, it agrees with all moves since.
 * A new way after every move could lead in circles. Its length becomes that of the rest. The caller
 * clears it. */
static bool find_way_so_far(const struct game *game, qd_control *control,
                            struct hanoi_solution *way, struct hanoi_move *next) {
    const struct record *moves = game->moves;
    struct position *from = hanoi_rules.copy(game->start);
    size_t at = 0, agree = 0;
    bool found;
    while ((found = find_frames(from, control, way))) {
        agree = follow(way, moves, at, next);
        if (at + agree == moves->count)
            break;
        hanoi_solution_clear(way);
        for (size_t end = at + (agree ? agree : 1); at < end; at++)
            hanoi_rules.move(from, moves->moves[at].text, NULL);
    }
    hanoi_rules.free(from);
    mpz_sub_ui(way->length, way->length, agree);
    return found && mpz_sgn(way->length) > 0;
}

/* The way so far, or a new one if that is shorter. What is left becomes less with every move. */
static qd_status frames_move(const struct game *game, qd_control *control, struct hint *hint) {
    struct hanoi_solution way, other;
    struct hanoi_move next, first;
    struct record none = {0};
    bool found = find_way_so_far(game, control, &way, &next);
    bool better = find_frames(game->position, control, &other) && found &&
                  mpz_cmp(other.length, way.length) < 0;
    if (better)
        follow(&other, &none, 0, &first);
    if (found)
        describe(game->position, better ? &other : &way, better ? first : next, hint);
    hanoi_solution_clear(&other);
    hanoi_solution_clear(&way);
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
        status = frames_move(game, control, hint);
    else if (status == QD_YES)
        status = first_move(position, &solution, hint);
    else if (status == QD_NO)
        buf_printf(&hint->text, "There is no solution. %s\n", solution.why_not);
    hanoi_solution_clear(&solution);
    return status;
}

const struct puzzle_hint hanoi_hint = {.hint = give_hint};
