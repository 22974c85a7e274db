/* How likely each colour of a cell is, by belief propagation (Pearl; the sum-product algorithm).
 * Each row computes the share of its arrangements in which a cell has a colour, weighting
 * arrangements by what the columns believe of their cells; then the columns do the same with what
 * the rows believe, and so on. After some rounds this is a good estimate of the share of the
 * solutions in which the cell has the colour. A search that tries likely colours first finds one of
 * many solutions with few conflicts. Nothing is concluded from it.
 *
 * Place 0 of a line is before its first cell and certainly empty, so that the first run follows an
 * empty cell, too. A node (clue, spare) is the place after `clue` clues, each with the empty cell
 * that must be before it, and after `spare` further empty cells. */
#include "puzzles/nonogram/solve/engine.h"

#define MOST_LITERALS (1U << 21) /* larger boards go without */
#define FIRST_OFF     0.02
#define LATER_OFF     0.2
#define SURE          1e-6   /* no possible colour is less likely than this */
#define TINY          1e-280 /* smaller sums have lost too much precision */

/* The work on one line. Arrays by place have room for two more than a line has cells. */
struct belief {
    struct engine *engine;
    const struct nonogram_kernel_line *clues;
    size_t stride; /* of arrays by place */
    unsigned spare;
    double *told[2]; /* by literal: how likely it is, as the rows and as the columns say */
    double *ones;    /* by place */
    double *cells;   /* by colour and place: the weight of a cell */
    double *runs;    /* by kind and place: the weight of a run */
    double *steps;   /* by node: the clue there and the empty cell before it */
    double *ahead;   /* by node: the sum over all ways from the start */
    double *after;   /* by spare cells, after one clue: the sum over all ways to the end */
    double *cover;   /* by colour and place: the sum over all ways in which the cell has it */
};

/* ---- memory ---- */

/* Takes an array from the block; while that has no memory yet, only adds up the sizes. */
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
    belief->told[0] = take(engine, &used, engine->literal_count);
    belief->told[1] = take(engine, &used, engine->literal_count);
    belief->ones = take(engine, &used, stride);
    belief->cells = take(engine, &used, colours * stride);
    belief->runs = take(engine, &used, clues * stride);
    belief->steps = take(engine, &used, clues * stride);
    belief->ahead = take(engine, &used, (clues + 1) * stride);
    belief->after = take(engine, &used, stride);
    belief->cover = take(engine, &used, colours * stride);
    return used;
}

/* Returns false if the memory limit is reached. */
static bool make(struct engine *engine, struct belief *belief) {
    if (engine->beliefs == NULL) {
        engine->belief_count = divide(engine, belief);
        engine->beliefs = control_reserve(engine->counter.control,
                                          engine->belief_count * sizeof *engine->beliefs);
    }
    if (engine->beliefs == NULL)
        return false;
    divide(engine, belief);
    for (size_t i = 0; i < belief->stride; i++)
        belief->ones[i] = 1;
    return true;
}

/* Begins with colours that are almost equally likely. Not quite, so that all cells prefer the same
 * one of two solutions that mirror each other; with more noise later, as the same beliefs again
 * would be of no use. */
static void begin(struct engine *engine, const struct belief *belief) {
    double off = engine->believed ? LATER_OFF : FIRST_OFF;
    engine->believed = true;
    for (size_t i = 0; i < engine->literal_count; i++) {
        double by = (double)random_below(&engine->random, 2001) / 1000 - 1;
        belief->told[0][i] = belief->told[1][i] = (1 + off * by) / engine->colours;
    }
}

void engine_free_beliefs(struct engine *engine) {
    control_release(engine->counter.control, engine->beliefs,
                    engine->belief_count * sizeof *engine->beliefs);
}

/* ---- one line ---- */

static inline bool has(const uint64_t *set, unsigned place) {
    return (set[place / 64] >> place % 64 & 1) != 0;
}

/* The weight of each cell in a colour: what was told, or 0 or 1 if the cell is known. */
static void weigh_colour(const struct belief *belief, const struct engine_line *line,
                         unsigned colour, const double *told) {
    const struct engine *engine = belief->engine;
    const uint64_t *can = line->can + (size_t)colour * line->kernel->words;
    double *cells = belief->cells + colour * belief->stride;
    for (unsigned i = 0; i < line->clues.length; i++) {
        uint32_t cell = line->first_cell + i * line->step;
        bool choice = has(can, i) && engine->domain_size[cell] > 1;
        cells[i + 1] = choice ? told[literal_of(engine, cell, colour)] : has(can, i);
    }
}

/* The same for black and white lines, which most lines are. */
static void weigh_plain(const struct belief *belief, const struct engine_line *line,
                        const double *told) {
    const uint64_t *empty = line->can, *filled = line->can + line->kernel->words;
    double *cells = belief->cells + 1;
    told += literal_of(belief->engine, line->first_cell, 0);
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

/* Runs that are one cell longer, at each place up to the end. */
static void lengthen(const double *shorter, const double *cells, double *longer, unsigned end) {
    for (unsigned i = 1; i < end; i++)
        longer[i] = shorter[i] * cells[i];
}

/* The weight of the runs of each kind, longer ones from shorter ones. */
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

/* Sums over all ways from the start to each node. Returns the sum to the end. */
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

/* Sums over all ways from each node to the end, and from these over those in which a cell has a
 * colour, as differences to the cell before it. */
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

/* Turns the differences into sums; the remainder is the weight of an empty cell. */
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

/* Tells what the line alone believes of an open cell: what it was told is divided out again. */
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
        if (engine->domain_size[cell] > 1)
            tell_cell(belief, i + 1, tells + literal_of(engine, cell, 0));
    }
}

/* The same for empty and filled cells. */
static void tell_plain(const struct belief *belief, const struct engine_line *line, double all,
                       double *tells) {
    const double *was_empty = belief->cells + 1, *was_filled = was_empty + belief->stride;
    const double *cover = belief->cover + belief->stride + 1;
    double sum = 0;
    tells += literal_of(belief->engine, line->first_cell, 0);
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

/* How many cells a line has to spare. */
static unsigned spare_of(const struct nonogram_kernel_line *line) {
    unsigned needs = 0;
    for (unsigned i = 0; i < line->count; i++)
        needs += line->clues[i].length + (i > 0 && line->clues[i].apart);
    assert(needs <= line->length); /* else propagation would have failed */
    return line->length - needs;
}

/* Returns false if the sums are too small to go on. */
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

/* Lines outside the set have no say, and lines that are done need none. */
static bool can_say(const struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    if (engine->set != NULL && !engine->set[number])
        return false;
    for (unsigned i = 0; i < line->clues.length; i++)
        if (engine->domain_size[line->first_cell + i * line->step] > 1)
            return true;
    return false;
}

/* Asks each line once. Returns false if the sums are too small, or the engine was stopped. */
static bool ask_lines(struct belief *belief) {
    struct engine *engine = belief->engine;
    for (unsigned i = 0; i < engine->line_count; i++) {
        bool column = i >= engine->height;
        if (!can_say(engine, i))
            continue;
        engine->stopped = !control_spend(engine->counter.control, 0);
        if (engine->stopped ||
            !ask_line(belief, &engine->lines[i], belief->told[!column], belief->told[column]))
            return false;
    }
    return true;
}

/* The search tries the likely colour of a cell first, and the surest cells first. */
static void follow(const struct belief *belief, uint32_t cell, double weight) {
    struct engine *engine = belief->engine;
    double first = 0, second = 0, all = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++) {
        uint32_t literal = literal_of(engine, cell, colour);
        double likely = belief->told[0][literal] * belief->told[1][literal];
        if (literal_is_false(engine, literal))
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
    engine_bump_by(engine, cell, weight * (first - second) / all);
}

bool engine_believe(struct engine *engine, unsigned rounds, double weight) {
    struct belief belief = {.engine = engine};
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0);
    if (engine->literal_count > MOST_LITERALS)
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
        if (engine->domain_size[cell] > 1)
            follow(&belief, cell, weight);
    return true;
}
