/* Dijkstra's algorithm on the states themselves, for comparison with the plans for any graph on
 * three pegs; and what the tests of those plans share. */
#ifndef PUZZLES_HANOI_TESTS_GRAPH_ORACLE_H
#define PUZZLES_HANOI_TESTS_GRAPH_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/hanoi/solve/graph/graph.h"

#define SMALL_DISCS  5
#define SMALL_STATES 243

/* ---- the oracle: states as base-3 numbers, disc 0 the lowest digit ---- */

struct oracle {
    unsigned discs;
    unsigned states;
    const struct hanoi_graph *graph;
    uint64_t key[SMALL_STATES]; /* cost * 2^20 + moves from the start; UINT64_MAX: out of reach */
    uint64_t paths[SMALL_STATES];
    bool done[SMALL_STATES];
};

static const unsigned power3[] = {1, 3, 9, 27, 81, 243};

static inline void unpack(unsigned state, unsigned discs, uint8_t *pegs) {
    for (unsigned i = 0; i < discs; i++)
        pegs[i] = (uint8_t)(state / power3[i] % 3);
}

/* The smallest disc on the peg, or discs if it is empty. */
static inline unsigned top_disc(const uint8_t *pegs, unsigned discs, unsigned peg) {
    unsigned i = 0;
    while (i < discs && pegs[i] != peg)
        i++;
    return i;
}

/* What it costs to move the top disc, 0 if that is not allowed. */
static inline uint32_t oracle_cost(const struct hanoi_graph *graph, const uint8_t *pegs,
                                   unsigned discs, unsigned from, unsigned to) {
    unsigned disc = top_disc(pegs, discs, from);

    if (from == to || disc == discs || top_disc(pegs, discs, to) < disc)
        return 0;
    if (graph->disc_cost && graph->disc_cost[disc][from][to])
        return graph->disc_cost[disc][from][to];
    return graph->cost[from][to];
}

static inline void oracle_relax(struct oracle *oracle, unsigned state, unsigned from, unsigned to) {
    uint8_t pegs[SMALL_DISCS];

    unpack(state, oracle->discs, pegs);
    uint32_t cost = oracle_cost(oracle->graph, pegs, oracle->discs, from, to);
    if (cost == 0)
        return;
    unsigned disc = top_disc(pegs, oracle->discs, from);
    unsigned next = state + to * power3[disc] - from * power3[disc];
    uint64_t key = oracle->key[state] + ((uint64_t)cost << 20) + 1;
    if (key < oracle->key[next]) {
        oracle->key[next] = key;
        oracle->paths[next] = 0;
    }
    if (key == oracle->key[next])
        oracle->paths[next] += oracle->paths[state];
}

static inline bool oracle_nearest(const struct oracle *oracle, unsigned *nearest) {
    uint64_t best = UINT64_MAX;

    for (unsigned state = 0; state < oracle->states; state++) {
        if (!oracle->done[state] && oracle->key[state] < best) {
            best = oracle->key[state];
            *nearest = state;
        }
    }
    return best != UINT64_MAX;
}

static inline void oracle_run(struct oracle *oracle, const struct hanoi_graph *graph,
                              unsigned discs, unsigned start) {
    unsigned state = start;

    *oracle = (struct oracle){.discs = discs, .states = power3[discs], .graph = graph};
    memset(oracle->key, 0xff, sizeof oracle->key);
    oracle->key[start] = 0;
    oracle->paths[start] = 1;
    while (oracle_nearest(oracle, &state)) {
        oracle->done[state] = true;
        for (unsigned arc = 0; arc < 9; arc++)
            oracle_relax(oracle, state, arc / 3, arc % 3);
    }
}

/* ---- replaying ---- */

/* Plays the path from pegs to its end by the oracle's rules; fails on an illegal move. */
static inline void replay(struct hanoi_path *path, const struct hanoi_graph_task *task,
                          uint8_t *pegs, uint64_t *cost, uint64_t *moves) {
    struct hanoi_move move;

    *cost = *moves = 0;
    assert_memory_equal(pegs, hanoi_graph_path_pegs(path), task->discs);
    while (path->next(path, &move)) {
        assert_int_equal(move.disc, top_disc(pegs, task->discs, move.from));
        uint32_t step = oracle_cost(task->graph, pegs, task->discs, move.from, move.to);
        assert_int_not_equal(step, 0);
        pegs[move.disc] = move.to;
        *cost += step;
        *moves += 1;
        assert_int_equal(hanoi_graph_path_pegs(path)[move.disc], move.to);
    }
    assert_false(path->next(path, &move));
}

static inline struct hanoi_path *open_at(struct hanoi_graph_plan *plan, uint64_t index,
                                         uint64_t skip) {
    mpz_t number;

    mpz_init_set_ui(number, skip);
    struct hanoi_path *path = hanoi_graph_path_open(plan, index, number);
    mpz_clear(number);
    return path;
}

/* A path opened after any number of moves must continue exactly as the path from the start does. */
static inline void check_seeks(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                               uint64_t index) {
    uint64_t moves = mpz_get_ui(hanoi_graph_plan_moves(plan));
    struct hanoi_path *whole = open_at(plan, index, 0);

    for (uint64_t skip = 0; skip <= moves; skip++) {
        struct hanoi_path *rest = open_at(plan, index, skip);
        struct hanoi_move expected, move;
        assert_non_null(rest);
        assert_memory_equal(hanoi_graph_path_pegs(rest), hanoi_graph_path_pegs(whole), task->discs);
        bool more = whole->next(whole, &expected);
        assert_int_equal(more, skip < moves);
        assert_int_equal(rest->next(rest, &move), more);
        if (more)
            assert_true(move.disc == expected.disc && move.from == expected.from &&
                        move.to == expected.to);
        rest->free(rest);
    }
    assert_null(open_at(plan, index, moves + 1));
    whole->free(whole);
}

static inline void check_replay(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                                uint64_t index, uint64_t skip) {
    uint8_t pegs[SMALL_DISCS];
    uint64_t cost, moves;
    struct hanoi_path *path = open_at(plan, index, skip);

    assert_non_null(path);
    memcpy(pegs, hanoi_graph_path_pegs(path), task->discs);
    if (skip == 0)
        assert_memory_equal(pegs, task->start, task->discs);
    replay(path, task, pegs, &cost, &moves);
    assert_memory_equal(pegs, task->goal, task->discs);
    assert_int_equal(moves, mpz_get_ui(hanoi_graph_plan_moves(plan)) - skip);
    if (skip == 0)
        assert_int_equal(cost, mpz_get_ui(hanoi_graph_plan_cost(plan)));
    path->free(path);
}

/* A hash of the moves. */
static inline uint64_t path_print(struct hanoi_graph_plan *plan, uint64_t index) {
    struct hanoi_path *path = open_at(plan, index, 0);
    struct hanoi_move move;
    uint64_t print = 1;

    while (path->next(path, &move))
        print = (print ^ (move.disc * 9u + move.from * 3u + move.to + 1u)) * 0x9e3779b97f4a7c15u;
    path->free(path);
    return print;
}

static inline void check_paths_differ(struct hanoi_graph_plan *plan, uint64_t paths) {
    uint64_t prints[32];

    for (uint64_t index = 0; index < paths && index < 32; index++) {
        prints[index] = path_print(plan, index);
        for (uint64_t other = 0; other < index; other++)
            assert_int_not_equal(prints[index], prints[other]);
    }
    assert_null(open_at(plan, paths, 0));
}

/* ---- the graphs people play on ---- */

static inline void allow(struct hanoi_graph *graph, unsigned from, unsigned to) {
    graph->cost[from][to] = 1;
}

/* Every move is allowed and costs 1: the classical puzzle. */
static inline void complete_graph(struct hanoi_graph *graph) {
    memset(graph, 0, sizeof *graph);
    for (unsigned from = 0; from < HANOI_GRAPH_PEGS; from++)
        for (unsigned to = 0; to < HANOI_GRAPH_PEGS; to++)
            graph->cost[from][to] = from != to;
}

/* Moves between neighbours only: 0-1 and 1-2. */
static inline void adjacent_graph(struct hanoi_graph *graph) {
    memset(graph, 0, sizeof *graph);
    allow(graph, 0, 1);
    allow(graph, 1, 0);
    allow(graph, 1, 2);
    allow(graph, 2, 1);
}

/* Moves 0->1, 1->2, 2->0 only. */
static inline void cyclic_graph(struct hanoi_graph *graph) {
    memset(graph, 0, sizeof *graph);
    allow(graph, 0, 1);
    allow(graph, 1, 2);
    allow(graph, 2, 0);
}

static inline struct hanoi_graph_plan *solve_tower(const struct hanoi_graph *graph, unsigned discs,
                                                   uint8_t from, uint8_t to) {
    uint8_t *pegs = malloc(2 * (size_t)discs);
    struct hanoi_graph_task task = {graph, discs, pegs, pegs + discs};
    struct hanoi_graph_plan *plan;

    memset(pegs, from, discs);
    memset(pegs + discs, to, discs);
    assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
    free(pegs);
    return plan;
}

/* Costs of the smallest disc that cause ties, so that the number of cheapest paths multiplies with
 * every disc: 32 for a tower of 6 discs, more than 64 bits can hold for 12. */
static inline void tie_graph(struct hanoi_graph *graph, hanoi_arc_costs *own) {
    static const hanoi_arc_costs smallest = {{0, 4, 2}, {1, 0, 2}, {3, 1, 0}};

    complete_graph(graph);
    memcpy(own[0], smallest, sizeof smallest);
    graph->disc_cost = (const hanoi_arc_costs *)own;
}

#endif
