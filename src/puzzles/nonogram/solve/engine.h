/* The solver's state: what each cell can still be, in which order that was found out, and why.
 *
 * A literal (cell, colour) says that the cell has the colour. Lines and clauses make literals
 * false, that is, they rule colours out of the domain of a cell; when one colour is left, its
 * literal is true. A clause is a set of literals at least one of which is true; it was learned from
 * a conflict. False literals are on the trail in the order in which they became false; each belongs
 * to the level of the decision before it, and those of level 0 hold in every solution.
 *
 * Lines are propagators that explain themselves on demand, so this is lazy clause generation
 * (Ohrimenko, Stuckey and Codish) with the words of a SAT solver. */
#ifndef PUZZLES_NONOGRAM_SOLVE_ENGINE_H
#define PUZZLES_NONOGRAM_SOLVE_ENGINE_H

#include <assert.h>

#include "base/random.h"
#include "puzzles/nonogram/solve/line_kernel.h"
#include "puzzles/nonogram/solve/search.h"
#include "puzzles/nonogram/solve/solver.h"
#include "search/control.h"
#include "search/node_counter.h"

#define NO_LITERAL UINT32_MAX
#define NO_REASON  UINT32_MAX /* a decision, or a fact of level 0 */

/* The value of a literal: true means that its cell has no other colour left. */
enum value { LITERAL_UNASSIGNED, LITERAL_FALSE, LITERAL_TRUE };

/* When and why a literal became false; kept above level 0 only. */
struct assignment {
    uint32_t trail;  /* its place on the trail */
    uint32_t level;  /* 0 also while it is not false */
    uint32_t reason; /* a line, a clause (see reason_of_clause), or NO_REASON */
};

/* Literals at least one of which is true. */
struct clause {
    uint32_t size;
    uint32_t levels; /* how many levels its literals were of when it was learned ("glue"); 0: it
                      * excludes a solution and must be kept */
    float activity;
    uint32_t literal[]; /* the first two are watched */
};

struct stack {
    uint32_t *at;
    size_t count, room;
};

/* A part of a stack or of a clause. */
struct literals {
    const uint32_t *at;
    size_t count;
};

/* A clause that watches a literal, and another literal of it (the blocking literal): while that one
 * is true, the clause need not be visited. */
struct watcher {
    uint32_t clause, other;
};

/* The watchers of one literal, from `first` on in the array of all watchers. */
struct watch {
    uint32_t first, count, room;
};

struct place {
    uint16_t row, column;
};

/* The analysis of a conflict; kept from one to the next for the room of its stacks. */
struct analysis {
    struct stack clause; /* what is learned; the first literal is the one of the current level */
    struct stack removed;
    struct stack reason_side; /* the reasons of the literals that stay */
    struct stack per_level;   /* how many literals of a level there are */
    unsigned open;            /* literals of the current level that are not resolved yet */
};

/* Memory from which arrays are taken. */
struct block {
    void *memory;
    size_t bytes;
};

struct engine_line {
    struct nonogram_kernel_line clues;
    const struct nonogram_kernel *kernel;
    uint64_t *can;      /* for each colour the cells that can have it */
    uint64_t *assigned; /* its false literals above level 0 in the order of the trail: see
                         * packed_literal */
    uint32_t assigned_count;
    uint32_t first_cell, step; /* its cells */
    uint32_t across;           /* the line that crosses it at its first cell; the others follow */
    uint16_t number;           /* among the rows, or among the columns */
    bool queued;
    bool used; /* something was concluded from it */
};

/* A state of a line and what the kernel found; `found` is empty if nothing fits. */
struct cached_line {
    uint64_t can[2], found[2];
};

struct engine {
    const struct nonogram_puzzle *puzzle;
    const struct nonogram_kernel *row_kernel, *column_kernel;
    struct node_counter counter;
    struct random random;
    struct block base, search; /* most of the arrays below */
    unsigned width, height, cell_count;
    unsigned colours;      /* the background included */
    unsigned colour_shift; /* a literal is its cell shifted by this, and its colour */
    size_t literal_count;

    /* Lines: rows first, then columns. */
    unsigned line_count;
    struct engine_line *lines;
    size_t clue_count;   /* of all lines */
    unsigned most_clues; /* of a line */
    struct nonogram_kernel_clue *clues;
    struct nonogram_kernel_kind *kinds;
    uint64_t *can; /* of all lines */
    size_t can_words;
    uint64_t *trial;    /* the sets of one line, for a trial */
    uint64_t *scratch;  /* the kernel's */
    uint64_t *assigned; /* of all lines */
    uint32_t *queue;    /* lines to propagate, in a ring */
    unsigned queue_first, queue_count;
    unsigned queue_last;       /* index mask of the ring: its size, a power of two, less one */
    struct cached_line *cache; /* 2^cache_bits for each line, or NULL */
    unsigned cache_bits;
    const uint8_t *set; /* by line: whether it counts; NULL: all do */

    /* Cells and literals. */
    struct place *places; /* by cell */
    struct assignment *assignments;
    uint8_t *value;           /* by literal: enum value */
    uint8_t *domain_size;     /* by cell: how many colours it can have */
    uint8_t *phase;           /* by cell: the colour it had last */
    unsigned open_cells;      /* cells that can have more than one colour */
    struct stack trail;       /* with room for all literals */
    size_t propagated;        /* the clauses have seen the literals of the trail before this */
    struct stack level_start; /* places on the trail, one for each decision */

    /* Clauses. */
    uint32_t *store; /* struct clause, one after the other */
    size_t stored, store_room;
    struct watch *watches;    /* by literal; NULL while there are no clauses */
    struct watcher *watchers; /* of all literals */
    size_t watchers_used, watchers_room;
    size_t clause_count;

    struct stack conflict; /* the last one: literals that are all false but must not be */
    struct analysis analysis;
    uint8_t *seen; /* by literal, work space */

    /* Reasons that lines have given. */
    struct stack reasons;     /* one after the other: how many literals, then the literals */
    uint32_t *cached_reasons; /* by literal: the places of two of its reasons in that stack, or 0 */

    /* Which cell to decide next: a heap by activity. */
    double *activity;
    double bump;
    uint64_t *heap;       /* cells and their activity: see puzzles/nonogram/solve/decide.c */
    uint32_t *heap_place; /* by cell, from 1; 0: not in the heap */
    unsigned heap_count;

    double *beliefs; /* work space; NULL: none yet */
    size_t belief_count;
    bool believed; /* beliefs were followed before */

    unsigned without; /* enum nonogram_solver_part */
    const struct nonogram_solver_tuning *tuning;
    const struct nonogram_solver_hooks *hooks; /* a test's, or NULL */
    uint64_t line_solves, decisions, conflicts;
    struct nonogram_solver_stats stats; /* without the conflicts and the subproblems */
    bool stopped;                       /* the control has ended the search */
};

/* puzzles/nonogram/solve/engine_new.c */

/* An engine for the puzzle, nothing known; the lines of the set (NULL: all) are queued. Returns
 * NULL if the memory limit is reached; the control has then ended. */
struct engine *engine_new(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                          qd_control *control, uint64_t seed);
void engine_free(struct engine *engine);
/* Allocates what decisions and clauses need. Returns false, and stops the engine, if the memory
 * limit is reached. */
bool engine_begin_search(struct engine *engine);
/* Moves the `used` bytes of a block of `had` bytes to a new one of `wanted` bytes. Returns NULL,
 * and leaves the old block alone, if the memory limit is reached. */
void *engine_enlarge(const struct engine *engine, void *old, size_t used, size_t had,
                     size_t wanted);

static inline uint32_t literal_of(const struct engine *engine, uint32_t cell, unsigned colour) {
    assert(cell < engine->cell_count);
    assert(colour < engine->colours);
    return cell << engine->colour_shift | colour;
}
static inline uint32_t literal_cell(const struct engine *engine, uint32_t literal) {
    return literal >> engine->colour_shift;
}
static inline unsigned literal_colour(const struct engine *engine, uint32_t literal) {
    return literal & ((1U << engine->colour_shift) - 1);
}
static inline bool literal_is_false(const struct engine *engine, uint32_t literal) {
    return engine->value[literal] == LITERAL_FALSE;
}
static inline bool literal_is_true(const struct engine *engine, uint32_t literal) {
    return engine->value[literal] == LITERAL_TRUE;
}
static inline unsigned engine_level(const struct engine *engine) {
    return (unsigned)engine->level_start.count;
}
/* A false literal of a line in one word: its place on the trail, its colour, its place in the
 * line. */
static inline uint64_t packed_literal(uint32_t trail, unsigned colour, unsigned place) {
    assert(colour <= UINT16_MAX);
    assert(place <= UINT16_MAX);
    return (uint64_t)trail << 32 | (uint64_t)colour << 16 | place;
}
/* The cell at a place of a line. */
static inline uint32_t engine_cell(const struct engine *engine, unsigned line, unsigned place) {
    return engine->lines[line].first_cell + place * engine->lines[line].step;
}

/* The colour of a cell that can have only one. */
static inline unsigned engine_colour(const struct engine *engine, uint32_t cell) {
    unsigned colour = 0;
    while (literal_is_false(engine, literal_of(engine, cell, colour)))
        colour++;
    return colour;
}

/* puzzles/nonogram/solve/engine.c: assignments, levels, lines */

void stack_push(struct stack *stack, uint32_t number);

/* Makes a literal false that is not. Returns false if its cell has no colour left; the conflict is
 * then set. */
bool engine_assign_false(struct engine *engine, uint32_t literal, uint32_t reason);
/* Gives a cell a colour by making the other literals of the cell false. Returns as above. */
bool engine_assign_true(struct engine *engine, uint32_t cell, unsigned colour, uint32_t reason);
/* Propagates lines and clauses until nothing more follows. Returns false if there is a conflict,
 * which is then set, or if the engine was stopped. */
bool engine_propagate(struct engine *engine);
/* Begins a level. */
void engine_push_level(struct engine *engine);
/* Undoes all levels above this one. */
void engine_backtrack(struct engine *engine, unsigned level);

/* puzzles/nonogram/solve/line_cache.c: what the kernel found for lines seen before */

/* Makes a cache, or a larger one, when there have been enough conflicts to make it worth while. For
 * black and white boards of short lines only. Returns false if the memory limit is reached. */
bool engine_cache_grow(struct engine *engine);
void engine_cache_free(struct engine *engine);
/* Narrows a line into engine->trial, from the cache if it is there. Returns false if nothing fits.
 * There must be a cache. */
bool engine_cache_narrow(struct engine *engine, unsigned number);

/* puzzles/nonogram/solve/line_reason.c: why a line says so */

/* Pushes a minimal set of literals of the line onto out that were false before the place `before`
 * on the trail and that make the line rule `literal` out (NO_LITERAL: that leave no arrangement).
 * Literals that are false at level 0 are left out. */
void engine_explain_line(struct engine *engine, unsigned line, uint32_t literal, uint32_t before,
                         struct stack *out);

/* puzzles/nonogram/solve/reason_cache.c: reasons that lines gave before */

/* Why a line made this literal false, without what is false at level 0. Valid until the next call.
 * If the memory limit is reached, the engine is stopped and the result is empty. */
struct literals engine_line_reason(struct engine *engine, uint32_t literal);
void engine_free_reasons(struct engine *engine);

/* puzzles/nonogram/solve/clauses.c: the learned clauses */

/* A clause as a reason, and back. */
static inline uint32_t reason_of_clause(const struct engine *engine, uint32_t place) {
    return engine->line_count + place;
}
static inline struct clause *engine_clause(const struct engine *engine, uint32_t place) {
    assert(place <= engine->stored);
    return (struct clause *)(void *)(engine->store + place);
}
/* Makes room for one clause of up to this many literals. Returns false if the memory limit is
 * reached. */
bool engine_reserve_clause(struct engine *engine, size_t literals);
/* Adds a clause of two literals or more, for which room was reserved. Returns its place. If the
 * memory limit is reached for its watchers, the engine is stopped. */
uint32_t engine_add_clause(struct engine *engine, const struct stack *literals, uint32_t levels);
/* Visits the clauses that watch the literals of the trail from `propagated` on. Returns false if
 * there is a conflict or the engine was stopped. */
bool engine_propagate_clauses(struct engine *engine);
/* Drops the less useful half of the learned clauses if there are more than `limit`. At level 0. */
void engine_reduce(struct engine *engine, size_t limit);
void engine_free_clauses(struct engine *engine);

/* puzzles/nonogram/solve/analyze.c */

/* Learns a clause from the conflict, backjumps to the level where it becomes unit, and asserts its
 * literal there. excludes_solution: the clause does not follow from the lines, so it must be kept.
 * Returns false if the conflict is at level 0 (there is no other solution), or if the memory limit
 * is reached, which stops the engine. */
bool engine_analyze(struct engine *engine, bool excludes_solution);

/* puzzles/nonogram/solve/probe.c */

/* Probes each colour of each open cell, for at most this many rounds and while something comes of
 * it. At level 0, with everything propagated. Returns false if there is no other solution, or if
 * the engine was stopped. */
bool engine_probe(struct engine *engine, unsigned rounds);

/* puzzles/nonogram/solve/belief.c */

/* Has the search follow beliefs: the likely colour of a cell first, the surest cells first. More
 * rounds give better beliefs; a cell that is certain counts as if it had been part of `weight`
 * conflicts. At level 0, with everything propagated. Boards of millions of cells go without.
 * Returns false, and stops the engine, if the memory limit is reached or the control has ended. */
bool engine_believe(struct engine *engine, unsigned rounds, double weight);
void engine_free_beliefs(struct engine *engine);

/* puzzles/nonogram/solve/engine_check.c: the whole state, in builds with asserts */

#ifndef NDEBUG
/* Walks the state and asserts that it is consistent: the sets of lines and cells agree with the
 * trail, reasons are false before what they imply, clauses are watched so that none is missed, heap
 * and places agree, cached reasons are reasons. Everything must have been propagated, without a
 * conflict. */
void engine_check(struct engine *engine);
/* The part of it that puzzles/nonogram/solve/decide.c knows. */
void engine_heap_check(const struct engine *engine);
#endif

/* puzzles/nonogram/solve/decide.c: which cell next */

void engine_heap_add(struct engine *engine, uint32_t cell);
/* Adds all open cells. */
void engine_heap_fill(struct engine *engine);
/* Takes the open cell of the highest activity out of the heap; there must be one. */
uint32_t engine_heap_pop(struct engine *engine);
/* The cell was part of a conflict. */
void engine_bump(struct engine *engine, uint32_t cell);
/* As if it had been part of `by` conflicts. */
void engine_bump_by(struct engine *engine, uint32_t cell, double by);
/* Makes all earlier bumps count for less. */
void engine_decay(struct engine *engine);

#endif
