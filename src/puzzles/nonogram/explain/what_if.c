#include "puzzles/nonogram/explain/what_if.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/hint_probe.h"
#include "puzzles/nonogram/solve/solver.h"

/* The step of a change that no line made. */
#define NO_STEP UINT32_MAX
/* Rounds are tried one by one from here to there, then without a limit. */
#define FIRST_ROUNDS 3
#define LAST_ROUNDS  6

/* ---- the probe ---- */

struct nonogram_probe *nonogram_probe_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells, qd_control *control) {
    struct nonogram_probe *probe = MEM_NEW(struct nonogram_probe);
    size_t count = (size_t)puzzle->width * puzzle->height;
    unsigned lines = nonogram_line_count(puzzle);
    uint32_t all = (uint32_t)((UINT64_C(2) << puzzle->colours) - 1);
    probe->puzzle = puzzle;
    probe->control = control;
    probe->sets = mem_new(count, sizeof *probe->sets);
    probe->buffer = mem_new(lines, sizeof *probe->buffer);
    probe->now = mem_new(lines, sizeof *probe->now);
    probe->next = mem_new(lines, sizeof *probe->next);
    probe->queued = mem_new(lines, sizeof *probe->queued);
    for (size_t i = 0; i < count; i++)
        probe->sets[i] = cells[i] == NONOGRAM_UNKNOWN ? all : UINT32_C(1) << cells[i];
    return probe;
}

void nonogram_probe_free(struct nonogram_probe *probe) {
    if (!probe)
        return;
    free(probe->sets);
    free(probe->buffer);
    free(probe->trail);
    free(probe->steps);
    free(probe->now);
    free(probe->next);
    free(probe->queued);
    free(probe);
}

static size_t cell_of(const struct nonogram_puzzle *puzzle, unsigned line, unsigned index) {
    return line < puzzle->height ? (size_t)line * puzzle->width + index
                                 : (size_t)index * puzzle->width + (line - puzzle->height);
}

static unsigned length_of(const struct nonogram_puzzle *puzzle, unsigned line) {
    return line < puzzle->height ? puzzle->width : puzzle->height;
}

static bool on_line(const struct nonogram_puzzle *puzzle, size_t cell, unsigned line) {
    return line < puzzle->height ? cell / puzzle->width == line
                                 : cell % puzzle->width == line - puzzle->height;
}

uint32_t nonogram_probe_set(const struct nonogram_probe *probe, unsigned row, unsigned column) {
    return probe->sets[(size_t)row * probe->puzzle->width + column];
}

static void change(struct nonogram_probe *probe, size_t cell, uint32_t set, unsigned step) {
    probe->trail = mem_grow(probe->trail, probe->changes, &probe->trail_room, sizeof *probe->trail);
    probe->trail[probe->changes++] =
        (struct nonogram_change){.cell = cell, .was = probe->sets[cell], .step = step};
    probe->sets[cell] = set;
}

static void enqueue(struct nonogram_probe *probe, unsigned line) {
    if (probe->queued[line])
        return;
    probe->queued[line] = true;
    probe->next[probe->next_count++] = line;
}

void nonogram_probe_assume(struct nonogram_probe *probe, unsigned row, unsigned column,
                           uint8_t value) {
    change(probe, (size_t)row * probe->puzzle->width + column, UINT32_C(1) << value, NO_STEP);
}

static bool solve_line(struct nonogram_probe *probe, unsigned line) {
    const struct nonogram_puzzle *puzzle = probe->puzzle;
    unsigned length = length_of(puzzle, line);
    for (unsigned i = 0; i < length; i++)
        probe->buffer[i] = probe->sets[cell_of(puzzle, line, i)];
    control_spend(probe->control, 1);
    return nonogram_line_solve(nonogram_line_at(puzzle, line), probe->buffer, length);
}

bool nonogram_probe_look(struct nonogram_probe *probe, unsigned line) {
    const struct nonogram_puzzle *puzzle = probe->puzzle;
    size_t before = probe->changes;
    if (!solve_line(probe, line))
        return false;
    for (unsigned i = 0; i < length_of(puzzle, line); i++) {
        size_t cell = cell_of(puzzle, line, i);
        if (probe->buffer[i] == probe->sets[cell])
            continue;
        change(probe, cell, probe->buffer[i], (unsigned)probe->step_count);
        enqueue(probe, line < puzzle->height ? puzzle->height + i : i);
    }
    if (probe->changes > before) {
        probe->steps =
            mem_grow(probe->steps, probe->step_count, &probe->step_room, sizeof *probe->steps);
        probe->steps[probe->step_count++] = line;
    }
    return true;
}

static void empty_queue(struct nonogram_probe *probe) {
    for (unsigned i = 0; i < probe->next_count; i++)
        probe->queued[probe->next[i]] = false;
    probe->next_count = 0;
}

void nonogram_probe_undo(struct nonogram_probe *probe) {
    while (probe->changes > 0) {
        const struct nonogram_change *last = &probe->trail[--probe->changes];
        probe->sets[last->cell] = last->was;
    }
    probe->step_count = 0;
    empty_queue(probe);
}

/* Makes the next round the present one. Returns false if it is empty. */
static bool next_round(struct nonogram_probe *probe) {
    unsigned *done = probe->now;
    probe->now = probe->next;
    probe->now_count = probe->next_count;
    probe->next = done;
    for (unsigned i = 0; i < probe->now_count; i++)
        probe->queued[probe->now[i]] = false;
    probe->next_count = 0;
    return probe->now_count > 0;
}

/* ---- chains ---- */

static void proof_free(struct nonogram_proof *proof) {
    for (unsigned i = 0; i < proof->count; i++)
        free(proof->chains[i].lines);
    free(proof->chains);
    *proof = (struct nonogram_proof){0};
}

void nonogram_proofs_free(struct nonogram_proofs *proofs) {
    for (size_t i = 0; i < proofs->count; i++)
        proof_free(&proofs->list[i]);
    free(proofs->list);
    *proofs = (struct nonogram_proofs){0};
}

static void add_proof(struct nonogram_proofs *proofs, struct nonogram_proof proof) {
    proofs->list = mem_grow(proofs->list, proofs->count, &proofs->room, sizeof *proofs->list);
    proofs->list[proofs->count++] = proof;
}

static void add_chain(struct nonogram_proof *proof, struct nonogram_chain chain) {
    proof->chains = mem_resize(proof->chains, proof->count + 1, sizeof *proof->chains);
    proof->chains[proof->count++] = chain;
    proof->length += chain.count;
}

/* Marks the steps that changed cells of a line, of those before a step. */
static void mark_sources(const struct nonogram_probe *probe, unsigned line, size_t before,
                         bool *needed) {
    for (size_t i = 0; i < probe->changes; i++) {
        const struct nonogram_change *it = &probe->trail[i];
        if (it->step < before && on_line(probe->puzzle, it->cell, line))
            needed[it->step] = true;
    }
}

/* The needed steps and those that they rest on, in their order. room: lines more at the end. */
static struct nonogram_chain chain_of(const struct nonogram_probe *probe, bool *needed,
                                      unsigned room) {
    struct nonogram_chain chain = {.value = NONOGRAM_UNKNOWN};
    for (size_t step = probe->step_count; step-- > 0;)
        if (needed[step])
            mark_sources(probe, probe->steps[step], step, needed);
    chain.lines = mem_new(probe->step_count + room, sizeof *chain.lines);
    for (size_t step = 0; step < probe->step_count; step++)
        if (needed[step])
            chain.lines[chain.count++] = probe->steps[step];
    return chain;
}

/* What a chain must show. */
struct claim {
    unsigned row, column;
    uint8_t value; /* supposed, or UNKNOWN: that the cell has only one value */
};

/* Whether the lines, without number skipped, still show it; *used is how many were needed. */
static bool shows(struct nonogram_probe *probe, const struct claim *claim,
                  const struct nonogram_chain *chain, unsigned skipped, unsigned *used) {
    bool shown = false;
    nonogram_probe_undo(probe);
    if (claim->value != NONOGRAM_UNKNOWN)
        nonogram_probe_assume(probe, claim->row, claim->column, claim->value);
    for (unsigned i = 0; i < chain->count && !shown; i++) {
        if (i == skipped)
            continue;
        bool possible = nonogram_probe_look(probe, chain->lines[i]);
        uint32_t set = nonogram_probe_set(probe, claim->row, claim->column);
        shown = claim->value != NONOGRAM_UNKNOWN ? !possible : (set & (set - 1)) == 0;
        *used = i + 1;
    }
    nonogram_probe_undo(probe);
    return shown;
}

static void drop(struct nonogram_chain *chain, unsigned skipped) {
    memmove(chain->lines + skipped, chain->lines + skipped + 1,
            (chain->count - skipped - 1) * sizeof *chain->lines);
    chain->count--;
}

/* Leaves out every line that is not needed, one by one from the last. */
static void shorten(struct nonogram_probe *probe, const struct claim *claim,
                    struct nonogram_chain *chain) {
    for (unsigned i = chain->count; i-- > 0;) {
        unsigned used;
        if (i >= chain->count || !shows(probe, claim, chain, i, &used))
            continue;
        chain->count = used;
        if (i < used)
            drop(chain, i);
    }
}

/* ---- narrowing ---- */

/* All steps that changed the cell, and those that they rest on. */
static struct nonogram_proof prove_cell(struct nonogram_probe *probe, size_t cell) {
    struct nonogram_proof proof = {.row = (unsigned)(cell / probe->puzzle->width),
                                   .column = (unsigned)(cell % probe->puzzle->width),
                                   .value = (uint8_t)__builtin_ctz(probe->sets[cell])};
    bool *needed = mem_new(probe->step_count, sizeof *needed);
    for (size_t i = 0; i < probe->changes; i++)
        if (probe->trail[i].cell == cell)
            needed[probe->trail[i].step] = true;
    struct nonogram_chain chain = chain_of(probe, needed, 0);
    struct claim claim = {.row = proof.row, .column = proof.column, .value = NONOGRAM_UNKNOWN};
    shorten(probe, &claim, &chain);
    add_chain(&proof, chain);
    free(needed);
    return proof;
}

/* The first cell that the last step decided. */
static bool decided_cell(const struct nonogram_probe *probe, size_t from, size_t *cell) {
    for (size_t i = from; i < probe->changes; i++) {
        *cell = probe->trail[i].cell;
        if ((probe->sets[*cell] & (probe->sets[*cell] - 1)) == 0)
            return true;
    }
    return false;
}

bool nonogram_probe_narrow(struct nonogram_probe *probe, struct nonogram_proofs *proofs) {
    size_t cell;
    for (unsigned line = 0; line < nonogram_line_count(probe->puzzle); line++)
        enqueue(probe, line);
    while (next_round(probe))
        for (unsigned i = 0; i < probe->now_count; i++) {
            size_t before = probe->changes;
            if (!nonogram_probe_look(probe, probe->now[i]) || !control_going(probe->control)) {
                nonogram_probe_undo(probe);
                return false;
            }
            if (decided_cell(probe, before, &cell)) {
                add_proof(proofs, prove_cell(probe, cell));
                return true;
            }
        }
    probe->changes = probe->step_count = 0; /* what was narrowed is not taken back any more */
    return false;
}

/* ---- suppositions ---- */

static struct nonogram_chain refutation(struct nonogram_probe *probe, unsigned broken) {
    bool *needed = mem_new(probe->step_count + 1, sizeof *needed);
    mark_sources(probe, broken, probe->step_count, needed);
    struct nonogram_chain chain = chain_of(probe, needed, 1);
    chain.lines[chain.count++] = broken;
    free(needed);
    return chain;
}

/* Lets lines follow from the supposition for so many rounds. Returns true if one of them breaks. In
 * the last round lines are only looked at, so that each rests on the rounds before it alone. */
static bool follow(struct nonogram_probe *probe, unsigned rounds, unsigned *broken) {
    for (unsigned round = 1; round <= rounds && next_round(probe); round++)
        for (unsigned i = 0; i < probe->now_count; i++) {
            unsigned line = probe->now[i];
            bool possible =
                round < rounds ? nonogram_probe_look(probe, line) : solve_line(probe, line);
            if (!possible) {
                *broken = line;
                return true;
            }
            if (!control_going(probe->control))
                return false;
        }
    return false;
}

static bool refute(struct nonogram_probe *probe, const struct claim *claim, unsigned rounds,
                   struct nonogram_chain *chain) {
    unsigned broken;
    nonogram_probe_assume(probe, claim->row, claim->column, claim->value);
    enqueue(probe, claim->row);
    enqueue(probe, probe->puzzle->height + claim->column);
    bool refuted = follow(probe, rounds, &broken);
    if (refuted) {
        *chain = refutation(probe, broken);
        chain->value = claim->value;
        shorten(probe, claim, chain);
    }
    nonogram_probe_undo(probe);
    return refuted;
}

/* Tries every value of a cell. Returns true if all but one lead nowhere. */
static bool prove_by_cases(struct nonogram_probe *probe, unsigned row, unsigned column,
                           unsigned rounds, struct nonogram_proof *proof) {
    uint32_t set = nonogram_probe_set(probe, row, column);
    unsigned left = 0;
    *proof = (struct nonogram_proof){.row = row, .column = column};
    if ((set & (set - 1)) == 0)
        return false;
    for (unsigned value = 0; set >> value && left < 2; value++) {
        struct claim claim = {.row = row, .column = column, .value = (uint8_t)value};
        struct nonogram_chain chain;
        if (!(set >> value & 1))
            continue;
        if (refute(probe, &claim, rounds, &chain)) {
            add_chain(proof, chain);
        } else {
            proof->value = (uint8_t)value;
            left++;
        }
    }
    return left == 1 && control_going(probe->control);
}

/* True if all lines in the direction of the one that breaks are that one and the cell's own. */
static bool between_two_lines(const struct nonogram_puzzle *puzzle,
                              const struct nonogram_proof *proof) {
    for (unsigned c = 0; c < proof->count; c++) {
        const struct nonogram_chain *chain = &proof->chains[c];
        unsigned broken = chain->lines[chain->count - 1];
        bool row = broken < puzzle->height;
        unsigned own = row ? proof->row : puzzle->height + proof->column;
        for (unsigned i = 0; i + 1 < chain->count; i++)
            if ((chain->lines[i] < puzzle->height) == row && chain->lines[i] != own)
                return false;
    }
    return true;
}

/* Below 0 if the first one is easier, above 0 if the second one is. */
static int compare(const struct nonogram_proof *a, const struct nonogram_proof *b) {
    if (a->two_lines != b->two_lines)
        return a->two_lines ? -1 : 1;
    return a->length < b->length ? -1 : a->length > b->length;
}

/* Keeps the proof if none that is kept is easier, and then drops the harder ones. */
static void keep_easiest(struct nonogram_proofs *proofs, struct nonogram_proof *proof) {
    int order = proofs->count ? compare(&proofs->list[0], proof) : 0;
    if (order < 0) {
        proof_free(proof);
        return;
    }
    if (order > 0)
        nonogram_proofs_free(proofs);
    add_proof(proofs, *proof);
}

/* Whether no proof can be easier than the one that is kept. */
static bool have_easiest(const struct nonogram_proofs *proofs) {
    return proofs->count && proofs->list[0].two_lines &&
           proofs->list[0].length <= NONOGRAM_SHORTEST_CHAIN;
}

static bool is_proven(const struct nonogram_proofs *proofs, unsigned row, unsigned column) {
    for (size_t i = 0; i < proofs->count; i++)
        if (proofs->list[i].row == row && proofs->list[i].column == column)
            return true;
    return false;
}

static void suppose_all(struct nonogram_probe *probe, unsigned rounds, bool one,
                        struct nonogram_proofs *proofs) {
    const struct nonogram_puzzle *puzzle = probe->puzzle;
    for (size_t cell = 0; cell < (size_t)puzzle->width * puzzle->height; cell++) {
        unsigned row = (unsigned)(cell / puzzle->width), column = (unsigned)(cell % puzzle->width);
        struct nonogram_proof proof;
        if (!control_going(probe->control) || (one && have_easiest(proofs)))
            return;
        if (is_proven(proofs, row, column))
            continue;
        if (prove_by_cases(probe, row, column, rounds, &proof)) {
            proof.two_lines = between_two_lines(puzzle, &proof);
            keep_easiest(proofs, &proof);
        } else {
            proof_free(&proof);
        }
    }
}

/* Two lines break in the third round if at all; and a chain that only more rounds give has at least
 * as many lines as rounds. */
bool nonogram_probe_suppose(struct nonogram_probe *probe, bool one,
                            struct nonogram_proofs *proofs) {
    for (unsigned rounds = FIRST_ROUNDS; rounds <= LAST_ROUNDS + 1; rounds++) {
        if (proofs->count && (proofs->list[0].two_lines || proofs->list[0].length < rounds))
            break;
        suppose_all(probe, rounds <= LAST_ROUNDS ? rounds : UINT32_MAX, one, proofs);
        if (!control_going(probe->control))
            return false;
    }
    return proofs->count > 0;
}
