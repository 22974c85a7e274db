/* The solver's state: what each cell can still be, in what order that was found out and why.
 *
 * Everything is said in atoms: atom (cell, colour) holds when the cell cannot have the colour. An
 * atom holds by a decision, by a line (the kernel found no arrangement otherwise) or by a nogood: a
 * set of atoms that cannot all hold, learned from a conflict. Atoms are on the trail in the order
 * in which they came to hold; each belongs to the level of the decision before it, and those of
 * level 0 hold for good. */
#ifndef PUZZLES_NONOGRAM_SOLVE_ENGINE_H
#define PUZZLES_NONOGRAM_SOLVE_ENGINE_H

#include <assert.h>

#include "base/random.h"
#include "puzzles/nonogram/solve/line_kernel.h"
#include "puzzles/nonogram/solve/search.h"
#include "puzzles/nonogram/solve/solver.h"
#include "search/control.h"
#include "search/pace.h"

#define NO_ATOM   UINT32_MAX
#define NO_REASON UINT32_MAX /* a decision, or a fact of level 0 */

/* What is known of an atom that holds; above level 0 only. */
struct atom {
    uint32_t when;   /* its place on the trail */
    uint32_t level;  /* 0 also while it does not hold */
    uint32_t reason; /* a line, a nogood (see reason_of_nogood), or NO_REASON */
};

/* Atoms that cannot all hold. */
struct nogood {
    uint32_t size;
    uint32_t levels; /* how many levels its atoms were of when it was learned: few is good; 0: it
                      * must not be forgotten */
    float activity;
    uint32_t atom[]; /* the first two are watched */
};

struct atom_list {
    uint32_t *atom;
    size_t count, room;
};

/* Some of a list. */
struct atoms {
    const uint32_t *atom;
    size_t count;
};

/* A nogood that watches an atom, by its place in the store, and another atom of it: while that one
 * is refused, nothing follows and the nogood need not be looked at. */
struct watcher {
    uint32_t nogood, other;
};

/* Those of one atom, one behind the other from the place `first` on. */
struct watch {
    uint32_t first, count, room;
};

/* Where a cell is. */
struct place {
    uint16_t row, column;
};

/* What is being learned from a conflict; kept from one to the next for its room. */
struct lesson {
    struct atom_list atoms; /* the first is the one of the present level */
    struct atom_list left_out;
    struct atom_list behind;   /* the reasons of those that stay */
    struct atom_list of_level; /* how many atoms of a level there are */
    unsigned open;
};

/* Whether an atom holds: not known, yes, or no because its cell has the colour. */
enum hold { OPEN, HOLDS, REFUSED };

/* Memory from which arrays are taken. */
struct block {
    void *memory;
    size_t bytes;
};

struct engine_line {
    struct nonogram_kernel_line clues;
    const struct nonogram_kernel *kernel;
    uint64_t *can;  /* for each colour the cells that may have it */
    uint64_t *held; /* its atoms above level 0 that hold, in the order of the trail, packed: see
                     * held_atom */
    uint32_t held_count;
    uint32_t first_cell, step; /* its cells */
    uint32_t across;           /* the line that crosses it at its first cell; the others follow */
    uint16_t number;           /* among the rows, or among the columns */
    bool queued;
    bool used; /* something was concluded from it */
};

/* A state of a line and what the kernel found; both are empty if nothing fits. */
struct cached_line {
    uint64_t can[2], found[2];
};

struct engine {
    const struct nonogram_puzzle *puzzle;
    const struct nonogram_kernel *row_kernel, *column_kernel;
    struct pace pace;
    struct random random;
    struct block base, search; /* most of the arrays below */
    unsigned width, height, cell_count;
    unsigned colours;      /* the background included */
    unsigned colour_shift; /* an atom is its cell shifted by so many bits, and its colour */
    size_t atom_count;

    /* Lines: rows first, then columns. */
    unsigned line_count;
    struct engine_line *lines;
    size_t clue_count;   /* of all lines */
    unsigned most_clues; /* of a line */
    struct nonogram_kernel_clue *clues;
    struct nonogram_kernel_kind *kinds;
    uint64_t *can; /* of all lines */
    size_t can_words;
    uint64_t *trial;   /* the same for one line */
    uint64_t *scratch; /* the kernel's */
    uint64_t *held;    /* of all lines */
    uint32_t *queue;   /* lines to look at, in a ring */
    unsigned queue_first, queue_count;
    unsigned queue_last;       /* place of the ring; one less than a power of two */
    struct cached_line *cache; /* 2^cache_bits for each line, or NULL */
    unsigned cache_bits;
    const uint8_t *set; /* by line: whether it holds; NULL: all do */

    /* Cells and atoms. */
    struct place *places; /* by cell */
    struct atom *atoms;
    uint8_t *hold;          /* by atom: enum hold */
    uint8_t *left;          /* by cell: how many colours it can have */
    uint8_t *phase;         /* by cell: the colour it had last */
    unsigned open_count;    /* cells that can have more than one colour */
    struct atom_list trail; /* with room for all atoms */
    size_t head;            /* atoms of the trail before this have been shown to the nogoods */
    struct atom_list level_start; /* trail places, one for each decision */

    /* Nogoods. */
    uint32_t *store; /* struct nogood one behind the other */
    size_t stored, store_room;
    struct watch *watches;    /* by atom; NULL while there are no nogoods */
    struct watcher *watchers; /* of all atoms */
    size_t watchers_used, watchers_room;
    size_t nogood_count;

    /* The last conflict: atoms that cannot all hold but do. */
    struct atom_list conflict;
    struct lesson lesson;
    uint8_t *seen; /* by atom, work space */

    /* Reasons of lines that were found. */
    struct atom_list reasons; /* one behind the other: their number of atoms, the atoms */
    uint32_t *kept;           /* by atom: the places of two of its reasons in that list, or 0 */

    /* Which cell to decide next: a heap by activity. */
    double *activity;
    double bump;
    uint64_t *heap;       /* cells and their activity: see puzzles/nonogram/solve/decide.c */
    uint32_t *heap_place; /* by cell, from 1; 0: not in the heap */
    unsigned heap_count;

    double *beliefs; /* work space; NULL: none yet */
    size_t belief_count;
    bool believed; /* before */

    unsigned without; /* enum nonogram_solver_part */
    const struct nonogram_solver_tuning *tuning;
    const struct nonogram_solver_hooks *hooks; /* a test's, or NULL */
    uint64_t line_solves, decisions, conflicts;
    struct nonogram_solver_stats stats; /* without the conflicts and the cubes */
    bool stopped;                       /* the control has ended the search */
};

/* puzzles/nonogram/solve/engine_new.c */

/* An engine for the puzzle, nothing known; the lines of the set (NULL: all) are queued. Returns
 * NULL if the control grants no memory; it has then ended. */
struct engine *engine_new(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                          qd_control *control, uint64_t seed);
void engine_free(struct engine *engine);
/* Makes what is needed for levels above 0 and for nogoods. Returns false if the control grants no
 * memory; the engine is then stopped. */
bool engine_begin_search(struct engine *engine);
/* A block with more room, of which so many bytes are used: they are copied, and the old one is
 * released. Returns NULL, and leaves the old one, if the control grants none. */
void *engine_enlarge(const struct engine *engine, void *old, size_t used, size_t had,
                     size_t wanted);

static inline uint32_t atom_of(const struct engine *engine, uint32_t cell, unsigned colour) {
    assert(cell < engine->cell_count);
    assert(colour < engine->colours);
    return cell << engine->colour_shift | colour;
}
static inline uint32_t atom_cell(const struct engine *engine, uint32_t atom) {
    return atom >> engine->colour_shift;
}
static inline unsigned atom_colour(const struct engine *engine, uint32_t atom) {
    return atom & ((1U << engine->colour_shift) - 1);
}
static inline bool atom_holds(const struct engine *engine, uint32_t atom) {
    return engine->hold[atom] == HOLDS;
}
static inline unsigned engine_level(const struct engine *engine) {
    return (unsigned)engine->level_start.count;
}
/* An atom of a line in one word: its place on the trail, its colour, its place in the line. */
static inline uint64_t held_atom(uint32_t when, unsigned colour, unsigned place) {
    assert(colour <= UINT16_MAX);
    assert(place <= UINT16_MAX);
    return (uint64_t)when << 32 | (uint64_t)colour << 16 | place;
}
/* The cell at a place of a line. */
static inline uint32_t engine_cell(const struct engine *engine, unsigned line, unsigned place) {
    return engine->lines[line].first_cell + place * engine->lines[line].step;
}

/* The colour of a cell that can have only one. */
static inline unsigned engine_colour(const struct engine *engine, uint32_t cell) {
    unsigned colour = 0;
    while (atom_holds(engine, atom_of(engine, cell, colour)))
        colour++;
    return colour;
}

/* puzzles/nonogram/solve/engine.c: the state and lines */

void atom_list_add(struct atom_list *list, uint32_t atom);

/* Makes an atom hold that does not. Returns false if its cell can then be nothing; the conflict is
 * set. */
bool engine_rule_out(struct engine *engine, uint32_t atom, uint32_t reason);
/* Makes a cell have a colour by ruling out the others. Returns false as above. */
bool engine_fix(struct engine *engine, uint32_t cell, unsigned colour, uint32_t reason);
/* All that follows by lines and nogoods. Returns false if there is a conflict, which is set, or if
 * the engine was stopped. */
bool engine_propagate(struct engine *engine);
/* Begins a level. */
void engine_push(struct engine *engine);
/* Undoes all levels above this one. */
void engine_pop(struct engine *engine, unsigned level);

/* puzzles/nonogram/solve/line_cache.c: lines that were looked at before */

/* Makes a cache, or a larger one, if there were as many conflicts as that takes. Black and white
 * boards of short lines only. Returns false if the control grants no memory. */
bool engine_cache_grow(struct engine *engine);
void engine_cache_free(struct engine *engine);
/* What the kernel says of a line, into the engine's trial. Returns false if nothing fits. There is
 * a cache. */
bool engine_cache_narrow(struct engine *engine, unsigned number);

/* puzzles/nonogram/solve/line_reason.c: why a line says so */

/* Adds to out a set of atoms of the line, none of which can be left out, that came to hold before
 * the trail place `before` and because of which the atom must hold (NO_ATOM: because of which
 * nothing fits). Atoms of level 0 are left out. */
void engine_explain_line(struct engine *engine, unsigned line, uint32_t atom, uint32_t before,
                         struct atom_list *out);

/* puzzles/nonogram/solve/kept_reasons.c: reasons that lines gave before */

/* Why an atom holds that holds by a line, without what holds at level 0. Good until the next call.
 * If the control grants no memory, the engine is stopped and the result is empty. */
struct atoms engine_line_reason(struct engine *engine, uint32_t atom);
void engine_free_reasons(struct engine *engine);

/* puzzles/nonogram/solve/analyze.c: nogoods */

/* A nogood as a reason, and back. */
static inline uint32_t reason_of_nogood(const struct engine *engine, uint32_t place) {
    return engine->line_count + place;
}
static inline struct nogood *engine_nogood(const struct engine *engine, uint32_t place) {
    assert(place <= engine->stored);
    return (struct nogood *)(void *)(engine->store + place);
}
/* Shows the atoms of the trail from the head on to the nogoods. Returns false if there is a
 * conflict. */
bool engine_propagate_nogoods(struct engine *engine);
void engine_free_nogoods(struct engine *engine);
/* Learns from the conflict (which takes memory: if the control grants none, the engine is stopped
 * and false is returned): goes back to where what is learned has a consequence, and draws it.
 * for_good: it is no consequence of the lines, so it must not be forgotten. Returns false if the
 * conflict is at level 0: there is no (further) solution. */
bool engine_learn(struct engine *engine, bool for_good);
/* Forgets the less useful half of the nogoods if there are more than so many. At level 0 only. */
void engine_forget(struct engine *engine, size_t most);

/* puzzles/nonogram/solve/probe.c */

/* Supposes each colour of each open cell, in so many rounds at the most while something comes of
 * it. At level 0 only, with all lines looked at. Returns false if there is no (further) solution,
 * or the engine was stopped. */
bool engine_probe(struct engine *engine, unsigned rounds);

/* puzzles/nonogram/solve/belief.c */

/* Has the search follow a guess at what is likely: the likely colour first, the surest cells first.
 * The more rounds, the better the guess; a cell that is certain counts as if it had been part of
 * `weight` conflicts. At level 0 only, with all lines looked at. Boards of
 * millions of cells go without. Returns false if the control grants no memory or has ended; the
 * engine is then stopped. */
bool engine_believe(struct engine *engine, unsigned rounds, double weight);
void engine_free_beliefs(struct engine *engine);

/* puzzles/nonogram/solve/engine_check.c: the whole state, in builds with asserts */

#ifndef NDEBUG
/* Walks the state and asserts that it is consistent: sets of lines and cells agree with the trail,
 * reasons come before what they imply, nogoods are watched so that none is missed, heap and places
 * agree, kept reasons are reasons. All lines must have been looked at, and nothing be in conflict.
 */
void engine_check(struct engine *engine);
/* The part of it that puzzles/nonogram/solve/decide.c knows. */
void engine_heap_check(const struct engine *engine);
#endif

/* puzzles/nonogram/solve/decide.c: which cell next */

void engine_heap_add(struct engine *engine, uint32_t cell);
/* Adds all cells that are open. */
void engine_heap_fill(struct engine *engine);
/* The cell that was part of conflicts most, of those that are open; there is one. */
uint32_t engine_heap_take(struct engine *engine);
/* The cell was part of a conflict. */
void engine_bump(struct engine *engine, uint32_t cell);
/* As if it had been part of so many conflicts. */
void engine_raise(struct engine *engine, uint32_t cell, double by);
/* What was bumped counts for less from now on. */
void engine_decay(struct engine *engine);

#endif
