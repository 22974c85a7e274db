/* Boards with larger discs on smaller ones, against breadth-first search over all stackings. */
#include "puzzles/hanoi/tests/stacking_oracle.h"

/* ---- the oracle: all stackings in a list, and where every move leads ---- */

struct oracle {
    unsigned pegs;
    unsigned discs;
    unsigned count;
    struct stacks *boards;
    uint16_t *next; /* for each board pegs * pegs entries; FAR if the move is not legal */
    uint16_t *distance;
    uint16_t *queue;
};

/* Four bits for each disc or divider. */
static uint64_t code_of(const struct stacks *stacks) {
    uint64_t code = 1;
    for (unsigned peg = 0; peg < MOST_PEGS; peg++) {
        for (unsigned i = 0; i < stacks->height[peg]; i++)
            code = code << 4 | stacks->disc[peg][i];
        code = code << 4 | 15;
    }
    return code;
}

static int compare_boards(const void *a, const void *b) {
    uint64_t x = code_of(a), y = code_of(b);
    return x < y ? -1 : x > y;
}

static unsigned count_stackings(unsigned pegs, unsigned discs) {
    unsigned count = 1;
    for (unsigned i = 0; i < discs; i++)
        count *= pegs + i;
    return count;
}

static void list_boards(struct oracle *oracle, struct stacks *stacks, unsigned disc) {
    if (disc == oracle->discs) {
        oracle->boards[oracle->count++] = *stacks;
        return;
    }
    for (unsigned peg = 0; peg < oracle->pegs; peg++) {
        for (unsigned at = 0; at <= stacks->height[peg]; at++) {
            struct stacks more = *stacks;
            memmove(&more.disc[peg][at + 1], &more.disc[peg][at], more.height[peg] - at);
            more.disc[peg][at] = (uint8_t)disc;
            more.height[peg]++;
            list_boards(oracle, &more, disc + 1);
        }
    }
}

static unsigned index_of(const struct oracle *oracle, const struct stacks *stacks) {
    const struct stacks *found =
        bsearch(stacks, oracle->boards, oracle->count, sizeof(*stacks), compare_boards);
    assert_non_null(found);
    return (unsigned)(found - oracle->boards);
}

static void link_boards(struct oracle *oracle) {
    unsigned moves = oracle->pegs * oracle->pegs;
    for (unsigned i = 0; i < oracle->count * moves; i++) {
        struct stacks after = oracle->boards[i / moves];
        unsigned from = i % moves / oracle->pegs, to = i % oracle->pegs;
        oracle->next[i] =
            move_top(&after, from, to, UINT64_MAX) ? (uint16_t)index_of(oracle, &after) : FAR;
    }
}

static void *allocate(size_t count, size_t size) {
    void *block = calloc(count, size);
    assert_non_null(block);
    return block;
}

static struct oracle *new_oracle(unsigned pegs, unsigned discs) {
    struct oracle *oracle = allocate(1, sizeof(*oracle));
    struct stacks empty = {0};
    unsigned count = count_stackings(pegs, discs);
    oracle->pegs = pegs;
    oracle->discs = discs;
    oracle->boards = allocate(count, sizeof(*oracle->boards));
    oracle->next = allocate((size_t)count * pegs * pegs, sizeof(*oracle->next));
    oracle->distance = allocate(count, sizeof(*oracle->distance));
    oracle->queue = allocate(count, sizeof(*oracle->queue));
    list_boards(oracle, &empty, 0);
    assert_int_equal(oracle->count, count);
    qsort(oracle->boards, count, sizeof(*oracle->boards), compare_boards);
    link_boards(oracle);
    return oracle;
}

static void free_oracle(struct oracle *oracle) {
    free(oracle->boards);
    free(oracle->next);
    free(oracle->distance);
    free(oracle->queue);
    free(oracle);
}

/* The distances from one board to all; FAR where there is no path. */
static void ask_oracle(struct oracle *oracle, unsigned start, const uint64_t *arcs) {
    unsigned moves = oracle->pegs * oracle->pegs;
    memset(oracle->distance, 0xff, oracle->count * sizeof(*oracle->distance));
    oracle->distance[start] = 0;
    oracle->queue[0] = (uint16_t)start;
    for (unsigned at = 0, end = 1; at < end; at++) {
        unsigned board = oracle->queue[at];
        for (unsigned move = 0; move < moves; move++) {
            unsigned next = oracle->next[board * moves + move];
            bool allowed = !arcs || arcs[move / oracle->pegs] >> move % oracle->pegs & 1;
            if (next != FAR && allowed && oracle->distance[next] == FAR) {
                oracle->distance[next] = oracle->distance[board] + 1;
                oracle->queue[end++] = (uint16_t)next;
            }
        }
    }
}

static void check_pair(const struct oracle *oracle, unsigned from, unsigned to,
                       const uint64_t *arcs) {
    struct game game = {oracle->pegs, oracle->discs, oracle->boards[from], oracle->boards[to],
                        arcs};
    check_game(&game, oracle->distance[to]);
    check_by_plan(&game, oracle->distance[to]);
}

/* ---- three pegs, every move ---- */

static void test_every_pair(void **state) {
    (void)state;
    for (unsigned discs = 1; discs <= 4; discs++) {
        struct oracle *oracle = new_oracle(3, discs);
        for (unsigned from = 0; from < oracle->count; from++) {
            ask_oracle(oracle, from, NULL);
            for (unsigned to = 0; to < oracle->count; to++)
                check_pair(oracle, from, to, NULL);
        }
        free_oracle(oracle);
    }
}

/* A goal that can be reached from the board, found by random moves. */
static unsigned walk(const struct oracle *oracle, struct random *random, unsigned board) {
    unsigned moves = oracle->pegs * oracle->pegs;
    for (unsigned steps = (unsigned)random_below(random, 20); steps > 0;) {
        unsigned next = oracle->next[board * moves + random_below(random, moves)];
        if (next != FAR) {
            board = next;
            steps--;
        }
    }
    return board;
}

/* Every stacking of five discs, to the perfect goals and to random ones. */
static void test_five_discs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240601;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    struct oracle *oracle = new_oracle(3, 5);
    assert_int_equal(oracle->count, 2520);
    for (unsigned from = 0; from < oracle->count; from++) {
        struct stacks goal;
        ask_oracle(oracle, from, NULL);
        for (unsigned peg = 0; peg < 3; peg++) {
            perfect(&goal, 5, peg);
            check_pair(oracle, from, index_of(oracle, &goal), NULL);
        }
        for (unsigned i = 0; i < 4; i++) {
            random_regular(&random, 3, 5, &goal);
            check_pair(oracle, from, index_of(oracle, &goal), NULL);
            check_pair(oracle, from, (unsigned)random_below(&random, oracle->count), NULL);
            check_pair(oracle, from, walk(oracle, &random, from), NULL);
        }
    }
    free_oracle(oracle);
}

/* The board that is furthest from a perfect goal needs 5 * 2^(n-2) - 1 moves. */
static void test_worst_board(void **state) {
    (void)state;
    for (unsigned discs = 2; discs <= 6; discs++) {
        struct oracle *oracle = new_oracle(3, discs);
        uint64_t worst = 0;
        for (unsigned from = 0; from < oracle->count; from++) {
            struct game game = {.pegs = 3, .discs = discs, .start = oracle->boards[from]};
            perfect(&game.goal, discs, 0);
            uint64_t length = plan_length(&game);
            worst = length > worst ? length : worst;
        }
        assert_int_equal(worst, (5 << discs) / 4 - 1);
        free_oracle(oracle);
    }
}

/* ---- against the other engine, which knows no formula ---- */

/* The length by hanoi_irregular_breadth_first: a fourth peg that no move may use makes it search.
 */
static uint64_t length_by_search(const struct game *game) {
    static const uint64_t three_pegs[MOST_PEGS] = {7, 7, 7, 0};
    struct game other = *game;
    struct boards boards[2];
    other.pegs = 4;
    other.arcs = three_pegs;
    struct hanoi_irregular_task task = task_of(&other, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    qd_status status = hanoi_irregular_solve(&task, &answer, control);
    assert_int_not_equal(status, QD_LIMIT);
    uint64_t length = status == QD_YES ? answer.list->count : FAR;
    assert_null(answer.pegs);
    hanoi_irregular_free(&answer);
    control_free(control);
    return length;
}

static void test_engines_agree(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240602;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 240; i++) {
        struct game game = {.pegs = 3, .discs = 6 + i % 3};
        random_stacks(&random, 3, game.discs, &game.start);
        if (i % 4 == 0)
            perfect(&game.goal, game.discs, 2);
        else
            random_regular(&random, 3, game.discs, &game.goal);
        uint64_t length = length_by_search(&game);
        check_game(&game, length);
        check_by_plan(&game, length);
    }
}

/* Irregular goals that can be reached: some random moves away. */
static void test_irregular_goals(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240603;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    unsigned irregular = 0;
    for (unsigned i = 0; i < 240; i++) {
        struct game game = {.pegs = 3, .discs = 6 + i % 3};
        random_stacks(&random, 3, game.discs, &game.start);
        game.goal = game.start;
        for (unsigned moves = (unsigned)random_below(&random, 200); moves > 0; moves--)
            move_top(&game.goal, (unsigned)random_below(&random, 3),
                     (unsigned)random_below(&random, 3), UINT64_MAX);
        irregular += !is_regular(&game.goal);
        uint64_t length = length_by_search(&game);
        assert_int_not_equal(length, FAR);
        check_game(&game, length);
        check_by_plan(&game, length);
    }
    assert_true(irregular > 60);
}

/* ---- other pegs and moves ---- */

static void test_four_pegs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240604;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned discs = 1; discs <= 4; discs++) {
        struct oracle *oracle = new_oracle(4, discs);
        for (unsigned from = 0; from < oracle->count; from += discs < 4 ? 1 : 3) {
            ask_oracle(oracle, from, NULL);
            if (discs < 4) {
                for (unsigned to = 0; to < oracle->count; to++)
                    check_pair(oracle, from, to, NULL);
                continue;
            }
            for (unsigned i = 0; i < 10; i++) {
                check_pair(oracle, from, (unsigned)random_below(&random, oracle->count), NULL);
                check_pair(oracle, from, walk(oracle, &random, from), NULL);
            }
        }
        free_oracle(oracle);
    }
}

static void check_restricted(struct oracle *oracle, struct random *random, unsigned games) {
    for (unsigned i = 0; i < games; i++) {
        uint64_t arcs[MOST_PEGS];
        for (unsigned peg = 0; peg < MOST_PEGS; peg++)
            arcs[peg] = random_bits(random) | random_bits(random);
        unsigned from = (unsigned)random_below(random, oracle->count);
        ask_oracle(oracle, from, arcs);
        for (unsigned j = 0; j < 10; j++) {
            check_pair(oracle, from, (unsigned)random_below(random, oracle->count), arcs);
            unsigned to = (unsigned)random_below(random, oracle->count);
            while (oracle->distance[to] == FAR)
                to = (unsigned)random_below(random, oracle->count);
            check_pair(oracle, from, to, arcs);
        }
    }
}

/* hanoi_irregular_plan would take sets of arcs that have every move, so none of those. */
static void test_restricted_moves(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240605;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    struct oracle *oracle = new_oracle(4, 4);
    check_restricted(oracle, &random, 100);
    free_oracle(oracle);
    oracle = new_oracle(3, 4);
    static const uint64_t cyclic[3] = {2, 4, 1}, adjacent[3] = {2, 5, 2};
    for (unsigned from = 0; from < oracle->count; from++) {
        ask_oracle(oracle, from, cyclic);
        check_pair(oracle, from, (unsigned)random_below(&random, oracle->count), cyclic);
        ask_oracle(oracle, from, adjacent);
        check_pair(oracle, from, (unsigned)random_below(&random, oracle->count), adjacent);
    }
    free_oracle(oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),       cmocka_unit_test(test_five_discs),
        cmocka_unit_test(test_worst_board),      cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_irregular_goals),  cmocka_unit_test(test_four_pegs),
        cmocka_unit_test(test_restricted_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
