#include "puzzles/nonogram/tests/nonogram_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- one line ---- */

bool oracle_line_fits(const struct nonogram_line *line, const uint8_t *cells, unsigned length,
                      size_t stride) {
    unsigned next = 0, at = 0;
    while (at < length) {
        uint8_t colour = cells[at * stride];
        unsigned end = at;
        while (end < length && cells[end * stride] == colour)
            end++;
        if (colour != NONOGRAM_EMPTY) {
            if (next == line->count || line->clues[next].colour != colour ||
                line->clues[next].length != end - at)
                return false;
            next++;
        }
        at = end;
    }
    return next == line->count;
}

struct placing {
    const struct nonogram_line *line;
    const uint32_t *allowed;
    unsigned length;
    oracle_visit_line visit;
    void *context;
    uint8_t *cells;
    unsigned *needs; /* the fewest cells for each clue and those behind it */
    uint64_t count;
    bool ended;
};

static bool may_be(const struct placing *placing, unsigned from, unsigned count, unsigned colour) {
    for (unsigned i = from; i < from + count; i++)
        if ((placing->allowed[i] >> colour & 1) == 0)
            return false;
    return true;
}

static void place_from(struct placing *placing, unsigned clue, unsigned at);

/* All cells from here on are empty: an arrangement is complete. */
static void place_end(struct placing *placing, unsigned at) {
    if (!may_be(placing, at, placing->length - at, NONOGRAM_EMPTY))
        return;
    memset(placing->cells + at, NONOGRAM_EMPTY, placing->length - at);
    placing->count++;
    if (placing->visit && !placing->visit(placing->context, placing->cells))
        placing->ended = true;
}

/* Puts a clue at every place from here on; the cells before it stay empty. */
static void place_from(struct placing *placing, unsigned clue, unsigned at) {
    const struct nonogram_line *line = placing->line;
    if (clue == line->count) {
        place_end(placing, at);
        return;
    }
    unsigned size = line->clues[clue].length;
    uint8_t colour = line->clues[clue].colour;
    bool apart = clue > 0 && line->clues[clue - 1].colour == colour;
    for (unsigned start = at + apart;
         start + placing->needs[clue] <= placing->length && !placing->ended; start++) {
        if (!may_be(placing, at, start - at, NONOGRAM_EMPTY))
            return;
        if (!may_be(placing, start, size, colour))
            continue;
        memset(placing->cells + at, NONOGRAM_EMPTY, start - at);
        memset(placing->cells + start, colour, size);
        place_from(placing, clue + 1, start + size);
    }
}

static unsigned *needs_of(const struct nonogram_line *line) {
    unsigned *needs = mem_new(line->count + 1, sizeof *needs);
    for (unsigned i = line->count; i-- > 0;) {
        bool apart = i + 1 < line->count && line->clues[i + 1].colour == line->clues[i].colour;
        needs[i] = line->clues[i].length + apart + needs[i + 1];
    }
    return needs;
}

uint64_t oracle_each_arrangement(const struct nonogram_line *line, const uint32_t *allowed,
                                 unsigned length, oracle_visit_line visit, void *context) {
    struct placing placing = {.line = line,
                              .allowed = allowed,
                              .length = length,
                              .visit = visit,
                              .context = context,
                              .cells = mem_new(length + 1, 1),
                              .needs = needs_of(line)};
    place_from(&placing, 0, 0);
    free(placing.cells);
    free(placing.needs);
    return placing.count;
}

struct seeing {
    uint32_t *seen;
    unsigned length;
};

static bool see(void *context, const uint8_t *cells) {
    const struct seeing *seeing = context;
    for (unsigned i = 0; i < seeing->length; i++)
        seeing->seen[i] |= UINT32_C(1) << cells[i];
    return true;
}

uint64_t oracle_line_by_arrangements(const struct nonogram_line *line, const uint32_t *allowed,
                                     unsigned length, uint32_t *seen) {
    struct seeing seeing = {.seen = seen, .length = length};
    memset(seen, 0, length * sizeof *seen);
    return oracle_each_arrangement(line, allowed, length, see, &seeing);
}

/* ---- one line as an automaton ---- */

struct automaton {
    unsigned states;
    uint8_t *colour; /* of the cell that is read in a state */
    bool *stay;      /* a gap may be longer */
    bool *skip;      /* the gap behind may be left out: from here to the state after the next */
    bool *last;      /* the line may end here */
};

static void add_state(struct automaton *automaton, unsigned colour, bool stay) {
    automaton->colour[automaton->states] = (uint8_t)colour;
    automaton->stay[automaton->states++] = stay;
}

/* Gap, run, gap, run, ..., gap; a state's next one is the one behind it. */
static void build(struct automaton *automaton, const struct nonogram_line *line) {
    size_t most = 2;
    for (unsigned i = 0; i < line->count; i++)
        most += line->clues[i].length + 1U;
    automaton->states = 0;
    automaton->colour = mem_new(most, 1);
    automaton->stay = mem_new(most, sizeof(bool));
    automaton->skip = mem_new(most, sizeof(bool));
    automaton->last = mem_new(most, sizeof(bool));
    add_state(automaton, NONOGRAM_EMPTY, true);
    for (unsigned i = 0; i < line->count; i++) {
        for (unsigned j = 0; j < line->clues[i].length; j++)
            add_state(automaton, line->clues[i].colour, false);
        automaton->skip[automaton->states - 1] =
            i + 1 < line->count && line->clues[i + 1].colour != line->clues[i].colour;
        add_state(automaton, NONOGRAM_EMPTY, true);
    }
    automaton->last[automaton->states - 1] = true;
    if (automaton->states > 1)
        automaton->last[automaton->states - 2] = true;
}

static void unbuild(struct automaton *automaton) {
    free(automaton->colour);
    free(automaton->stay);
    free(automaton->skip);
    free(automaton->last);
}

/* ways[i * states + s]: in how many ways cells 0..i can be read so that cell i is read in s. */
static void read_forwards(const struct automaton *automaton, const uint32_t *allowed,
                          unsigned length, double *ways) {
    unsigned states = automaton->states;
    for (unsigned i = 0; i < length; i++)
        for (unsigned s = 0; s < states; s++) {
            const double *before = i > 0 ? &ways[(size_t)(i - 1) * states] : NULL;
            double sum = 0;
            if (i == 0)
                sum = s <= 1;
            else {
                sum += automaton->stay[s] ? before[s] : 0;
                sum += s >= 1 ? before[s - 1] : 0;
                sum += s >= 2 && automaton->skip[s - 2] ? before[s - 2] : 0;
            }
            bool fits = allowed[i] >> automaton->colour[s] & 1;
            ways[(size_t)i * states + s] = fits ? sum : 0;
        }
}

/* possible[s]: the cells behind i can be read when cell i was read in s. Goes from the last cell to
 * the first and notes what is seen on the way. */
static void read_backwards(const struct automaton *automaton, const uint32_t *allowed,
                           unsigned length, const double *ways, uint32_t *seen) {
    unsigned states = automaton->states;
    bool *possible = mem_new(states, sizeof(bool)), *behind = mem_new(states + 2, sizeof(bool));
    memcpy(possible, automaton->last, states * sizeof(bool));
    for (unsigned i = length; i-- > 0;) {
        for (unsigned s = 0; s < states; s++) {
            behind[s] = possible[s] && (allowed[i] >> automaton->colour[s] & 1);
            if (behind[s] && ways[(size_t)i * states + s] > 0)
                seen[i] |= UINT32_C(1) << automaton->colour[s];
        }
        for (unsigned s = 0; s < states; s++)
            possible[s] = (automaton->stay[s] && behind[s]) || behind[s + 1] ||
                          (automaton->skip[s] && behind[s + 2]);
    }
    free(possible);
    free(behind);
}

double oracle_line_by_automaton(const struct nonogram_line *line, const uint32_t *allowed,
                                unsigned length, uint32_t *seen) {
    struct automaton automaton;
    double count = length == 0 && line->count == 0;
    build(&automaton, line);
    double *ways = mem_new((size_t)length * automaton.states + 1, sizeof *ways);
    memset(seen, 0, length * sizeof *seen);
    read_forwards(&automaton, allowed, length, ways);
    for (unsigned s = 0; length > 0 && s < automaton.states; s++)
        if (automaton.last[s])
            count += ways[(size_t)(length - 1) * automaton.states + s];
    if (count > 0)
        read_backwards(&automaton, allowed, length, ways, seen);
    free(ways);
    unbuild(&automaton);
    return count;
}

/* ---- whole puzzles ---- */

bool oracle_picture_fits(const struct nonogram_puzzle *puzzle, const uint8_t *picture) {
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        if (picture[i] > puzzle->colours)
            return false;
    for (unsigned row = 0; row < puzzle->height; row++)
        if (!oracle_line_fits(&puzzle->rows[row], picture + (size_t)row * puzzle->width,
                              puzzle->width, 1))
            return false;
    for (unsigned column = 0; column < puzzle->width; column++)
        if (!oracle_line_fits(&puzzle->columns[column], picture + column, puzzle->height,
                              puzzle->width))
            return false;
    return true;
}

struct counting {
    const struct nonogram_puzzle *puzzle;
    const uint8_t *known;
    oracle_visit_picture visit;
    void *context;
    uint8_t *picture;
    unsigned row;
    uint64_t count;
    bool ended;
};

/* True if the column's first cells do not contradict its clues yet: the runs that are complete are
 * the first clues, and a run that still grows is not too long. */
static bool column_begins_well(const struct nonogram_line *line, const uint8_t *cells,
                               unsigned filled, size_t stride) {
    unsigned next = 0, run = 0;
    for (unsigned i = 0; i < filled; i++) {
        uint8_t colour = cells[i * stride];
        bool same = i > 0 && cells[(i - 1) * stride] == colour;
        if (!same) {
            if (run > 0 && line->clues[next++].length != run)
                return false;
            run = 0;
        }
        if (colour == NONOGRAM_EMPTY)
            continue;
        run++;
        if (next == line->count || line->clues[next].colour != colour ||
            run > line->clues[next].length)
            return false;
    }
    return true;
}

static bool columns_begin_well(const struct counting *counting, unsigned filled) {
    unsigned width = counting->puzzle->width;
    for (unsigned column = 0; column < width; column++)
        if (!column_begins_well(&counting->puzzle->columns[column], counting->picture + column,
                                filled, width))
            return false;
    return true;
}

static void count_from(struct counting *counting, unsigned row);

static bool try_row(void *context, const uint8_t *cells) {
    struct counting *counting = context;
    unsigned width = counting->puzzle->width, row = counting->row;
    memcpy(counting->picture + (size_t)row * width, cells, width);
    if (columns_begin_well(counting, row + 1))
        count_from(counting, row + 1);
    counting->row = row;
    return !counting->ended;
}

static void count_from(struct counting *counting, unsigned row) {
    const struct nonogram_puzzle *puzzle = counting->puzzle;
    if (row == puzzle->height) {
        if (oracle_picture_fits(puzzle, counting->picture)) {
            counting->count++;
            counting->ended =
                counting->visit && !counting->visit(counting->context, counting->picture);
        }
        return;
    }
    uint32_t allowed[NONOGRAM_SIDE];
    for (unsigned i = 0; i < puzzle->width; i++) {
        uint8_t cell =
            counting->known ? counting->known[(size_t)row * puzzle->width + i] : NONOGRAM_UNKNOWN;
        allowed[i] = cell == NONOGRAM_UNKNOWN ? UINT32_MAX : UINT32_C(1) << cell;
    }
    counting->row = row;
    oracle_each_arrangement(&puzzle->rows[row], allowed, puzzle->width, try_row, counting);
}

uint64_t oracle_each_solution(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                              oracle_visit_picture visit, void *context) {
    struct counting counting = {
        .puzzle = puzzle, .known = known, .visit = visit, .context = context};
    counting.picture = mem_new((size_t)puzzle->width * puzzle->height + 1, 1);
    count_from(&counting, 0);
    free(counting.picture);
    return counting.count;
}

/* ---- all pictures of a size ---- */

struct keyed {
    uint64_t key;
    uint32_t picture;
};

static uint32_t power(uint32_t base, unsigned exponent) {
    uint32_t product = 1;
    while (exponent-- > 0)
        product *= base;
    return product;
}

/* Lengths and colours of the runs of a line that is given as a number, ending with a zero. */
static void runs_of(uint32_t number, unsigned length, unsigned base, uint8_t *runs) {
    unsigned count = 0;
    uint32_t before = 0;
    for (unsigned i = 0; i < length; i++, number /= base) {
        uint32_t colour = number % base;
        if (colour != 0 && colour == before)
            runs[2 * count - 2]++;
        else if (colour != 0) {
            runs[2 * count] = 1;
            runs[2 * count + 1] = (uint8_t)colour;
            count++;
        }
        before = colour;
    }
    runs[2 * count] = 0;
}

static bool same_runs(const uint8_t *a, const uint8_t *b) {
    while (a[0] == b[0] && a[0] != 0 && a[1] == b[1]) {
        a += 2;
        b += 2;
    }
    return a[0] == 0 && b[0] == 0;
}

/* For each line, the first one that has the same clues. */
static uint32_t *clue_names(unsigned length, unsigned base) {
    uint32_t lines = power(base, length);
    uint32_t *names = mem_new(lines, sizeof *names);
    uint8_t(*runs)[64] = mem_new(lines, sizeof *runs);
    for (uint32_t line = 0; line < lines; line++) {
        runs_of(line, length, base, runs[line]);
        uint32_t first = 0;
        while (!same_runs(runs[first], runs[line]))
            first++;
        names[line] = first;
    }
    free(runs);
    return names;
}

static int compare_keyed(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->picture > y->picture) - (x->picture < y->picture);
}

/* The clues of all lines in one number: rows and columns each take as many bits as the picture. */
static uint64_t key_of(const struct oracle_census *census, const uint8_t *cells,
                       const uint32_t *row_names, const uint32_t *column_names) {
    uint64_t base = census->colours + 1, key = 0;
    for (unsigned row = 0; row < census->height; row++) {
        uint32_t line = 0;
        for (unsigned i = census->width; i-- > 0;)
            line = (uint32_t)(line * base + cells[row * census->width + i]);
        key = key * power((uint32_t)base, census->width) + row_names[line];
    }
    for (unsigned column = 0; column < census->width; column++) {
        uint32_t line = 0;
        for (unsigned i = census->height; i-- > 0;)
            line = (uint32_t)(line * base + cells[i * census->width + column]);
        key = key * power((uint32_t)base, census->height) + column_names[line];
    }
    return key;
}

static void group(struct oracle_census *census, const struct keyed *keyed) {
    for (uint32_t i = 0; i < census->picture_count; i++) {
        census->pictures[i] = keyed[i].picture;
        if (i == 0 || keyed[i].key != keyed[i - 1].key)
            census->groups[census->group_count++] = (struct oracle_group){.from = i};
        census->groups[census->group_count - 1].count++;
    }
}

void oracle_census_take(struct oracle_census *census, unsigned width, unsigned height,
                        unsigned colours) {
    *census = (struct oracle_census){.width = width, .height = height, .colours = colours};
    census->picture_count = power(colours + 1, width * height);
    census->pictures = mem_new(census->picture_count, sizeof *census->pictures);
    census->groups = mem_new(census->picture_count, sizeof *census->groups);
    uint32_t *row_names = clue_names(width, colours + 1);
    uint32_t *column_names = clue_names(height, colours + 1);
    struct keyed *keyed = mem_new(census->picture_count, sizeof *keyed);
    for (uint32_t i = 0; i < census->picture_count; i++) {
        uint8_t cells[32];
        oracle_census_cells(census, i, cells);
        keyed[i] = (struct keyed){key_of(census, cells, row_names, column_names), i};
    }
    qsort(keyed, census->picture_count, sizeof *keyed, compare_keyed);
    group(census, keyed);
    free(keyed);
    free(row_names);
    free(column_names);
}

void oracle_census_free(struct oracle_census *census) {
    free(census->pictures);
    free(census->groups);
    *census = (struct oracle_census){0};
}

void oracle_census_cells(const struct oracle_census *census, uint32_t picture, uint8_t *cells) {
    for (unsigned i = 0; i < census->width * census->height; i++) {
        cells[i] = (uint8_t)(picture % (census->colours + 1));
        picture /= census->colours + 1;
    }
}

uint32_t oracle_census_number(const struct oracle_census *census, const uint8_t *cells) {
    uint32_t number = 0;
    for (unsigned i = census->width * census->height; i-- > 0;)
        number = number * (census->colours + 1) + cells[i];
    return number;
}

/* ---- making puzzles ---- */

static void read_line(struct nonogram_line *line, const uint8_t *cells, unsigned length,
                      size_t stride) {
    for (unsigned from = 0, to; from < length; from = to) {
        for (to = from + 1; to < length && cells[to * stride] == cells[from * stride];)
            to++;
        if (cells[from * stride] != NONOGRAM_EMPTY)
            nonogram_line_add(line, to - from, cells[from * stride]);
    }
}

struct nonogram_puzzle *oracle_puzzle_of(const uint8_t *picture, unsigned width, unsigned height,
                                         unsigned colours) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    puzzle->colours = colours;
    for (unsigned colour = 1; colours > 1 && colour <= colours; colour++)
        puzzle->palette[colour] = (struct nonogram_colour){.name = {(char)('a' + colour - 1)},
                                                           .letter = (char)('a' + colour - 1),
                                                           .rgb = 0x70000U * colour};
    for (unsigned row = 0; row < height; row++)
        read_line(&puzzle->rows[row], picture + (size_t)row * width, width, 1);
    for (unsigned column = 0; column < width; column++)
        read_line(&puzzle->columns[column], picture + column, height, width);
    return puzzle;
}

struct nonogram_puzzle *oracle_random_puzzle(struct random *random, unsigned width, unsigned height,
                                             unsigned colours, unsigned empty) {
    uint8_t *picture = mem_new((size_t)width * height, 1);
    for (unsigned i = 0; i < width * height; i++)
        picture[i] =
            random_below(random, 10) < empty ? 0 : (uint8_t)(1 + random_below(random, colours));
    struct nonogram_puzzle *puzzle = oracle_puzzle_of(picture, width, height, colours);
    free(picture);
    return puzzle;
}
