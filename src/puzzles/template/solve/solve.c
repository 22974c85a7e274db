/* Solving: turns what the search found into an answer for people and programs, and hands the
 * solutions out move by move. */
#include "puzzles/template/model/position.h"

#include <stdlib.h>

#include "base/mem.h"

/* answer.data: all that an iterator needs. */
struct solution {
    struct position start;
    struct template_solutions found;
};

static void describe_unsolvable(struct answer *answer) {
    answer->verdict = QD_UNSOLVABLE;
    buf_add(&answer->text, "Unsolvable: no set of presses makes all lamps dark.\n");
}

static void describe_unknown(const struct template_solutions *found, struct answer *answer) {
    answer->verdict = QD_UNKNOWN;
    buf_printf(&answer->text,
               "Unknown: the search ended early; it found %d solution%s until then.\n",
               found->count, found->count == 1 ? "" : "s");
    fields_set(&answer->fields, "found", json_integer(found->count));
}

static void describe_solved(const struct template_solutions *found, struct answer *answer) {
    answer->verdict = QD_SOLVED;
    answer->solutions = (unsigned)found->count;
    int presses = template_size(found->presses[0]);
    buf_printf(&answer->text, "Solved with %d press%s, in any order.\n", presses,
               presses == 1 ? "" : "es");
    fields_set(&answer->fields, "presses", json_integer(presses));
    fields_set(&answer->fields, "found", json_integer(found->count));
    fields_set(&answer->fields, "all_found", json_boolean(found->complete));
}

/* Whether it is the only one is known if a second one was found, or if nothing was left out. */
static void describe_others(const struct template_solutions *found, struct answer *answer) {
    if (found->count == 1 && !found->complete)
        return;
    if (found->count == 1)
        buf_add(&answer->text, "It is the only solution.\n");
    else
        buf_printf(&answer->text, "There are %s%d solutions.\n", found->complete ? "" : "at least ",
                   found->count);
    fields_set(&answer->fields, "unique", json_boolean(found->count == 1));
}

static void keep_solution(const struct position *position, const struct template_solutions *found,
                          struct answer *answer) {
    struct solution *solution = MEM_NEW(struct solution);
    solution->start = *position;
    solution->found = *found;
    answer->data = solution;
}

/* Two solutions are enough to know that there is not only one. */
static int solutions_wanted(const struct options *options, bool unique) {
    int64_t count = options_int(options, NULL, "count");
    int64_t least = unique ? 2 : 1;
    if (count < least)
        return (int)least;
    return count < TEMPLATE_ALL ? (int)count : TEMPLATE_ALL;
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    (void)error; /* every option fits every position */
    bool unique = options_flag(options, "unique");
    int limit = solutions_wanted(options, unique);
    struct template_solutions found;
    qd_status status =
        template_search(position, NULL, limit, template_threads(options), control, &found);
    if (status == QD_LIMIT) {
        describe_unknown(&found, answer);
        return QD_LIMIT;
    }
    if (status == QD_NO) {
        describe_unsolvable(answer);
        return QD_NO;
    }
    describe_solved(&found, answer);
    describe_others(&found, answer);
    keep_solution(position, &found, answer);
    return unique && found.count > 1 ? QD_NO : QD_YES;
}

struct move_iterator {
    const struct position *start;
    template_set left;
};

/* Reads the number of the move to begin at; at most the number of presses. */
static bool read_from(const char *from, int presses, int *number) {
    *number = 0;
    if (!*from)
        return false;
    for (; *from; from++) {
        if (*from < '0' || *from > '9')
            return false;
        *number = *number * 10 + (*from - '0');
        if (*number > presses)
            return false;
    }
    return true;
}

static struct move_iterator *iterate(const struct answer *answer, unsigned number, const char *from,
                                     qd_error *error) {
    const struct solution *solution = answer->data;
    template_set presses = solution->found.presses[number];
    int skipped;
    if (!read_from(from ? from : "0", template_size(presses), &skipped)) {
        error_set(error, QD_BAD_INPUT, "the solution has moves 0 to %d, there is no move '%.40s'",
                  template_size(presses) - 1, from);
        return NULL;
    }
    struct move_iterator *iterator = MEM_NEW(struct move_iterator);
    iterator->start = &solution->start;
    iterator->left = presses;
    for (int i = 0; i < skipped; i++)
        iterator->left &= iterator->left - 1;
    return iterator;
}

static bool iterator_next(struct move_iterator *iterator, struct buf *move) {
    if (iterator->left == 0)
        return false;
    template_name(iterator->start, template_first(iterator->left), move);
    iterator->left &= iterator->left - 1;
    return true;
}

static void iterator_end(struct move_iterator *iterator) {
    free(iterator);
}

static void release(struct answer *answer) {
    free(answer->data);
    answer->data = NULL;
}

const struct puzzle_solve template_solve = {
    .solve = solve,
    .iterate = iterate,
    .next = iterator_next,
    .end = iterator_end,
    .release = release,
    .verify = template_verify,
};
