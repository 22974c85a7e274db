/* The shortest paths on three pegs, streamed from any point: replayed move by move on the test's
 * own board, and compared with the states and distances that the formulas give. */
#include "puzzles/hanoi/core/three.h"

#include "puzzles/hanoi/tests/three_oracle.h"

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
static unsigned replay_path(struct hanoi_three from, struct hanoi_three to, unsigned discs,
                            unsigned index, struct hanoi_three_move *moves) {
    struct hanoi_three_distance distance = hanoi_three_measure(from, to);
    struct hanoi_three_path path;
    uint8_t pegs[8];
    uint8_t goal[8];
    unsigned largest_moves = 0;
    hanoi_three_to_pegs(from, pegs, discs);
    hanoi_three_to_pegs(to, goal, discs);
    assert_true(hanoi_three_path_open(&path, from, to, index, 0));
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
    assert_int_equal(replay_path(from, to, discs, 0, moves[0]), expected_moves[distance.kind]);
    assert_false(hanoi_three_path_open(&path, from, to, 0, distance.length + 1));
    assert_false(hanoi_three_path_open(&path, from, to, 2, 0));
    if (distance.kind == HANOI_THREE_TIE) {
        assert_int_equal(replay_path(from, to, discs, 1, moves[1]), 2);
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
static void check_rest(const struct hanoi_three pair[2], unsigned index, uint64_t k,
                       uint64_t length, const struct hanoi_three_move *moves) {
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], index, k));
    for (; k < length; k++) {
        assert_true(hanoi_three_path_next(&path, &move));
        assert_memory_equal(&move, &moves[k], sizeof move);
    }
    assert_false(hanoi_three_path_next(&path, &move));
}

/* Checks the state after every number of moves, and the path opened there. */
static void check_every_point(const struct hanoi_three pair[2], unsigned discs, unsigned index) {
    struct hanoi_three_move moves[64];
    struct hanoi_three state;
    uint8_t pegs[8];
    uint64_t length = hanoi_three_measure(pair[0], pair[1]).length;
    replay_path(pair[0], pair[1], discs, index, moves);
    hanoi_three_to_pegs(pair[0], pegs, discs);
    for (uint64_t k = 0; k <= length; k++) {
        assert_true(hanoi_three_state_after(pair[0], pair[1], index, k, &state));
        assert_true(same_state(state, state_of(pegs, discs)));
        check_rest(pair, index, k, length, moves);
        if (k < length)
            replay_move(pegs, moves[k], discs);
    }
    struct hanoi_three untouched = {7, 7};
    assert_false(hanoi_three_state_after(pair[0], pair[1], index, length + 1, &untouched));
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
            if (hanoi_three_measure(pair[0], pair[1]).kind == HANOI_THREE_TIE)
                check_every_point(pair, discs, 1);
            else
                assert_false(hanoi_three_state_after(pair[0], pair[1], 1, 0, &unused_state));
        }
        free_graph(&graph);
    }
}

/* A window of a long path: what is streamed from k on must be legal, agree with the state after
 * k + window moves, and every state on it must be k from the start and the rest from the end. */
static void check_window(const struct hanoi_three pair[2], unsigned discs, unsigned index,
                         uint64_t k, uint64_t window) {
    uint64_t length = hanoi_three_measure(pair[0], pair[1]).length;
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    struct hanoi_three state;
    uint8_t pegs[64];
    assert_true(hanoi_three_path_open(&path, pair[0], pair[1], index, k));
    assert_true(hanoi_three_state_after(pair[0], pair[1], index, k, &state));
    assert_true(same_state(path.at, state));
    hanoi_three_to_pegs(state, pegs, discs);
    uint64_t last = length - k < window ? length : k + window;
    while (k < last) {
        assert_true(hanoi_three_path_next(&path, &move));
        replay_move(pegs, move, discs);
        k++;
    }
    assert_true(hanoi_three_state_after(pair[0], pair[1], index, k, &state));
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
                          unsigned index) {
    struct hanoi_three_distance distance = hanoi_three_measure(pair[0], pair[1]);
    uint64_t length = distance.length;
    check_window(pair, discs, index, 0, 50);
    check_window(pair, discs, index, length < 50 ? 0 : length - 50, 100);
    check_window(pair, discs, index, below_or_at(seed, length), 1000);
    /* The last state with the largest disc still where it starts, by bisection. */
    uint64_t low = 0;
    uint64_t high = length;
    while (high - low > 1) {
        struct hanoi_three state;
        uint64_t middle = low + (high - low) / 2;
        assert_true(hanoi_three_state_after(pair[0], pair[1], index, middle, &state));
        bool moved =
            hanoi_three_peg(state, distance.largest) != hanoi_three_peg(pair[0], distance.largest);
        low = moved ? low : middle;
        high = moved ? middle : high;
    }
    check_window(pair, discs, index, low < 20 ? 0 : low - 20, 40);
}

static void windows_of_long_paths(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(__func__);
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
        if (hanoi_three_measure(pair[0], pair[1]).kind == HANOI_THREE_TIE) {
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streamed_paths_lead_to_the_goal),
        cmocka_unit_test(every_point_of_every_path),
        cmocka_unit_test(windows_of_long_paths),
        cmocka_unit_test(longest_path_has_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
