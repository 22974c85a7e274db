/* The solver's state: what each cell can still be, in what order that was found out and why.
 *
 * Everything is said in atoms: atom (cell, colour) holds when the cell cannot have the colour. An
 * atom holds by a decision, by a line (the kernel found no arrangement otherwise) or by a nogood: a
 * set of atoms that cannot all hold, learned from a conflict. Atoms are on the trail in the order
 * in which they came to hold; each belongs to the level of the decision before it, and those of
 * level 0 hold for good. */
#ifndef NONOGRAM_ENGINE_H
#define NONOGRAM_ENGINE_H

#include "control.h"
#include "nonogram_kernel.h"
#include "nonogram_solver.h"
#include "pace.h"
#include "random.h"

#define NO_ATOM   UINT32_MAX
#define NEVER     UINT32_MAX /* the atom does not hold */
#define NO_REASON UINT32_MAX /* a decision, or a fact of level 0 */

/* What is known of an atom that holds. */
struct atom {
    uint32_t when;   /* its place on the trail, or NEVER */
    uint32_t level;  /* valid while it holds */
    uint32_t reason; /* a line, a nogood (see reason_of_nogood), or NO_REASON */
    uint32_t why;    /* the line's reason if it was found before: its place in `whys`, else 0 */
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

/* A nogood that watches an atom, by its place in the store, and another atom of it: while that one
 * is refused, nothing follows and the nogood need not be looked at. */
struct watcher {
    uint32_t nogood, other;
};

struct watch {
    struct watcher *watcher;
    uint32_t count, room;
};

/* What is being learned from a conflict; kept from one to the next for its room. */
struct lesson {
    struct atom_list atoms; /* the first is the one of the present level */
    struct atom_list left_out;
    struct atom_list why;
    unsigned open;
};

/* Whether an atom holds: not known, yes, or no because its cell has the colour. */
enum hold { OPEN, HOLDS, REFUSED };

struct engine {
    const struct nonogram_puzzle *puzzle;
    const struct nonogram_kernel *row_kernel, *column_kernel;
    struct pace pace;
    struct random random;
    void *block; /* most of the arrays below */
    size_t block_bytes;
    unsigned width, height, cell_count;
    unsigned colours;      /* the background included */
    unsigned colour_shift; /* an atom is its cell shifted by so many bits, and its colour */
    size_t atom_count;

    /* Lines: rows first, then columns. */
    unsigned line_count;
    struct nonogram_kernel_line *lines;
    uint64_t *can;        /* for each line and colour the cells that may have it */
    uint64_t *column_can; /* the part of it that belongs to the columns */
    uint64_t *trial;      /* the same for one line */
    uint64_t *scratch;    /* the kernel's */
    uint64_t *held; /* for each line its atoms that hold, in the order of the trail, packed: see
                     * held_atom; a line's begin at engine_held */
    uint32_t *held_count; /* by line */
    uint32_t *queue;      /* lines to look at, in a ring of line_count */
    uint8_t *queued;
    const uint8_t *set; /* by line: whether it holds; NULL: all do */
    uint8_t *used;      /* by line: whether something was concluded from it */
    unsigned queue_first, queue_count;

    /* Cells and atoms. */
    uint16_t *row, *column; /* by cell */
    struct atom *atoms;
    uint8_t *hold;  /* by atom: enum hold */
    uint8_t *left;  /* by cell: how many colours it can have */
    uint8_t *phase; /* by cell: the colour it had last */
    struct atom_list trail;
    size_t head; /* atoms of the trail before this have been shown to the nogoods */
    struct atom_list level_start; /* trail places, one for each decision */

    /* Nogoods. */
    uint32_t *store; /* struct nogood one behind the other */
    size_t stored, store_room;
    struct watch *watches; /* by atom */
    size_t nogood_count;

    /* The last conflict: atoms that cannot all hold but do. */
    struct atom_list conflict;
    struct atom_list reasons; /* work space */
    struct lesson lesson;
    struct atom_list whys; /* reasons of lines that were found: their number of atoms, the atoms */
    uint8_t *seen;         /* by atom, work space */

    /* Which cell to decide next: a heap by activity. */
    double *activity;
    double bump;
    uint32_t *heap, *heap_place; /* heap_place: NEVER if the cell is not in the heap */
    unsigned heap_count;

    unsigned without; /* enum nonogram_solver_part */
    uint64_t line_solves, decisions, conflicts;
    bool stopped; /* the control has ended the search */
};

/* nonogram_engine.c: the state and lines */

/* An engine for the puzzle, nothing known; the lines of the set (NULL: all) are queued. Returns
 * NULL if the control grants no memory; it has then ended. */
struct engine *engine_new(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                          qd_control *control, uint64_t seed);
void engine_free(struct engine *engine);
/* Begins the order in which cells are decided: those in lines with little room to spare first. */
void engine_order_cells(struct engine *engine);

static inline uint32_t atom_of(const struct engine *engine, uint32_t cell, unsigned colour) {
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
static inline const struct nonogram_kernel *engine_kernel(const struct engine *engine,
                                                          unsigned line) {
    return line < engine->height ? engine->row_kernel : engine->column_kernel;
}
/* The set of cells of a line that may have a colour. */
static inline uint64_t *engine_can(const struct engine *engine, unsigned line, unsigned colour) {
    if (line < engine->height)
        return engine->can + ((size_t)line * engine->colours + colour) * engine->row_kernel->words;
    size_t column = line - engine->height;
    return engine->column_can + (column * engine->colours + colour) * engine->column_kernel->words;
}
/* The atoms of a line that hold. */
static inline uint64_t *engine_held(const struct engine *engine, unsigned line) {
    size_t before = line < engine->height
                        ? (size_t)line * engine->width
                        : engine->cell_count + (size_t)(line - engine->height) * engine->height;
    return engine->held + before * engine->colours;
}
/* An atom of a line in one word: its place on the trail, its colour, its place in the line. */
static inline uint64_t held_atom(uint32_t when, unsigned colour, unsigned place) {
    return (uint64_t)when << 32 | (uint64_t)colour << 16 | place;
}
/* The cell at a place of a line. */
static inline uint32_t engine_cell(const struct engine *engine, unsigned line, unsigned place) {
    return line < engine->height ? line * engine->width + place
                                 : place * engine->width + (line - engine->height);
}

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
/* The colour of a cell that can have only one. */
unsigned engine_colour(const struct engine *engine, uint32_t cell);

/* nonogram_explain.c: why a line says so */

/* Adds to out a set of atoms of the line, none of which can be left out, that came to hold before
 * the trail place `before` and because of which the atom must hold (NO_ATOM: because of which
 * nothing fits). Atoms of level 0 are left out. */
void engine_explain_line(struct engine *engine, unsigned line, uint32_t atom, uint32_t before,
                         struct atom_list *out);

/* nonogram_learn.c: nogoods */

/* A nogood as a reason, and back. */
static inline uint32_t reason_of_nogood(const struct engine *engine, uint32_t place) {
    return engine->line_count + place;
}
static inline struct nogood *engine_nogood(const struct engine *engine, uint32_t place) {
    return (struct nogood *)(void *)(engine->store + place);
}
/* Shows the atoms of the trail to the nogoods. Returns false if there is a conflict. */
bool engine_propagate_nogoods(struct engine *engine);
/* Learns from the conflict (which takes memory: if the control grants none, the engine is stopped
 * and false is returned): goes back to where what is learned has a consequence, and draws it.
 * for_good: it is no consequence of the lines, so it must not be forgotten. Returns false if the
 * conflict is at level 0: there is no (further) solution. */
bool engine_learn(struct engine *engine, bool for_good);
/* Forgets the less useful half of the nogoods if there are more than so many. At level 0 only. */
void engine_forget(struct engine *engine, size_t most);

/* nonogram_probe.c */

/* Supposes each colour of each open cell, in so many rounds at the most while something comes of
 * it. At level 0 only, with all lines looked at. Returns false if there is no (further) solution,
 * or the engine was stopped. */
bool engine_probe(struct engine *engine, unsigned rounds);

/* nonogram_decide.c: which cell next */

void engine_heap_add(struct engine *engine, uint32_t cell);
/* Adds all cells that are open. */
void engine_heap_fill(struct engine *engine);
/* The cell that was part of conflicts most, of those that are open; NEVER if none is. */
uint32_t engine_heap_take(struct engine *engine);
void engine_bump(struct engine *engine, uint32_t cell);
/* What was bumped counts for less from now on. */
void engine_decay(struct engine *engine);

#endif
