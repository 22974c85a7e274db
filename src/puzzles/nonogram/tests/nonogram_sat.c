#include "puzzles/nonogram/tests/nonogram_sat.h"

#include <stdlib.h>

#ifndef QUANDARY_HAVE_CADICAL

bool nonogram_sat_there(void) {
    return false;
}

unsigned nonogram_sat_count(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                            unsigned most) {
    (void)puzzle;
    (void)known;
    (void)most;
    abort();
}

#else

#include <ccadical.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

/* A variable for each cell and colour (the cell has it), and for each clue and place (the clue
 * starts there). */
struct formula {
    const struct nonogram_puzzle *puzzle;
    CCaDiCaL *solver;
    int variables;
};

static int cell_variable(const struct formula *formula, size_t cell, unsigned colour) {
    return (int)(cell * formula->puzzle->colours + colour);
}

static void add_two(const struct formula *formula, int a, int b) {
    ccadical_add(formula->solver, a);
    ccadical_add(formula->solver, b);
    ccadical_add(formula->solver, 0);
}

static void at_most_one_colour(const struct formula *formula, size_t cells) {
    unsigned colours = formula->puzzle->colours;
    for (size_t cell = 0; cell < cells; cell++)
        for (unsigned a = 1; a <= colours; a++)
            for (unsigned b = a + 1; b <= colours; b++)
                add_two(formula, -cell_variable(formula, cell, a),
                        -cell_variable(formula, cell, b));
}

/* A line of the board. */
struct stretch {
    const struct nonogram_line *line;
    unsigned length;
    size_t first, stride;
    int starts; /* the variable of clue 0 at place 0; each clue has length of them */
};

static int start_variable(const struct stretch *stretch, unsigned clue, unsigned place) {
    return stretch->starts + (int)(clue * stretch->length + place);
}

/* Each clue starts somewhere, where it has room. */
static void clue_is_somewhere(const struct formula *formula, const struct stretch *stretch,
                              unsigned clue) {
    unsigned size = stretch->line->clues[clue].length;
    for (unsigned place = 0; place + size <= stretch->length; place++)
        ccadical_add(formula->solver, start_variable(stretch, clue, place));
    ccadical_add(formula->solver, 0);
    for (unsigned place = 0; place < stretch->length; place++)
        if (place + size > stretch->length) {
            ccadical_add(formula->solver, -start_variable(stretch, clue, place));
            ccadical_add(formula->solver, 0);
        }
}

/* A clue is in one place only, and the next one stands behind it. */
static void clue_keeps_order(const struct formula *formula, const struct stretch *stretch,
                             unsigned clue) {
    const struct nonogram_clue *clues = stretch->line->clues;
    for (unsigned a = 0; a < stretch->length; a++) {
        for (unsigned b = a + 1; b < stretch->length; b++)
            add_two(formula, -start_variable(stretch, clue, a), -start_variable(stretch, clue, b));
        if (clue + 1 == stretch->line->count)
            continue;
        unsigned end = a + clues[clue].length + (clues[clue].colour == clues[clue + 1].colour);
        for (unsigned b = 0; b < stretch->length && b < end; b++)
            add_two(formula, -start_variable(stretch, clue, a),
                    -start_variable(stretch, clue + 1, b));
    }
}

static void clue_colours_cells(const struct formula *formula, const struct stretch *stretch,
                               unsigned clue) {
    const struct nonogram_clue *at = &stretch->line->clues[clue];
    for (unsigned place = 0; place + at->length <= stretch->length; place++)
        for (unsigned i = place; i < place + at->length; i++)
            add_two(formula, -start_variable(stretch, clue, place),
                    cell_variable(formula, stretch->first + i * stretch->stride, at->colour));
}

/* A cell has a colour only if a clue of that colour lies on it. */
static void colours_come_from_clues(const struct formula *formula, const struct stretch *stretch,
                                    unsigned i, unsigned colour) {
    ccadical_add(formula->solver,
                 -cell_variable(formula, stretch->first + i * stretch->stride, colour));
    for (unsigned clue = 0; clue < stretch->line->count; clue++) {
        const struct nonogram_clue *at = &stretch->line->clues[clue];
        for (unsigned place = 0; at->colour == colour && place <= i; place++)
            if (place + at->length > i && place + at->length <= stretch->length)
                ccadical_add(formula->solver, start_variable(stretch, clue, place));
    }
    ccadical_add(formula->solver, 0);
}

static void add_line(struct formula *formula, struct stretch stretch) {
    stretch.starts = formula->variables + 1;
    formula->variables += (int)(stretch.line->count * stretch.length);
    for (unsigned clue = 0; clue < stretch.line->count; clue++) {
        clue_is_somewhere(formula, &stretch, clue);
        clue_keeps_order(formula, &stretch, clue);
        clue_colours_cells(formula, &stretch, clue);
    }
    for (unsigned i = 0; i < stretch.length; i++)
        for (unsigned colour = 1; colour <= formula->puzzle->colours; colour++)
            colours_come_from_clues(formula, &stretch, i, colour);
}

static void add_puzzle(struct formula *formula) {
    const struct nonogram_puzzle *puzzle = formula->puzzle;
    size_t cells = (size_t)puzzle->width * puzzle->height;
    formula->variables = (int)(cells * puzzle->colours);
    at_most_one_colour(formula, cells);
    for (unsigned row = 0; row < puzzle->height; row++)
        add_line(formula, (struct stretch){.line = &puzzle->rows[row],
                                           .length = puzzle->width,
                                           .first = (size_t)row * puzzle->width,
                                           .stride = 1});
    for (unsigned column = 0; column < puzzle->width; column++)
        add_line(formula, (struct stretch){.line = &puzzle->columns[column],
                                           .length = puzzle->height,
                                           .first = column,
                                           .stride = puzzle->width});
}

static void add_known(const struct formula *formula, const uint8_t *known) {
    size_t cells = (size_t)formula->puzzle->width * formula->puzzle->height;
    for (size_t cell = 0; cell < cells; cell++)
        for (unsigned colour = 1; colour <= formula->puzzle->colours; colour++) {
            if (known[cell] == NONOGRAM_UNKNOWN)
                continue;
            int variable = cell_variable(formula, cell, colour);
            ccadical_add(formula->solver, known[cell] == colour ? variable : -variable);
            ccadical_add(formula->solver, 0);
        }
}

/* Reads the solution, has the oracle check it, and forbids it. */
static void take_solution(const struct formula *formula, uint8_t *picture) {
    size_t cells = (size_t)formula->puzzle->width * formula->puzzle->height;
    for (size_t cell = 0; cell < cells; cell++) {
        picture[cell] = NONOGRAM_EMPTY;
        for (unsigned colour = 1; colour <= formula->puzzle->colours; colour++)
            if (ccadical_val(formula->solver, cell_variable(formula, cell, colour)) > 0)
                picture[cell] = (uint8_t)colour;
    }
    assert_true(oracle_picture_fits(formula->puzzle, picture));
    for (size_t cell = 0; cell < cells; cell++)
        for (unsigned colour = 1; colour <= formula->puzzle->colours; colour++) {
            int variable = cell_variable(formula, cell, colour);
            ccadical_add(formula->solver, picture[cell] == colour ? -variable : variable);
        }
    ccadical_add(formula->solver, 0);
}

bool nonogram_sat_there(void) {
    return true;
}

unsigned nonogram_sat_count(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                            unsigned most) {
    enum { SATISFIABLE = 10 };
    struct formula formula = {.puzzle = puzzle, .solver = ccadical_init()};
    uint8_t *picture = mem_new((size_t)puzzle->width * puzzle->height, 1);
    unsigned count = 0;
    ccadical_set_option(formula.solver, "quiet", 1);
    add_puzzle(&formula);
    if (known)
        add_known(&formula, known);
    while (count < most && ccadical_solve(formula.solver) == SATISFIABLE) {
        take_solution(&formula, picture);
        count++;
    }
    free(picture);
    ccadical_release(formula.solver);
    return count;
}

#endif
