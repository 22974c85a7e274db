/* A plain breadth-first search over regular states, with a queue and a distance for every state. A
 * state is a number with a digit for each disc, disc 0 the lowest; the base is the number of pegs.
 * The search uses no symmetry, sets no discs aside and runs from the start only. */
#ifndef PUZZLES_HANOI_TESTS_STATE_ORACLE_H
#define PUZZLES_HANOI_TESTS_STATE_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DISCS  12
#define MOST_STATES 65536 /* 4^8; 3^10 is less */
#define FAR         UINT16_MAX

struct oracle {
    unsigned pegs;
    unsigned discs;
    unsigned states;
    const uint64_t *arcs; /* for each peg a bit for every peg to which a disc may move from there */
    unsigned queue[MOST_STATES];
    uint16_t distance[MOST_STATES]; /* FAR: cannot be reached */
    unsigned depth;                 /* the largest distance */
    uint64_t counts[MOST_STATES];   /* of states at each distance up to depth */
};

static const uint64_t every_move[64] = {[0 ... 63] = UINT64_MAX};

static inline unsigned power(unsigned base, unsigned exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

static inline void unpack(unsigned pegs, unsigned discs, unsigned state, uint8_t *peg_of) {
    for (unsigned i = 0; i < discs; i++, state /= pegs)
        peg_of[i] = (uint8_t)(state % pegs);
}

static inline unsigned pack(unsigned pegs, unsigned discs, const uint8_t *peg_of) {
    unsigned state = 0;
    for (unsigned i = discs; i-- > 0;)
        state = state * pegs + peg_of[i];
    return state;
}

/* True if the move is allowed and no smaller disc is on either peg. */
static inline bool may_move(const uint64_t *arcs, const uint8_t *peg_of, unsigned disc,
                            unsigned to) {
    for (unsigned i = 0; i < disc; i++)
        if (peg_of[i] == peg_of[disc] || peg_of[i] == to)
            return false;
    return to != peg_of[disc] && arcs[peg_of[disc]] >> to & 1;
}

static inline unsigned oracle_expand(struct oracle *oracle, unsigned state, unsigned end) {
    uint8_t peg_of[MOST_DISCS];
    unpack(oracle->pegs, oracle->discs, state, peg_of);
    for (unsigned move = 0; move < oracle->discs * oracle->pegs; move++) {
        unsigned disc = move / oracle->pegs, to = move % oracle->pegs, from = peg_of[disc];
        if (!may_move(oracle->arcs, peg_of, disc, to))
            continue;
        peg_of[disc] = (uint8_t)to;
        unsigned next = pack(oracle->pegs, oracle->discs, peg_of);
        peg_of[disc] = (uint8_t)from;
        if (oracle->distance[next] == FAR) {
            oracle->distance[next] = oracle->distance[state] + 1;
            oracle->queue[end++] = next;
        }
    }
    return end;
}

/* Finds the distance of every state from the start. */
static inline void oracle_search(struct oracle *oracle, unsigned pegs, unsigned discs,
                                 unsigned start, const uint64_t *arcs) {
    oracle->pegs = pegs;
    oracle->discs = discs;
    oracle->states = power(pegs, discs);
    oracle->arcs = arcs;
    memset(oracle->distance, 0xff, oracle->states * sizeof(oracle->distance[0]));
    oracle->queue[0] = start;
    oracle->distance[start] = 0;
    oracle->depth = 0;
    oracle->counts[0] = 0;
    for (unsigned at = 0, end = 1; at < end; at++) {
        end = oracle_expand(oracle, oracle->queue[at], end);
        if (oracle->distance[oracle->queue[at]] > oracle->depth)
            oracle->counts[++oracle->depth] = 0;
        oracle->counts[oracle->depth]++;
    }
}

/* One that has not searched yet; free releases it. */
static inline struct oracle *oracle_new(void) {
    struct oracle *oracle = malloc(sizeof(*oracle));
    assert_non_null(oracle);
    return oracle;
}

#endif
