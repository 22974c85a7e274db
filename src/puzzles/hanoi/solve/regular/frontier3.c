#include "puzzles/hanoi/solve/regular/frontier3.h"

#include <assert.h>

#include "puzzles/hanoi/solve/regular/frontier.h"

#define SMALL  3 /* discs within a cell */
#define FIELD  5 /* discs in a byte of a cell's number: 3^5 = 243 */
#define LISTED 0x80000000u

/* Places of a cell; the place is the pegs of discs 0, 1 and 2 as digits of base 3. */
#define DISC0_ON_0 0x01249249u
#define DISC1_ON_0 0x001c0e07u
#define DISC2_ON_0 0x000001ffu
#define DISC1_FREE 0x03b9dceeu      /* disc 0 is not on disc 1 */
#define DISC2_FREE 0x006e8bb0u      /* neither disc 0 nor disc 1 is on disc 2 */
#define CORNER(c)  (1u << 13 * (c)) /* all three on peg c */

/* A code as masks, with the bit that says that a cell is listed in that layer. */
struct code {
    uint32_t lo, hi;
    uint32_t listed_lo, listed_hi;
};

/* The layer in progress. */
struct layer {
    struct hanoi_frontier3 *front;
    struct code old;
    struct code new;
    uint64_t fresh; /* states found */
};

static unsigned power3(unsigned exponent) {
    unsigned power = 1;
    while (exponent-- > 0)
        power *= 3;
    return power;
}

static unsigned large_discs(unsigned discs) {
    return discs > SMALL ? discs - SMALL : 0;
}

static unsigned count_fields(unsigned discs) {
    unsigned fields = (large_discs(discs) + FIELD - 1) / FIELD;
    return fields ? fields : 1;
}

static size_t count_cells(unsigned discs) {
    unsigned before = count_fields(discs) - 1;
    return (size_t)power3(large_discs(discs) - before * FIELD) << 8 * before;
}

static size_t bytes_for(unsigned discs) {
    return count_cells(discs) * (sizeof(struct hanoi_cell3) + 2 * sizeof(uint32_t));
}

static uint32_t cell_of(unsigned discs, const uint8_t *pegs) {
    uint32_t cell = 0;
    for (unsigned i = 0; i < large_discs(discs); i++)
        cell += (uint32_t)(pegs[SMALL + i] * power3(i % FIELD)) << 8 * (i / FIELD);
    return cell;
}

static unsigned place_of(unsigned discs, const uint8_t *pegs) {
    unsigned place = 0;
    for (unsigned i = 0; i < discs && i < SMALL; i++)
        place += pegs[i] * power3(i);
    return place;
}

/* Between the pegs other than c, the smallest disc that is not on c moves. */
static int32_t change_of(unsigned field, unsigned discs, unsigned c) {
    int unit = 1;
    for (unsigned i = 0; i < discs; i++, unit *= 3, field /= 3) {
        unsigned peg = field % 3;
        if (peg != c)
            return ((int)(3 - c - peg) - (int)peg) * unit;
    }
    return 0;
}

static void fill_changes(struct hanoi_changes *changes, unsigned discs) {
    for (unsigned field = 0; field < power3(discs); field++)
        for (unsigned c = 0; c < 3; c++)
            changes->by[field][c] = change_of(field, discs, c);
}

static void lay_out(struct hanoi_frontier3 *front) {
    front->cells = front->block;
    front->now.cells = (uint32_t *)(front->cells + front->cell_count);
    front->next.cells = front->now.cells + front->cell_count;
    front->valid = (1u << power3(front->discs < SMALL ? front->discs : SMALL)) - 1;
    front->fields = count_fields(front->discs);
    fill_changes(&front->full, FIELD);
    fill_changes(&front->last, large_discs(front->discs) - (front->fields - 1) * FIELD);
}

bool hanoi_frontier3_begin(struct hanoi_frontier3 *front, unsigned discs, const uint8_t *start,
                           qd_control *control) {
    *front = (struct hanoi_frontier3){.discs = discs, .control = control, .layer = 1, .reached = 1};
    front->bytes = bytes_for(discs);
    front->block = control_reserve(control, front->bytes);
    if (front->block == NULL)
        return false;
    front->cell_count = count_cells(discs);
    lay_out(front);
    uint32_t cell = cell_of(discs, start);
    assert(cell < front->cell_count);
    front->cells[cell].lo = 1u << place_of(discs, start) | LISTED;
    front->now.cells[front->now.count++] = cell;
    front->unspent = 1;
    return true;
}

void hanoi_frontier3_end(struct hanoi_frontier3 *front) {
    control_spend(front->control, front->unspent);
    control_release(front->control, front->block, front->bytes);
    front->block = NULL;
}

static inline void list_cell(struct layer *layer, struct hanoi_cell3 *codes, uint32_t cell) {
    struct hanoi_cell_list *next = &layer->front->next;
    if (((codes->lo & layer->new.listed_lo) | (codes->hi & layer->new.listed_hi)) == 0) {
        codes->lo |= layer->new.listed_lo;
        codes->hi |= layer->new.listed_hi;
        assert(next->count < layer->front->cell_count);
        next->cells[next->count++] = cell;
    }
}

static inline void reach(struct layer *layer, uint32_t cell, uint32_t states) {
    assert(cell < layer->front->cell_count && (states & ~layer->front->valid) == 0);
    struct hanoi_cell3 *codes = &layer->front->cells[cell];
    uint32_t fresh = states & ~(codes->lo | codes->hi);
    if (fresh != 0) {
        codes->lo |= fresh & layer->new.lo;
        codes->hi |= fresh & layer->new.hi;
        layer->fresh += hanoi_count_bits(fresh);
        list_cell(layer, codes, cell);
    }
}

/* A disc that is free to move may go to every peg on which it would be free again. */
static inline uint32_t move_small_discs(uint32_t states) {
    uint32_t disc0 = ((states | states >> 1 | states >> 2) & DISC0_ON_0) * 0x7;
    uint32_t disc1 = states & DISC1_FREE;
    disc1 = ((disc1 | disc1 >> 3 | disc1 >> 6) & DISC1_ON_0) * 0x49 & DISC1_FREE;
    uint32_t disc2 = states & DISC2_FREE;
    disc2 = ((disc2 | disc2 >> 9 | disc2 >> 18) & DISC2_ON_0) * 0x40201 & DISC2_FREE;
    return disc0 | disc1 | disc2;
}

/* A larger disc moves only while the three smallest are all on the peg c that it does not use. If
 * there is no such disc, the cell stays the same and nothing is added. */
static inline void move_large_disc(struct layer *layer, uint32_t cell, unsigned c) {
    const struct hanoi_frontier3 *front = layer->front;
    uint32_t change = 0;
    unsigned shift = 0;
    for (; change == 0 && shift < 8 * (front->fields - 1); shift += 8)
        change = (uint32_t)front->full.by[cell >> shift & 255][c] << shift;
    if (change == 0)
        change = (uint32_t)front->last.by[cell >> shift][c] << shift;
    reach(layer, cell + change, CORNER(c));
}

static inline void expand(struct layer *layer, uint32_t cell) {
    const struct hanoi_frontier3 *front = layer->front;
    struct hanoi_cell3 *codes = &front->cells[cell];
    codes->lo &= ~layer->old.listed_lo;
    codes->hi &= ~layer->old.listed_hi;
    /* This includes older layers of the same code, all of whose neighbours were reached before. */
    uint32_t states = ~(codes->lo ^ layer->old.lo) & ~(codes->hi ^ layer->old.hi) & front->valid;
    reach(layer, cell, move_small_discs(states) & front->valid);
    for (unsigned c = 0; c < 3; c++)
        if (states & CORNER(c))
            move_large_disc(layer, cell, c);
}

static bool expand_all(struct layer *layer) {
    struct hanoi_frontier3 *front = layer->front;
    for (size_t i = 0; i < front->now.count; i++) {
        uint64_t before = layer->fresh;
        expand(layer, front->now.cells[i]);
        if (!hanoi_frontier_spend(&front->unspent, layer->fresh - before, front->control))
            return false;
    }
    return true;
}

static struct code code_of_depth(uint32_t depth) {
    unsigned code = 1 + depth % 3;
    const uint32_t all = UINT32_MAX >> 5; /* 27 bits */
    return (struct code){.lo = code & 1 ? all : 0,
                         .hi = code & 2 ? all : 0,
                         .listed_lo = depth % 2 == 0 ? LISTED : 0,
                         .listed_hi = depth % 2 == 1 ? LISTED : 0};
}

qd_status hanoi_frontier3_step(struct hanoi_frontier3 *front) {
    if (!control_going(front->control))
        return QD_LIMIT;
    struct layer layer = {
        .front = front, .old = code_of_depth(front->depth), .new = code_of_depth(front->depth + 1)};
    if (!expand_all(&layer))
        return QD_LIMIT;
    struct hanoi_cell_list spent = front->now;
    front->now = front->next;
    front->next = (struct hanoi_cell_list){spent.cells, 0};
    if (layer.fresh == 0)
        return QD_NO;
    front->layer = layer.fresh;
    front->reached += layer.fresh;
    front->depth++;
    return QD_YES;
}

unsigned hanoi_frontier3_code(const struct hanoi_frontier3 *front, const uint8_t *pegs) {
    const struct hanoi_cell3 *codes = &front->cells[cell_of(front->discs, pegs)];
    unsigned place = place_of(front->discs, pegs);
    return (codes->lo >> place & 1) | (codes->hi >> place & 1) << 1;
}
