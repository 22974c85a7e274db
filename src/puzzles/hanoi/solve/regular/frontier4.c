#include "puzzles/hanoi/solve/regular/frontier4.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/regular/fold4.h"
#include "puzzles/hanoi/solve/regular/frontier.h"

#define PEGS        4
#define SMALL       3   /* discs within a cell */
#define PAGE_BITS   6   /* of a cell's number that are the place within a page */
#define CHUNK_PAGES 256 /* at most; a quarter of a megabyte */

_Static_assert(HANOI_PAGE_CELLS == 1 << PAGE_BITS, "three discs choose the cell of a page");

/* Places of a cell, by the pegs of discs 0, 1 and 2: bits 0-1, 2-3 and 4-5 of the place. */
#define DISC0_ON_0 0x1111111111111111u
#define DISC1_ON_0 0x000f000f000f000fu
#define DISC2_ON_0 0x000000000000ffffu
#define DISC1_FREE 0x7bde7bde7bde7bdeu /* disc 0 is not on disc 1 */
#define DISC2_FREE 0x0777b0bbdd0deee0u /* neither disc 0 nor disc 1 is on disc 2 */

/* The layer in progress, with the codes of the last layer and of the new one as masks. */
struct layer {
    struct hanoi_frontier4 *front;
    const struct hanoi_frontier4 *other;
    uint64_t old_lo, old_hi;
    uint64_t new_lo, new_hi;
    unsigned list;      /* of the new layer; the other one is that of the last */
    uint64_t fresh;     /* states found */
    bool out_of_memory; /* a page was refused */
};

static unsigned code_of_depth(uint32_t depth) {
    return 1 + depth % 3;
}

static size_t count_pages(unsigned discs) {
    return (size_t)1 << (discs > 2 * SMALL ? 2 * (discs - 2 * SMALL) : 0);
}

size_t hanoi_frontier4_least_bytes(unsigned discs) {
    size_t pages = count_pages(discs);
    size_t chunk = pages < CHUNK_PAGES ? pages : CHUNK_PAGES;
    return pages * sizeof(uint32_t) + chunk * sizeof(struct hanoi_page4);
}

uint64_t hanoi_frontier4_index(unsigned discs, const uint8_t *pegs) {
    uint64_t index = 0;
    for (unsigned i = 0; i < discs; i++)
        index |= (uint64_t)pegs[i] << (2 * i);
    return index;
}

static unsigned peg_of(uint64_t state, unsigned disc) {
    return (unsigned)(state >> (2 * disc)) & 3;
}

/* Pages are counted from 1. */
static inline struct hanoi_page4 *page_at(const struct hanoi_frontier4 *front, uint32_t at) {
    assert(at >= 1 && at <= front->page_count);
    return &front->chunks[(at - 1) / CHUNK_PAGES][(at - 1) % CHUNK_PAGES];
}

static bool add_chunk(struct hanoi_frontier4 *front) {
    struct hanoi_page4 *chunk =
        control_reserve(front->control, front->chunk_pages * sizeof(struct hanoi_page4));
    if (chunk == NULL)
        return false;
    front->chunks = mem_grow(front->chunks, front->chunk_count, &front->chunk_room, sizeof(chunk));
    front->chunks[front->chunk_count++] = chunk;
    return true;
}

/* The place of the new page, or 0 if there is no memory. */
static uint32_t add_page(struct hanoi_frontier4 *front, uint64_t number) {
    if (front->page_count == front->chunk_count * front->chunk_pages && !add_chunk(front))
        return 0;
    assert(number < front->directory_size && front->directory[number] == 0);
    uint32_t at = ++front->page_count;
    front->directory[number] = at;
    page_at(front, at)->number = (uint32_t)number;
    return at;
}

/* Marks a cell that has states of the layer of that list. */
static inline void mark(struct hanoi_frontier4 *front, uint32_t at, struct hanoi_page4 *page,
                        uint64_t cell, unsigned list) {
    assert(list < 2 && cell >> PAGE_BITS == page->number);
    if (page->marks[list] == 0) {
        page->link[list] = front->list[list];
        front->list[list] = at;
    }
    page->marks[list] |= (uint64_t)1 << cell % HANOI_PAGE_CELLS;
}

static bool begin(struct hanoi_frontier4 *front, uint64_t start) {
    unsigned discs = front->discs;
    assert(discs <= HANOI_FRONTIER4_DISCS && start >> 2 * discs == 0);
    size_t pages = count_pages(discs);
    front->chunk_pages = pages < CHUNK_PAGES ? (uint32_t)pages : CHUNK_PAGES;
    front->large = discs > SMALL ? (((uint64_t)1 << 2 * (discs - SMALL)) - 1) / 3 : 0;
    front->valid = discs >= SMALL ? UINT64_MAX : ((uint64_t)1 << (1u << 2 * discs)) - 1;
    front->directory_size = pages;
    front->directory = control_reserve(front->control, pages * sizeof(*front->directory));
    uint64_t cell = start >> 2 * SMALL;
    uint32_t at = front->directory != NULL ? add_page(front, cell >> PAGE_BITS) : 0;
    if (at == 0)
        return false;
    struct hanoi_page4 *page = page_at(front, at);
    page->cells[cell % HANOI_PAGE_CELLS].lo = (uint64_t)1 << (start & 63);
    mark(front, at, page, cell, 0);
    front->layer = front->reached = front->unspent = 1;
    return true;
}

bool hanoi_frontier4_begin(struct hanoi_frontier4 *front, unsigned discs, uint64_t start,
                           qd_control *control) {
    *front = (struct hanoi_frontier4){.discs = discs, .control = control};
    return begin(front, start);
}

bool hanoi_frontier4_begin_folded(struct hanoi_frontier4 *front, unsigned discs,
                                  qd_control *control) {
    *front = (struct hanoi_frontier4){.discs = discs, .control = control, .folded = true};
    return begin(front, 0);
}

void hanoi_frontier4_end(struct hanoi_frontier4 *front) {
    size_t chunk_bytes = front->chunk_pages * sizeof(struct hanoi_page4);
    control_spend(front->control, front->unspent);
    for (size_t i = 0; i < front->chunk_count; i++)
        control_release(front->control, front->chunks[i], chunk_bytes);
    control_release(front->control, front->directory,
                    front->directory_size * sizeof(*front->directory));
    free(front->chunks);
    *front = (struct hanoi_frontier4){0};
}

static void meet(struct layer *layer, uint64_t cell, uint64_t fresh) {
    uint32_t at = layer->other->directory[cell >> PAGE_BITS];
    if (at == 0)
        return;
    const struct hanoi_cell4 *theirs = &page_at(layer->other, at)->cells[cell % HANOI_PAGE_CELLS];
    uint64_t common = fresh & (theirs->lo | theirs->hi);
    if (common != 0) {
        layer->front->met = true;
        layer->front->meeting = cell << 2 * SMALL | (unsigned)__builtin_ctzll(common);
    }
}

static inline void reach_in(struct layer *layer, uint32_t at, struct hanoi_page4 *page,
                            uint64_t cell, uint64_t states) {
    struct hanoi_cell4 *codes = &page->cells[cell % HANOI_PAGE_CELLS];
    assert((states & ~layer->front->valid) == 0);
    uint64_t fresh = states & ~(codes->lo | codes->hi);
    if (fresh == 0)
        return;
    codes->lo |= fresh & layer->new_lo;
    codes->hi |= fresh & layer->new_hi;
    mark(layer->front, at, page, cell, layer->list);
    unsigned count = hanoi_count_bits(fresh);
    layer->fresh += layer->front->folded ? count * hanoi_fold4_weight(cell) : count;
    if (layer->other != NULL)
        meet(layer, cell, fresh);
}

static inline void reach(struct layer *layer, uint64_t cell, uint64_t states) {
    assert(states != 0);
    uint32_t at = layer->front->directory[cell >> PAGE_BITS];
    if (at == 0)
        at = add_page(layer->front, cell >> PAGE_BITS);
    if (at == 0) {
        layer->out_of_memory = true;
        return;
    }
    reach_in(layer, at, page_at(layer->front, at), cell, states);
}

/* A disc that is free to move may go to every peg on which it would be free again. */
static inline uint64_t move_small_discs(uint64_t states) {
    uint64_t disc0 = states | states >> 1;
    disc0 = ((disc0 | disc0 >> 2) & DISC0_ON_0) * 0xf;
    uint64_t disc1 = states & DISC1_FREE;
    disc1 |= disc1 >> 4;
    disc1 = ((disc1 | disc1 >> 8) & DISC1_ON_0) * 0x1111 & DISC1_FREE;
    uint64_t disc2 = states & DISC2_FREE;
    disc2 |= disc2 >> 16;
    disc2 = ((disc2 | disc2 >> 32) & DISC2_ON_0) * 0x0001000100010001u & DISC2_FREE;
    return disc0 | disc1 | disc2;
}

/* The low bit of the smallest large disc on a peg; 0 if there is none. */
static inline uint64_t top_bit(const struct hanoi_frontier4 *front, uint64_t cell, uint64_t peg) {
    uint64_t differs = cell ^ peg * 0x5555555555555555u;
    uint64_t there = ~(differs | differs >> 1) & front->large;
    return there & (0 - there);
}

/* Between two pegs a and b only the smaller of their top discs can move, and only while discs 0, 1
 * and 2 are elsewhere. Its peg changes by a ^ b in either direction. If both pegs are empty, the
 * move leads to the cell itself and adds nothing. */
static inline void move_large_disc(struct layer *layer, uint64_t cell, uint64_t states,
                                   unsigned change, uint64_t top_a, uint64_t top_b) {
    if (states != 0) {
        uint64_t disc = top_a - 1 < top_b - 1 ? top_a : top_b;
        uint64_t neighbour = cell ^ change * disc;
        if (layer->front->folded)
            states = hanoi_fold4(&neighbour, states);
        reach(layer, neighbour, states);
    }
}

static inline void expand(struct layer *layer, uint32_t at, struct hanoi_page4 *page,
                          uint64_t cell) {
    const struct hanoi_frontier4 *front = layer->front;
    const struct hanoi_cell4 *codes = &page->cells[cell % HANOI_PAGE_CELLS];
    /* This includes older layers of the same code, all of whose neighbours were reached before. */
    uint64_t states = ~(codes->lo ^ layer->old_lo) & ~(codes->hi ^ layer->old_hi);
    reach_in(layer, at, page, cell, move_small_discs(states) & front->valid);
    uint64_t top0 = top_bit(front, cell, 0), top1 = top_bit(front, cell, 1);
    uint64_t top2 = top_bit(front, cell, 2), top3 = top_bit(front, cell, 3);
    move_large_disc(layer, cell, states & 0xcc00cc0000000000u, 1, top0, top1);
    move_large_disc(layer, cell, states & 0xa0a00000a0a00000u, 2, top0, top2);
    move_large_disc(layer, cell, states & 0x0000066006600000u, 3, top0, top3);
    move_large_disc(layer, cell, states & 0x9009000000009009u, 3, top1, top2);
    move_large_disc(layer, cell, states & 0x0000050500000505u, 2, top1, top3);
    move_large_disc(layer, cell, states & 0x0000000000330033u, 1, top2, top3);
}

/* Returns false when it is time to stop. */
static bool expand_page(struct layer *layer, uint32_t at, struct hanoi_page4 *page,
                        uint64_t cells) {
    struct hanoi_frontier4 *front = layer->front;
    uint64_t before = layer->fresh;
    for (; cells != 0; cells &= cells - 1) {
        uint64_t cell = (uint64_t)page->number << PAGE_BITS | (unsigned)__builtin_ctzll(cells);
        expand(layer, at, page, cell);
    }
    return hanoi_frontier_spend(&front->unspent, layer->fresh - before, front->control) &&
           !front->met && !layer->out_of_memory;
}

static bool expand_all(struct layer *layer) {
    struct hanoi_frontier4 *front = layer->front;
    unsigned list = 1 - layer->list;
    while (front->list[list] != 0) {
        uint32_t at = front->list[list];
        struct hanoi_page4 *page = page_at(front, at);
        uint64_t cells = page->marks[list];
        front->list[list] = page->link[list];
        page->marks[list] = 0;
        if (!expand_page(layer, at, page, cells))
            return false;
    }
    return true;
}

static uint64_t spread(unsigned bit) {
    return bit ? UINT64_MAX : 0;
}

qd_status hanoi_frontier4_step(struct hanoi_frontier4 *front, const struct hanoi_frontier4 *other) {
    assert(!front->met && front->list[1 - front->depth % 2] == 0);
    assert(other == NULL || (other->discs == front->discs && !front->folded && !other->folded));
    if (!control_going(front->control))
        return QD_LIMIT;
    unsigned old = code_of_depth(front->depth), new = code_of_depth(front->depth + 1);
    struct layer layer = {.front = front,
                          .other = other,
                          .old_lo = spread(old & 1),
                          .old_hi = spread(old >> 1),
                          .new_lo = spread(new & 1),
                          .new_hi = spread(new >> 1),
                          .list = 1 - front->depth % 2};
    bool complete = expand_all(&layer);
    if (!complete && !front->met)
        return QD_LIMIT;
    if (layer.fresh == 0)
        return QD_NO;
    front->layer = layer.fresh;
    front->reached += layer.fresh;
    front->depth++;
    return QD_YES;
}

unsigned hanoi_frontier4_code(const struct hanoi_frontier4 *front, uint64_t state) {
    uint64_t cell = state >> 2 * SMALL;
    uint64_t place = (uint64_t)1 << (state & 63);
    if (front->folded)
        place = hanoi_fold4(&cell, place);
    uint32_t at = front->directory[cell >> PAGE_BITS];
    if (at == 0)
        return 0;
    const struct hanoi_cell4 *codes = &page_at(front, at)->cells[cell % HANOI_PAGE_CELLS];
    return (codes->lo & place ? 1 : 0) | (codes->hi & place ? 2 : 0);
}

/* The smallest disc on each peg; discs where there is none. */
static void find_tops(unsigned discs, uint64_t state, unsigned tops[PEGS]) {
    for (unsigned peg = 0; peg < PEGS; peg++)
        tops[peg] = discs;
    for (unsigned disc = discs; disc-- > 0;)
        tops[peg_of(state, disc)] = disc;
}

struct hanoi_move hanoi_frontier4_descend(const struct hanoi_frontier4 *front, uint64_t *state) {
    unsigned code = hanoi_frontier4_code(front, *state);
    assert(code != 0);
    unsigned nearer = code == 1 ? 3 : code - 1;
    unsigned tops[PEGS];
    find_tops(front->discs, *state, tops);
    for (unsigned pair = 0; pair < PEGS * PEGS; pair++) {
        unsigned from = pair / PEGS, to = pair % PEGS;
        if (tops[from] < tops[to]) {
            uint64_t neighbour = *state ^ (uint64_t)(from ^ to) << (2 * tops[from]);
            if (hanoi_frontier4_code(front, neighbour) == nearer) {
                *state = neighbour;
                return (struct hanoi_move){(uint16_t)tops[from], (uint8_t)from, (uint8_t)to};
            }
        }
    }
    return (struct hanoi_move){0, 0, 0}; /* only for the start, which callers exclude */
}

void hanoi_frontier4_check(const struct hanoi_frontier4 *front) {
    uint64_t reached = 0;
    size_t pages = 0;
    (void)reached;
    for (size_t number = 0; number < front->directory_size; number++) {
        uint32_t at = front->directory[number];
        if (at == 0)
            continue;
        const struct hanoi_page4 *page = page_at(front, at);
        assert(page->number == number);
        pages++;
        for (unsigned i = 0; i < HANOI_PAGE_CELLS; i++) {
            uint64_t cell = (uint64_t)number << PAGE_BITS | i;
            uint64_t states = page->cells[i].lo | page->cells[i].hi;
            assert((states & ~front->valid) == 0);
            assert(!front->folded || states == 0 || hanoi_fold4_close(cell, states) == states);
            reached += hanoi_count_bits(states) * (front->folded ? hanoi_fold4_weight(cell) : 1);
        }
    }
    assert(pages == front->page_count && pages <= front->chunk_count * front->chunk_pages);
    assert(front->met || reached == front->reached);
    assert(front->layer >= 1 && front->layer <= front->reached);
}
