/* The exact legality of Flows against an oracle that tries all tiles, on boards of 7 and 19 hexes;
 * witnesses and refusals are checked by the oracle too. QUANDARY_SLOW_TESTS takes larger sets, and
 * if it is "all", much larger ones still. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/heuristic.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/search.h"
#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

enum { NO_LIMIT = 100000000 };

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

struct tally {
    unsigned yes, no, skipped, cuts, rooms, collisions, lacks;
};

static void fail_at(const struct flows_board *board, const char *what, bool any) {
    char text[FLOWS_MOST_HEXES + 1];
    fail_msg("%s: axes=%u radius=%u %s (%s, left %u %u %u %u)", what, board->axes,
             board->grid->radius, board_to_text(board, text), any ? "any tiles" : "tiles left",
             board->left[0], board->left[1], board->left[2], board->left[3]);
}

/* ---- refusals ---- */

/* The tiles that are named cut the team off by themselves, and each of them is needed. */
static void check_wall(const struct flows_board *board, const struct flows_refusal *refusal) {
    struct oracle oracle;
    int axis = __builtin_ctz(refusal->axes);
    oracle_read(&oracle, board, true, 0);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (!flows_set_has(&refusal->wall, hex))
            oracle.tile[hex] = -1;
    if (oracle_has_way(&oracle, axis))
        fail_at(board, "the tiles named leave a way", true);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++) {
        int tile = oracle.tile[hex];
        oracle.tile[hex] = -1;
        if (tile >= 0 && !oracle_has_way(&oracle, axis))
            fail_at(board, "a tile is named that is not needed", true);
        oracle.tile[hex] = tile;
    }
}

static void check_refusal(const struct flows_board *board, bool any, struct tally *tally) {
    struct flows_refusal refusal;
    struct flows_board fewer = *board;
    uint8_t tile[FLOWS_MOST_HEXES];
    if (flows_explain(board, !any, NULL, &refusal) != QD_NO || refusal.axes == 0 ||
        refusal.axes & ~board->axes)
        fail_at(board, "no explanation", any);
    bool left_only = refusal.kind == FLOWS_TILES_LACK;
    /* With any team less they can be joined. */
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        fewer.axes = (uint8_t)(refusal.axes & ~(1U << axis));
        if (fewer.axes == refusal.axes || fewer.axes == 0)
            continue;
        if (flows_find_witness(&fewer, left_only, NULL, tile, NULL) != QD_YES ||
            !oracle_accepts_filling(board, fewer.axes, !left_only, tile))
            fail_at(board, "the conflict is not the smallest", any);
    }
    fewer.axes = refusal.axes;
    if (flows_has_distinct_potential_paths(&fewer, left_only, NULL) != QD_NO)
        fail_at(board, "the conflict is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT || refusal.kind == FLOWS_NO_ROOM) &&
        !oracle_accepts_cut(board, &refusal))
        fail_at(board, "the cut is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT) != (!left_only && !(refusal.axes & (refusal.axes - 1))))
        fail_at(board, "a team alone is always cut", any);
    if (refusal.kind == FLOWS_TEAM_IS_CUT)
        check_wall(board, &refusal);
    tally->cuts += refusal.kind == FLOWS_TEAM_IS_CUT;
    tally->rooms += refusal.kind == FLOWS_NO_ROOM;
    tally->collisions += refusal.kind == FLOWS_TEAMS_COLLIDE;
    tally->lacks += left_only;
}

/* ---- decisions ---- */

/* The engine against what the oracle says: 1, 0, or -1 if it has not decided. */
static void compare(const struct flows_board *board, bool any, int expected, struct tally *tally) {
    uint8_t tile[FLOWS_MOST_HEXES];
    qd_status status = flows_find_witness(board, !any, NULL, tile, NULL);
    if (status == QD_YES && !oracle_accepts_filling(board, board->axes, any, tile))
        fail_at(board, "the witness is none", any);
    if (expected < 0) {
        tally->skipped++;
        return;
    }
    if (status != (expected ? QD_YES : QD_NO))
        fail_at(board, expected ? "refused, but there is a way" : "accepted without a way", any);
    tally->yes += status == QD_YES;
    tally->no += status == QD_NO;
    if (status == QD_NO)
        check_refusal(board, any, tally);
}

static int ask_oracle(const struct flows_board *board, bool any, long nodes) {
    struct oracle oracle;
    oracle_read(&oracle, board, any, nodes);
    return oracle_can_join(&oracle, board->axes);
}

static void check_board(const struct flows_board *board, bool any, long nodes,
                        struct tally *tally) {
    compare(board, any, ask_oracle(board, any, nodes), tally);
}

static struct flows_supply supply_of(const struct flows_board *board) {
    struct flows_supply supply = {.watched = 0};
    memcpy(supply.left, board->left, sizeof(supply.left));
    return supply;
}

/* What is looked at roughly is never refuted if there is a way. With every second hex exact, then
 * with more and more. */
static void check_rough_sweeps(const struct flows_board *board, bool any, bool expected) {
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    flows_net_start(&net, board);
    for (unsigned pattern = 0; pattern < 8; pattern++) {
        struct flows_set exact = {{UINT64_C(0x9669699669969669) >> pattern | pattern, 0}};
        struct flows_supply supply = supply_of(board);
        if (flows_sweep_roughly(&net, net.axes, &exact, any ? NULL : &supply, pattern, UINT64_MAX,
                                NULL, &routes, &work) == QD_NO &&
            expected)
            fail_at(board, "the rough sweep is wrong", any);
    }
}

/* The complete methods, each alone. */
static void check_methods(const struct flows_board *board, bool any, bool expected) {
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    qd_status status = expected ? QD_YES : QD_NO;
    flows_net_start(&net, board);
    if (flows_search(&net, net.axes, any ? NULL : board->left, UINT64_MAX, NULL, &routes, &work) !=
        status)
        fail_at(board, "the search is wrong", any);
    for (unsigned variant = 0; variant < 4; variant++) {
        struct flows_supply supply = supply_of(board);
        if (flows_sweep(&net, net.axes, any ? NULL : &supply, variant, UINT64_MAX, NULL, &routes,
                        &work) != status)
            fail_at(board, "the sweep is wrong", any);
    }
    check_rough_sweeps(board, any, expected);
}

static void print_tally(const char *what, const struct tally *tally) {
    print_message("# %s: %u yes, %u no (%u cut, %u without room, %u collide, %u lack tiles), %u "
                  "not decided by the oracle\n",
                  what, tally->yes, tally->no, tally->cuts, tally->rooms, tally->collisions,
                  tally->lacks, tally->skipped);
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
    struct tally tally;
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
        fail_at(board, "the joined axes are wrong", true);
    for (unsigned hex = 0; hex < 7; hex++)
        for (unsigned port = 0; port < 6 && flows_is_empty(board, hex); port++)
            if (engine_link(&net, hex, port) != links->to[hex * 6 + port])
                fail_at(board, "a line leads elsewhere", true);
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
        compare(board, true, can >> axes & 1, &seven->tally);
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

/* All positions with at least so many empty hexes: the fewer, the more there are (4: 100,000; 3:
 * 1,400,000; 2: 13,000,000; 1: 65,000,000; 0: 171,000,000). */
static int least_empty(void) {
    const char *wish = getenv("QUANDARY_SLOW_TESTS");
    if (!wish)
        return 4;
    return strcmp(wish, "all") == 0 ? 0 : 2;
}

static void seven_hexes_in_order(void **state) {
    struct seven *seven = calloc(1, sizeof(*seven));
    (void)state;
    assert_non_null(seven);
    for (int count = 7; count >= least_empty(); count--) {
        char what[64];
        seven->tally = (struct tally){0};
        seven->boards = seven->nets = 0;
        for (unsigned empty = 0; empty < 128; empty++)
            if (__builtin_popcount(empty) == count)
                check_all_fillings(empty, seven);
        snprintf(what, sizeof(what), "7 hexes, %d empty, %u boards, %u nets", count, seven->boards,
                 seven->nets);
        print_tally(what, &seven->tally);
    }
    for (unsigned empty = 0; empty < 128; empty++)
        free(seven->known[empty].table);
    free(seven);
}

static void seven_hexes_at_random(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 7);
    for (unsigned i = 0; i < (slow() ? 400000u : 20000u); i++) {
        struct flows_board board;
        random_board(&board, 1, 1 + i % 7, (unsigned)random_below(&random, 6), false, &random);
        check_board(&board, true, NO_LIMIT, &tally);
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            board.left[type] = (uint8_t)random_below(&random, 4);
        check_board(&board, false, NO_LIMIT, &tally);
    }
    print_tally("7 hexes, random", &tally);
    assert_int_equal(tally.skipped, 0);
    assert_true(tally.lacks > 100);
}

static void nineteen_hexes_at_random(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 19);
    for (unsigned i = 0; i < (slow() ? 11000u : 1000u); i++) {
        struct flows_board board;
        unsigned axes = 1 + i % 7, empty = (unsigned)random_below(&random, 10);
        if (i % 2 == 0)
            random_board(&board, 2, axes, empty, true, &random);
        else
            random_legal_board(&board, 2, axes, empty, &random);
        check_board(&board, true, 100000, &tally);
        check_board(&board, false, 100000, &tally);
    }
    print_tally("19 hexes, random", &tally);
    assert_true(tally.yes > 500 && tally.no > 300);
}

/* One more tile on a legal board is where the difficult questions are. */
static void nineteen_hexes_after_a_move(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 20);
    for (unsigned i = 0; i < (slow() ? 3000u : 300u); i++) {
        struct flows_board board;
        random_legal_board(&board, 2, 3 + 4 * (i % 2), 4 + (unsigned)random_below(&random, 5),
                           &random);
        if (flows_set_empty(&board.empty))
            continue;
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        check_board(&board, true, 100000, &tally);
        check_board(&board, false, 100000, &tally);
    }
    print_tally("19 hexes, moves", &tally);
    assert_true(tally.yes > 100 && tally.no > 20);
}

static void both_methods_are_right_alone(void **state) {
    struct random random;
    (void)state;
    random_seed(&random, 3);
    for (unsigned i = 0; i < (slow() ? 20000u : 2000u); i++) {
        struct flows_board board;
        random_board(&board, 1 + i % 2, 1 + i % 7, (unsigned)random_below(&random, 6), false,
                     &random);
        for (unsigned any = 0; any < 2; any++) {
            int expected = ask_oracle(&board, any, 100000);
            if (expected >= 0)
                check_methods(&board, any, expected);
        }
    }
}

/* Where the oracle would take too long, they are compared with each other. */
static void both_methods_agree_on_larger_boards(void **state) {
    struct random random;
    unsigned decided = 0, refuted = 0;
    (void)state;
    random_seed(&random, 4);
    for (unsigned i = 0; i < (slow() ? 10000u : 600u); i++) {
        struct flows_board board;
        struct flows_net net;
        struct flows_routes routes;
        struct flows_work work = {0};
        random_legal_board(&board, 3, i % 3 ? 7 : 3, 4 + i % 16, &random);
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        const uint8_t *left = i % 2 ? NULL : board.left;
        struct flows_supply supply = supply_of(&board);
        flows_net_start(&net, &board);
        qd_status search = flows_search(&net, net.axes, left, 1000, NULL, &routes, &work);
        qd_status sweep =
            flows_sweep(&net, net.axes, left ? &supply : NULL, i % 4, 20000, NULL, &routes, &work);
        if (search == QD_LIMIT || sweep == QD_LIMIT)
            continue;
        if (search != sweep)
            fail_at(&board, "search and sweep disagree", left == NULL);
        decided++;
        refuted += search == QD_NO;
    }
    print_message("# %u boards decided by both, %u refuted\n", decided, refuted);
    assert_true(decided > 400 && refuted > 50);
}

/* ---- moves ---- */

static void placements_agree_with_single_moves(void **state) {
    struct random random;
    (void)state;
    random_seed(&random, 37);
    for (unsigned i = 0; i < (slow() ? 2000u : 150u); i++) {
        struct flows_board board;
        struct flows_placements map;
        unsigned type = (unsigned)random_below(&random, FLOWS_TYPES), legal = 0;
        random_legal_board(&board, 1 + i % 4, 1 + i % 7, i % 20, &random);
        qd_status status = flows_place_everywhere(&board, type, i % 3 == 0, NULL, &map);
        for (unsigned rotation = 0; rotation < 6; rotation++)
            for (unsigned hex = 0; hex < board.grid->hexes; hex++) {
                unsigned tile = flows_tile(type, rotation);
                char verdict = map.at[rotation][hex];
                assert_int_equal(verdict == '.', !flows_is_empty(&board, hex));
                bool is_legal = flows_is_move_legal(&board, hex, tile, i % 3 == 0, NULL) == QD_YES;
                if (is_legal != (verdict == '1' || verdict == 'W'))
                    fail_at(&board, "map and single move disagree", i % 3 != 0);
                if (verdict == '.')
                    continue;
                struct flows_board after = board;
                flows_place(&after, hex, tile);
                assert_int_equal(flows_find_winning_players(&after) != 0, verdict == 'W');
                legal += is_legal && rotation < flows_rotations(type);
            }
        assert_int_equal(map.legal, legal);
        assert_int_equal(status, legal > 0 ? QD_YES : QD_NO);
    }
}

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
 * and they are told apart as whole lists. */
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

/* ---- limits ---- */

/* Infeasible by no cut, and out of reach for the search alone. */
static const char *const hard = "...LWSAW.TBGU.O....U..I.....P.EES.P.F";

static void a_hard_position(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work;
    struct flows_refusal refusal;
    (void)state;
    board_from_text(&board, 3, 7, hard);
    flows_net_start(&net, &board);
    assert_int_equal(flows_join(&net, 7, NULL, NULL, &routes, &work), QD_NO);
    assert_int_equal(work.stage, FLOWS_BY_SWEEP);
    assert_int_equal(work.nodes, 155);
    work.nodes = 0;
    assert_int_equal(flows_search(&net, 7, NULL, 500, NULL, &routes, &work), QD_LIMIT);
    assert_int_equal(work.nodes, 500);
    work.nodes = 0;
    assert_int_equal(flows_search(&net, 3, NULL, 500, NULL, &routes, &work), QD_YES);
    assert_int_equal(work.nodes, 13);
    assert_int_equal(flows_explain(&board, false, NULL, &refusal), QD_NO);
    assert_int_equal(refusal.kind, FLOWS_TEAMS_COLLIDE);
    assert_int_equal(refusal.axes, 7);
}

static void a_limit_ends_it(void **state) {
    struct flows_board board;
    qd_limits limits = {.nodes = 1};
    (void)state;
    board_from_text(&board, 3, 7, hard);
    qd_control *control = control_new(&limits);
    assert_int_equal(flows_has_distinct_potential_paths(&board, false, control), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_NODES);
    control_free(control);
    control = control_new(NULL);
    control_stop(control);
    assert_int_equal(flows_has_distinct_potential_paths(&board, false, control), QD_LIMIT);
    control_free(control);
}

/* The sweep meets some ten thousand states here. */
static const char *const large = ".UF..KM.....L.V.WH..OXKO...W.L..MK.AH";

/* What the first two sweeps leave open is decided by a rough one and its completion. */
static void a_rough_sweep_decides(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work;
    (void)state;
    board_from_text(&board, 3, 7, large);
    flows_net_start(&net, &board);
    assert_int_equal(flows_join(&net, 7, NULL, NULL, &routes, &work), QD_YES);
    assert_int_equal(work.stage, FLOWS_BY_SWEEP);
    assert_int_equal(work.nodes, 1654);
}

static void memory_is_limited(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    qd_limits limits = {.bytes = 100000};
    (void)state;
    board_from_text(&board, 3, 7, large);
    flows_net_start(&net, &board);
    qd_control *control = control_new(&limits);
    assert_int_equal(flows_sweep(&net, 7, NULL, 0, UINT64_MAX, control, &routes, &work), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_BYTES);
    control_free(control);
}

static void an_empty_board_is_legal(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++)
        for (unsigned axes = 1; axes <= FLOWS_ALL_AXES; axes++) {
            struct flows_board board;
            uint8_t tile[FLOWS_MOST_HEXES];
            flows_board_start(&board, radius, axes);
            for (unsigned any = 0; any < 2; any++) {
                assert_int_equal(flows_find_witness(&board, !any, NULL, tile, NULL), QD_YES);
                assert_true(oracle_accepts_filling(&board, axes, any, tile));
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_legal),
        cmocka_unit_test(seven_hexes_in_order),
        cmocka_unit_test(seven_hexes_at_random),
        cmocka_unit_test(nineteen_hexes_at_random),
        cmocka_unit_test(nineteen_hexes_after_a_move),
        cmocka_unit_test(both_methods_are_right_alone),
        cmocka_unit_test(both_methods_agree_on_larger_boards),
        cmocka_unit_test(placements_agree_with_single_moves),
        cmocka_unit_test(heuristic_never_accepts_what_is_illegal),
        cmocka_unit_test(the_smallest_wrong_refusal),
        cmocka_unit_test(the_letter_accepts_a_wall),
        cmocka_unit_test(the_letter_does_not_end),
        cmocka_unit_test(a_hard_position),
        cmocka_unit_test(a_limit_ends_it),
        cmocka_unit_test(a_rough_sweep_decides),
        cmocka_unit_test(memory_is_limited),
    };
    return cmocka_run_group_tests_name("flows_legal", tests, NULL, NULL);
}
