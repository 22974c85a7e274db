#include "nonogram_engine.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Lines between two looks at the control. */
#define LOOK_EVERY 64

/* ---- making one ---- */

static void make_lines(struct engine *engine) {
    const struct nonogram_puzzle *puzzle = engine->puzzle;
    for (unsigned i = 0; i < engine->line_count; i++) {
        bool row = i < engine->height;
        const struct nonogram_line *line =
            row ? &puzzle->rows[i] : &puzzle->columns[i - engine->height];
        engine->lines[i] =
            (struct nonogram_kernel_line){.length = row ? engine->width : engine->height,
                                          .count = line->count,
                                          .clues = line->clues};
        for (unsigned colour = 0; colour < engine->colours; colour++)
            for (unsigned place = 0; place < engine->lines[i].length; place++)
                engine_can(engine, i, colour)[place / 64] |= UINT64_C(1) << place % 64;
    }
}

static unsigned most_clues(const struct engine *engine) {
    unsigned most = 0;
    for (unsigned i = 0; i < engine->line_count; i++)
        most = engine->lines[i].count > most ? engine->lines[i].count : most;
    return most;
}

static void queue_line(struct engine *engine, unsigned line) {
    if (engine->queued[line] || (engine->set != NULL && !engine->set[line]))
        return;
    unsigned at = engine->queue_first + engine->queue_count++;
    engine->queue[at < engine->line_count ? at : at - engine->line_count] = line;
    engine->queued[line] = 1;
}

static void make_cells(struct engine *engine) {
    for (uint32_t cell = 0; cell < engine->cell_count; cell++) {
        engine->row[cell] = (uint16_t)(cell / engine->width);
        engine->column[cell] = (uint16_t)(cell % engine->width);
        engine->left[cell] = (uint8_t)engine->colours;
        engine->phase[cell] = 1;
        engine->heap_place[cell] = NEVER;
    }
    for (size_t i = 0; i < engine->atom_count; i++)
        engine->atoms[i].when = NEVER;
}

/* The less room a line has to spare, the more. */
static double tightness(const struct nonogram_line *line, unsigned length) {
    return 1e-3 / (1 + abs((int)length - (int)nonogram_line_needs(line)));
}

void engine_order_cells(struct engine *engine) {
    const struct nonogram_puzzle *puzzle = engine->puzzle;
    for (unsigned row = 0; row < engine->height; row++) {
        double tight = tightness(&puzzle->rows[row], engine->width);
        for (unsigned column = 0; column < engine->width; column++)
            engine->activity[row * engine->width + column] = tight;
    }
    for (unsigned column = 0; column < engine->width; column++) {
        double tight = tightness(&puzzle->columns[column], engine->height);
        for (unsigned row = 0; row < engine->height; row++)
            engine->activity[row * engine->width + column] += tight;
    }
}

/* ---- memory ---- */

/* Takes an array from the engine's block, or, while there is no block yet, only counts it. */
static void *take(struct engine *engine, size_t count, size_t size) {
    char *array = engine->block != NULL ? (char *)engine->block + engine->block_bytes : NULL;
    engine->block_bytes += (count * size + 15) / 16 * 16;
    return array;
}

static void divide_lines(struct engine *engine) {
    size_t lines = engine->line_count;
    size_t row_words = (size_t)engine->colours * engine->row_kernel->words;
    size_t column_words = (size_t)engine->colours * engine->column_kernel->words;
    size_t rows = engine->height * row_words, columns = engine->width * column_words;
    engine->lines = take(engine, lines, sizeof *engine->lines);
    engine->can = take(engine, rows, sizeof *engine->can);
    engine->column_can = take(engine, columns, sizeof *engine->can);
    engine->trial =
        take(engine, row_words > column_words ? row_words : column_words, sizeof *engine->trial);
    engine->held =
        take(engine, 2 * (size_t)engine->cell_count * engine->colours, sizeof *engine->held);
    engine->held_count = take(engine, lines, sizeof *engine->held_count);
    engine->queue = take(engine, lines, sizeof *engine->queue);
    engine->queued = take(engine, lines, 1);
    engine->used = take(engine, lines, 1);
}

static void divide_cells(struct engine *engine) {
    size_t cells = engine->cell_count, atoms = engine->atom_count;
    engine->row = take(engine, cells, sizeof *engine->row);
    engine->column = take(engine, cells, sizeof *engine->column);
    engine->atoms = take(engine, atoms, sizeof *engine->atoms);
    engine->watches = take(engine, atoms, sizeof *engine->watches);
    engine->seen = take(engine, atoms, 1);
    engine->hold = take(engine, atoms, 1);
    engine->left = take(engine, cells, 1);
    engine->phase = take(engine, cells, 1);
    engine->activity = take(engine, cells, sizeof *engine->activity);
    engine->heap = take(engine, cells, sizeof *engine->heap);
    engine->heap_place = take(engine, cells, sizeof *engine->heap_place);
}

/* Divides the block among the arrays. */
static void divide(struct engine *engine) {
    engine->block_bytes = 0;
    divide_lines(engine);
    divide_cells(engine);
}

static bool allocate(struct engine *engine) {
    divide(engine);
    engine->block = control_reserve(engine->pace.control, engine->block_bytes);
    divide(engine);
    return engine->block != NULL;
}

static void set_sizes(struct engine *engine, const struct nonogram_puzzle *puzzle) {
    engine->puzzle = puzzle;
    engine->width = puzzle->width;
    engine->height = puzzle->height;
    engine->cell_count = puzzle->width * puzzle->height;
    engine->line_count = puzzle->width + puzzle->height;
    engine->colours = puzzle->colours + 1;
    while (1U << engine->colour_shift < engine->colours)
        engine->colour_shift++;
    engine->atom_count = (size_t)engine->cell_count << engine->colour_shift;
    engine->row_kernel = nonogram_kernel_for(puzzle->width);
    engine->column_kernel = nonogram_kernel_for(puzzle->height);
}

static void make_scratch(struct engine *engine) {
    unsigned longest = engine->width > engine->height ? engine->width : engine->height;
    engine->scratch = mem_new(
        nonogram_kernel_scratch(nonogram_kernel_for(longest), most_clues(engine), engine->colours),
        sizeof *engine->scratch);
}

struct engine *engine_new(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                          qd_control *control, uint64_t seed) {
    struct engine *engine = MEM_NEW(struct engine);
    engine->pace.control = control;
    engine->set = set;
    engine->bump = 1;
    random_seed(&engine->random, seed);
    set_sizes(engine, puzzle);
    if (!allocate(engine)) {
        free(engine);
        return NULL;
    }
    make_lines(engine);
    make_cells(engine);
    make_scratch(engine);
    for (unsigned i = 0; i < engine->line_count; i++)
        queue_line(engine, i);
    return engine;
}

static void free_lists(struct engine *engine) {
    for (size_t i = 0; i < engine->atom_count; i++)
        free(engine->watches[i].watcher);
    free(engine->trail.atom);
    free(engine->level_start.atom);
    free(engine->conflict.atom);
    free(engine->reasons.atom);
    free(engine->whys.atom);
    free(engine->lesson.atoms.atom);
    free(engine->lesson.left_out.atom);
    free(engine->lesson.why.atom);
}

void engine_free(struct engine *engine) {
    if (engine == NULL)
        return;
    pace_finish(&engine->pace);
    free_lists(engine);
    free(engine->scratch);
    control_release(engine->pace.control, engine->store, engine->store_room * sizeof(uint32_t));
    control_release(engine->pace.control, engine->block, engine->block_bytes);
    free(engine);
}

void atom_list_add(struct atom_list *list, uint32_t atom) {
    if (list->count == list->room)
        list->atom = mem_grow(list->atom, list->count, &list->room, sizeof *list->atom);
    list->atom[list->count++] = atom;
}

/* ---- atoms ---- */

/* Sets or clears the bits of an atom in its row and in its column. */
static void turn_bits(struct engine *engine, uint32_t atom) {
    uint32_t cell = atom_cell(engine, atom);
    unsigned colour = atom_colour(engine, atom);
    unsigned row = engine->row[cell], column = engine->column[cell];
    engine_can(engine, row, colour)[column / 64] ^= UINT64_C(1) << column % 64;
    engine_can(engine, engine->height + column, colour)[row / 64] ^= UINT64_C(1) << row % 64;
}

static void conflict_of_cell(struct engine *engine, uint32_t cell) {
    engine->conflict.count = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        atom_list_add(&engine->conflict, atom_of(engine, cell, colour));
}

static void hold_in_line(struct engine *engine, unsigned line, uint64_t held) {
    engine_held(engine, line)[engine->held_count[line]++] = held;
}

/* Adds an atom to the trail, its row and its column. */
static void hold_atom(struct engine *engine, uint32_t atom, unsigned row, unsigned column) {
    uint32_t when = (uint32_t)engine->trail.count;
    unsigned colour = atom_colour(engine, atom);
    engine->hold[atom] = HOLDS;
    atom_list_add(&engine->trail, atom);
    turn_bits(engine, atom);
    hold_in_line(engine, row, held_atom(when, colour, column));
    hold_in_line(engine, engine->height + column, held_atom(when, colour, row));
}

bool engine_rule_out(struct engine *engine, uint32_t atom, uint32_t reason) {
    uint32_t cell = atom_cell(engine, atom);
    engine->atoms[atom] = (struct atom){
        .when = (uint32_t)engine->trail.count, .level = engine_level(engine), .reason = reason};
    unsigned row = engine->row[cell], column = engine->column[cell];
    hold_atom(engine, atom, row, column);
    if (reason != row)
        queue_line(engine, row);
    if (reason != engine->height + column)
        queue_line(engine, engine->height + column);
    engine->left[cell]--;
    if (engine->left[cell] == 1)
        engine->hold[atom_of(engine, cell, engine_colour(engine, cell))] = REFUSED;
    if (engine->left[cell] == 0)
        conflict_of_cell(engine, cell);
    return engine->left[cell] > 0;
}

bool engine_fix(struct engine *engine, uint32_t cell, unsigned colour, uint32_t reason) {
    for (unsigned other = 0; other < engine->colours; other++) {
        uint32_t atom = atom_of(engine, cell, other);
        if (other != colour && !atom_holds(engine, atom) && !engine_rule_out(engine, atom, reason))
            return false;
    }
    return true;
}

unsigned engine_colour(const struct engine *engine, uint32_t cell) {
    unsigned colour = 0;
    while (atom_holds(engine, atom_of(engine, cell, colour)))
        colour++;
    return colour;
}

/* ---- levels ---- */

void engine_push(struct engine *engine) {
    atom_list_add(&engine->level_start, (uint32_t)engine->trail.count);
}

static void take_back(struct engine *engine, uint32_t atom) {
    uint32_t cell = atom_cell(engine, atom);
    if (engine->left[cell] == 1) {
        unsigned colour = engine_colour(engine, cell);
        if ((engine->without & NONOGRAM_PART_PHASES) == 0)
            engine->phase[cell] = (uint8_t)colour;
        engine->hold[atom_of(engine, cell, colour)] = OPEN;
    }
    engine->atoms[atom].when = NEVER;
    engine->hold[atom] = engine->left[cell] == 0 ? REFUSED : OPEN;
    engine->left[cell]++;
    turn_bits(engine, atom);
    engine->held_count[engine->row[cell]]--;
    engine->held_count[engine->height + engine->column[cell]]--;
    if (engine->heap_place[cell] == NEVER)
        engine_heap_add(engine, cell);
}

void engine_pop(struct engine *engine, unsigned level) {
    if (engine_level(engine) <= level)
        return;
    size_t keep = engine->level_start.atom[level];
    while (engine->trail.count > keep)
        take_back(engine, engine->trail.atom[--engine->trail.count]);
    engine->level_start.count = level;
    if (level == 0)
        engine->whys.count = 0;
    engine->head = keep;
    /* What is left had been looked at before the level began. */
    for (; engine->queue_count > 0; engine->queue_count--) {
        engine->queued[engine->queue[engine->queue_first]] = 0;
        engine->queue_first = (engine->queue_first + 1) % engine->line_count;
    }
}

/* ---- lines ---- */

static unsigned take_line(struct engine *engine) {
    unsigned line = engine->queue[engine->queue_first];
    engine->queue_first =
        engine->queue_first + 1 < engine->line_count ? engine->queue_first + 1 : 0;
    engine->queue_count--;
    engine->queued[line] = 0;
    return line;
}

/* Rules out what the kernel took from one word of a set. */
static bool rule_out_word(struct engine *engine, unsigned line, unsigned colour, unsigned word,
                          uint64_t gone) {
    while (gone != 0) {
        unsigned place = word * 64 + (unsigned)__builtin_ctzll(gone);
        gone &= gone - 1;
        uint32_t atom = atom_of(engine, engine_cell(engine, line, place), colour);
        if (!engine_rule_out(engine, atom, line))
            return false;
    }
    return true;
}

static bool propagate_line(struct engine *engine, unsigned line) {
    const struct nonogram_kernel *kernel = engine_kernel(engine, line);
    size_t sets = (size_t)engine->colours * kernel->words;
    memcpy(engine->trial, engine_can(engine, line, 0), sets * sizeof(uint64_t));
    engine->line_solves++;
    if (!kernel->narrow(&engine->lines[line], engine->colours, engine->trial, engine->scratch)) {
        engine->conflict.count = 0;
        engine->used[line] = 1;
        engine_explain_line(engine, line, NO_ATOM, (uint32_t)engine->trail.count,
                            &engine->conflict);
        return false;
    }
    for (unsigned colour = 0; colour < engine->colours; colour++)
        for (unsigned word = 0; word < kernel->words; word++) {
            uint64_t gone = engine_can(engine, line, colour)[word] &
                            ~engine->trial[(size_t)colour * kernel->words + word];
            engine->used[line] |= gone != 0;
            if (gone != 0 && !rule_out_word(engine, line, colour, word, gone))
                return false;
        }
    return true;
}

bool engine_propagate(struct engine *engine) {
    for (;;) {
        if (!engine_propagate_nogoods(engine))
            return false;
        if (engine->queue_count == 0)
            return true;
        if (engine->line_solves % LOOK_EVERY == 0 && !control_spend(engine->pace.control, 0)) {
            engine->stopped = true;
            return false;
        }
        if (!propagate_line(engine, take_line(engine)))
            return false;
    }
}
