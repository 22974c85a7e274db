/* The exact legality of Flows on the board of 7 hexes: every position, against an oracle that tries
 * all tiles. QUANDARY_SLOW_TESTS takes larger sets, and if it is "all", much larger ones still. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/net.h"
#include "puzzles/flows/tests/flows_legal_oracle.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

enum { NO_LIMIT = 100000000 };

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- all positions of 7 hexes ---- */

/* What a decision depends on: where the lines lead from each port of the empty hexes, and which
 * axes are joined. Many boards have the same links. */
struct links {
    uint8_t to[7 * 6 + 1];
};

struct known {
    struct links links;
    bool used, compared;
    uint8_t can; /* bit n: some filling joins all axes of the set n */
};

/* The links of all boards with the same empty hexes. */
struct known_set {
    size_t size, count;
    struct known *table;
};

struct seven {
    struct legal_tally tally;
    struct known_set known[128]; /* by the empty hexes */
    unsigned boards, nets;
};

static struct known *find_known(const struct known_set *set, const struct links *links) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < sizeof(links->to); i++)
        hash = (hash ^ links->to[i]) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
    size_t at = (hash >> 17) & (set->size - 1);
    while (set->table[at].used && memcmp(&set->table[at].links, links, sizeof(*links)) != 0)
        at = (at + 1) & (set->size - 1);
    return &set->table[at];
}

static void make_room(struct known_set *set) {
    if (set->count * 2 < set->size)
        return;
    struct known_set old = *set;
    set->size = old.size ? old.size * 4 : 256;
    set->table = calloc(set->size, sizeof(*set->table));
    assert_non_null(set->table);
    for (size_t i = 0; i < old.size; i++)
        if (old.table[i].used)
            *find_known(set, &old.table[i].links) = old.table[i];
    free(old.table);
}

static struct links read_links(const struct oracle *oracle) {
    struct links links = {{0}};
    for (int axis = 0; axis < FLOWS_AXES; axis++)
        links.to[42] |= (uint8_t)(oracle_joined(oracle, axis) << axis);
    for (int hex = 0; hex < 7; hex++)
        for (int port = 0; port < 6 && oracle->tile[hex] < 0; port++)
            links.to[hex * 6 + port] = (uint8_t)oracle_link(oracle, hex, port);
    return links;
}

static uint8_t all_subsets(unsigned axes) {
    uint8_t sets = 0;
    for (unsigned set = 0; set <= FLOWS_ALL_AXES; set++)
        sets |= (uint8_t)(((set & ~axes) == 0) << set);
    return sets;
}

/* Which sets of axes can be joined (bits): by trying all tiles on all empty hexes, but boards with
 * the same links once only. */
static uint8_t joinable(struct seven *seven, struct oracle *oracle, unsigned empty,
                        const struct links *links) {
    static const int tiles[FLOWS_SHAPES] = {0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18, 19};
    make_room(&seven->known[empty]);
    const struct known *known = find_known(&seven->known[empty], links);
    if (known->used)
        return known->can;
    uint8_t can = all_subsets(links->to[42]);
    int hex = empty ? __builtin_ctz(empty) : 0;
    for (unsigned i = 0; empty && i < FLOWS_SHAPES && can != 0xFF; i++) {
        oracle->tile[hex] = tiles[i];
        struct links after = read_links(oracle);
        can |= joinable(seven, oracle, empty & (empty - 1), &after);
    }
    if (empty)
        oracle->tile[hex] = -1;
    *find_known(&seven->known[empty], links) =
        (struct known){.links = *links, .used = true, .can = can};
    seven->known[empty].count++;
    return can;
}

static unsigned engine_link(const struct flows_net *net, unsigned hex, unsigned port) {
    unsigned there = net->link[flows_node(hex, port)];
    return flows_node_is_border(there) ? flows_node_edge(there)
                                       : 6 + flows_node_hex(there) * 6 + flows_node_port(there);
}

/* The engine must see the same links as the oracle. */
static void compare_links(const struct flows_board *board, const struct links *links) {
    struct flows_net net;
    flows_net_start(&net, board);
    if (net.joined != links->to[42])
        legal_fail_at(board, "the joined axes are wrong", true);
    for (unsigned hex = 0; hex < 7; hex++)
        for (unsigned port = 0; port < 6 && flows_is_empty(board, hex); port++)
            if (engine_link(&net, hex, port) != links->to[hex * 6 + port])
                legal_fail_at(board, "a line leads elsewhere", true);
}

static void check_seven(struct flows_board *board, struct oracle *oracle, unsigned empty,
                        struct seven *seven) {
    struct links links = read_links(oracle);
    compare_links(board, &links);
    seven->boards++;
    uint8_t can = joinable(seven, oracle, empty, &links);
    struct known *known = find_known(&seven->known[empty], &links);
    if (known->compared)
        return;
    known->compared = true;
    seven->nets++;
    for (unsigned axes = 1; axes <= FLOWS_ALL_AXES; axes++) {
        board->axes = (uint8_t)axes;
        legal_compare(board, true, can >> axes & 1, &seven->tally);
    }
}

/* Every position of 7 hexes in which exactly these hexes are empty: the links of all boards are
 * compared, and those with the same links are decided once, for all axis sets. */
static void check_all_fillings(unsigned empty, struct seven *seven) {
    struct flows_board board;
    struct oracle oracle;
    unsigned shapes[7] = {0}, at;
    flows_board_start(&board, 1, FLOWS_ALL_AXES);
    oracle_read(&oracle, &board, true, 0);
    do {
        flows_board_start(&board, 1, FLOWS_ALL_AXES);
        for (unsigned hex = 0; hex < 7; hex++)
            if (!(empty >> hex & 1)) {
                flows_place(&board, hex, flows_shape_tile(shapes[hex]));
                oracle.tile[hex] = board.tile[hex];
            }
        check_seven(&board, &oracle, empty, seven);
        for (at = 0; at < 7; at++) {
            if (empty >> at & 1)
                continue;
            if (++shapes[at] < FLOWS_SHAPES)
                break;
            shapes[at] = 0;
        }
    } while (at < 7);
}

/* All positions with at least this many empty hexes: the fewer, the more there are (4: 100,000; 3:
 * 1,400,000; 2: 13,000,000; 1: 65,000,000; 0: 171,000,000). */
static int least_empty(void) {
    const char *set = getenv("QUANDARY_SLOW_TESTS");
    if (!set)
        return 4;
    return strcmp(set, "all") == 0 ? 0 : 2;
}

static void seven_hexes_in_order(void **state) {
    struct seven *seven = calloc(1, sizeof(*seven));
    (void)state;
    assert_non_null(seven);
    for (int count = 7; count >= least_empty(); count--) {
        char what[64];
        seven->tally = (struct legal_tally){0};
        seven->boards = seven->nets = 0;
        for (unsigned empty = 0; empty < 128; empty++)
            if (__builtin_popcount(empty) == count)
                check_all_fillings(empty, seven);
        snprintf(what, sizeof(what), "7 hexes, %d empty, %u boards, %u nets", count, seven->boards,
                 seven->nets);
        legal_print_tally(what, &seven->tally);
    }
    for (unsigned empty = 0; empty < 128; empty++)
        free(seven->known[empty].table);
    free(seven);
}

static void seven_hexes_at_random(void **state) {
    struct legal_tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 7);
    for (unsigned i = 0; i < (slow() ? 400000u : 20000u); i++) {
        struct flows_board board;
        random_board(&board, 1, 1 + i % 7, (unsigned)random_below(&random, 6), false, &random);
        legal_check_board(&board, true, NO_LIMIT, &tally);
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            board.left[type] = (uint8_t)random_below(&random, 4);
        legal_check_board(&board, false, NO_LIMIT, &tally);
    }
    legal_print_tally("7 hexes, random", &tally);
    assert_int_equal(tally.skipped, 0);
    assert_true(tally.lacks > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_hexes_in_order),
        cmocka_unit_test(seven_hexes_at_random),
    };
    return cmocka_run_group_tests_name("flows_seven_hexes", tests, NULL, NULL);
}
