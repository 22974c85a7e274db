/* The three-peg formulas: states, distances and counts, against the searches of three_oracle.h. */
#include "puzzles/hanoi/core/three.h"

#include "puzzles/hanoi/tests/three_oracle.h"

/* ---- states ---- */

static void pegs_come_back(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(__func__);
    for (unsigned discs = 1; discs <= 64; discs++) {
        uint8_t pegs[64];
        uint8_t back[65];
        memset(back, 9, sizeof back);
        random_pegs(&seed, pegs, discs);
        struct hanoi_three state = state_of(pegs, discs);
        hanoi_three_to_pegs(state, back, discs);
        assert_memory_equal(pegs, back, discs);
        assert_int_equal(back[discs], 9);
        assert_true((state.lo & state.hi) == 0);
    }
}

static void wrong_states_are_refused(void **unused) {
    (void)unused;
    uint8_t pegs[65] = {0};
    struct hanoi_three state = {5, 8};
    assert_false(hanoi_three_from_pegs(&state, pegs, 0));
    assert_false(hanoi_three_from_pegs(&state, pegs, 65));
    pegs[63] = 3;
    assert_false(hanoi_three_from_pegs(&state, pegs, 64));
    assert_true(state.lo == 5 && state.hi == 8);
}

/* ---- distances ---- */

static void distances_to_perfect_states(void **unused) {
    (void)unused;
    for (unsigned discs = 1; discs <= PAIRS_UP_TO; discs++) {
        struct graph graph = make_graph(discs);
        for (unsigned peg = 0; peg < 3; peg++) {
            uint8_t pegs[8];
            memset(pegs, (int)peg, sizeof pegs);
            search_from(&graph, code_of_pegs(pegs, discs));
            for (unsigned code = 0; code < graph.states; code++) {
                uint64_t found[3];
                hanoi_three_to_perfect(graph.engine_state[code], discs, found);
                assert_int_equal(found[peg], graph.distance[code]);
                assert_int_equal(found[0] + found[1] + found[2], 2 * ((1 << discs) - 1));
            }
        }
        free_graph(&graph);
    }
}

/* What the search says about the kind: from how often the largest disc moves if there is only one
 * shortest path, a tie if there are two. */
static unsigned searched_kind(const struct graph *graph, unsigned to, unsigned largest) {
    if (graph->distance[to] == 0)
        return HANOI_THREE_SAME;
    assert_in_range(graph->paths[to], 1, 2);
    unsigned moves = (unsigned)(graph->moves[to] >> 8 * largest & 255);
    assert_in_range(moves, 1, 2);
    if (graph->paths[to] == 2)
        return HANOI_THREE_TIE;
    return moves == 1 ? HANOI_THREE_ONCE : HANOI_THREE_TWICE;
}

/* The largest disc that is on different pegs, by digits. */
static unsigned differing_disc(unsigned from, unsigned to) {
    unsigned largest = HANOI_THREE_NO_DISC;
    for (unsigned disc = 0; from != 0 || to != 0; disc++) {
        largest = from % 3 != to % 3 ? disc : largest;
        from /= 3;
        to /= 3;
    }
    return largest;
}

static void compare_with_search(struct graph *graph, unsigned from, uint64_t tally[4]) {
    uint8_t from_pegs[8], to_pegs[8];
    search_from(graph, from);
    pegs_of_code(from, from_pegs, graph->discs);
    for (unsigned to = 0; to < graph->states; to++) {
        unsigned largest = differing_disc(from, to);
        unsigned kind = searched_kind(graph, to, largest);
        struct hanoi_three a = graph->engine_state[from];
        struct hanoi_three b = graph->engine_state[to];
        struct hanoi_three_distance found = hanoi_three_measure(a, b);
        pegs_of_code(to, to_pegs, graph->discs);
        if (found.length != graph->distance[to] || found.kind != kind || found.largest != largest ||
            kind_by_automaton(from_pegs, to_pegs, graph->discs) != kind) {
            fail_msg("%u discs, state %u to %u: length %" PRIu64 " kind %u, search %u kind %u",
                     graph->discs, from, to, found.length, found.kind, graph->distance[to], kind);
        }
        tally[kind]++;
    }
}

static void all_pairs_agree_with_search(void **unused) {
    (void)unused;
    /* same, once, twice, tie */
    static const uint64_t expected[8][4] = {
        [1] = {3, 6, 0, 0},
        [2] = {9, 66, 0, 6},
        [3] = {27, 636, 18, 48},
        [4] = {81, 5904, 294, 282},
        [5] = {243, 53958, 3372, 1476},
        [6] = {729, 489438, 33972, 7302},
        [7] = {2187, 4422672, 323094, 35016},
    };
    for (unsigned discs = 1; discs <= PAIRS_UP_TO; discs++) {
        uint64_t tally[4] = {0};
        struct graph graph = make_graph(discs);
        for (unsigned from = 0; from < graph.states; from++)
            compare_with_search(&graph, from, tally);
        print_message("%u discs: same %" PRIu64 ", once %" PRIu64 ", twice %" PRIu64
                      ", tie %" PRIu64 "\n",
                      discs, tally[0], tally[1], tally[2], tally[3]);
        assert_memory_equal(tally, expected[discs], sizeof tally);
        free_graph(&graph);
    }
}

/* The sum of all distances over ordered pairs, by the linear recurrence of order five. */
static uint64_t sum_by_recurrence(unsigned discs) {
    int64_t sum[10] = {0, 6, 144, 2838, 53160};
    for (unsigned n = 5; n <= discs; n++) {
        sum[n] = 35 * sum[n - 1] - 395 * sum[n - 2] + 1761 * sum[n - 3] - 2916 * sum[n - 4] +
                 972 * sum[n - 5];
    }
    return (uint64_t)sum[discs];
}

/* Starts only from states with the largest disc on peg 0: the pegs are interchangeable. */
static uint64_t sum_of_distances(unsigned discs, uint64_t tally[4]) {
    uint64_t sum = 0;
    unsigned states = 1;
    for (unsigned disc = 0; disc < discs; disc++)
        states *= 3;
    struct hanoi_three *all = get_memory(states, sizeof *all);
    for (unsigned code = 0; code < states; code++) {
        uint8_t pegs[16];
        pegs_of_code(code, pegs, discs);
        all[code] = state_of(pegs, discs);
    }
    for (unsigned from = 0; from < states / 3; from++) {
        for (unsigned to = 0; to < states; to++) {
            struct hanoi_three_distance distance = hanoi_three_measure(all[from], all[to]);
            sum += 3 * distance.length;
            if (tally != NULL)
                tally[distance.kind] += 3;
        }
    }
    free(all);
    return sum;
}

static void sums_obey_the_recurrence(void **unused) {
    (void)unused;
    for (unsigned discs = 1; discs <= SUMS_UP_TO; discs++)
        assert_int_equal(sum_of_distances(discs, NULL), sum_by_recurrence(discs));
}

/* Takes some ten seconds, so only on request. */
static void tally_of_nine_discs(void **unused) {
    (void)unused;
    uint64_t tally[4] = {0};
    if (!slow_tests())
        skip();
    assert_int_equal(sum_of_distances(9, tally), sum_by_recurrence(9));
    assert_int_equal(tally[HANOI_THREE_SAME], 19683);
    assert_int_equal(tally[HANOI_THREE_ONCE], 359353866);
    assert_int_equal(tally[HANOI_THREE_TWICE], 27279600);
    assert_int_equal(tally[HANOI_THREE_TIE], 767340);
}

static void largest_disc_may_move_twice(void **unused) {
    (void)unused;
    const uint8_t from[] = {1, 1, 0};
    const uint8_t to[] = {0, 0, 1};
    struct hanoi_three_distance found = hanoi_three_measure(state_of(from, 3), state_of(to, 3));
    assert_int_equal(found.length, 5);
    assert_int_equal(found.kind, HANOI_THREE_TWICE);
    assert_int_equal(found.largest, 2);
}

static void perfect_to_perfect_fills_64_bits(void **unused) {
    (void)unused;
    for (unsigned peg = 0; peg < 9; peg++) {
        struct hanoi_three from = hanoi_three_perfect(peg / 3, 64);
        struct hanoi_three to = hanoi_three_perfect(peg % 3, 64);
        bool differ = peg / 3 != peg % 3;
        struct hanoi_three_distance found = hanoi_three_measure(from, to);
        assert_true(found.length == (differ ? UINT64_MAX : 0));
        assert_int_equal(found.kind, differ ? HANOI_THREE_ONCE : HANOI_THREE_SAME);
        assert_int_equal(found.largest, differ ? 63 : HANOI_THREE_NO_DISC);
    }
}

static void check_against_slow(const uint8_t *from, const uint8_t *to, unsigned discs,
                               unsigned tally[4]) {
    wide length[2];
    struct hanoi_three a = state_of(from, discs);
    struct hanoi_three b = state_of(to, discs);
    struct hanoi_three_distance found = hanoi_three_measure(a, b);
    struct hanoi_three_distance back = hanoi_three_measure(b, a);
    slow_distance(from, to, discs, length);
    assert_true(found.length == (length[0] < length[1] ? length[0] : length[1]));
    assert_true(back.length == found.length && back.kind == found.kind);
    assert_int_equal(kind_by_automaton(from, to, discs), found.kind);
    if (found.length != 0) {
        assert_int_equal(found.kind, length[0] < length[1]    ? HANOI_THREE_ONCE
                                     : length[0] == length[1] ? HANOI_THREE_TIE
                                                              : HANOI_THREE_TWICE);
    }
    tally[found.kind]++;
}

static void many_discs_agree_with_slow_formula(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(__func__);
    uint8_t from[64];
    uint8_t to[64];
    unsigned tally[4] = {0};
    for (int i = 0; i < RANDOM_CASES; i++) {
        unsigned discs = i % 3 == 0 ? 64 : 3 + (unsigned)(random_word(&seed) % 62);
        random_pegs(&seed, from, discs);
        random_pegs(&seed, to, discs);
        check_against_slow(from, to, discs, tally);
        open_pair(&seed, from, to, discs);
        check_against_slow(from, to, discs, tally);
    }
    assert_true(tally[HANOI_THREE_ONCE] > 0 && tally[HANOI_THREE_TWICE] > 0);
    assert_true(tally[HANOI_THREE_TIE] > 0);
}

/* ---- counting ---- */

static wide nearer(uint64_t distance, unsigned discs) {
    struct hanoi_three_count count = hanoi_three_nearer(distance, discs);
    return (wide)count.high << 64 | count.low;
}

static void counts_of_nearer_states(void **unused) {
    (void)unused;
    for (unsigned discs = 1; discs <= PAIRS_UP_TO; discs++) {
        struct graph graph = make_graph(discs);
        search_from(&graph, 0);
        for (unsigned distance = 0; distance <= (2U << discs); distance++) {
            unsigned counted = 0;
            for (unsigned code = 0; code < graph.states; code++)
                counted += graph.distance[code] < distance;
            assert_true(nearer(distance, discs) == counted);
        }
        free_graph(&graph);
    }
}

static void counts_exceed_64_bits(void **unused) {
    (void)unused;
    wide power = 1;
    for (unsigned disc = 0; disc < 63; disc++)
        power *= 3;
    assert_true(nearer(UINT64_C(1) << 63, 64) == power);
    assert_true(nearer(UINT64_C(1) << 63, 63) == power);
    assert_true(nearer(UINT64_MAX, 63) == power);
    /* All but the 2^64 states at distance 2^64 - 1. */
    assert_true(nearer(UINT64_MAX, 64) == 3 * power - ((wide)1 << 64));
    uint64_t seed = test_seed(__func__);
    for (int i = 0; i < RANDOM_CASES; i++) {
        uint64_t distance = random_word(&seed);
        unsigned bits = (unsigned)__builtin_popcountll(distance);
        assert_true(nearer(distance + 1, 64) - nearer(distance, 64) == (wide)1 << bits);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pegs_come_back),
        cmocka_unit_test(wrong_states_are_refused),
        cmocka_unit_test(distances_to_perfect_states),
        cmocka_unit_test(all_pairs_agree_with_search),
        cmocka_unit_test(sums_obey_the_recurrence),
        cmocka_unit_test(tally_of_nine_discs),
        cmocka_unit_test(largest_disc_may_move_twice),
        cmocka_unit_test(perfect_to_perfect_fills_64_bits),
        cmocka_unit_test(many_discs_agree_with_slow_formula),
        cmocka_unit_test(counts_of_nearer_states),
        cmocka_unit_test(counts_exceed_64_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
