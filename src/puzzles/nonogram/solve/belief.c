/* Beliefs: how likely each colour of a cell is, by belief propagation (Pearl; the sum-product
 * algorithm). A row says in what share of its arrangements a cell has a colour, when an arrangement
 * counts for as much as the columns hold its cells likely; then the columns say the same by what
 * the rows said, and so on. After some rounds that is a good guess at the share of the solutions in
 * which the cell has the colour, and a search that tries the likely first finds one of many
 * solutions with few conflicts. Nothing is concluded from it.
 *
 * Place 0 of a line is before its first cell and certainly empty, so that the first run follows an
 * empty cell, too. A node (clue, spare) is the place behind so many clues, each with the empty cell
 * that must be before it, and so many further empty cells. */
#include "puzzles/nonogram/solve/engine.h"

#define MOST_ATOMS (1U << 21) /* of boards whose beliefs are worth their memory */
#define FIRST_OFF  0.02
#define LATER_OFF  0.2
#define SURE       1e-6   /* nothing that is possible is held less likely */
#define TINY       1e-280 /* sums that are smaller have lost too much */

/* The work on one line. Arrays by place have room for two more than a line has cells. */
struct belief {
    struct engine *engine;
    const struct nonogram_kernel_line *clues;
    size_t stride; /* of arrays by place */
    unsigned spare;
    double *told[2]; /* by atom: how likely the rows, and the columns, hold it not to hold */
    double *ones;    /* by place */
    double *cells;   /* by colour and place: what a cell counts for */
    double *runs;    /* by kind and place: what a run counts for */
    double *steps;   /* by node: the clue there and the empty cell before it */
    double *ahead;   /* by node: all ways from the start */
    double *after;   /* by spare cells, behind one clue: all ways to the end */
    double *cover;   /* by colour and place: all ways in which the cell has it */
};

/* ---- memory ---- */

/* Takes an array from the block, or, while that has no memory yet, only counts it. */
static double *take(const struct engine *engine, size_t *used, size_t count) {
    double *array = engine->beliefs != NULL ? engine->beliefs + *used : NULL;
    *used += count;
    return array;
}

/* Returns how many numbers there are. */
static size_t divide(const struct engine *engine, struct belief *belief) {
    size_t used = 0, colours = engine->colours, clues = engine->most_clues;
    size_t side = engine->width > engine->height ? engine->width : engine->height;
    size_t stride = belief->stride = side + 2;
    belief->told[0] = take(engine, &used, engine->atom_count);
    belief->told[1] = take(engine, &used, engine->atom_count);
    belief->ones = take(engine, &used, stride);
    belief->cells = take(engine, &used, colours * stride);
    belief->runs = take(engine, &used, clues * stride);
    belief->steps = take(engine, &used, clues * stride);
    belief->ahead = take(engine, &used, (clues + 1) * stride);
    belief->after = take(engine, &used, stride);
    belief->cover = take(engine, &used, colours * stride);
    return used;
}

/* Returns false if the control grants no memory. */
static bool make(struct engine *engine, struct belief *belief) {
    if (engine->beliefs == NULL) {
        engine->belief_count = divide(engine, belief);
        engine->beliefs =
            control_reserve(engine->pace.control, engine->belief_count * sizeof *engine->beliefs);
    }
    if (engine->beliefs == NULL)
        return false;
    divide(engine, belief);
    for (size_t i = 0; i < belief->stride; i++)
        belief->ones[i] = 1;
    return true;
}

/* What is told first: that all colours are nearly alike. Not quite, so that of solutions that
 * mirror each other all cells choose the same one; later less so, as the same guess again would be
 * of no use. */
static void begin(struct engine *engine, const struct belief *belief) {
    double off = engine->believed ? LATER_OFF : FIRST_OFF;
    engine->believed = true;
    for (size_t i = 0; i < engine->atom_count; i++) {
        double by = (double)random_below(&engine->random, 2001) / 1000 - 1;
        belief->told[0][i] = belief->told[1][i] = (1 + off * by) / engine->colours;
    }
}

void engine_free_beliefs(struct engine *engine) {
    control_release(engine->pace.control, engine->beliefs,
                    engine->belief_count * sizeof *engine->beliefs);
}

/* ---- one line ---- */

static inline bool has(const uint64_t *set, unsigned place) {
    return (set[place / 64] >> place % 64 & 1) != 0;
}

/* What each cell counts for in a colour: what was told, and all or nothing if it is known. */
static void weigh_colour(const struct belief *belief, const struct engine_line *line,
                         unsigned colour, const double *told) {
    const struct engine *engine = belief->engine;
    const uint64_t *can = line->can + (size_t)colour * line->kernel->words;
    double *cells = belief->cells + colour * belief->stride;
    for (unsigned i = 0; i < line->clues.length; i++) {
        uint32_t cell = line->first_cell + i * line->step;
        bool choice = has(can, i) && engine->left[cell] > 1;
        cells[i + 1] = choice ? told[atom_of(engine, cell, colour)] : has(can, i);
    }
}

/* The same for empty and filled cells, of which most lines are. */
static void weigh_plain(const struct belief *belief, const struct engine_line *line,
                        const double *told) {
    const uint64_t *empty = line->can, *filled = line->can + line->kernel->words;
    double *cells = belief->cells + 1;
    told += atom_of(belief->engine, line->first_cell, 0);
    for (unsigned i = 0; i < line->clues.length; i++, told += 2 * line->step) {
        bool both = has(empty, i) && has(filled, i);
        cells[i] = both ? told[0] : has(empty, i);
        cells[i + belief->stride] = both ? told[1] : has(filled, i);
    }
}

static void weigh_cells(const struct belief *belief, const struct engine_line *line,
                        const double *told) {
    belief->cells[0] = 1;
    if (belief->engine->colours == 2)
        weigh_plain(belief, line, told);
    else
        for (unsigned colour = 0; colour < belief->engine->colours; colour++)
            weigh_colour(belief, line, colour, told);
}

/* Runs of one cell more at each place up to the end. */
static void lengthen(const double *shorter, const double *cells, double *longer, unsigned end) {
    for (unsigned i = 1; i < end; i++)
        longer[i] = shorter[i] * cells[i];
}

/* What the runs of each kind count for, longer ones by shorter ones. */
static void weigh_runs(const struct belief *belief) {
    const struct nonogram_kernel_line *line = belief->clues;
    const struct nonogram_kernel_kind *kind = line->kind;
    const double *cells = belief->cells, *shorter = belief->ones;
    double *runs = belief->runs;
    for (unsigned length = 0; kind < line->kind + line->kinds; kind++, runs += belief->stride) {
        if (kind->first) {
            cells = belief->cells + kind->colour * belief->stride;
            shorter = belief->ones;
            length = 0;
        }
        for (; length < kind->length; length++, shorter = runs)
            lengthen(shorter, cells + length, runs, line->length - length + 1);
    }
}

/* Whether an empty cell must be before a clue. */
static inline bool is_apart(const struct belief *belief, const struct nonogram_kernel_clue *clue) {
    return clue == belief->clues->clues || clue->apart;
}

/* All ways from the start to each node. Returns those to the end. */
static double sum_ahead(const struct belief *belief) {
    const struct nonogram_kernel_clue *clue = belief->clues->clues;
    const double *empty = belief->cells, *from = belief->ahead;
    double *to = belief->ahead, *step = belief->steps, ways = 1;
    size_t at = 0, room = belief->spare + 1;
    for (size_t spare = 0; spare < room; ways *= empty[spare++])
        *to++ = ways;
    for (; clue < belief->clues->clues + belief->clues->count; clue++) {
        bool apart = is_apart(belief, clue);
        const double *before = apart ? empty + at : belief->ones;
        const double *run = belief->runs + clue->kind * belief->stride + at + apart;
        at += apart + clue->length;
        ways = 0;
        for (size_t spare = 0; spare < room; spare++) {
            *step = before[spare] * run[spare];
            ways += *from++ * *step++;
            *to++ = ways;
            ways *= empty[at + spare];
        }
    }
    assert(to == belief->ahead + (belief->clues->count + 1) * room);
    return *--to;
}

/* All ways from each node to the end, and so those in which a cell has a colour: as differences
 * from the cell before it. */
static void sum_after(const struct belief *belief) {
    size_t room = belief->spare + 1, at = belief->clues->length + 1 - belief->spare;
    size_t count = belief->clues->count;
    const struct nonogram_kernel_clue *clue = belief->clues->clues + count;
    const double *empty = belief->cells;
    const double *ahead = belief->ahead + count * room, *step = belief->steps + count * room;
    double *after = belief->after, ways = 1;
    for (size_t spare = room; spare-- > 0; ways *= empty[at + spare - 1])
        after[spare] = ways;
    assert(at + belief->spare <= belief->stride - 1);
    while (clue-- > belief->clues->clues) {
        unsigned colour = belief->clues->kind[clue->kind].colour;
        double *end = belief->cover + colour * belief->stride + at, *start = end - clue->length;
        at -= clue->length + is_apart(belief, clue);
        ways = 0;
        for (size_t spare = room; spare-- > 0;) {
            double through = after[spare] * *--step, filled = through * *--ahead;
            start[spare] += filled;
            end[spare] -= filled;
            ways = ways * empty[at + spare] + through;
            after[spare] = ways;
        }
    }
}

/* From differences to sums; what is left of all is empty. */
static void sum_cover(const struct belief *belief, double all) {
    double *empty = belief->cover;
    for (unsigned i = 1; i <= belief->clues->length; i++)
        empty[i] = all;
    for (unsigned colour = 1; colour < belief->engine->colours; colour++) {
        double *cover = belief->cover + colour * belief->stride, sum = 0;
        for (unsigned i = 1; i <= belief->clues->length; i++) {
            sum += cover[i];
            cover[i] = sum;
            empty[i] -= sum;
        }
    }
}

static inline double at_least_sure(double share) {
    return share > SURE ? share : SURE;
}

/* Says of an open cell what the line alone holds likely: what it was told is taken out again. */
static void tell_cell(const struct belief *belief, unsigned place, double *tells) {
    const double *cells = belief->cells + place, *cover = belief->cover + place;
    unsigned colours = belief->engine->colours;
    double all = 0;
    for (unsigned colour = 0; colour < colours; colour++) {
        size_t at = colour * belief->stride;
        tells[colour] = cells[at] > 0 && cover[at] > 0 ? cover[at] / cells[at] : 0;
        all += tells[colour];
    }
    for (unsigned colour = 0; colour < colours; colour++)
        tells[colour] = at_least_sure(tells[colour] / all);
}

static void tell_colours(const struct belief *belief, const struct engine_line *line, double all,
                         double *tells) {
    const struct engine *engine = belief->engine;
    sum_cover(belief, all);
    for (unsigned i = 0; i < line->clues.length; i++) {
        uint32_t cell = line->first_cell + i * line->step;
        if (engine->left[cell] > 1)
            tell_cell(belief, i + 1, tells + atom_of(engine, cell, 0));
    }
}

/* The same for empty and filled cells. */
static void tell_plain(const struct belief *belief, const struct engine_line *line, double all,
                       double *tells) {
    const double *was_empty = belief->cells + 1, *was_filled = was_empty + belief->stride;
    const double *cover = belief->cover + belief->stride + 1;
    double sum = 0;
    tells += atom_of(belief->engine, line->first_cell, 0);
    for (unsigned i = 0; i < line->clues.length; i++, tells += 2 * line->step) {
        sum += cover[i];
        if (was_empty[i] == 0 || was_filled[i] == 0)
            continue;
        double filled = sum * was_empty[i], empty = (all - sum) * was_filled[i];
        tells[1] = at_least_sure(filled / (filled + empty));
        tells[0] = at_least_sure(1 - tells[1]);
    }
}

static void clear(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = 0;
}

/* The places that a line has to spare. */
static unsigned spare_of(const struct nonogram_kernel_line *line) {
    unsigned needs = 0;
    for (unsigned i = 0; i < line->count; i++)
        needs += line->clues[i].length + (i > 0 && line->clues[i].apart);
    assert(needs <= line->length); /* else nothing would have fitted */
    return line->length - needs;
}

/* Returns false if the numbers are too small to go on. */
static bool ask_line(struct belief *belief, const struct engine_line *line, const double *told,
                     double *tells) {
    unsigned colours = belief->engine->colours;
    belief->clues = &line->clues;
    belief->spare = spare_of(&line->clues);
    weigh_cells(belief, line, told);
    weigh_runs(belief);
    double all = sum_ahead(belief);
    if (all < TINY)
        return false;
    clear(belief->cover, colours * belief->stride);
    sum_after(belief);
    if (colours == 2)
        tell_plain(belief, line, all, tells);
    else
        tell_colours(belief, line, all, tells);
    return true;
}

/* ---- all lines ---- */

/* Lines that are not of the set say nothing, and nobody asks those that are done. */
static bool can_say(const struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    if (engine->set != NULL && !engine->set[number])
        return false;
    for (unsigned i = 0; i < line->clues.length; i++)
        if (engine->left[line->first_cell + i * line->step] > 1)
            return true;
    return false;
}

/* Each line once. Returns false if the numbers are too small, or the engine was stopped. */
static bool ask_lines(struct belief *belief) {
    struct engine *engine = belief->engine;
    for (unsigned i = 0; i < engine->line_count; i++) {
        bool column = i >= engine->height;
        if (!can_say(engine, i))
            continue;
        engine->stopped = !control_spend(engine->pace.control, 0);
        if (engine->stopped ||
            !ask_line(belief, &engine->lines[i], belief->told[!column], belief->told[column]))
            return false;
    }
    return true;
}

/* The likely colour of a cell is tried first, and the surer it is, the sooner. */
static void follow(const struct belief *belief, uint32_t cell, double weight) {
    struct engine *engine = belief->engine;
    double first = 0, second = 0, all = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++) {
        uint32_t atom = atom_of(engine, cell, colour);
        double likely = belief->told[0][atom] * belief->told[1][atom];
        if (atom_holds(engine, atom))
            continue;
        all += likely;
        if (likely > first) {
            engine->phase[cell] = (uint8_t)colour;
            second = first;
            first = likely;
        } else if (likely > second) {
            second = likely;
        }
    }
    assert(first >= second && second >= 0 && all > 0);
    engine_raise(engine, cell, weight * (first - second) / all);
}

bool engine_believe(struct engine *engine, unsigned rounds, double weight) {
    struct belief belief = {.engine = engine};
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0);
    if (engine->atom_count > MOST_ATOMS)
        return true;
    engine->stopped = !make(engine, &belief);
    if (engine->stopped)
        return false;
    begin(engine, &belief);
    for (unsigned round = 0; round < rounds; round++)
        if (!ask_lines(&belief))
            return !engine->stopped;
    engine->stats.beliefs++;
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        if (engine->left[cell] > 1)
            follow(&belief, cell, weight);
    return true;
}
