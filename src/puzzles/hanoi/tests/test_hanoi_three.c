/* The three-peg formulas against a breadth-first search that shares nothing with them: its states
 * are numbers in base 3, its moves come from looking for the top disc of each peg. */
#include "puzzles/hanoi/core/three.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#endif

/* How far the exhaustive tests go. Under a sanitizer, which makes them several times slower, two
 * of them stop one disc earlier. */
#ifdef UNDER_SANITIZER
enum { PAIRS_UP_TO = 7, SUMS_UP_TO = 7, STREAMS_UP_TO = 5, RANDOM_CASES = 300 };
#else
enum { PAIRS_UP_TO = 7, SUMS_UP_TO = 8, STREAMS_UP_TO = 6, RANDOM_CASES = 3000 };
#endif

__extension__ typedef unsigned __int128 wide;

/* ---- random numbers ---- */

static uint64_t seed_of_run(const char *test) {
    const char *given = getenv("QUANDARY_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    print_message("%s: QUANDARY_TEST_SEED=%" PRIu64 "\n", test, seed);
    return seed;
}

/* Steele, Lea and Flood's splitmix64. */
static uint64_t random_word(uint64_t *seed) {
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void random_pegs(uint64_t *seed, uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++)
        pegs[disc] = (uint8_t)(random_word(seed) % 3);
}

static struct hanoi_three state_of(const uint8_t *pegs, unsigned discs) {
    struct hanoi_three state;
    assert_true(hanoi_three_from_pegs(&state, pegs, discs));
    return state;
}

/* ---- the breadth-first search ---- */

struct graph {
    unsigned discs;
    unsigned states;
    int32_t (*neighbour)[3]; /* by pair of pegs; -1 if both are empty */
    uint8_t (*mover)[3];     /* the disc that moves */
    struct hanoi_three *engine_state;
    /* from one source: */
    uint16_t *distance;
    uint8_t *paths;  /* number of shortest paths, 255 for 255 and more */
    uint64_t *moves; /* 8 bits a disc: how often it moves on one of them */
    int32_t *queue;
};

static void pegs_of_code(unsigned code, uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++) {
        pegs[disc] = (uint8_t)(code % 3);
        code /= 3;
    }
}

static unsigned code_of_pegs(const uint8_t *pegs, unsigned discs) {
    unsigned code = 0;
    while (discs-- > 0)
        code = code * 3 + pegs[discs];
    return code;
}

static unsigned top_disc(const uint8_t *pegs, unsigned discs, unsigned peg) {
    unsigned disc = 0;
    while (disc < discs && pegs[disc] != peg)
        disc++;
    return disc;
}

static void link_state(struct graph *graph, unsigned code) {
    uint8_t pegs[8];
    pegs_of_code(code, pegs, graph->discs);
    graph->engine_state[code] = state_of(pegs, graph->discs);
    for (unsigned pair = 0; pair < 3; pair++) {
        unsigned a = pair;
        unsigned b = (pair + 1) % 3;
        unsigned top_a = top_disc(pegs, graph->discs, a);
        unsigned top_b = top_disc(pegs, graph->discs, b);
        unsigned disc = top_a < top_b ? top_a : top_b;
        graph->neighbour[code][pair] = -1;
        if (top_a != top_b) {
            pegs[disc] = (uint8_t)(top_a < top_b ? b : a);
            graph->neighbour[code][pair] = (int32_t)code_of_pegs(pegs, graph->discs);
            graph->mover[code][pair] = (uint8_t)disc;
            pegs[disc] = (uint8_t)(top_a < top_b ? a : b);
        }
    }
}

static void *get_memory(size_t count, size_t size) {
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static struct graph make_graph(unsigned discs) {
    struct graph graph = {.discs = discs, .states = 1};
    for (unsigned disc = 0; disc < discs; disc++)
        graph.states *= 3;
    graph.neighbour = get_memory(graph.states, sizeof *graph.neighbour);
    graph.mover = get_memory(graph.states, sizeof *graph.mover);
    graph.engine_state = get_memory(graph.states, sizeof *graph.engine_state);
    graph.distance = get_memory(graph.states, sizeof *graph.distance);
    graph.paths = get_memory(graph.states, sizeof *graph.paths);
    graph.moves = get_memory(graph.states, sizeof *graph.moves);
    graph.queue = get_memory(graph.states, sizeof *graph.queue);
    for (unsigned code = 0; code < graph.states; code++)
        link_state(&graph, code);
    return graph;
}

static void free_graph(struct graph *graph) {
    free(graph->neighbour);
    free(graph->mover);
    free(graph->engine_state);
    free(graph->distance);
    free(graph->paths);
    free(graph->moves);
    free(graph->queue);
}

/* Adds the paths through `from` to those of its neighbour. Returns whether that is new. */
static bool reach(struct graph *graph, int32_t from, unsigned pair) {
    int32_t to = graph->neighbour[from][pair];
    if (to < 0)
        return false;
    bool is_new = graph->distance[to] == UINT16_MAX;
    if (is_new) {
        graph->distance[to] = (uint16_t)(graph->distance[from] + 1);
        graph->moves[to] =
            graph->moves[from] + (UINT64_C(1) << 8 * (unsigned)graph->mover[from][pair]);
        graph->paths[to] = 0;
    }
    if (graph->distance[to] == graph->distance[from] + 1) {
        unsigned paths = (unsigned)graph->paths[to] + graph->paths[from];
        graph->paths[to] = (uint8_t)(paths > 255 ? 255 : paths);
    }
    return is_new;
}

static void search_from(struct graph *graph, unsigned source) {
    unsigned rear = 1;
    memset(graph->distance, 0xFF, graph->states * sizeof *graph->distance);
    graph->distance[source] = 0;
    graph->paths[source] = 1;
    graph->moves[source] = 0;
    graph->queue[0] = (int32_t)source;
    for (unsigned front = 0; front < rear; front++) {
        for (unsigned pair = 0; pair < 3; pair++)
            if (reach(graph, graph->queue[front], pair))
                graph->queue[rear++] = graph->neighbour[graph->queue[front]][pair];
    }
    assert_int_equal(rear, graph->states);
}

/* ---- states ---- */

static void pegs_come_back(void **unused) {
    (void)unused;
    uint64_t seed = seed_of_run(__func__);
    for (unsigned discs = 1; discs <= 64; discs++) {
        uint8_t pegs[64];
        uint8_t back[65];
        memset(back, 9, sizeof back);
        random_pegs(&seed, pegs, discs);
        struct hanoi_three state = state_of(pegs, discs);
        hanoi_three_to_pegs(state, back, discs);
        assert_memory_equal(pegs, back, discs);
        assert_int_equal(back[discs], 9);
        assert_true(hanoi_three_is_valid(state, discs));
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
    assert_false(hanoi_three_is_valid((struct hanoi_three){1, 1}, 3));
    assert_false(hanoi_three_is_valid((struct hanoi_three){8, 0}, 3));
    assert_false(hanoi_three_is_valid((struct hanoi_three){0, 8}, 3));
    assert_false(hanoi_three_is_valid((struct hanoi_three){0, 0}, 0));
    assert_false(hanoi_three_is_valid((struct hanoi_three){0, 0}, 65));
    assert_true(hanoi_three_is_valid((struct hanoi_three){4, 3}, 3));
    assert_true(hanoi_three_is_valid((struct hanoi_three){UINT64_MAX, 0}, 64));
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
    search_from(graph, from);
    for (unsigned to = 0; to < graph->states; to++) {
        unsigned largest = differing_disc(from, to);
        unsigned kind = searched_kind(graph, to, largest);
        struct hanoi_three a = graph->engine_state[from];
        struct hanoi_three b = graph->engine_state[to];
        struct hanoi_three_distance found = hanoi_three_measure(a, b);
        if (found.length != graph->distance[to] || found.kind != kind || found.largest != largest ||
            hanoi_three_decide(a, b) != kind) {
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
            sum += 3 * hanoi_three_measure(all[from], all[to]).length;
            if (tally != NULL)
                tally[hanoi_three_decide(all[from], all[to])] += 3;
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
    if (getenv("QUANDARY_SLOW_TESTS") == NULL)
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

/* ---- many discs: the textbook formula disc by disc in 128 bits ---- */

static wide slow_to_perfect(const uint8_t *pegs, unsigned discs, unsigned goal) {
    wide distance = 0;
    while (discs-- > 0) {
        if (pegs[discs] != goal) {
            distance += (wide)1 << discs;
            goal = 3 - goal - pegs[discs];
        }
    }
    return distance;
}

static void slow_distance(const uint8_t *from, const uint8_t *to, unsigned discs, wide length[2]) {
    length[0] = length[1] = 0;
    while (discs > 0 && from[discs - 1] == to[discs - 1])
        discs--;
    if (discs-- > 0) {
        unsigned a = from[discs];
        unsigned b = to[discs];
        unsigned c = 3 - a - b;
        length[0] = slow_to_perfect(from, discs, c) + 1 + slow_to_perfect(to, discs, c);
        length[1] = slow_to_perfect(from, discs, b) + ((wide)1 << discs) + 1 +
                    slow_to_perfect(to, discs, a);
    }
}

/* A pair for which one move of the largest disc leads to nearly the same length as two: each disc
 * is drawn so that the outcome stays open to the last. */
static void open_pair(uint64_t *seed, uint8_t *from, uint8_t *to, unsigned discs) {
    from[discs - 1] = (uint8_t)(random_word(seed) % 3);
    to[discs - 1] = (uint8_t)((from[discs - 1] + 1 + random_word(seed) % 2) % 3);
    for (unsigned disc = discs - 1; disc-- > 0;) {
        wide length[2];
        uint8_t *rest_from = from + disc;
        uint8_t *rest_to = to + disc;
        do {
            rest_from[0] = (uint8_t)(random_word(seed) % 3);
            rest_to[0] = (uint8_t)(random_word(seed) % 3);
            slow_distance(rest_from, rest_to, discs - disc, length);
        } while (length[0] + 1 < length[1] || length[1] + 1 < length[0]);
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
    assert_int_equal(hanoi_three_decide(a, b), found.kind);
    if (found.length != 0) {
        assert_int_equal(found.kind, length[0] < length[1]    ? HANOI_THREE_ONCE
                                     : length[0] == length[1] ? HANOI_THREE_TIE
                                                              : HANOI_THREE_TWICE);
    }
    tally[found.kind]++;
}

static void many_discs_agree_with_slow_formula(void **unused) {
    (void)unused;
    uint64_t seed = seed_of_run(__func__);
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

/* ---- paths ---- */

/* Does a move on the test's own board, if it is legal. */
static void replay_move(uint8_t *pegs, struct hanoi_three_move move, unsigned discs) {
    assert_true(move.disc < discs && move.to < 3 && move.from != move.to);
    assert_int_equal(pegs[move.disc], move.from);
    for (unsigned disc = 0; disc < move.disc; disc++)
        if (pegs[disc] == move.from || pegs[disc] == move.to)
            fail_msg("disc %u cannot move from %u to %u", move.disc, move.from, move.to);
    pegs[move.disc] = move.to;
}

static bool same_state(struct hanoi_three a, struct hanoi_three b) {
    return a.lo == b.lo && a.hi == b.hi;
}

/* Replays one way from end to end; records the moves. Returns how often the largest disc moved. */
static unsigned replay_way(struct hanoi_three from, struct hanoi_three to, unsigned discs,
                           unsigned way, struct hanoi_three_move *moves) {
    struct hanoi_three_distance distance = hanoi_three_measure(from, to);
    struct hanoi_three_path path;
    uint8_t pegs[8];
    uint8_t goal[8];
    unsigned largest_moves = 0;
    hanoi_three_to_pegs(from, pegs, discs);
    hanoi_three_to_pegs(to, goal, discs);
    assert_true(hanoi_three_path_open(&path, from, to, way, 0));
    for (uint64_t k = 0; k < distance.length; k++) {
        assert_true(hanoi_three_path_next(&path, &moves[k]));
        replay_move(pegs, moves[k], discs);
        largest_moves += moves[k].disc == distance.largest;
    }
    struct hanoi_three_move untouched = {9, 9, 9};
    assert_false(hanoi_three_path_next(&path, &untouched));
    assert_false(hanoi_three_path_next(&path, &untouched));
    assert_int_equal(untouched.disc, 9);
    assert_memory_equal(pegs, goal, discs);
    assert_true(same_state(path.at, to));
    return largest_moves;
}

static void replay_pair(struct hanoi_three from, struct hanoi_three to, unsigned discs) {
    struct hanoi_three_move moves[2][64];
    struct hanoi_three_path path;
    struct hanoi_three_distance distance = hanoi_three_measure(from, to);
    static const unsigned expected_moves[] = {
        [HANOI_THREE_SAME] = 0,
        [HANOI_THREE_ONCE] = 1,
        [HANOI_THREE_TWICE] = 2,
        [HANOI_THREE_TIE] = 1,
    };
    assert_int_equal(replay_way(from, to, discs, 0, moves[0]), expected_moves[distance.kind]);
    assert_false(hanoi_three_path_open(&path, from, to, 0, distance.length + 1));
    assert_false(hanoi_three_path_open(&path, from, to, 2, 0));
    if (distance.kind == HANOI_THREE_TIE) {
        assert_int_equal(replay_way(from, to, discs, 1, moves[1]), 2);
        assert_memory_not_equal(moves[0], moves[1], distance.length * sizeof moves[0][0]);
    } else {
        assert_false(hanoi_three_path_open(&path, from, to, 1, 0));
    }
}

static void streamed_paths_lead_to_the_goal(void **unused) {
    (void)unused;
    for (unsigned discs = 1; discs <= STREAMS_UP_TO; discs++) {
        struct graph graph = make_graph(discs);
        for (unsigned from = 0; from < graph.states; from++)
            for (unsigned to = 0; to < graph.states; to++)
                replay_pair(graph.engine_state[from], graph.engine_state[to], discs);
        free_graph(&graph);
    }
}

/* Opens the path after k moves and compares the rest of it with the moves known. */
static void check_rest(const struct hanoi_three pair[2], unsigned way, uint64_t k, uint64_t length,
                       const struct hanoi_three_move *moves) {
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], way, k));
    for (; k < length; k++) {
        assert_true(hanoi_three_path_next(&path, &move));
        assert_memory_equal(&move, &moves[k], sizeof move);
    }
    assert_false(hanoi_three_path_next(&path, &move));
}

/* Checks the state after every number of moves, and the path opened there. */
static void check_every_point(const struct hanoi_three pair[2], unsigned discs, unsigned way) {
    struct hanoi_three_move moves[64];
    struct hanoi_three state;
    uint8_t pegs[8];
    uint64_t length = hanoi_three_measure(pair[0], pair[1]).length;
    replay_way(pair[0], pair[1], discs, way, moves);
    hanoi_three_to_pegs(pair[0], pegs, discs);
    for (uint64_t k = 0; k <= length; k++) {
        assert_true(hanoi_three_state_after(pair[0], pair[1], way, k, &state));
        assert_true(same_state(state, state_of(pegs, discs)));
        check_rest(pair, way, k, length, moves);
        if (k < length)
            replay_move(pegs, moves[k], discs);
    }
    struct hanoi_three untouched = {7, 7};
    assert_false(hanoi_three_state_after(pair[0], pair[1], way, length + 1, &untouched));
    assert_false(hanoi_three_state_after(pair[0], pair[1], 2, 0, &untouched));
    assert_true(untouched.lo == 7 && untouched.hi == 7);
}

static void every_point_of_every_path(void **unused) {
    (void)unused;
    for (unsigned discs = 1; discs <= 4; discs++) {
        struct graph graph = make_graph(discs);
        for (unsigned i = 0; i < graph.states * graph.states; i++) {
            struct hanoi_three unused_state;
            struct hanoi_three pair[2] = {graph.engine_state[i / graph.states],
                                          graph.engine_state[i % graph.states]};
            check_every_point(pair, discs, 0);
            if (hanoi_three_decide(pair[0], pair[1]) == HANOI_THREE_TIE)
                check_every_point(pair, discs, 1);
            else
                assert_false(hanoi_three_state_after(pair[0], pair[1], 1, 0, &unused_state));
        }
        free_graph(&graph);
    }
}

/* A window of a long path: what is streamed from k on must be legal, agree with the state after
 * k + window moves, and every state on it must be k from the start and the rest from the end. */
static void check_window(const struct hanoi_three pair[2], unsigned discs, unsigned way, uint64_t k,
                         uint64_t window) {
    uint64_t length = hanoi_three_measure(pair[0], pair[1]).length;
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    struct hanoi_three state;
    uint8_t pegs[64];
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], way, k));
    assert_true(hanoi_three_state_after(pair[0], pair[1], way, k, &state));
    assert_true(same_state(path.at, state));
    hanoi_three_to_pegs(state, pegs, discs);
    uint64_t last = length - k < window ? length : k + window;
    while (k < last) {
        assert_true(hanoi_three_path_next(&path, &move));
        replay_move(pegs, move, discs);
        k++;
    }
    assert_true(hanoi_three_state_after(pair[0], pair[1], way, k, &state));
    assert_true(same_state(path.at, state));
    assert_true(same_state(state, state_of(pegs, discs)));
    assert_true(hanoi_three_measure(pair[0], state).length == k);
    assert_true(hanoi_three_measure(state, pair[1]).length == length - k);
}

static uint64_t below_or_at(uint64_t *seed, uint64_t most) {
    uint64_t word = random_word(seed);
    return most == UINT64_MAX ? word : word % (most + 1);
}

/* Windows at the start, the end, random points, and about the moves of the largest disc. */
static void check_windows(uint64_t *seed, const struct hanoi_three pair[2], unsigned discs,
                          unsigned way) {
    struct hanoi_three_distance distance = hanoi_three_measure(pair[0], pair[1]);
    uint64_t length = distance.length;
    check_window(pair, discs, way, 0, 50);
    check_window(pair, discs, way, length < 50 ? 0 : length - 50, 100);
    check_window(pair, discs, way, below_or_at(seed, length), 1000);
    /* The last state with the largest disc still where it starts, by bisection. */
    uint64_t low = 0;
    uint64_t high = length;
    while (high - low > 1) {
        struct hanoi_three state;
        uint64_t middle = low + (high - low) / 2;
        assert_true(hanoi_three_state_after(pair[0], pair[1], way, middle, &state));
        bool moved =
            hanoi_three_peg(state, distance.largest) != hanoi_three_peg(pair[0], distance.largest);
        low = moved ? low : middle;
        high = moved ? middle : high;
    }
    check_window(pair, discs, way, low < 20 ? 0 : low - 20, 40);
}

static void windows_of_long_paths(void **unused) {
    (void)unused;
    uint64_t seed = seed_of_run(__func__);
    unsigned ties = 0;
    for (int i = 0; i < RANDOM_CASES / 6; i++) {
        uint8_t from[64];
        uint8_t to[64];
        unsigned discs = i % 3 == 0 ? 20 + (unsigned)(random_word(&seed) % 44) : 64;
        random_pegs(&seed, from, discs);
        random_pegs(&seed, to, discs);
        if (i % 2 == 0)
            open_pair(&seed, from, to, discs);
        struct hanoi_three pair[2] = {state_of(from, discs), state_of(to, discs)};
        check_windows(&seed, pair, discs, 0);
        if (hanoi_three_decide(pair[0], pair[1]) == HANOI_THREE_TIE) {
            check_windows(&seed, pair, discs, 1);
            ties++;
        }
    }
    assert_true(ties > 0);
}

static void longest_path_has_both_ends(void **unused) {
    (void)unused;
    const struct hanoi_three pair[2] = {hanoi_three_perfect(0, 64), hanoi_three_perfect(2, 64)};
    const uint64_t half = UINT64_C(1) << 63;
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    check_window(pair, 64, 0, 0, 1000);
    check_window(pair, 64, 0, half - 500, 1000);
    check_window(pair, 64, 0, UINT64_MAX - 1000, 1000);
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], 0, half - 1));
    assert_true(hanoi_three_path_next(&path, &move));
    assert_true(move.disc == 63 && move.from == 0 && move.to == 2);
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], 0, UINT64_MAX));
    assert_false(hanoi_three_path_next(&path, &move));
    assert_true(same_state(path.at, pair[1]));
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
    uint64_t seed = seed_of_run(__func__);
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
        cmocka_unit_test(streamed_paths_lead_to_the_goal),
        cmocka_unit_test(every_point_of_every_path),
        cmocka_unit_test(windows_of_long_paths),
        cmocka_unit_test(longest_path_has_both_ends),
        cmocka_unit_test(counts_of_nearer_states),
        cmocka_unit_test(counts_exceed_64_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
