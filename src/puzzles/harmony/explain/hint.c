/* The next swap, and why. A solution is looked for first: without one no swap is any good, and with
 * one some swaps are known to be good. Among all good swaps the one with the plainest reason is
 * proposed. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/explain/sentences.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/forced.h"
#include "puzzles/harmony/solve/outlook.h"

/* Nodes for each swap that is not part of the solution, and how many such swaps are tried. */
#define ASK_NODES 4096
#define MOST_ASKS 64

struct search {
    const struct position *position;
    const struct harmony_board *board; /* the position's */
    qd_control *control;
    struct harmony_swap *legal; /* the legal swaps */
    unsigned legal_count;
    struct harmony_swap *front; /* swaps of the solution that may come first: all are good */
    unsigned front_count;
    unsigned asks;
};

/* What is proposed. */
struct proposal {
    const char *reason;
    struct harmony_swap swap;
    struct buf text;
};

static bool same_swap(struct harmony_swap one, struct harmony_swap other) {
    return one.a == other.a && one.b == other.b;
}

static struct harmony_swap swap_of(unsigned cell, unsigned other) {
    return (struct harmony_swap){.a = (uint8_t)(cell < other ? cell : other),
                                 .b = (uint8_t)(cell < other ? other : cell)};
}

/* A swap of the solution may come first if those before it do not touch its tiles. */
static void find_front(const struct harmony_answer *way, struct search *search) {
    bool touched[HARMONY_CELLS] = {false};
    search->front = mem_new(way->count, sizeof *search->front);
    for (unsigned i = 0; i < way->count; i++) {
        struct harmony_swap swap = way->swaps[i];
        if (!touched[swap.a] && !touched[swap.b])
            search->front[search->front_count++] = swap;
        touched[swap.a] = touched[swap.b] = true;
    }
}

static bool in_front(const struct search *search, struct harmony_swap swap) {
    for (unsigned i = 0; i < search->front_count; i++)
        if (same_swap(search->front[i], swap))
            return true;
    return false;
}

/* QD_YES if the swap keeps the board solvable, QD_NO if not, QD_LIMIT if that is not known. */
static qd_status ask(struct search *search, struct harmony_swap swap) {
    if (in_front(search, swap))
        return QD_YES;
    struct harmony_board after = harmony_after(search->board, swap);
    if (harmony_invalid_death(&after))
        return QD_NO;
    return search->asks++ < MOST_ASKS ? harmony_outlook_ask(&after, ASK_NODES, search->control)
                                      : QD_LIMIT;
}

static bool touches(struct harmony_swap swap, unsigned cell) {
    return swap.a == cell || swap.b == cell;
}

static unsigned other_end(struct harmony_swap swap, unsigned cell) {
    return swap.a == cell ? swap.b : swap.a;
}

/* ---- the rules; each returns false if it has nothing to propose ---- */

static bool by_perfect_row(struct search *search, struct proposal *proposal) {
    if (!harmony_forced_horizontal(search->board, &proposal->swap))
        return false;
    proposal->reason = "horizontal_perfect_swap";
    harmony_say_row_pairs_off(search->position, harmony_row(proposal->swap.a), &proposal->text);
    return true;
}

static bool by_perfect_pair(struct search *search, struct proposal *proposal) {
    if (!harmony_forced_vertical(search->board, &proposal->swap))
        return false;
    proposal->reason = "vertical_perfect_swap";
    harmony_say_pair(search->position, proposal->swap, &proposal->text);
    return true;
}

/* True if the tile's last move is spent by the swap and brings it home. */
static bool lands(const struct harmony_board *board, struct harmony_swap swap, unsigned cell) {
    return board->moves[cell] == 1 && board->colour[cell] != harmony_row(cell) &&
           board->colour[cell] == harmony_row(other_end(swap, cell));
}

static bool by_last_move_home(struct search *search, struct proposal *proposal) {
    for (unsigned i = 0; i < search->legal_count; i++) {
        struct harmony_swap swap = search->legal[i];
        bool first = lands(search->board, swap, swap.a);
        if ((!first && !lands(search->board, swap, swap.b)) || ask(search, swap) != QD_YES)
            continue;
        proposal->reason = "last_move_home";
        proposal->swap = swap;
        harmony_say_last_move(search->position, first ? swap.a : swap.b, &proposal->text);
        return true;
    }
    return false;
}

/* The only other cell with moves of the cell's row, or of its row and column. Returns false if
 * there is none, or more than one. */
static bool one_partner(const struct search *search, unsigned cell, bool row_only,
                        unsigned *partner) {
    unsigned count = 0;
    for (unsigned i = 0; i < search->legal_count; i++) {
        if (!touches(search->legal[i], cell))
            continue;
        unsigned other = other_end(search->legal[i], cell);
        if (row_only && harmony_row(other) != harmony_row(cell))
            continue;
        *partner = other;
        count++;
    }
    return count == 1;
}

static bool propose_partner(struct search *search, unsigned cell, bool row_only,
                            struct proposal *proposal) {
    unsigned partner;
    if (!one_partner(search, cell, row_only, &partner) ||
        ask(search, swap_of(cell, partner)) != QD_YES)
        return false;
    proposal->swap = swap_of(cell, partner);
    proposal->reason = row_only ? "last_move_in_row" : "only_partner";
    if (row_only)
        harmony_say_last_in_row(search->position, cell, partner, &proposal->text);
    else
        harmony_say_one_partner(search->position, cell, partner, &proposal->text);
    return true;
}

static bool by_last_move_in_row(struct search *search, struct proposal *proposal) {
    const struct harmony_board *board = search->board;
    for (unsigned cell = 0; cell < board->rows * HARMONY_SIDE; cell++)
        if (harmony_column(cell) < board->columns && board->moves[cell] == 1 &&
            board->colour[cell] == harmony_row(cell) &&
            propose_partner(search, cell, true, proposal))
            return true;
    return false;
}

static bool by_only_partner(struct search *search, struct proposal *proposal) {
    for (unsigned cell = 0; cell < search->board->rows * HARMONY_SIDE; cell++)
        if (harmony_column(cell) < search->board->columns &&
            propose_partner(search, cell, false, proposal))
            return true;
    return false;
}

/* What the tests leave of each cell's legal swaps. */
struct leftovers {
    uint8_t legal[HARMONY_CELLS], left[HARMONY_CELLS];
    struct harmony_swap last[HARMONY_CELLS]; /* one of those left */
};

static void count_leftovers(const struct search *search, struct leftovers *leftovers) {
    for (unsigned i = 0; i < search->legal_count; i++) {
        struct harmony_swap swap = search->legal[i];
        struct harmony_board after = harmony_after(search->board, swap);
        bool left = harmony_invalid_death(&after) == NULL;
        const unsigned ends[2] = {swap.a, swap.b};
        for (unsigned end = 0; end < 2; end++) {
            leftovers->legal[ends[end]]++;
            leftovers->left[ends[end]] = (uint8_t)(leftovers->left[ends[end]] + left);
            if (left)
                leftovers->last[ends[end]] = swap;
        }
    }
}

/* Tiles with few swaps first: there is less to check. */
static bool by_elimination(struct search *search, struct proposal *proposal) {
    struct leftovers leftovers = {.legal = {0}};
    count_leftovers(search, &leftovers);
    for (unsigned size = 2; size < 2 * HARMONY_SIDE; size++)
        for (unsigned cell = 0; cell < HARMONY_CELLS; cell++) {
            if (leftovers.legal[cell] != size || leftovers.left[cell] != 1 ||
                ask(search, leftovers.last[cell]) != QD_YES)
                continue;
            proposal->reason = "only_swap_of_tile";
            proposal->swap = leftovers.last[cell];
            harmony_say_others_lose(search->position, cell, proposal->swap, &proposal->text);
            return true;
        }
    return false;
}

static int gain(const struct harmony_board *board, struct harmony_swap swap) {
    int first = board->colour[swap.a] == harmony_row(swap.b);
    int second = board->colour[swap.b] == harmony_row(swap.a);
    return harmony_row(swap.a) == harmony_row(swap.b) ? 0 : first + second;
}

/* Of the swaps that may come first, the one that brings the most tiles home. */
static bool by_solution(struct search *search, struct proposal *proposal) {
    proposal->reason = "solution";
    proposal->swap = search->front[0];
    for (unsigned i = 1; i < search->front_count; i++)
        if (gain(search->board, search->front[i]) > gain(search->board, proposal->swap))
            proposal->swap = search->front[i];
    harmony_say_effect(search->position, proposal->swap, &proposal->text);
    buf_printf(&proposal->text, " It is the first of %u swaps that solve the board.",
               harmony_swaps_left(search->board));
    return true;
}

/* ---- is it the only good swap of the whole board? ---- */

/* QD_YES: it is, every other one loses; QD_NO: there is another; QD_LIMIT: not known. by_search is
 * the number of those that no test rejects. */
static qd_status find_others(struct search *search, struct harmony_swap swap, unsigned *by_search) {
    qd_status known = QD_YES;
    if (search->front_count > 1)
        return QD_NO;
    search->asks = 0;
    for (unsigned i = 0; i < search->legal_count; i++) {
        if (same_swap(search->legal[i], swap))
            continue;
        unsigned asks = search->asks;
        qd_status other = ask(search, search->legal[i]);
        *by_search += search->asks > asks;
        if (other == QD_YES)
            return QD_NO;
        if (other == QD_LIMIT)
            known = QD_LIMIT;
    }
    return known;
}

static void say_only(const struct search *search, unsigned by_search, struct buf *out) {
    unsigned others = search->legal_count - 1;
    if (others == 0)
        buf_add(out, " No other swap is possible.");
    else if (by_search == 0)
        buf_printf(out,
                   " Of the %u swaps of the board it is the only one that does not lose at once.",
                   search->legal_count);
    else
        buf_printf(out,
                   " It is the only swap that keeps the board solvable: of the %u others, %u lose "
                   "at once and %u by search.",
                   others, others - by_search, by_search);
}

static void note_only(struct search *search, struct proposal *proposal, struct hint *hint) {
    unsigned by_search = 0;
    qd_status only = find_others(search, proposal->swap, &by_search);
    if (only == QD_YES) {
        say_only(search, by_search, &proposal->text);
        if (strcmp(proposal->reason, "solution") == 0)
            proposal->reason = "only_swap";
    }
    fields_set(&hint->fields, "only",
               only == QD_LIMIT ? json_null() : json_boolean(only == QD_YES));
}

/* ---- the hint ---- */

typedef bool rule(struct search *search, struct proposal *proposal);

/* In the order of how easily a person sees them. The last one always has a swap. */
static rule *const rules[] = {by_perfect_row,      by_perfect_pair, by_last_move_home,
                              by_last_move_in_row, by_only_partner, by_elimination,
                              by_solution};

static void choose(struct search *search, struct proposal *proposal) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i](search, proposal))
            return;
}

static void propose(const struct position *position, const struct harmony_answer *way,
                    qd_control *control, struct hint *hint) {
    struct search search = {.position = position, .board = &position->board, .control = control};
    struct proposal proposal = {0};
    struct buf move = {0};
    search.legal = mem_new(HARMONY_MOST_LEGAL, sizeof *search.legal);
    search.legal_count = harmony_legal_swaps(search.board, search.legal);
    find_front(way, &search);
    choose(&search, &proposal);
    note_only(&search, &proposal, hint);
    harmony_swap_add(&move, proposal.swap);
    record_add(&hint->moves, move.text, 0);
    buf_printf(&hint->text, "%s%s\n", buf_text(&proposal.text),
               way->count == 1 ? " Then it is solved." : "");
    fields_set(&hint->fields, "reason", json_string(proposal.reason));
    fields_set(&hint->fields, "remaining", json_integer(way->count - 1));
    buf_free(&move);
    buf_free(&proposal.text);
    free(search.front);
    free(search.legal);
}

static qd_status give_hint(const struct game *game, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error) {
    struct harmony_outlook outlook;
    (void)options;
    (void)error;
    if (harmony_solved(&game->position->board)) {
        buf_add(&hint->text, "It is solved already.\n");
        return QD_NO;
    }
    harmony_outlook_find(&game->position->board, control, &outlook);
    qd_status status = outlook.status;
    if (status == QD_YES)
        propose(game->position, &outlook.way, control, hint);
    else if (status == QD_NO)
        harmony_outlook_tell(game, &outlook, control, &hint->text, &hint->fields);
    else
        buf_add(&hint->text, "Whether it can be solved is not known.\n");
    harmony_outlook_free(&outlook);
    return status;
}

const struct puzzle_hint harmony_hint = {.hint = give_hint};
