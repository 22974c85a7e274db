/* What the tests of the three-peg formulas compare them with. Nothing here shares code with the
 * formulas: a breadth-first search whose states are numbers in base 3 and whose moves come from
 * looking for the top disc of each peg, the textbook formula disc by disc, and Romik's automaton.
 */
#ifndef PUZZLES_HANOI_TESTS_THREE_ORACLE_H
#define PUZZLES_HANOI_TESTS_THREE_ORACLE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/hanoi/core/three.h"
#include "tests/support/seed.h"
#include "tests/support/slow.h"

/* How far the exhaustive tests go; under a sanitizer, which makes them several times slower, two of
 * them stop one disc earlier. */
enum {
    PAIRS_UP_TO = 7,
    SUMS_UP_TO = SANITIZED ? 7 : 8,
    STREAMS_UP_TO = SANITIZED ? 5 : 6,
    RANDOM_CASES = SANITIZED ? 300 : 3000
};

__extension__ typedef unsigned __int128 wide;

/* ---- random numbers ---- */

/* Steele, Lea and Flood's splitmix64. */
static inline uint64_t random_word(uint64_t *seed) {
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline void random_pegs(uint64_t *seed, uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++)
        pegs[disc] = (uint8_t)(random_word(seed) % 3);
}

static inline struct hanoi_three state_of(const uint8_t *pegs, unsigned discs) {
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

static inline void pegs_of_code(unsigned code, uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++) {
        pegs[disc] = (uint8_t)(code % 3);
        code /= 3;
    }
}

static inline unsigned code_of_pegs(const uint8_t *pegs, unsigned discs) {
    unsigned code = 0;
    while (discs-- > 0)
        code = code * 3 + pegs[discs];
    return code;
}

static inline unsigned top_disc(const uint8_t *pegs, unsigned discs, unsigned peg) {
    unsigned disc = 0;
    while (disc < discs && pegs[disc] != peg)
        disc++;
    return disc;
}

static inline void link_state(struct graph *graph, unsigned code) {
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

static inline void *get_memory(size_t count, size_t size) {
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static inline struct graph make_graph(unsigned discs) {
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

static inline void free_graph(struct graph *graph) {
    free(graph->neighbour);
    free(graph->mover);
    free(graph->engine_state);
    free(graph->distance);
    free(graph->paths);
    free(graph->moves);
    free(graph->queue);
}

/* Adds the paths through `from` to those of its neighbour. Returns whether that is new. */
static inline bool reach(struct graph *graph, int32_t from, unsigned pair) {
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

static inline void search_from(struct graph *graph, unsigned source) {
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

/* ---- many discs: the textbook formula disc by disc in 128 bits ---- */

static inline wide slow_to_perfect(const uint8_t *pegs, unsigned discs, unsigned goal) {
    wide distance = 0;
    while (discs-- > 0) {
        if (pegs[discs] != goal) {
            distance += (wide)1 << discs;
            goal = 3 - goal - pegs[discs];
        }
    }
    return distance;
}

static inline void slow_distance(const uint8_t *from, const uint8_t *to, unsigned discs,
                                 wide length[2]) {
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
static inline void open_pair(uint64_t *seed, uint8_t *from, uint8_t *to, unsigned discs) {
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

/* ---- once, twice or tie: the automaton of Romik (2006) ---- */

/* The goal of the discs below one that is on `peg` and has to go to `goal`. */
static inline unsigned goal_below(unsigned goal, unsigned peg) {
    return goal == peg ? goal : 3 - goal - peg;
}

static inline enum hanoi_three_kind kind_by_automaton(const uint8_t *from, const uint8_t *to,
                                                      unsigned discs) {
    while (discs > 0 && from[discs - 1] == to[discs - 1])
        discs--;
    if (discs-- == 0)
        return HANOI_THREE_SAME;
    unsigned start_twice = to[discs], end_twice = from[discs];
    unsigned start_once = 3 - start_twice - end_twice, end_once = start_once;
    /* How much longer moving twice is, counted in moves of the disc that is read. */
    int lead = 1;
    while (discs-- > 0 && lead > -2 && lead < 2) {
        lead = 2 * lead + (from[discs] == start_once) - (from[discs] == start_twice) +
               (to[discs] == end_once) - (to[discs] == end_twice);
        start_once = goal_below(start_once, from[discs]);
        start_twice = goal_below(start_twice, from[discs]);
        end_once = goal_below(end_once, to[discs]);
        end_twice = goal_below(end_twice, to[discs]);
    }
    return lead > 0 ? HANOI_THREE_ONCE : lead < 0 ? HANOI_THREE_TWICE : HANOI_THREE_TIE;
}

#endif
