/* Narrowing, two lines and what if: techniques that follow chains of lines, and their sentences. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/hint_step.h"
#include "puzzles/nonogram/explain/sentences.h"

/* ---- steps ---- */

/* The first pending proof whose cell is still unknown. Otherwise drops them all and returns NULL.
 */
static const struct nonogram_proof *pending_proof(struct nonogram_stepper *stepper) {
    const struct nonogram_puzzle *puzzle = nonogram_board_puzzle(stepper->board);
    const uint8_t *cells = nonogram_board_cells(stepper->board);
    for (size_t i = 0; i < stepper->pending.count; i++) {
        const struct nonogram_proof *proof = &stepper->pending.list[i];
        if (cells[(size_t)proof->row * puzzle->width + proof->column] == NONOGRAM_UNKNOWN)
            return proof;
    }
    nonogram_proofs_free(&stepper->pending);
    return NULL;
}

static qd_status step_by_proof(struct nonogram_stepper *stepper, const struct nonogram_proof *proof,
                               struct nonogram_step *step) {
    assert(proof->count > 0 && proof->chains[0].count > 0);
    stepper->proof = proof;
    step->line = proof->chains[0].lines[0];
    step->length = proof->length;
    nonogram_step_add(step, proof->row, proof->column, proof->value);
    return QD_YES;
}

/* A pending proof comes first: it needs no search. */
qd_status nonogram_find_narrowing(struct nonogram_stepper *stepper, qd_control *control,
                                  struct nonogram_step *step) {
    if (pending_proof(stepper))
        return QD_NO;
    stepper->probe = nonogram_probe_new(nonogram_board_puzzle(stepper->board),
                                        nonogram_board_cells(stepper->board), control);
    if (!nonogram_chains_narrow(stepper->probe, &stepper->pending))
        return QD_NO;
    return step_by_proof(stepper, &stepper->pending.list[0], step);
}

/* Proofs found before the control ended need not be the easiest. */
static const struct nonogram_proof *suppose(struct nonogram_stepper *stepper) {
    if (nonogram_chains_suppose(stepper->probe, !stepper->quiet, &stepper->pending))
        return &stepper->pending.list[0];
    nonogram_proofs_free(&stepper->pending);
    return NULL;
}

/* Leaves longer chains to what_if. */
qd_status nonogram_find_two_lines(struct nonogram_stepper *stepper, qd_control *control,
                                  struct nonogram_step *step) {
    (void)control; /* the probe has it */
    const struct nonogram_proof *proof = pending_proof(stepper);
    if (!proof)
        proof = suppose(stepper);
    return proof && proof->two_lines ? step_by_proof(stepper, proof, step) : QD_NO;
}

qd_status nonogram_find_what_if(struct nonogram_stepper *stepper, qd_control *control,
                                struct nonogram_step *step) {
    const struct nonogram_proof *proof = pending_proof(stepper);
    if (proof)
        return step_by_proof(stepper, proof, step);
    return control_going(control) ? QD_NO : QD_LIMIT;
}

/* ---- words ---- */

struct telling {
    struct nonogram_probe *probe;
    const struct nonogram_proof *proof;
    const struct nonogram_chain *chain;
    struct buf *out;
};

static bool single(uint32_t set) {
    return (set & (set - 1)) == 0;
}

/* A cell matters if a later line of the chain crosses it, or if it is the one to prove. */
static bool matters(const struct telling *telling, size_t cell, unsigned step) {
    const struct nonogram_puzzle *puzzle = telling->probe->puzzle;
    unsigned row = (unsigned)(cell / puzzle->width), column = (unsigned)(cell % puzzle->width);
    if (telling->chain->value == NONOGRAM_UNKNOWN && row == telling->proof->row &&
        column == telling->proof->column)
        return true;
    for (unsigned i = step + 1; i < telling->chain->count; i++)
        if (telling->chain->lines[i] == row || telling->chain->lines[i] == puzzle->height + column)
            return true;
    return false;
}

/* "R3C7 cannot be red or blue" for a cell that keeps more than one colour. */
static void say_lost(const struct telling *telling, const struct nonogram_probe_change *change) {
    const struct nonogram_puzzle *puzzle = telling->probe->puzzle;
    uint32_t lost = change->was & ~telling->probe->sets[change->cell];
    unsigned said = 0;
    buf_printf(telling->out, "R%uC%u cannot be ", (unsigned)(change->cell / puzzle->width) + 1,
               (unsigned)(change->cell % puzzle->width) + 1);
    for (unsigned value = 0; value <= puzzle->colours; value++)
        if (lost >> value & 1)
            buf_printf(telling->out, "%s%s", said++ ? " or " : "",
                       nonogram_say_value(puzzle, (uint8_t)value));
}

/* What the line gave: the cells that it decided, then those that lost colours. */
static void say_changes(const struct telling *telling, unsigned step, size_t from) {
    const struct nonogram_probe *probe = telling->probe;
    const struct nonogram_puzzle *puzzle = probe->puzzle;
    unsigned line = telling->chain->lines[step], decided = 0, said = 0;
    uint8_t *values = mem_new(nonogram_line_count(puzzle), 1);
    memset(values, NONOGRAM_UNKNOWN, nonogram_line_count(puzzle));
    for (size_t i = from; i < probe->changes; i++) {
        size_t cell = probe->trail[i].cell;
        if (!single(probe->sets[cell]) || !matters(telling, cell, step))
            continue;
        values[line < puzzle->height ? cell % puzzle->width : cell / puzzle->width] =
            (uint8_t)__builtin_ctz(probe->sets[cell]);
        decided++;
    }
    if (decided)
        nonogram_say_values(telling->out, puzzle, line, values);
    for (size_t i = from; i < probe->changes; i++) {
        if (single(probe->sets[probe->trail[i].cell]) ||
            !matters(telling, probe->trail[i].cell, step))
            continue;
        buf_add(telling->out, decided || said++ ? ", " : "");
        say_lost(telling, &probe->trail[i]);
    }
    free(values);
}

/* Follows the chain and says what each line gives. */
static void say_steps(const struct telling *telling) {
    struct nonogram_probe *probe = telling->probe;
    for (unsigned i = 0; i < telling->chain->count; i++) {
        size_t before = probe->changes;
        bool possible = nonogram_probe_look(probe, telling->chain->lines[i]);
        buf_add(telling->out, !possible ? "but then " : "in ");
        nonogram_say_line_and_clues(telling->out, probe->puzzle, telling->chain->lines[i], false);
        if (!possible) {
            buf_add(telling->out, " cannot be completed.");
            return;
        }
        buf_add(telling->out, ", ");
        say_changes(telling, i, before);
        buf_add(telling->out, i + 1 < telling->chain->count ? "; " : ".");
    }
}

static void say_chain(const struct telling *telling, bool first) {
    const struct nonogram_proof *proof = telling->proof;
    nonogram_probe_undo(telling->probe);
    if (telling->chain->value == NONOGRAM_UNKNOWN) {
        buf_add(telling->out, "Rule out colours, line by line: ");
    } else {
        struct buf cell = {0};
        buf_printf(&cell, "R%uC%u", proof->row + 1, proof->column + 1);
        buf_printf(telling->out, "%s %s is %s. Then ", first ? "Suppose" : " Now suppose",
                   first ? buf_text(&cell) : "it",
                   nonogram_say_value(telling->probe->puzzle, telling->chain->value));
        nonogram_probe_assume(telling->probe, proof->row, proof->column, telling->chain->value);
        buf_free(&cell);
    }
    say_steps(telling);
    nonogram_probe_undo(telling->probe);
}

void nonogram_say_proof(struct nonogram_stepper *stepper, const struct nonogram_step *step,
                        struct buf *out) {
    const struct nonogram_proof *proof = stepper->proof;
    assert(proof && stepper->probe);
    struct nonogram_probe *probe = stepper->probe;
    (void)step;
    for (unsigned i = 0; i < proof->count; i++)
        say_chain(
            &(struct telling){
                .probe = probe, .proof = proof, .chain = &proof->chains[i], .out = out},
            i == 0);
    buf_printf(out, " So R%uC%u is %s.", proof->row + 1, proof->column + 1,
               nonogram_say_value(probe->puzzle, proof->value));
}
