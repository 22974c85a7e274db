/* The complete methods of legality on boards that make them work: states that a failed one
 * dominates, cuts, tiles that run short, states met again with fewer tiles. Each method is compared
 * with the other, which shares no pruning with it, and its routes are filled and checked by the
 * oracle; the counters must say that the boards came where they were meant to. QUANDARY_SLOW_TESTS
 * takes ten times as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/dominance.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/search.h"
#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/model/legality/tiles_left.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

enum { MOST_STATES = 20000 };

static unsigned times(unsigned count) {
    return getenv("QUANDARY_SLOW_TESTS") ? 10 * count : count;
}

static void fail_at(const struct flows_board *board, const char *what) {
    char text[FLOWS_MOST_HEXES + 1];
    fail_msg("%s: axes=%u radius=%u %s (left %u %u %u %u)", what, board->axes, board->grid->radius,
             board_to_text(board, text), board->left[0], board->left[1], board->left[2],
             board->left[3]);
}

/* Routes must make a filling that the oracle accepts. */
static void check_routes(const struct flows_board *board, const struct flows_net *net,
                         const struct flows_routes *routes, const uint8_t *left) {
    uint8_t tile[FLOWS_MOST_HEXES];
    flows_choose_tiles(net, routes, left, tile);
    if (!oracle_accepts_filling(board, board->axes, left == NULL, tile))
        fail_at(board, "the routes are none");
}

/* What both methods say, each alone. Returns QD_LIMIT if one of them gave up. */
static qd_status ask_both(const struct flows_board *board, const uint8_t *left, unsigned variant,
                          struct flows_work *search_work, struct flows_work *sweep_work) {
    struct flows_net net;
    struct flows_routes found, swept;
    struct flows_supply supply = {.watched = 0};
    memcpy(supply.left, board->left, sizeof supply.left);
    flows_net_start(&net, board);
    flows_net_check(&net);
    qd_status search = flows_search(&net, net.axes, left, MOST_STATES, NULL, &found, search_work);
    qd_status sweep = flows_sweep(&net, net.axes, left ? &supply : NULL, variant, 10 * MOST_STATES,
                                  NULL, &swept, sweep_work);
    if (search == QD_LIMIT || sweep == QD_LIMIT)
        return QD_LIMIT;
    if (search != sweep)
        fail_at(board, search == QD_YES ? "the sweep found none" : "the search found none");
    if (search == QD_YES) {
        check_routes(board, &net, &found, left);
        check_routes(board, &net, &swept, left);
    }
    return search;
}

static void add_work(struct flows_work *sum, const struct flows_work *work) {
    sum->nodes += work->nodes;
    sum->dominated += work->dominated;
    sum->cut += work->cut;
    sum->unserved += work->unserved;
    sum->again += work->again;
    sum->replaced += work->replaced;
    sum->counted += work->counted;
}

/* ---- what failed states dominate ---- */

/* Takes pairs of the tile, each with a chance of 1 in `share`. */
static void take_some(struct flows_routes *routes, unsigned hex, unsigned tile, unsigned share,
                      struct random *random) {
    routes->pairs[hex] = routes->taken[hex] = 0;
    for (unsigned port = 0; port < FLOWS_PORTS; port++)
        if (port < flows_partner(tile, port) && random_below(random, share) == 0)
            flows_take_step(routes, hex, port, flows_partner(tile, port));
}

/* A tile with a straight line, or one of two without. */
static unsigned random_look(struct random *random) {
    static const uint8_t tiles[] = {0, 18, 19};
    return tiles[random_below(random, 3)];
}

/* Pairs that some tile joins, few of them, so that one state often takes what another one takes and
 * more. */
static struct flows_routes random_routes(struct random *random) {
    struct flows_routes routes = {{0}, {0}};
    for (unsigned hex = 0; hex < 7; hex++)
        take_some(&routes, hex, random_look(random), 3, random);
    return routes;
}

static bool has_straight(const struct flows_routes *routes, unsigned hex) {
    for (unsigned port = 0; port < 3; port++)
        if (routes->pairs[hex] & flows_pair(port, port + 3))
            return true;
    return false;
}

/* By definition: what failed with less taken fails with more taken too. With the tiles left, what
 * is asked of the hexes must be the same. */
static bool should_dominate(const struct flows_routes *failed, const struct flows_routes *routes,
                            bool exactly) {
    for (unsigned hex = 0; hex < 7; hex++) {
        if (exactly && failed->pairs[hex] != routes->pairs[hex])
            return false;
        if ((failed->taken[hex] & ~routes->taken[hex]) != 0 ||
            (has_straight(failed, hex) && !has_straight(routes, hex)))
            return false;
    }
    return true;
}

static struct flows_ends random_ends(struct random *random) {
    struct flows_ends ends;
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        ends.at[edge] = random_below(random, 8) ? FLOWS_OPEN : (uint16_t)flows_node(edge, 2);
    return ends;
}

/* The ends of teams that are still open count. */
static bool same_ends(const struct flows_ends *one, const struct flows_ends *two, unsigned open) {
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        if (open >> edge % 3 & 1 && one->at[edge] != two->at[edge])
            return false;
    return true;
}

struct remembered {
    struct flows_routes routes;
    struct flows_ends ends;
    unsigned open;
};

static bool any_dominates(const struct remembered *list, unsigned count,
                          const struct remembered *asked, bool exactly) {
    for (unsigned i = 0; i < count; i++)
        if (list[i].open == asked->open && same_ends(&list[i].ends, &asked->ends, asked->open) &&
            should_dominate(&list[i].routes, &asked->routes, exactly))
            return true;
    return false;
}

static struct remembered random_state(struct random *random) {
    return (struct remembered){.routes = random_routes(random),
                               .ends = random_ends(random),
                               .open = 3 + 4 * (unsigned)random_below(random, 2)};
}

/* The same with a step more, with a hex that nobody uses, with one of which all ports are taken, or
 * as it is. */
static struct remembered nearly(struct remembered one, struct random *random) {
    unsigned hex = (unsigned)random_below(random, 7), how = (unsigned)random_below(random, 4);
    unsigned in = (unsigned)random_below(random, FLOWS_PORTS), out = (in + 1 + hex % 3) % 6;
    if (how == 0)
        one.routes.pairs[hex] = one.routes.taken[hex] = 0;
    if (how == 2)
        take_some(&one.routes, hex, random_look(random), 1, random);
    if (how == 1 && flows_is_valid_step(&one.routes, hex, in, out))
        flows_take_step(&one.routes, hex, in, out);
    return one;
}

static void dominated_by_definition(void **state) {
    enum { KEPT = 40 }; /* as many as are looked at in any case */
    struct random random;
    unsigned dominated[2] = {0}, asked = 0;
    (void)state;
    random_seed(&random, 43);
    for (unsigned round = 0; round < 200; round++) {
        struct remembered list[KEPT];
        struct flows_failed *failed = flows_failed_new(7, round % 2);
        for (unsigned i = 0; i < KEPT; i++) {
            struct remembered one = i % 3 ? nearly(list[i - 1], &random) : random_state(&random);
            bool expected = any_dominates(list, i, &one, round % 2);
            assert_int_equal(flows_failed_dominates(failed, &one.routes, &one.ends, one.open),
                             expected);
            dominated[round % 2] += expected;
            asked++;
            flows_failed_add(failed, &one.routes, &one.ends, one.open);
            list[i] = one;
        }
        flows_failed_free(failed);
    }
    print_message("# %u states asked for, %u dominated, %u dominated exactly\n", asked,
                  dominated[0], dominated[1]);
    assert_true(dominated[0] > 100 && dominated[1] > 100 &&
                asked > dominated[0] + dominated[1] + 1000);
}

/* ---- any tiles ---- */

/* Boards on which the search fails first and finds routes afterwards: here a state that is
 * dominated by mistake loses them. */
static void failed_states(void **state) {
    struct random random;
    struct flows_work sum = {0};
    unsigned late = 0, none = 0;
    (void)state;
    random_seed(&random, 41);
    for (unsigned i = 0; i < times(1500); i++) {
        struct flows_board board;
        struct flows_work search = {0}, sweep = {0};
        random_legal_board(&board, 3, FLOWS_ALL_AXES, 9 + i % 12, &random);
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        qd_status status = ask_both(&board, NULL, i % 4, &search, &sweep);
        late += status == QD_YES && search.dominated > 0;
        none += status == QD_NO;
        add_work(&sum, &search);
        add_work(&sum, &sweep);
    }
    print_message(
        "# %u found after dominated states, %u refuted; %llu dominated, %llu cut, %llu met "
        "again\n",
        late, none, (unsigned long long)sum.dominated, (unsigned long long)sum.cut,
        (unsigned long long)sum.again);
    assert_true(late >= 15 && none > 50 && sum.dominated > 500 && sum.cut > 500 &&
                sum.again > 5000);
}

/* ---- tiles left ---- */

/* Hardly more tiles than hexes, of types that suit nobody. */
static void make_tiles_short(struct flows_board *board, struct random *random) {
    unsigned empty = flows_set_count(&board->empty);
    memset(board->left, 0, sizeof board->left);
    for (unsigned i = 0; i < empty; i++)
        board->left[random_below(random, 4) ? random_below(random, FLOWS_TYPES) : 3]++;
}

static void short_of_tiles(void **state) {
    struct random random;
    struct flows_work sum = {0};
    unsigned yes = 0, no = 0;
    (void)state;
    random_seed(&random, 42);
    for (unsigned i = 0; i < times(600); i++) {
        struct flows_board board;
        struct flows_work search = {0}, sweep = {0};
        random_legal_board(&board, 2, i % 3 ? 7 : 3, 4 + i % 5, &random);
        make_tiles_short(&board, &random);
        qd_status status = ask_both(&board, board.left, i % 4, &search, &sweep);
        yes += status == QD_YES;
        no += status == QD_NO;
        add_work(&sum, &search);
        add_work(&sum, &sweep);
    }
    print_message("# short of tiles: %u yes, %u no; %llu unserved, %llu counted, "
                  "%llu met again, %llu replaced\n",
                  yes, no, (unsigned long long)sum.unserved, (unsigned long long)sum.counted,
                  (unsigned long long)sum.again, (unsigned long long)sum.replaced);
    assert_true(yes > 100 && no > 50 && sum.unserved > 500 && sum.counted > 100);
    assert_true(sum.again > 500 && sum.replaced > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dominated_by_definition),
        cmocka_unit_test(failed_states),
        cmocka_unit_test(short_of_tiles),
    };
    return cmocka_run_group_tests_name("flows_methods", tests, NULL, NULL);
}
