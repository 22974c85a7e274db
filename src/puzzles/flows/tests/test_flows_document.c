/* The heuristic of the original document, kindly read and read to the letter, against the exact
 * legality. docs/errata.md lists the differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/routes.h"
#include "puzzles/flows/tests/flows_positions.h"

static void heuristic_never_accepts_what_is_illegal(void **state) {
    struct random random;
    unsigned refused = 0;
    (void)state;
    random_seed(&random, 5);
    for (unsigned i = 0; i < 3000; i++) {
        struct flows_board board;
        random_legal_board(&board, 3, 7, (unsigned)random_below(&random, 20), &random);
        if (flows_set_empty(&board.empty))
            continue;
        unsigned hex = random_empty_hex(&board, &random);
        unsigned tile = (unsigned)random_below(&random, 24);
        bool exact = flows_is_move_legal(&board, hex, tile, false, NULL) == QD_YES;
        bool guess = flows_heuristic_is_move_legal(&board, hex, tile);
        assert_true(exact || !guess);
        refused += exact && !guess;
    }
    print_message("# the heuristic refused %u legal moves of 3000\n", refused);
    assert_true(refused > 0);
}

/* ---- the original document, read to the letter ---- */

/* Its paths are lists of hexes. The tiles on the board and the border ports play no part in them,
 * and two paths are the same only if the whole lists are. */
enum { MOST_PATHS = 100000, LONGEST_PATH = 64 };

struct literal_path {
    uint8_t length, hex[LONGEST_PATH];
};

struct literal_claims {
    bool edge[FLOWS_MOST_HEXES][FLOWS_PORTS];
    unsigned demand[FLOWS_MOST_HEXES]; /* pairs */
};

static unsigned port_towards(const struct flows_board *board, unsigned from, unsigned to) {
    unsigned port = 0;
    while (board->grid->hex[from].neighbour[port] != to)
        port++;
    return port;
}

static bool is_on_border(const struct flows_board *board, unsigned hex, unsigned edge) {
    return memchr(board->grid->hex[hex].edge, (int)edge, FLOWS_PORTS) != NULL;
}

static bool literal_step(const struct flows_board *board, const struct literal_claims *claims,
                         const struct literal_path *path, unsigned port) {
    unsigned hex = path->hex[path->length - 1];
    if (claims->edge[hex][port])
        return false;
    if (path->length < 2 || !flows_is_empty(board, hex))
        return true;
    unsigned in = port_towards(board, hex, path->hex[path->length - 2]);
    return in != port && flows_is_satisfiable(claims->demand[hex] | flows_pair(in, port));
}

static void literal_claim(const struct flows_board *board, const struct literal_path *path,
                          struct literal_claims *claims) {
    for (unsigned i = 0; i + 1 < path->length; i++) {
        unsigned out = port_towards(board, path->hex[i], path->hex[i + 1]);
        claims->edge[path->hex[i]][out] = true;
        claims->edge[path->hex[i + 1]][flows_opposite(out)] = true;
        if (i > 0)
            claims->demand[path->hex[i]] |=
                flows_pair(port_towards(board, path->hex[i], path->hex[i - 1]), out);
    }
}

/* Breadth-first from one edge to another. Every list of hexes is new, so that nothing is ever met
 * again, and only the goal ends it. Returns how many lists were taken up; MOST_PATHS: it was given
 * up. */
static unsigned literal_search(const struct flows_board *board, struct literal_claims *claims,
                               unsigned from, unsigned to) {
    struct literal_path *queue = calloc(MOST_PATHS, sizeof(*queue));
    unsigned count = 0, at = 0;
    assert_non_null(queue);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (is_on_border(board, hex, from))
            queue[count++] = (struct literal_path){1, {(uint8_t)hex}};
    for (; at < count; at++) {
        unsigned hex = queue[at].hex[queue[at].length - 1];
        if (is_on_border(board, hex, to)) {
            literal_claim(board, &queue[at], claims);
            break;
        }
        for (unsigned port = 0; port < FLOWS_PORTS && count < MOST_PATHS; port++) {
            unsigned next = board->grid->hex[hex].neighbour[port];
            if (next == FLOWS_NONE || !literal_step(board, claims, &queue[at], port))
                continue;
            queue[count] = queue[at];
            queue[count].hex[queue[count].length++] = (uint8_t)next;
            count++;
        }
    }
    free(queue);
    return count < MOST_PATHS ? at + 1 : MOST_PATHS;
}

static bool literal_finds_paths(const struct flows_board *board) {
    struct literal_claims claims = {.demand = {0}};
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (board->axes >> axis & 1 && literal_search(board, &claims, axis, axis + 3) == MOST_PATHS)
            return false;
    return true;
}

/* All lines of edge 0 are turned back at once. */
static void the_letter_accepts_a_wall(void **state) {
    struct flows_board board;
    (void)state;
    board_from_text(&board, 3, 3, "SSSS.................................");
    assert_int_equal(flows_has_distinct_potential_paths(&board, false, NULL), QD_NO);
    assert_true(literal_finds_paths(&board));
}

/* Seven hexes have 42 ports, but no end of paths. */
static void the_letter_does_not_end(void **state) {
    struct flows_board board;
    struct literal_claims claims = {.demand = {0}};
    (void)state;
    flows_board_start(&board, 1, FLOWS_ALL_AXES);
    assert_int_equal(literal_search(&board, &claims, 0, FLOWS_EDGES), MOST_PATHS);
}

/* On the smallest board, by the second tile; with one tile it is never wrong. */
static void the_smallest_wrong_refusal(void **state) {
    struct flows_board board;
    (void)state;
    board_from_text(&board, 1, 7, "K......");
    assert_false(flows_heuristic_is_move_legal(&board, 1, 'O' - 'A'));
    assert_int_equal(flows_is_move_legal(&board, 1, 'O' - 'A', false, NULL), QD_YES);
    for (unsigned hex = 0; hex < 7; hex++)
        for (unsigned tile = 0; tile < 24; tile++)
            for (unsigned axes = 1; axes <= FLOWS_ALL_AXES; axes++) {
                flows_board_start(&board, 1, axes);
                assert_int_equal(flows_heuristic_is_move_legal(&board, hex, tile),
                                 flows_is_move_legal(&board, hex, tile, false, NULL) == QD_YES);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heuristic_never_accepts_what_is_illegal),
        cmocka_unit_test(the_smallest_wrong_refusal),
        cmocka_unit_test(the_letter_accepts_a_wall),
        cmocka_unit_test(the_letter_does_not_end),
    };
    return cmocka_run_group_tests_name("flows_document", tests, NULL, NULL);
}
