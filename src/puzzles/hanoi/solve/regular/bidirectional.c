#include "puzzles/hanoi/solve/regular/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/bfs.h"

#define PEGS       HANOI_REGULAR_PEGS
#define MOST_DISCS (HANOI_BIDIRECTIONAL_BYTES * 8)

_Static_assert(HANOI_BIDIRECTIONAL_BYTES <= BFS_KEY_LIMIT, "the search must take the keys");

/* The state space of one search. */
struct space {
    unsigned pegs;
    unsigned discs;
    unsigned width;      /* bits of a disc in a key: 1, 2, 4 or 8 */
    size_t key_size;     /* in bytes */
    uint64_t out[PEGS];  /* where discs may go from each peg */
    uint64_t in[PEGS];   /* where discs may come from */
    bool alike_any;      /* some pegs are interchangeable */
    uint8_t first[PEGS]; /* the first of the pegs that are interchangeable with this one */
    uint8_t next[PEGS];  /* the next of them; the peg itself at the end */
};

/* A state, unpacked. */
struct state {
    uint8_t peg[MOST_DISCS];
};

/* New names for pegs. */
struct names {
    uint8_t of[PEGS];
};

static unsigned width_for(unsigned pegs) {
    unsigned width = 1;
    while (pegs > 1u << width)
        width *= 2;
    return width;
}

static void write_key(const struct space *space, const struct state *state, uint8_t *key) {
    unsigned per_byte = 8 / space->width;
    memset(key, 0, space->key_size);
    for (unsigned i = 0; i < space->discs; i++)
        key[i / per_byte] |= (uint8_t)(state->peg[i] << i % per_byte * space->width);
}

static void read_key(const struct space *space, const uint8_t *key, struct state *state) {
    unsigned per_byte = 8 / space->width, mask = (1u << space->width) - 1;
    for (unsigned i = 0; i < space->discs; i++)
        state->peg[i] = (uint8_t)(key[i / per_byte] >> i % per_byte * space->width & mask);
}

/* Gives a peg the first free name among the pegs that are interchangeable with it. */
static void name_peg(const struct space *space, unsigned peg, uint8_t *free_name,
                     struct names *names) {
    assert(peg < space->pegs);
    uint8_t *name = &free_name[space->first[peg]];
    assert(space->first[*name] == space->first[peg]);
    names->of[peg] = *name;
    *name = space->next[*name];
}

/* The canonical form: interchangeable pegs are renamed in the order of their smallest discs, empty
 * ones last. */
static void rename_pegs(const struct space *space, struct state *state, struct names *names) {
    uint8_t free_name[PEGS];
    uint64_t named = 0;
    memcpy(free_name, space->first, space->pegs);
    for (unsigned i = 0; i < space->discs; i++) {
        unsigned old = state->peg[i];
        if ((named >> old & 1) == 0) {
            named |= (uint64_t)1 << old;
            name_peg(space, old, free_name, names);
        }
        state->peg[i] = names->of[old];
    }
    for (unsigned peg = 0; peg < space->pegs; peg++)
        if ((named >> peg & 1) == 0)
            name_peg(space, peg, free_name, names);
}

static uint16_t label_of(unsigned from, unsigned to) {
    return (uint16_t)(from * PEGS + to);
}

/* All but the first of the empty pegs that are interchangeable. */
static uint64_t spare_pegs(const struct space *space, const struct state *state) {
    uint64_t empty = UINT64_MAX, spare = 0;
    for (unsigned i = 0; i < space->discs; i++)
        empty &= ~((uint64_t)1 << state->peg[i]);
    for (unsigned peg = 0; peg < space->pegs; peg++)
        if (empty >> peg & 1 && space->next[peg] != peg)
            spare |= (uint64_t)1 << space->next[peg];
    return spare;
}

/* Emits the state with a disc on another peg. Forward, the label is the move that leads there;
 * backward, it is the move that leads back, in the names of the new state. */
static bool emit_moved(const struct space *space, const struct state *state, unsigned disc,
                       unsigned to, bool forward, struct bfs_sink *sink) {
    uint8_t key[HANOI_BIDIRECTIONAL_BYTES];
    unsigned from = state->peg[disc];
    assert(from != to && to < space->pegs && disc < space->discs);
    struct state moved;
    memcpy(moved.peg, state->peg, space->discs);
    moved.peg[disc] = (uint8_t)to;
    uint16_t label = forward ? label_of(from, to) : label_of(to, from);
    if (space->alike_any) {
        struct names names;
        rename_pegs(space, &moved, &names);
        label = forward ? label : label_of(names.of[to], names.of[from]);
    }
    write_key(space, &moved, key);
    return bfs_emit(sink, key, label);
}

/* From the smallest disc up: the first disc found on a peg is its top, and it may go to every peg
 * without a smaller one. Taking a move back follows the same rule. */
static void expand(const struct space *space, const uint8_t *key, bool forward,
                   struct bfs_sink *sink) {
    const uint64_t *arcs = forward ? space->out : space->in;
    struct state state;
    read_key(space, key, &state);
    uint64_t spare = space->alike_any ? spare_pegs(space, &state) : 0;
    uint64_t taken = 0;
    for (unsigned disc = 0; disc < space->discs; disc++) {
        unsigned from = state.peg[disc];
        if (taken >> from & 1)
            continue;
        taken |= (uint64_t)1 << from;
        for (uint64_t to = arcs[from] & ~taken & ~spare; to != 0; to &= to - 1) {
            unsigned peg = (unsigned)__builtin_ctzll(to);
            if (!emit_moved(space, &state, disc, peg, forward, sink))
                return;
        }
    }
}

static void expand_forward(void *context, const void *key, struct bfs_sink *sink) {
    expand(context, key, true, sink);
}

static void expand_backward(void *context, const void *key, struct bfs_sink *sink) {
    expand(context, key, false, sink);
}

static uint64_t swap_bits(uint64_t bits, unsigned a, unsigned b) {
    uint64_t change = (bits >> a ^ bits >> b) & 1;
    return bits ^ (change << a | change << b);
}

/* True if the allowed moves stay the same when the two pegs are swapped. */
static bool are_alike(const struct space *space, unsigned a, unsigned b) {
    if (swap_bits(space->out[a], a, b) != space->out[b])
        return false;
    for (unsigned peg = 0; peg < space->pegs; peg++)
        if (peg != a && peg != b && swap_bits(space->out[peg], a, b) != space->out[peg])
            return false;
    return true;
}

/* If a, b and b, c may be swapped, so may a, c; so it is enough to compare with the last peg of
 * each chain. */
static void find_alike(struct space *space, const struct hanoi_regular_task *task) {
    uint64_t used = 0;
    for (unsigned i = 0; i < task->discs; i++)
        used |= (uint64_t)1 << task->start[i] | (uint64_t)1 << task->goal[i];
    for (unsigned peg = 0; peg < space->pegs; peg++) {
        space->first[peg] = space->next[peg] = (uint8_t)peg;
        for (unsigned other = 0; other < peg && !(used >> peg & 1); other++) {
            if (!(used >> other & 1) && space->next[other] == other &&
                are_alike(space, other, peg)) {
                space->next[other] = (uint8_t)peg;
                space->first[peg] = space->first[other];
                space->alike_any = true;
                break;
            }
        }
    }
}

static void make_space(struct space *space, const struct hanoi_regular_task *task) {
    *space = (struct space){.pegs = task->pegs, .discs = task->discs};
    space->width = width_for(task->pegs);
    space->key_size = ((size_t)task->discs * space->width + 7) / 8;
    assert(space->key_size <= HANOI_BIDIRECTIONAL_BYTES && space->width <= 8);
    for (unsigned from = 0; from < task->pegs; from++) {
        space->out[from] = task->arcs[from];
        for (unsigned to = 0; to < task->pegs; to++)
            space->in[to] |= (task->arcs[from] >> to & 1) << from;
    }
    find_alike(space, task);
}

static unsigned top_disc(const struct space *space, const struct state *state, unsigned peg) {
    unsigned disc = 0;
    while (disc < space->discs && state->peg[disc] != peg)
        disc++;
    return disc;
}

/* The labels name renamed pegs; real.of[x] is the real peg behind the name x. */
static void replay(const struct space *space, const uint8_t *start, const struct bfs_result *result,
                   struct hanoi_moves *list) {
    struct state state;
    struct names real, names, before;
    memcpy(state.peg, start, space->discs);
    for (unsigned peg = 0; peg < space->pegs; peg++)
        real.of[peg] = (uint8_t)peg;
    for (size_t i = 0; i < result->length; i++) {
        unsigned from = result->labels[i] / PEGS, to = result->labels[i] % PEGS;
        unsigned disc = top_disc(space, &state, from);
        assert(disc < space->discs && disc < top_disc(space, &state, to));
        hanoi_moves_add(list, (struct hanoi_move){(uint16_t)disc, real.of[from], real.of[to]});
        state.peg[disc] = (uint8_t)to;
        rename_pegs(space, &state, &names);
        before = real;
        for (unsigned peg = 0; peg < space->pegs; peg++)
            real.of[names.of[peg]] = before.of[peg];
    }
}

qd_status hanoi_bidirectional(const struct hanoi_regular_task *task, struct hanoi_moves *list,
                              uint64_t *nodes, qd_control *control) {
    struct space space;
    *nodes = 0;
    if (task->discs == 0)
        return QD_YES;
    if ((size_t)task->discs * width_for(task->pegs) > MOST_DISCS)
        return QD_LIMIT;
    make_space(&space, task);
    uint8_t start[HANOI_BIDIRECTIONAL_BYTES], goal[HANOI_BIDIRECTIONAL_BYTES];
    struct state state;
    memcpy(state.peg, task->start, task->discs);
    write_key(&space, &state, start);
    memcpy(state.peg, task->goal, task->discs);
    write_key(&space, &state, goal);
    struct bfs_problem problem = {.key_size = space.key_size,
                                  .start = start,
                                  .goal = goal,
                                  .expand = expand_forward,
                                  .expand_back = expand_backward,
                                  .context = &space};
    struct bfs_result result;
    qd_status status = bfs_search(&problem, control, &result);
    *nodes = result.nodes;
    if (status == QD_YES)
        replay(&space, task->start, &result, list);
    bfs_result_free(&result);
    return status;
}
