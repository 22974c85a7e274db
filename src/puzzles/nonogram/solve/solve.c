/* The solve capability: the answer in words and fields, the pictures, and an iterator that fills
 * them in cell by cell. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/conflict_core.h"
#include "puzzles/nonogram/solve/solver.h"

/* answer.data */
struct solution {
    struct position *start;
    struct nonogram_solutions found;
};

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

/* ---- words and fields ---- */

static json_t *picture_rows(const struct nonogram_puzzle *puzzle, const uint8_t *picture) {
    json_t *rows = json_array();
    char text[NONOGRAM_SIDE + 1];
    for (unsigned row = 0; row < puzzle->height; row++) {
        for (unsigned column = 0; column < puzzle->width; column++)
            text[column] = puzzle->palette[picture[(size_t)row * puzzle->width + column]].letter;
        json_array_append_new(rows, json_stringn(text, puzzle->width));
    }
    return rows;
}

static void add_pictures(const struct nonogram_puzzle *puzzle,
                         const struct nonogram_solutions *found, struct answer *answer) {
    json_t *list = json_array();
    for (unsigned i = 0; i < found->count; i++)
        json_array_append_new(list, picture_rows(puzzle, found->pictures[i]));
    fields_set(&answer->fields, "solutions", list);
}

/* How many cells two pictures differ in. */
static size_t differences(const struct nonogram_puzzle *puzzle, const uint8_t *a,
                          const uint8_t *b) {
    size_t count = 0;
    for (size_t i = 0; i < cell_count(puzzle); i++)
        count += a[i] != b[i];
    return count;
}

static void describe_others(const struct nonogram_puzzle *puzzle,
                            const struct nonogram_solutions *found, struct answer *answer) {
    if (found->count == 1 && !found->complete)
        return;
    fields_set(&answer->fields, "unique", json_boolean(found->count == 1));
    if (found->count == 1) {
        buf_add(&answer->text, "It is the only solution.\n");
        return;
    }
    buf_printf(&answer->text, "There are %s%u solutions; the first two differ in %zu cells.\n",
               found->complete ? "" : "at least ", found->count,
               differences(puzzle, found->pictures[0], found->pictures[1]));
}

static void describe_solved(const struct nonogram_puzzle *puzzle,
                            const struct nonogram_solutions *found, struct answer *answer) {
    answer->verdict = QD_SOLVED;
    answer->solutions = found->count;
    buf_add(&answer->text, found->by_lines ? "Solved, line by line without guessing.\n"
                                           : "Solved; it takes more than line solving.\n");
    fields_set(&answer->fields, "found", json_integer(found->count));
    fields_set(&answer->fields, "all_found", json_boolean(found->complete));
    fields_set(&answer->fields, "by_lines", json_boolean(found->by_lines));
    describe_others(puzzle, found, answer);
    add_pictures(puzzle, found, answer);
}

static void describe_unknown(const struct nonogram_solutions *found, struct answer *answer) {
    answer->verdict = QD_UNKNOWN;
    buf_add(&answer->text, "It is not known whether there is a solution.\n");
    fields_set(&answer->fields, "found", json_integer(found->count));
}

/* The sums that differ, by colour. Returns false, and says nothing, if none do. */
static bool describe_sums(const struct nonogram_puzzle *puzzle, struct answer *answer) {
    json_t *list = json_array();
    for (unsigned colour = 1; colour <= puzzle->colours; colour++) {
        struct nonogram_sums sums = nonogram_sums(puzzle, colour);
        if (sums.rows != sums.columns)
            json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "colour",
                                                  puzzle->palette[colour].name, "rows",
                                                  (int)sums.rows, "columns", (int)sums.columns));
    }
    if (json_array_size(list) == 0) {
        json_decref(list);
        return false;
    }
    buf_add(&answer->text, "No solution: the sums of rows and columns differ.\n");
    nonogram_say_sums(puzzle, &answer->text);
    fields_set(&answer->fields, "sums", list);
    return true;
}

/* The names of the lines that are marked, as a list. */
static json_t *names_of(const struct nonogram_puzzle *puzzle, const uint8_t *marked) {
    json_t *names = json_array();
    for (unsigned i = 0; i < puzzle->height + puzzle->width; i++) {
        bool row = i < puzzle->height;
        if (marked[i])
            json_array_append_new(
                names, json_sprintf("%c%u", row ? 'R' : 'C', row ? i + 1 : i - puzzle->height + 1));
    }
    return names;
}

static void add_names(const json_t *names, struct buf *out) {
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
        buf_printf(out, "%s%s", i > 0 ? ", " : "", json_string_value(name));
}

/* The lines that cannot hold together, as few as can be found in the time there is. When sums
 * differ, that is the reason; lines are only named as well if not all of them are needed. */
static void describe_none(const struct position *position, qd_control *control,
                          struct answer *answer) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    unsigned lines = puzzle->height + puzzle->width;
    uint8_t *needed = mem_new(lines, 1);
    answer->verdict = QD_UNSOLVABLE;
    bool sums = describe_sums(puzzle, answer);
    bool least = nonogram_core(puzzle, position->cells, control, needed) == QD_YES;
    json_t *names = names_of(puzzle, needed);
    if (!sums || (least && json_array_size(names) < lines)) {
        buf_add(&answer->text, sums ? "Besides, these lines cannot hold together: "
                                    : "No solution: these lines cannot hold together: ");
        add_names(names, &answer->text);
        buf_add(&answer->text, least ? ". None of them can be left out.\n"
                                     : ". Perhaps not all of them are needed.\n");
    }
    fields_set(&answer->fields, "contradiction", names);
    fields_set(&answer->fields, "irreducible", json_boolean(least));
    free(needed);
}

/* ---- solve ---- */

/* Two solutions are enough to know that there is not only one. */
static unsigned solutions_wanted(const struct options *options) {
    int64_t count = options_int(options, NULL, "count");
    int64_t least = options_flag(options, "unique") ? 2 : 1;
    return (unsigned)(count < least ? least : count);
}

static unsigned thread_count(const struct options *options) {
    return options_given(options, "threads") ? (unsigned)options_int(options, NULL, "threads")
                                             : (unsigned)thread_count_of_machine();
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    (void)error; /* every option fits every position */
    struct nonogram_solver_options chosen = {.most = solutions_wanted(options),
                                             .threads = thread_count(options)};
    chosen.seed = (uint64_t)options_int(options, NULL, "seed");
    struct solution *solution = MEM_NEW(struct solution);
    answer->data = solution;
    solution->start = nonogram_rules.copy(position);
    struct nonogram_solutions *found = &solution->found;
    qd_status status =
        nonogram_solver_solve(position->puzzle, position->cells, &chosen, control, found);
    bool undecided = options_flag(options, "unique") && found->count == 1 && !found->complete;
    if (status == QD_NO)
        describe_none(position, control, answer);
    else if (status == QD_LIMIT || undecided)
        describe_unknown(found, answer);
    else
        describe_solved(position->puzzle, found, answer);
    if (status != QD_YES)
        return status;
    if (undecided)
        return QD_LIMIT;
    return options_flag(options, "unique") && found->count > 1 ? QD_NO : QD_YES;
}

static void release(struct answer *answer) {
    struct solution *solution = answer->data;
    nonogram_solutions_free(&solution->found);
    nonogram_rules.free(solution->start);
    free(solution);
    answer->data = NULL;
}

/* ---- walks ---- */

struct move_iterator {
    const struct position *start;
    const uint8_t *picture;
    size_t cell; /* the next to look at */
};

/* The next cell that the picture changes; the number of cells if there is none. */
static size_t next_change(const struct move_iterator *iterator) {
    size_t cell = iterator->cell, count = cell_count(iterator->start->puzzle);
    while (cell < count && iterator->start->cells[cell] == iterator->picture[cell])
        cell++;
    return cell;
}

static struct move_iterator *iterate(const struct answer *answer, unsigned way, const char *from,
                                     qd_error *error) {
    const struct solution *solution = answer->data;
    char *end = NULL;
    unsigned long long skip = from ? strtoull(from, &end, 10) : 0;
    bool number = !from || (*from >= '0' && *from <= '9' && *end == '\0');
    struct move_iterator iterator = {.start = solution->start};
    bool known = number && way < solution->found.count;
    iterator.picture = known ? solution->found.pictures[way] : NULL;
    for (; known && skip > 0; skip--) {
        iterator.cell = next_change(&iterator);
        known = iterator.cell++ < cell_count(iterator.start->puzzle);
    }
    if (!known) {
        error_set(error, QD_BAD_INPUT, "the solution has no move number %.40s", from ? from : "0");
        return NULL;
    }
    return mem_copy(&iterator, sizeof iterator);
}

static bool next_move(struct move_iterator *iterator, struct buf *out) {
    const struct nonogram_puzzle *puzzle = iterator->start->puzzle;
    size_t cell = next_change(iterator);
    if (cell == cell_count(puzzle))
        return false;
    iterator->cell = cell + 1;
    nonogram_move_add(out, puzzle, (unsigned)(cell / puzzle->width),
                      (unsigned)(cell % puzzle->width), iterator->picture[cell]);
    return true;
}

static void end_walk(struct move_iterator *iterator) {
    free(iterator);
}

static struct position *picture(const struct position *position, const struct answer *answer,
                                unsigned way) {
    const struct solution *solution = answer->data;
    struct position *solved = nonogram_rules.copy(position);
    memcpy(solved->cells, solution->found.pictures[way], cell_count(position->puzzle));
    return solved;
}

/* ---- the checker ---- */

static bool keeps_known(const struct position *position, const uint8_t *found) {
    for (size_t i = 0; i < cell_count(position->puzzle); i++)
        if (position->cells[i] != NONOGRAM_UNKNOWN && position->cells[i] != found[i])
            return false;
    return true;
}

static bool verify(const struct position *position, const struct answer *answer, struct buf *why) {
    const struct nonogram_solutions *found = &((const struct solution *)answer->data)->found;
    for (unsigned i = 0; i < found->count; i++) {
        if (!nonogram_picture_fits(position->puzzle, found->pictures[i], NULL, NULL)) {
            buf_printf(why, "picture %u does not fit the clues", i + 1);
            return false;
        }
        if (!keeps_known(position, found->pictures[i])) {
            buf_printf(why, "picture %u changes what is known", i + 1);
            return false;
        }
        if (i > 0 &&
            differences(position->puzzle, found->pictures[i - 1], found->pictures[i]) == 0) {
            buf_printf(why, "pictures %u and %u are the same", i, i + 1);
            return false;
        }
    }
    return true;
}

const struct puzzle_solve nonogram_solve = {
    .solve = solve,
    .iterate = iterate,
    .next = next_move,
    .end = end_walk,
    .picture = picture,
    .bare = "picture",
    .release = release,
    .verify = verify,
};
