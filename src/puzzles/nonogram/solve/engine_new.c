/* Allocating, initialising and freeing an engine. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

static const struct nonogram_line *puzzle_line(const struct engine *engine, unsigned line) {
    const struct nonogram_puzzle *puzzle = engine->puzzle;
    return line < engine->height ? &puzzle->rows[line] : &puzzle->columns[line - engine->height];
}

/* ---- memory ---- */

/* Takes an array from a block; while that has no memory yet, only adds up the sizes. */
static void *take(struct block *block, size_t count, size_t size) {
    char *array = block->memory != NULL ? (char *)block->memory + block->bytes : NULL;
    assert(size > 0 && count <= SIZE_MAX / size - 15);
    block->bytes += (count * size + 15) / 16 * 16;
    return array;
}

/* What lines need. */
static void divide_base(struct engine *engine) {
    struct block *block = &engine->base;
    size_t cells = engine->cell_count, lines = engine->line_count;
    size_t words = engine->row_kernel->words > engine->column_kernel->words
                       ? engine->row_kernel->words
                       : engine->column_kernel->words;
    engine->lines = take(block, lines, sizeof *engine->lines);
    engine->clues = take(block, engine->clue_count, sizeof *engine->clues);
    engine->kinds = take(block, engine->clue_count, sizeof *engine->kinds);
    engine->can = take(block, engine->can_words, sizeof *engine->can);
    engine->trial = take(block, engine->colours * words, sizeof *engine->trial);
    engine->scratch =
        take(block, nonogram_kernel_scratch(words, engine->most_clues), sizeof *engine->scratch);
    engine->queue = take(block, engine->queue_last + 1, sizeof *engine->queue);
    engine->places = take(block, cells, sizeof *engine->places);
    engine->value = take(block, engine->literal_count, 1);
    engine->domain_size = take(block, cells, 1);
    engine->trail.at = take(block, engine->literal_count, sizeof *engine->trail.at);
}

/* What a search needs as well. */
static void divide_search(struct engine *engine) {
    struct block *block = &engine->search;
    size_t cells = engine->cell_count, literals = engine->literal_count;
    engine->assigned = take(block, 2 * cells * (engine->colours - 1) + engine->line_count,
                            sizeof *engine->assigned);
    engine->assignments = take(block, literals, sizeof *engine->assignments);
    engine->seen = take(block, literals, 1);
    engine->phase = take(block, cells, 1);
    engine->activity = take(block, cells, sizeof *engine->activity);
    engine->heap = take(block, cells, sizeof *engine->heap);
    engine->heap_place = take(block, cells, sizeof *engine->heap_place);
}

static bool allocate(struct engine *engine, struct block *block,
                     void (*divide)(struct engine *engine)) {
    divide(engine);
    block->memory = control_reserve(engine->counter.control, block->bytes);
    block->bytes = 0;
    divide(engine);
    return block->memory != NULL;
}

void *engine_enlarge(const struct engine *engine, void *old, size_t used, size_t had,
                     size_t wanted) {
    assert(used <= had && had < wanted);
    void *block = control_reserve(engine->counter.control, wanted);
    if (block == NULL)
        return NULL;
    if (used > 0)
        memcpy(block, old, used);
    control_release(engine->counter.control, old, had);
    return block;
}

/* ---- lines ---- */

/* A set of all cells of a line. */
static void fill(uint64_t *set, unsigned length) {
    for (; length >= 64; length -= 64)
        *set++ = UINT64_MAX;
    if (length > 0)
        *set = (UINT64_C(1) << length) - 1;
}

static struct engine_line row_of(const struct engine *engine, unsigned row) {
    return (struct engine_line){.kernel = engine->row_kernel,
                                .first_cell = row * engine->width,
                                .step = 1,
                                .across = engine->height,
                                .number = (uint16_t)row};
}

static struct engine_line column_of(const struct engine *engine, unsigned column) {
    return (struct engine_line){.kernel = engine->column_kernel,
                                .first_cell = column,
                                .step = engine->width,
                                .across = 0,
                                .number = (uint16_t)column};
}

static void make_lines(struct engine *engine) {
    struct nonogram_kernel_clue *clues = engine->clues;
    struct nonogram_kernel_kind *kinds = engine->kinds;
    uint64_t *can = engine->can;
    for (unsigned i = 0; i < engine->line_count; i++) {
        bool row = i < engine->height;
        unsigned length = row ? engine->width : engine->height;
        struct engine_line *line = &engine->lines[i];
        *line = row ? row_of(engine, i) : column_of(engine, i - engine->height);
        line->clues = nonogram_kernel_line(puzzle_line(engine, i), length, clues, kinds);
        line->can = can;
        clues += line->clues.count;
        kinds += line->clues.kinds;
        for (unsigned colour = 0; colour < engine->colours; colour++, can += line->kernel->words)
            fill(can, length);
    }
    assert(can == engine->can + engine->can_words);
    assert(clues == engine->clues + engine->clue_count);
}

/* Lines outside the set are never propagated: they are marked as queued but are not in the queue.
 */
static void queue_lines(struct engine *engine) {
    for (unsigned i = 0; i < engine->line_count; i++) {
        engine->lines[i].queued = true;
        if (engine->set == NULL || engine->set[i])
            engine->queue[engine->queue_count++] = i;
    }
}

/* ---- making one ---- */

static void place_cells(struct engine *engine) {
    struct place *place = engine->places;
    for (unsigned row = 0; row < engine->height; row++)
        for (unsigned column = 0; column < engine->width; column++)
            *place++ = (struct place){(uint16_t)row, (uint16_t)column};
}

static void count_clues(struct engine *engine) {
    for (unsigned i = 0; i < engine->line_count; i++) {
        unsigned count = puzzle_line(engine, i)->count;
        engine->clue_count += count;
        engine->most_clues = count > engine->most_clues ? count : engine->most_clues;
    }
}

static void set_sizes(struct engine *engine, const struct nonogram_puzzle *puzzle) {
    assert(puzzle->width >= 1 && puzzle->width <= NONOGRAM_SIDE);
    assert(puzzle->height >= 1 && puzzle->height <= NONOGRAM_SIDE);
    assert(puzzle->colours >= 1 && puzzle->colours <= NONOGRAM_COLOURS);
    engine->puzzle = puzzle;
    engine->width = puzzle->width;
    engine->height = puzzle->height;
    engine->cell_count = engine->open_cells = puzzle->width * puzzle->height;
    engine->line_count = puzzle->width + puzzle->height;
    engine->colours = puzzle->colours + 1;
    while (1U << engine->colour_shift < engine->colours)
        engine->colour_shift++;
    engine->literal_count = (size_t)engine->cell_count << engine->colour_shift;
    while (engine->queue_last < engine->line_count)
        engine->queue_last = 2 * engine->queue_last + 1;
    engine->row_kernel = nonogram_kernel_for(puzzle->width);
    engine->column_kernel = nonogram_kernel_for(puzzle->height);
    engine->can_words = engine->colours * ((size_t)engine->height * engine->row_kernel->words +
                                           (size_t)engine->width * engine->column_kernel->words);
    count_clues(engine);
}

struct engine *engine_new(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                          qd_control *control, uint64_t seed) {
    struct engine *engine = MEM_NEW(struct engine);
    engine->counter.control = control;
    engine->set = set;
    engine->bump = 1;
    engine->tuning = &nonogram_solver_defaults;
    random_seed(&engine->random, seed);
    set_sizes(engine, puzzle);
    if (!allocate(engine, &engine->base, divide_base)) {
        free(engine);
        return NULL;
    }
    make_lines(engine);
    place_cells(engine);
    memset(engine->domain_size, (int)engine->colours, engine->cell_count);
    queue_lines(engine);
    return engine;
}

/* ---- search ---- */

/* Higher for lines with fewer cells to spare. */
static double tightness(const struct nonogram_line *line, unsigned length) {
    return 1e-3 / (1 + abs((int)length - (int)nonogram_line_needs(line)));
}

/* Higher towards the border, by so little that it only breaks ties between equally tight lines. */
static double outwards(unsigned number, unsigned count) {
    return 1e-10 * abs(2 * (int)number - (int)count);
}

/* Initial activities: cells of tight lines first, and among these the ones towards the border. */
static void order_cells(struct engine *engine) {
    const struct nonogram_puzzle *puzzle = engine->puzzle;
    unsigned width = engine->width, height = engine->height;
    double *columns = mem_new(width, sizeof *columns), *activity = engine->activity;
    for (unsigned column = 0; column < width; column++)
        columns[column] = tightness(&puzzle->columns[column], height) + outwards(column, width);
    for (unsigned row = 0; row < height; row++) {
        double own = tightness(&puzzle->rows[row], width) + outwards(row, height);
        for (unsigned column = 0; column < width; column++)
            *activity++ = own + columns[column];
    }
    free(columns);
}

bool engine_begin_search(struct engine *engine) {
    assert(engine_level(engine) == 0);
    assert(engine->search.memory == NULL);
    if (!allocate(engine, &engine->search, divide_search)) {
        engine->stopped = true;
        return false;
    }
    uint64_t *held = engine->assigned;
    for (unsigned i = 0; i < engine->line_count; i++) {
        engine->lines[i].assigned = held;
        held += engine->lines[i].clues.length * (engine->colours - 1) + 1;
    }
    assert(held <= engine->assigned + 2 * (size_t)engine->cell_count * (engine->colours - 1) +
                       engine->line_count);
    memset(engine->phase, 1, engine->cell_count);
    order_cells(engine);
    return true;
}

/* ---- freeing one ---- */

static void free_lists(struct engine *engine) {
    free(engine->level_start.at);
    free(engine->conflict.at);
    free(engine->analysis.clause.at);
    free(engine->analysis.removed.at);
    free(engine->analysis.reason_side.at);
    free(engine->analysis.per_level.at);
}

void engine_free(struct engine *engine) {
    if (engine == NULL)
        return;
    qd_control *control = engine->counter.control;
    node_counter_flush(&engine->counter);
    free_lists(engine);
    engine_cache_free(engine);
    engine_free_clauses(engine);
    engine_free_reasons(engine);
    engine_free_beliefs(engine);
    control_release(control, engine->search.memory, engine->search.bytes);
    control_release(control, engine->base.memory, engine->base.bytes);
    free(engine);
}
