#include "puzzles/harmony/tests/harmony_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- small boards ---- */

enum {
    CELLS = HARMONY_ORACLE_CELLS,
    MOVE_BITS = 5,
    MOVE_MASK = 31,
    MOST_ORDERS = 120,
    MOST_PAIRS = 120
};

/* Column after column, from top to bottom; a cell is colour * 32 + moves. Unused cells are 0. */
struct small {
    uint8_t cell[CELLS];
};

/* Places in the list of cells, lower first. */
struct pair {
    uint8_t a, b;
};

struct shape {
    unsigned rows, columns;
    enum harmony_symmetry symmetry;
    unsigned pairs; /* of cells of one row or one column */
    struct pair pair[MOST_PAIRS];
    unsigned orders; /* of rows that are tried; the first leaves them as they are */
    uint8_t order[MOST_ORDERS][HARMONY_ORACLE_ROWS];
};

static void add_orders(struct shape *shape, uint8_t *order, unsigned filled, unsigned used) {
    if (filled == shape->rows) {
        memcpy(shape->order[shape->orders++], order, filled);
        return;
    }
    for (unsigned row = 0; row < shape->rows; row++)
        if ((used >> row & 1) == 0) {
            order[filled] = (uint8_t)row;
            add_orders(shape, order, filled + 1, used | 1U << row);
        }
}

static void add_pairs(struct shape *shape) {
    unsigned rows = shape->rows, cells = rows * shape->columns;
    for (unsigned a = 0; a < cells; a++)
        for (unsigned b = a + 1; b < cells; b++)
            if (a / rows == b / rows || a % rows == b % rows)
                shape->pair[shape->pairs++] = (struct pair){(uint8_t)a, (uint8_t)b};
}

static void shape_init(struct shape *shape, unsigned rows, unsigned columns,
                       enum harmony_symmetry symmetry) {
    uint8_t order[HARMONY_ORACLE_ROWS];
    if (rows > HARMONY_ORACLE_ROWS || rows * columns > CELLS)
        abort();
    *shape = (struct shape){.rows = rows, .columns = columns, .symmetry = symmetry};
    add_pairs(shape);
    add_orders(shape, order, 0, 0);
    if (symmetry != HARMONY_UP_TO_ROWS_AND_COLUMNS)
        shape->orders = 1;
}

static struct small small_from(const struct shape *shape, const struct harmony_board *board) {
    struct small small = {{0}};
    unsigned at = 0;
    if (board->rows != shape->rows || board->columns != shape->columns)
        abort();
    for (unsigned column = 0; column < shape->columns; column++)
        for (unsigned row = 0; row < shape->rows; row++) {
            unsigned cell = harmony_cell(row, column);
            if (board->moves[cell] > HARMONY_ORACLE_MOVES)
                abort();
            small.cell[at++] = (uint8_t)(board->colour[cell] << MOVE_BITS | board->moves[cell]);
        }
    return small;
}

static void small_to(const struct shape *shape, const struct small *small,
                     struct harmony_board *board) {
    unsigned at = 0;
    memset(board, 0, sizeof *board);
    board->rows = (uint8_t)shape->rows;
    board->columns = (uint8_t)shape->columns;
    for (unsigned column = 0; column < shape->columns; column++)
        for (unsigned row = 0; row < shape->rows; row++, at++) {
            unsigned cell = harmony_cell(row, column);
            board->colour[cell] = (uint8_t)(small->cell[at] >> MOVE_BITS);
            board->moves[cell] = (uint8_t)(small->cell[at] & MOVE_MASK);
        }
}

/* ---- symmetry ---- */

static int compare(const struct small *a, const struct small *b) {
    return memcmp(a->cell, b->cell, CELLS);
}

/* Columns in ascending order, compared as numbers. */
static void sort_columns(const struct shape *shape, struct small *small) {
    uint64_t value[CELLS];
    for (unsigned column = 0; column < shape->columns; column++) {
        const uint8_t *cell = small->cell + column * shape->rows;
        uint64_t number = 0;
        for (unsigned row = 0; row < shape->rows; row++)
            number = number << 8 | cell[row];
        unsigned at = column;
        for (; at > 0 && value[at - 1] > number; at--)
            value[at] = value[at - 1];
        value[at] = number;
    }
    for (unsigned column = 0; column < shape->columns; column++)
        for (unsigned row = shape->rows; row-- > 0; value[column] >>= 8)
            small->cell[column * shape->rows + row] = (uint8_t)value[column];
}

/* The board with its rows moved and its colours renamed, columns sorted. */
static struct small reorder(const struct shape *shape, const struct small *small,
                            const uint8_t *order) {
    struct small result = {{0}};
    for (unsigned column = 0; column < shape->columns; column++) {
        const uint8_t *from = small->cell + column * shape->rows;
        uint8_t *to = result.cell + column * shape->rows;
        for (unsigned row = 0; row < shape->rows; row++)
            to[order[row]] =
                (uint8_t)(order[from[row] >> MOVE_BITS] << MOVE_BITS | (from[row] & MOVE_MASK));
    }
    sort_columns(shape, &result);
    return result;
}

/* A number for each row that stays the same however rows and columns are reordered. The least board
 * is sought only among those with these numbers in order, which spares most reorderings. */
struct weights {
    unsigned row[HARMONY_ORACLE_ROWS];
};

static struct weights weigh_rows(const struct shape *shape, const struct small *small) {
    struct weights weights = {{0}};
    const uint8_t *cell = small->cell;
    for (unsigned column = 0; column < shape->columns; column++)
        for (unsigned row = 0; row < shape->rows; row++, cell++) {
            unsigned colour = *cell >> MOVE_BITS, moves = *cell & MOVE_MASK;
            weights.row[row] += (1 + 5 * moves + moves * moves) << (colour == row ? 8 : 0);
            weights.row[colour] += moves * moves << 16;
        }
    return weights;
}

static bool in_order(const struct shape *shape, const struct weights *weights,
                     const uint8_t *order) {
    unsigned sorted[HARMONY_ORACLE_ROWS];
    for (unsigned row = 0; row < shape->rows; row++)
        sorted[order[row]] = weights->row[row];
    for (unsigned row = 1; row < shape->rows; row++)
        if (sorted[row - 1] > sorted[row])
            return false;
    return true;
}

/* The one board that stands for all that count as the same. */
static struct small canonical(const struct shape *shape, struct small small) {
    if (shape->symmetry == HARMONY_ALL_DIFFERENT)
        return small;
    sort_columns(shape, &small);
    if (shape->orders == 1)
        return small;
    struct weights weights = weigh_rows(shape, &small);
    struct small least = small;
    bool found = false;
    for (unsigned i = 0; i < shape->orders; i++) {
        if (!in_order(shape, &weights, shape->order[i]))
            continue;
        struct small other = reorder(shape, &small, shape->order[i]);
        if (!found || compare(&other, &least) < 0)
            least = other;
        found = true;
    }
    return least;
}

/* The number of different boards that reordering rows gives, 0 if the board is not the one that
 * stands for them. Its columns must be sorted. */
static unsigned copies_of(const struct shape *shape, const struct small *small) {
    if (shape->orders == 1)
        return 1;
    struct weights weights = weigh_rows(shape, small);
    if (!in_order(shape, &weights, shape->order[0]))
        return 0;
    unsigned same = 1;
    for (unsigned i = 1; i < shape->orders; i++) {
        if (!in_order(shape, &weights, shape->order[i]))
            continue;
        struct small other = reorder(shape, small, shape->order[i]);
        int order = compare(&other, small);
        if (order < 0)
            return 0;
        same += order == 0;
    }
    return shape->orders / same;
}

/* ---- a set of boards ---- */

enum { NO_SLOT = 0xffffffff };

/* Open addressing over the places in a list. */
struct board_set {
    struct small *boards;
    uint8_t *marks; /* what the user of the set likes to know of each board */
    size_t count, room;
    uint32_t *slots;
    size_t mask;
};

static uint64_t mix(uint64_t x) { /* the finaliser of splitmix64 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

static uint32_t *find_slot(const struct board_set *set, const struct small *small) {
    uint64_t word[2];
    memcpy(word, small->cell, sizeof word);
    size_t at = (size_t)mix(word[0] + mix(word[1] + 0x9e3779b97f4a7c15U)) & set->mask;
    while (set->slots[at] != NO_SLOT && compare(&set->boards[set->slots[at]], small) != 0)
        at = (at + 1) & set->mask;
    return &set->slots[at];
}

static void set_resize(struct board_set *set, size_t room) {
    set->room = room;
    set->boards = mem_resize(set->boards, room, sizeof *set->boards);
    set->marks = mem_resize(set->marks, room, sizeof *set->marks);
    set->slots = mem_resize(set->slots, 2 * room, sizeof *set->slots);
    memset(set->slots, 0xff, 2 * room * sizeof *set->slots);
    set->mask = 2 * room - 1;
    for (size_t i = 0; i < set->count; i++)
        *find_slot(set, &set->boards[i]) = (uint32_t)i;
}

static void set_init(struct board_set *set) {
    *set = (struct board_set){0};
    set_resize(set, 1024);
}

static void set_free(struct board_set *set) {
    free(set->boards);
    free(set->marks);
    free(set->slots);
}

/* Adds the board unless it is there; the mark stays as it was then. */
static void set_add(struct board_set *set, const struct small *small, uint8_t mark) {
    if (set->count == set->room)
        set_resize(set, 2 * set->room);
    uint32_t *slot = find_slot(set, small);
    if (*slot != NO_SLOT)
        return;
    *slot = (uint32_t)set->count;
    set->boards[set->count] = *small;
    set->marks[set->count++] = mark;
}

/* ---- swaps ---- */

/* Both tiles change places and lose a move; false if one has none. */
static bool swap_forwards(struct small *small, struct pair pair) {
    uint8_t a = small->cell[pair.a], b = small->cell[pair.b];
    if ((a & MOVE_MASK) == 0 || (b & MOVE_MASK) == 0)
        return false;
    small->cell[pair.a] = (uint8_t)(b - 1);
    small->cell[pair.b] = (uint8_t)(a - 1);
    return true;
}

/* Both tiles change places and gain a move. */
static void swap_backwards(struct small *small, struct pair pair) {
    uint8_t a = small->cell[pair.a], b = small->cell[pair.b];
    small->cell[pair.a] = (uint8_t)(b + 1);
    small->cell[pair.b] = (uint8_t)(a + 1);
}

/* ---- forwards ---- */

struct harmony_oracle {
    struct shape shape;
    struct board_set seen; /* marked 1 if the board has a solution */
};

struct harmony_oracle *harmony_oracle_new(unsigned rows, unsigned columns,
                                          enum harmony_symmetry symmetry) {
    struct harmony_oracle *oracle = MEM_NEW(struct harmony_oracle);
    shape_init(&oracle->shape, rows, columns, symmetry);
    set_init(&oracle->seen);
    return oracle;
}

void harmony_oracle_free(struct harmony_oracle *oracle) {
    set_free(&oracle->seen);
    free(oracle);
}

size_t harmony_oracle_seen(const struct harmony_oracle *oracle) {
    return oracle->seen.count;
}

static bool is_solved(const struct shape *shape, const struct small *small) {
    for (unsigned at = 0; at < shape->rows * shape->columns; at++)
        if (small->cell[at] != at % shape->rows << MOVE_BITS)
            return false;
    return true;
}

static bool search(struct harmony_oracle *oracle, struct small small) {
    small = canonical(&oracle->shape, small);
    uint32_t place = *find_slot(&oracle->seen, &small);
    if (place != NO_SLOT)
        return oracle->seen.marks[place] != 0;
    bool solvable = is_solved(&oracle->shape, &small);
    for (unsigned i = 0; i < oracle->shape.pairs && !solvable; i++) {
        struct small after = small;
        solvable = swap_forwards(&after, oracle->shape.pair[i]) && search(oracle, after);
    }
    set_add(&oracle->seen, &small, solvable);
    return solvable;
}

bool harmony_oracle_solvable(struct harmony_oracle *oracle, const struct harmony_board *board) {
    return search(oracle, small_from(&oracle->shape, board));
}

static struct harmony_swap swap_from(const struct shape *shape, struct pair pair) {
    unsigned a = harmony_cell(pair.a % shape->rows, pair.a / shape->rows);
    unsigned b = harmony_cell(pair.b % shape->rows, pair.b / shape->rows);
    return (struct harmony_swap){(uint8_t)(a < b ? a : b), (uint8_t)(a < b ? b : a)};
}

/* Makes a swap after which the board still has a solution; false if there is none. */
static bool solution_step(struct harmony_oracle *oracle, struct small *small,
                          struct harmony_swap *swap) {
    for (unsigned i = 0; i < oracle->shape.pairs; i++) {
        struct small after = *small;
        if (swap_forwards(&after, oracle->shape.pair[i]) && search(oracle, after)) {
            *swap = swap_from(&oracle->shape, oracle->shape.pair[i]);
            *small = after;
            return true;
        }
    }
    return false;
}

bool harmony_oracle_solution(struct harmony_oracle *oracle, const struct harmony_board *board,
                             struct harmony_swap *swaps) {
    struct small small = small_from(&oracle->shape, board);
    if (!search(oracle, small))
        return false;
    for (unsigned i = 0; solution_step(oracle, &small, &swaps[i]); i++)
        ;
    return true;
}

/* ---- all boards ---- */

struct filling {
    struct shape shape;
    harmony_oracle_visit *visit;
    void *context;
    struct small small;
    unsigned colour_left[HARMONY_ORACLE_ROWS];
};

static void visit_full(struct filling *filling) {
    struct harmony_board board;
    unsigned copies = copies_of(&filling->shape, &filling->small);
    if (copies == 0)
        return;
    small_to(&filling->shape, &filling->small, &board);
    filling->visit(filling->context, &board, copies);
}

/* True if the column that ends before the cell is not less than the one before it. */
static bool column_in_order(const struct filling *filling, unsigned end) {
    unsigned rows = filling->shape.rows;
    if (filling->shape.symmetry == HARMONY_ALL_DIFFERENT || end % rows != 0 || end < 2 * rows)
        return true;
    const uint8_t *column = filling->small.cell + end - rows;
    return memcmp(column - rows, column, rows) <= 0;
}

static void fill_from(struct filling *filling, unsigned at, unsigned moves_left);

static void fill_cell(struct filling *filling, unsigned at, unsigned colour, unsigned moves_left) {
    bool last = at + 1 == filling->shape.rows * filling->shape.columns;
    unsigned most = moves_left < HARMONY_ORACLE_MOVES ? moves_left : HARMONY_ORACLE_MOVES;
    filling->colour_left[colour]--;
    for (unsigned moves = last ? moves_left : 0; moves <= most; moves++) {
        filling->small.cell[at] = (uint8_t)(colour << MOVE_BITS | moves);
        if (column_in_order(filling, at + 1))
            fill_from(filling, at + 1, moves_left - moves);
    }
    filling->colour_left[colour]++;
}

static void fill_from(struct filling *filling, unsigned at, unsigned moves_left) {
    if (at == filling->shape.rows * filling->shape.columns) {
        visit_full(filling);
        return;
    }
    for (unsigned colour = 0; colour < filling->shape.rows; colour++)
        if (filling->colour_left[colour] > 0)
            fill_cell(filling, at, colour, moves_left);
}

void harmony_each_board(unsigned rows, unsigned columns, unsigned swaps,
                        enum harmony_symmetry symmetry, harmony_oracle_visit *visit,
                        void *context) {
    struct filling filling = {.visit = visit, .context = context};
    shape_init(&filling.shape, rows, columns, symmetry);
    for (unsigned colour = 0; colour < rows; colour++)
        filling.colour_left[colour] = columns;
    if (2 * swaps > HARMONY_ORACLE_MOVES)
        abort(); /* one tile may have them all */
    fill_from(&filling, 0, 2 * swaps);
}

/* ---- backwards ---- */

struct harmony_layers {
    struct shape shape;
    unsigned swaps;
    struct board_set boards;                /* in order of their number of swaps */
    size_t start[HARMONY_ORACLE_MOVES + 2]; /* of each number of swaps */
};

static void add_predecessors(struct harmony_layers *layers, struct small small) {
    for (unsigned i = 0; i < layers->shape.pairs; i++) {
        struct small before = small;
        swap_backwards(&before, layers->shape.pair[i]);
        before = canonical(&layers->shape, before);
        set_add(&layers->boards, &before, 1);
    }
}

static void add_solved(struct harmony_layers *layers) {
    struct small solved = {{0}};
    for (unsigned at = 0; at < layers->shape.rows * layers->shape.columns; at++)
        solved.cell[at] = (uint8_t)(at % layers->shape.rows << MOVE_BITS);
    set_add(&layers->boards, &solved, 1);
    layers->start[1] = 1;
}

struct harmony_layers *harmony_layers_new(unsigned rows, unsigned columns, unsigned swaps,
                                          enum harmony_symmetry symmetry) {
    struct harmony_layers *layers = MEM_NEW(struct harmony_layers);
    if (swaps > HARMONY_ORACLE_MOVES)
        abort();
    shape_init(&layers->shape, rows, columns, symmetry);
    layers->swaps = swaps;
    set_init(&layers->boards);
    add_solved(layers);
    for (unsigned layer = 1; layer <= swaps; layer++) {
        for (size_t i = layers->start[layer - 1]; i < layers->start[layer]; i++)
            add_predecessors(layers, layers->boards.boards[i]);
        layers->start[layer + 1] = layers->boards.count;
    }
    return layers;
}

void harmony_layers_free(struct harmony_layers *layers) {
    set_free(&layers->boards);
    free(layers);
}

void harmony_layers_each(const struct harmony_layers *layers, unsigned swaps,
                         harmony_oracle_visit *visit, void *context) {
    if (swaps > layers->swaps)
        abort();
    for (size_t i = layers->start[swaps]; i < layers->start[swaps + 1]; i++) {
        struct harmony_board board;
        small_to(&layers->shape, &layers->boards.boards[i], &board);
        visit(context, &board, copies_of(&layers->shape, &layers->boards.boards[i]));
    }
}

bool harmony_layers_has(const struct harmony_layers *layers, const struct harmony_board *board) {
    struct small small = canonical(&layers->shape, small_from(&layers->shape, board));
    return *find_slot(&layers->boards, &small) != NO_SLOT;
}
