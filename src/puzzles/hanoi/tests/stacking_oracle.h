/* Boards as stacks, and a checker for paths between them; for the tests of irregular boards. */
#ifndef PUZZLES_HANOI_TESTS_STACKING_ORACLE_H
#define PUZZLES_HANOI_TESTS_STACKING_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/hanoi/solve/irregular/irregular.h"

#define MOST_PEGS  4
#define MOST_DISCS 64
#define FAR        UINT16_MAX

struct stacks {
    uint8_t height[MOST_PEGS];
    uint8_t disc[MOST_PEGS][MOST_DISCS]; /* from the bottom */
};

/* A board in the form that the engine takes. */
struct boards {
    uint8_t peg[MOST_DISCS];
    uint16_t below[MOST_DISCS];
};

static inline struct hanoi_stacking stacking_of(const struct stacks *stacks,
                                                struct boards *boards) {
    for (unsigned peg = 0; peg < MOST_PEGS; peg++) {
        for (unsigned i = 0; i < stacks->height[peg]; i++) {
            unsigned disc = stacks->disc[peg][i];
            boards->peg[disc] = (uint8_t)peg;
            boards->below[disc] = i > 0 ? stacks->disc[peg][i - 1] : HANOI_ON_PEG;
        }
    }
    return (struct hanoi_stacking){boards->peg, boards->below};
}

static inline void put(struct stacks *stacks, unsigned peg, unsigned disc) {
    stacks->disc[peg][stacks->height[peg]++] = (uint8_t)disc;
}

static inline bool is_regular(const struct stacks *stacks) {
    for (unsigned peg = 0; peg < MOST_PEGS; peg++)
        for (unsigned i = 1; i < stacks->height[peg]; i++)
            if (stacks->disc[peg][i] > stacks->disc[peg][i - 1])
                return false;
    return true;
}

/* Moves the top disc if that is legal. */
static inline bool move_top(struct stacks *stacks, unsigned from, unsigned to, uint64_t allowed) {
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

static inline void perfect(struct stacks *stacks, unsigned discs, unsigned peg) {
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned disc = discs; disc-- > 0;)
        put(stacks, peg, disc);
}

/* Any stacking, all equally likely: discs and pegs - 1 dividers in any order. */
static inline void random_stacks(struct random *random, unsigned pegs, unsigned discs,
                                 struct stacks *stacks) {
    unsigned order[MOST_DISCS + MOST_PEGS], count = discs + pegs - 1, peg = 0;
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned i = 0; i < count; i++) {
        unsigned j = (unsigned)random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < count; i++)
        if (order[i] < discs)
            put(stacks, peg, order[i]);
        else
            peg++;
}

static inline void random_regular(struct random *random, unsigned pegs, unsigned discs,
                                  struct stacks *stacks) {
    memset(stacks, 0, sizeof(*stacks));
    for (unsigned disc = discs; disc-- > 0;)
        put(stacks, (unsigned)random_below(random, pegs), disc);
}

struct game {
    unsigned pegs;
    unsigned discs;
    struct stacks start;
    struct stacks goal;
    const uint64_t *arcs;
};

/* Plays the moves of a path, which must be legal; returns how many there are. */
static inline uint64_t replay(const struct game *game, struct hanoi_path *path,
                              struct stacks *board) {
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

static inline struct hanoi_irregular_task task_of(const struct game *game,
                                                  struct boards boards[2]) {
    return (struct hanoi_irregular_task){.pegs = game->pegs,
                                         .discs = game->discs,
                                         .start = stacking_of(&game->start, &boards[0]),
                                         .goal = stacking_of(&game->goal, &boards[1]),
                                         .arcs = game->arcs};
}

/* From the regular board of an answer to the goal, by the formula. */
static inline void check_rest(const struct game *game, const struct hanoi_irregular_answer *answer,
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

static inline uint64_t check_plan(const struct game *game, const struct hanoi_stages *plan,
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

static inline bool is_classic(const struct game *game) {
    return game->pegs == 3 && !game->arcs;
}

/* The same by hanoi_irregular_plan. */
static inline void check_by_plan(const struct game *game, uint64_t length) {
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

/* Solves and checks; length is FAR if there must be no path. Returns the nodes. */
static inline uint64_t check_game(const struct game *game, uint64_t length) {
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
        assert_int_equal(answer.list->count + answer.remaining, length);
        assert_int_equal(replay(game, &answer.list->path, &board), answer.list->count);
        if (answer.pegs)
            check_rest(game, &answer, &boards[1], &board);
        assert_memory_equal(&board, &game->goal, sizeof(board));
    }
    uint64_t nodes = answer.nodes;
    hanoi_irregular_free(&answer);
    control_free(control);
    return nodes;
}

static inline uint64_t plan_length(const struct game *game) {
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

#endif
