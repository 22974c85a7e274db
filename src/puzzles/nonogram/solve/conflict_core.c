/* Deletion: drop one line after the other; if the rest still has no solution, the line is not
 * needed. Each proof tells which lines it used, so only those need be tried. */
#include "puzzles/nonogram/solve/conflict_core.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"
#include "puzzles/nonogram/solve/search.h"

/* ---- sums ---- */

void nonogram_say_sums(const struct nonogram_puzzle *puzzle, struct buf *out) {
    for (unsigned colour = 1; colour <= puzzle->colours; colour++) {
        struct nonogram_sums sums = nonogram_sums(puzzle, colour);
        if (sums.rows != sums.columns)
            buf_printf(out, "The rows ask for %u %s cell%s, the columns for %u.\n", sums.rows,
                       puzzle->palette[colour].name, sums.rows == 1 ? "" : "s", sums.columns);
    }
}

/* ---- lines ---- */

/* Solves with the lines of the set only. QD_NO: used has the lines that the proof looked at. */
static qd_status solve_with(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                            const uint8_t *set, qd_control *control, uint8_t *used) {
    struct nonogram_solver_options options = {.most = 1};
    struct nonogram_solutions solutions;
    qd_status status =
        nonogram_solver_search(puzzle, known, &options, set, control, &solutions, used);
    nonogram_solutions_free(&solutions);
    return status;
}

qd_status nonogram_core(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                        qd_control *control, uint8_t *needed) {
    unsigned lines = puzzle->width + puzzle->height;
    uint8_t *trial = mem_new(lines, 1), *used = mem_new(lines, 1);
    memset(trial, 1, lines);
    qd_status status = solve_with(puzzle, known, trial, control, used);
    memcpy(needed, status == QD_NO ? used : trial, lines);
    if (status == QD_YES)
        memset(needed, 0, lines);
    for (unsigned i = 0; status == QD_NO && i < lines; i++) {
        if (!needed[i])
            continue;
        memcpy(trial, needed, lines);
        trial[i] = 0;
        qd_status without = solve_with(puzzle, known, trial, control, used);
        if (without == QD_NO)
            memcpy(needed, used, lines);
        else if (without == QD_LIMIT)
            status = QD_LIMIT;
    }
    free(trial);
    free(used);
    return status == QD_NO ? QD_YES : status == QD_YES ? QD_NO : QD_LIMIT;
}
