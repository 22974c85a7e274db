#include "puzzles/nonogram/explain/chains.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Searches are limited to this many rounds, one more each time; the last one has no limit. */
#define FIRST_ROUNDS 3
#define LAST_ROUNDS  6

static bool on_line(const struct nonogram_puzzle *puzzle, size_t cell, unsigned line) {
    return line < puzzle->height ? cell / puzzle->width == line
                                 : cell % puzzle->width == line - puzzle->height;
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
    assert(chain.count > 0);
    proof->chains = mem_resize(proof->chains, proof->count + 1, sizeof *proof->chains);
    proof->chains[proof->count++] = chain;
    proof->length += chain.count;
}

/* Marks the steps before `before` that changed cells of the line. */
static void mark_sources(const struct nonogram_probe *probe, unsigned line, size_t before,
                         bool *needed) {
    for (size_t i = 0; i < probe->changes; i++) {
        const struct nonogram_probe_change *it = &probe->trail[i];
        if (it->step < before && on_line(probe->puzzle, it->cell, line))
            needed[it->step] = true;
    }
}

/* The needed steps and the steps that they rest on, in order, with room for `room` more lines at
 * the end. */
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
    uint8_t value; /* what is supposed; UNKNOWN: nothing, the cell must end up with one value */
};

/* Whether the chain without line number `skipped` still shows the claim; *used is how many lines it
 * took. */
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
    assert(skipped < chain->count);
    memmove(chain->lines + skipped, chain->lines + skipped + 1,
            (chain->count - skipped - 1) * sizeof *chain->lines);
    chain->count--;
}

/* Drops every line that is not needed, from the last to the first. */
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

/* The steps that changed the cell, and those that they rest on. */
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

bool nonogram_chains_narrow(struct nonogram_probe *probe, struct nonogram_proofs *proofs) {
    size_t cell;
    for (unsigned line = 0; line < nonogram_line_count(probe->puzzle); line++)
        nonogram_probe_enqueue(probe, line);
    while (nonogram_probe_next_round(probe))
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
    probe->changes = probe->step_count = 0; /* what was narrowed stays */
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

/* Follows the supposition from line to line for at most `rounds` rounds. Returns true if a line
 * breaks. In the last round lines change nothing, so that each rests on earlier rounds alone. */
static bool follow(struct nonogram_probe *probe, unsigned rounds, unsigned *broken) {
    for (unsigned round = 1; round <= rounds && nonogram_probe_next_round(probe); round++)
        for (unsigned i = 0; i < probe->now_count; i++) {
            unsigned line = probe->now[i];
            bool possible = round < rounds ? nonogram_probe_look(probe, line)
                                           : nonogram_probe_possible(probe, line);
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
    nonogram_probe_enqueue(probe, claim->row);
    nonogram_probe_enqueue(probe, probe->puzzle->height + claim->column);
    bool refuted = follow(probe, rounds, &broken);
    if (refuted) {
        *chain = refutation(probe, broken);
        chain->value = claim->value;
        shorten(probe, claim, chain);
    }
    nonogram_probe_undo(probe);
    return refuted;
}

/* Tries every value of a cell. Returns true if all but one are refuted. */
static bool prove_by_cases(struct nonogram_probe *probe, unsigned row, unsigned column,
                           unsigned rounds, struct nonogram_proof *proof) {
    uint32_t set = nonogram_probe_set(probe, row, column);
    unsigned left = 0;
    assert(set != 0);
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

/* True if every chain, in the direction of the line that breaks, looks only at that line and the
 * cell's own. */
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

/* Negative if the first is easier, positive if the second is. */
static int compare(const struct nonogram_proof *a, const struct nonogram_proof *b) {
    if (a->two_lines != b->two_lines)
        return a->two_lines ? -1 : 1;
    return a->length < b->length ? -1 : a->length > b->length;
}

/* Keeps the proof unless an easier one is kept already; drops the harder ones. */
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

/* Whether no proof can be easier than those kept. */
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

/* A proof by two lines breaks in the third round if at all, and a chain that takes more rounds has
 * at least as many lines as rounds. */
bool nonogram_chains_suppose(struct nonogram_probe *probe, bool one,
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
