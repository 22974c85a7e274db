/* Boards with larger discs on smaller ones, against breadth-first search over all stackings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hanoi_irregular.h"
#include "random.h"

#define MOST_PEGS  4
#define MOST_DISCS 64
#define FAR        UINT16_MAX

/* ---- boards of the test: stacks as they stand ---- */

struct stacks {
    uint8_t height[MOST_PEGS];
    uint8_t disc[MOST_PEGS][MOST_DISCS]; /* from the bottom */
};

/* A stacking as the engine takes it. */
struct boards {
    uint8_t peg[MOST_DISCS];
    uint16_t below[MOST_DISCS];
};

static struct hanoi_stacking stacking_of(const struct stacks *stacks, struct boards *boards) {
    for (unsigned peg = 0; peg < MOST_PEGS; peg++) {
        for (unsigned i = 0; i < stacks->height[peg]; i++) {
            unsigned disc = stacks->disc[peg][i];
            boards->peg[disc] = (uint8_t)peg;
            boards->below[disc] = i > 0 ? stacks->disc[peg][i - 1] : HANOI_ON_PEG;
        }
    }
    return (struct hanoi_stacking){boards->peg, boards->below};
}

static void put(struct stacks *stacks, unsigned peg, unsigned disc) {
    stacks->disc[peg][stacks->height[peg]++] = (uint8_t)disc;
}

static bool is_regular(const struct stacks *stacks) {
    for (unsigned peg = 0; peg < MOST_PEGS; peg++)
        for (unsigned i = 1; i < stacks->height[peg]; i++)
            if (stacks->disc[peg][i] > stacks->disc[peg][i - 1])
                return false;
    return true;
}

/* Moves the top disc if that is legal. */
static bool move_top(struct stacks *stacks, unsigned from, unsigned to, uint64_t allowed) {
    unsigned height = stacks->height[from], onto = stacks->height[to];
    if (from == to || height == 0 || (allowed >> to & 1) == 0)
        return false;
    unsigned disc = stacks->disc[from][height - 1];
    if (onto > 0 && stacks->disc[to][onto - 1] < disc)
        return false;
    stacks->height[from]--;
    stacks->disc[from][height - 1] = 0; /* so that equal boards are equal bytes */
    put(stacks, to, disc);
    return true;
}

static void perfect(struct stacks *stacks, unsigned discs, unsigned peg) {
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned disc = discs; disc-- > 0;)
        put(stacks, peg, disc);
}

/* Any stacking, all equally likely: discs and pegs - 1 dividers in any order. */
static void random_stacks(struct random *random, unsigned pegs, unsigned discs,
                          struct stacks *stacks) {
    unsigned order[MOST_DISCS + MOST_PEGS], count = discs + pegs - 1, peg = 0;
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned i = 0; i < count; i++) {
        unsigned j = (unsigned)random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < count; i++) {
        if (order[i] < discs)
            put(stacks, peg, order[i]);
        else
            peg++;
    }
}

static void random_regular(struct random *random, unsigned pegs, unsigned discs,
                           struct stacks *stacks) {
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned disc = discs; disc-- > 0;)
        put(stacks, (unsigned)random_below(random, pegs), disc);
}

/* ---- the oracle: all stackings in a list, and where every move leads ---- */

struct oracle {
    unsigned pegs;
    unsigned discs;
    unsigned count;
    struct stacks *boards;
    uint64_t *codes; /* of the boards, ascending */
    uint16_t *next;  /* for each board pegs * pegs entries; FAR if the move is not legal */
    uint16_t *distance;
    uint16_t *queue;
};

/* Four bits a disc or divider. */
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

/* The distances from one board to all; FAR where there is no way. */
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

/* ---- the checker ---- */

struct game {
    unsigned pegs;
    unsigned discs;
    struct stacks start;
    struct stacks goal;
    const uint64_t *arcs;
};

/* Does a path's moves, which must be legal; returns how many there are. */
static uint64_t replay(const struct game *game, struct hanoi_path *path, struct stacks *board) {
    struct hanoi_move move;
    uint64_t count = 0;
    for (; path->next(path, &move); count++) {
        assert_true(move.from < game->pegs && move.to < game->pegs);
        assert_true(board->height[move.from] > 0);
        assert_int_equal(board->disc[move.from][board->height[move.from] - 1], move.disc);
        uint64_t allowed = game->arcs ? game->arcs[move.from] : UINT64_MAX;
        assert_true(move_top(board, move.from, move.to, allowed));
    }
    return count;
}

static struct hanoi_irregular_task task_of(const struct game *game, struct boards boards[2]) {
    return (struct hanoi_irregular_task){.pegs = game->pegs,
                                         .discs = game->discs,
                                         .start = stacking_of(&game->start, &boards[0]),
                                         .goal = stacking_of(&game->goal, &boards[1]),
                                         .arcs = game->arcs};
}

/* From the regular board of an answer to the goal, by the formula. */
static void check_rest(const struct game *game, const struct hanoi_irregular_answer *answer,
                       const struct boards *goal, struct stacks *board) {
    struct hanoi_three from, to;
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    struct boards reached;
    stacking_of(board, &reached);
    assert_true(is_regular(board));
    assert_memory_equal(reached.peg, answer->pegs, game->discs);
    assert_true(hanoi_three_from_pegs(&from, answer->pegs, game->discs));
    assert_true(hanoi_three_from_pegs(&to, goal->peg, game->discs));
    assert_int_equal(hanoi_three_measure(from, to).length, answer->remaining);
    assert_true(hanoi_three_path_open(&path, from, to, 0, 0));
    while (hanoi_three_path_next(&path, &move))
        assert_true(move_top(board, move.from, move.to, UINT64_MAX));
}

static uint64_t check_plan(const struct game *game, const struct hanoi_stages *plan,
                           uint64_t length) {
    struct stacks board = game->start;
    struct hanoi_three_count count = hanoi_stages_length(plan, plan->count);
    assert_int_equal(count.high, 0);
    assert_int_equal(count.low, length);
    struct hanoi_path *path = hanoi_stages_open(plan, (struct hanoi_three_count){0, 0});
    assert_int_equal(replay(game, path, &board), length);
    assert_memory_equal(&board, &game->goal, sizeof(board));
    path->free(path);
    return plan->nodes;
}

static bool is_classic(const struct game *game) {
    return game->pegs == 3 && !game->arcs;
}

/* The same by hanoi_irregular_plan. */
static void check_by_plan(const struct game *game, uint64_t length) {
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(game, boards);
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    qd_status status = hanoi_irregular_plan(&task, &plan, control);
    qd_status expected = length == FAR ? QD_NO : QD_YES;
    assert_int_equal(status, is_classic(game) ? expected : QD_BAD_INPUT);
    if (status == QD_YES)
        check_plan(game, plan, length);
    else
        assert_null(plan);
    hanoi_stages_free(plan);
    control_free(control);
}

/* Solves and checks; length is FAR if there must be no way. Returns the nodes. */
static uint64_t check_game(const struct game *game, uint64_t length) {
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(game, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    qd_status status = hanoi_irregular_solve(&task, &answer, control);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    assert_int_equal(progress.nodes, answer.nodes);
    assert_int_equal(status, length == FAR ? QD_NO : QD_YES);
    if (status == QD_YES) {
        struct stacks board = game->start;
        assert_int_equal(answer.way->count + answer.remaining, length);
        assert_int_equal(replay(game, &answer.way->path, &board), answer.way->count);
        if (answer.pegs)
            check_rest(game, &answer, &boards[1], &board);
        assert_memory_equal(&board, &game->goal, sizeof(board));
    }
    uint64_t nodes = answer.nodes;
    hanoi_irregular_free(&answer);
    control_free(control);
    return nodes;
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

/* One goal that is reached from the board, found by walking. */
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

static uint64_t plan_length(const struct game *game) {
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(game, boards);
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
    uint64_t length = hanoi_stages_length(plan, plan->count).low;
    hanoi_stages_free(plan);
    control_free(control);
    return length;
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

static const uint64_t every_arc[MOST_PEGS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};

/* The length by hanoi_boards_solve: a fourth peg that no move may use makes it search. */
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
    uint64_t length = status == QD_YES ? answer.way->count : FAR;
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

/* Arcs that allow every move are the same as none. */
static void test_all_arcs(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 3, .arcs = every_arc};
    struct boards boards[2];
    put(&game.start, 0, 0);
    put(&game.start, 0, 1);
    put(&game.start, 0, 2);
    perfect(&game.goal, 3, 0);
    check_game(&game, 7);
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
    check_plan(&game, plan, 7);
    hanoi_stages_free(plan);
    control_free(control);
}

/* ---- large boards ---- */

/* Ways of a million moves and more are streamed, and can be opened anywhere. */
static void test_long_ways(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240606;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 8; i++) {
        struct game game = {.pegs = 3, .discs = 10 + i};
        struct boards boards[2];
        random_stacks(&random, 3, game.discs, &game.start);
        random_regular(&random, 3, game.discs, &game.goal);
        check_by_plan(&game, plan_length(&game));
        struct hanoi_irregular_task task = task_of(&game, boards);
        struct hanoi_stages *plan;
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
        assert_true(plan->ends_regular);
        hanoi_stages_free(plan);
        control_free(control);
    }
}

/* The path behind skip moves against the whole one. */
static void check_skip(const struct hanoi_stages *plan, uint64_t skip) {
    struct hanoi_path *whole = hanoi_stages_open(plan, (struct hanoi_three_count){0, 0});
    struct hanoi_path *part = hanoi_stages_open(plan, (struct hanoi_three_count){0, skip});
    struct hanoi_move a, b;
    assert_non_null(part);
    for (uint64_t i = 0; i < skip; i++)
        assert_true(whole->next(whole, &a));
    while (whole->next(whole, &a)) {
        assert_true(part->next(part, &b));
        assert_memory_equal(&a, &b, sizeof(a));
    }
    assert_false(part->next(part, &b));
    whole->free(whole);
    part->free(part);
}

static void test_skip(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240607;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 20; i++) {
        struct game game = {.pegs = 3, .discs = 7};
        struct boards boards[2];
        random_stacks(&random, 3, 7, &game.start);
        random_regular(&random, 3, 7, &game.goal);
        struct hanoi_irregular_task task = task_of(&game, boards);
        struct hanoi_stages *plan;
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
        uint64_t length = hanoi_stages_length(plan, plan->count).low;
        for (uint64_t skip = 0; skip <= length; skip++)
            check_skip(plan, skip);
        assert_null(hanoi_stages_open(plan, (struct hanoi_three_count){0, length + 1}));
        assert_null(hanoi_stages_open(plan, (struct hanoi_three_count){1, 0}));
        hanoi_stages_free(plan);
        control_free(control);
    }
}

/* 64 discs on peg 0, the two smallest swapped: one move makes it regular, so the length is known.
 */
static void test_sixty_four_discs(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 64};
    for (unsigned disc = 63; disc >= 2; disc--)
        put(&game.start, 0, disc);
    put(&game.start, 0, 0);
    put(&game.start, 0, 1);
    perfect(&game.goal, 64, 2);
    struct hanoi_three on_1 = hanoi_three_perfect(0, 64), on_2 = on_1;
    on_1.lo |= 2;
    on_2.hi |= 2;
    uint64_t by_1 = hanoi_three_measure(on_1, hanoi_three_perfect(2, 64)).length;
    uint64_t by_2 = hanoi_three_measure(on_2, hanoi_three_perfect(2, 64)).length;
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_YES);
    assert_int_equal(answer.way->count, 1);
    assert_true(answer.remaining == (by_1 < by_2 ? by_1 : by_2));
    hanoi_irregular_free(&answer);
    control_free(control);
}

/* Upside down: the length does not fit in 64 bits, and the way is too long to be listed. */
static void test_longest_way(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 64};
    for (unsigned disc = 0; disc < 63; disc++)
        put(&game.start, 0, disc);
    put(&game.start, 1, 63);
    perfect(&game.goal, 64, 0);
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_irregular_answer answer;
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
    struct hanoi_three_count length = hanoi_stages_length(plan, plan->count);
    assert_true(length.high > 0 || length.low > UINT64_MAX / 2);
    hanoi_stages_free(plan);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_NONE);
    hanoi_irregular_free(&answer);
    control_free(control);
}

/* Random boards of thirty discs, a million times too large for a search over boards. A way is as
 * long as the way from its second board, and one. */
static void test_thirty_discs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240608;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 40; i++) {
        struct game game = {.pegs = 3, .discs = 30};
        random_stacks(&random, 3, 30, &game.start);
        random_regular(&random, 3, 30, &game.goal);
        uint64_t length = plan_length(&game);
        uint64_t shortest = UINT64_MAX;
        for (unsigned move = 0; move < 9; move++) {
            struct game after = game;
            if (move_top(&after.start, move / 3, move % 3, UINT64_MAX)) {
                uint64_t rest = plan_length(&after);
                assert_true(rest + 1 >= length);
                shortest = rest < shortest ? rest : shortest;
            }
        }
        assert_int_equal(length, shortest + 1);
    }
}

/* A thousand discs of which the larger ones are in place at both ends. */
static void test_many_discs(void **state) {
    (void)state;
    enum { ALL = 1000 };
    static uint8_t peg[2][ALL];
    static uint16_t below[2][ALL];
    for (unsigned i = 0; i < ALL; i++) {
        peg[0][i] = peg[1][i] = 0;
        below[0][i] = below[1][i] = i + 1 < ALL ? (uint16_t)(i + 1) : HANOI_ON_PEG;
    }
    below[0][1] = 0; /* 2, 0, 1 from the bottom */
    below[0][0] = 2;
    struct hanoi_irregular_task task = {
        .pegs = 3, .discs = ALL, .start = {peg[0], below[0]}, .goal = {peg[1], below[1]}};
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_YES);
    assert_int_equal(answer.way->count + answer.remaining, 4);
    assert_int_equal(answer.pegs[ALL - 1], 0);
    hanoi_irregular_free(&answer);
    memset(peg[1], 1, ALL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    hanoi_irregular_free(&answer);
    control_free(control);
}

/* ---- limits and pinned figures ---- */

/* A change of the search shows here. */
static void test_pinned_nodes(void **state) {
    (void)state;
    struct random random;
    uint64_t three = 0, four = 0;
    random_seed(&random, 20240609);
    for (unsigned i = 0; i < 100; i++) {
        struct game game = {.pegs = 3, .discs = 8};
        random_stacks(&random, 3, 8, &game.start);
        perfect(&game.goal, 8, 0);
        three += check_game(&game, plan_length(&game));
    }
    struct game game = {.pegs = 4, .discs = 6};
    for (unsigned disc = 0; disc < 6; disc++)
        put(&game.start, 0, disc);
    perfect(&game.goal, 6, 1);
    four = check_game(&game, 11);
    assert_int_equal(three, 0);
    assert_int_equal(four, 0);
}

static void check_limited(const struct game *game, qd_limits limits, qd_end end) {
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(game, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(&limits);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), end);
    assert_null(answer.way);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    hanoi_irregular_free(&answer);
    control_free(control);
}

static void test_limits(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 20240610);
    for (unsigned pegs = 3; pegs <= 4; pegs++) {
        struct game game = {.pegs = pegs, .discs = 40};
        random_stacks(&random, pegs, 40, &game.start);
        perfect(&game.goal, 40, 0);
        check_limited(&game, (qd_limits){.nodes = 64}, QD_END_NODES);
        check_limited(&game, (qd_limits){.bytes = 8000}, QD_END_BYTES);
        check_limited(&game, (qd_limits){.bytes = 100}, QD_END_BYTES);
        check_limited(&game, (qd_limits){.seconds = 1e-9}, QD_END_SECONDS);
    }
}

static void test_bad_tasks(void **state) {
    (void)state;
    static const uint8_t pegs[3] = {0, 0, 0}, split[3] = {0, 1, 0}, none[3] = {0, 0, 3};
    static const uint16_t good[3] = {1, 2, HANOI_ON_PEG}, circle[3] = {1, 0, HANOI_ON_PEG},
                          self[3] = {0, 2, HANOI_ON_PEG}, twice[3] = {2, 2, HANOI_ON_PEG},
                          two[3] = {1, HANOI_ON_PEG, HANOI_ON_PEG}, far[3] = {1, 3, HANOI_ON_PEG};
    const struct hanoi_stacking fine = {pegs, good};
    const struct hanoi_stacking bad[] = {{pegs, circle}, {pegs, self},  {pegs, twice}, {pegs, two},
                                         {pegs, far},    {split, good}, {none, good}};
    qd_control *control = control_new(NULL);
    struct hanoi_irregular_answer answer;
    struct hanoi_stages *plan;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct hanoi_irregular_task task = {.pegs = 3, .discs = 3, .start = fine, .goal = bad[i]};
        assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
        task = (struct hanoi_irregular_task){.pegs = 3, .discs = 3, .start = bad[i], .goal = fine};
        assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_BAD_INPUT);
    }
    struct hanoi_irregular_task task = {.pegs = 65, .discs = 3, .start = fine, .goal = fine};
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
    task.pegs = 0;
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),       cmocka_unit_test(test_five_discs),
        cmocka_unit_test(test_worst_board),      cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_irregular_goals),  cmocka_unit_test(test_four_pegs),
        cmocka_unit_test(test_restricted_moves), cmocka_unit_test(test_all_arcs),
        cmocka_unit_test(test_long_ways),        cmocka_unit_test(test_skip),
        cmocka_unit_test(test_sixty_four_discs), cmocka_unit_test(test_longest_way),
        cmocka_unit_test(test_thirty_discs),     cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_pinned_nodes),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_bad_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
