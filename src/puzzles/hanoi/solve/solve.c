/* The solve capability: what was found, as text and as fields, and an iterator over its moves. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/solution.h"

static enum hanoi_method chosen_method(const struct options *options) {
    const char *name = options_text(options, hanoi_options, "method");
    if (strcmp(name, "search") == 0)
        return HANOI_METHOD_SEARCH;
    if (strcmp(name, "frame-stewart") == 0)
        return HANOI_METHOD_FRAME_STEWART;
    return HANOI_METHOD_AUTO;
}

static json_t *decimal(mpz_srcptr number) {
    char *text = mpz_get_str(NULL, 10, number);
    json_t *value = json_string(text);
    free(text);
    return value;
}

static void add_number(struct buf *out, mpz_srcptr number) {
    char *text = mpz_get_str(NULL, 10, number);
    buf_add(out, text);
    free(text);
}

static void describe_count(const struct position *position, const struct hanoi_solution *solution,
                           struct buf *out) {
    const char *best = position->setup->costly ? "cheapest" : "shortest";
    if (!solution->optimal)
        buf_add(out, "; an upper bound (Frame-Stewart), not proven to be shortest.\n");
    else if (solution->paths == 1)
        buf_printf(out, "; the only %s solution.\n", best);
    else if (solution->paths == 0)
        buf_add(out, "; no solution is shorter.\n");
    else if (solution->paths == UINT64_MAX)
        buf_printf(out, "; one of 2^64 or more %s solutions.\n", best);
    else
        buf_printf(out, "; one of %llu %s solutions.\n", (unsigned long long)solution->paths, best);
}

static void describe_length(const struct position *position, const struct hanoi_solution *solution,
                            struct buf *out) {
    if (mpz_sgn(solution->length) == 0) {
        buf_add(out, "0 moves; it is solved already.\n");
        return;
    }
    add_number(out, solution->length);
    buf_add(out, mpz_cmp_ui(solution->length, 1) == 0 ? " move" : " moves");
    if (position->setup->costly) {
        buf_add(out, ", cost ");
        add_number(out, solution->cost);
    }
    describe_count(position, solution, out);
}

static void describe_found(const struct position *position, const struct hanoi_solution *solution,
                           struct answer *answer) {
    describe_length(position, solution, &answer->text);
    fields_set(&answer->fields, "length", decimal(solution->length));
    if (position->setup->costly)
        fields_set(&answer->fields, "cost", decimal(solution->cost));
    if (solution->paths && solution->paths < INT64_MAX)
        fields_set(&answer->fields, "ways", json_integer((json_int_t)solution->paths));
    fields_set(&answer->fields, "optimal", json_boolean(solution->optimal));
    fields_set(&answer->fields, "method", json_string(solution->engine));
}

static void describe_none(const struct hanoi_solution *solution, struct answer *answer) {
    answer->verdict = QD_UNSOLVABLE;
    buf_printf(&answer->text, "No solution. %s\n", solution->why_not);
    fields_set(&answer->fields, "reason", json_string(solution->why_not));
}

/* When the search reaches its limits, Frame and Stewart still give an upper bound. */
static void describe_bound(const struct position *position, qd_control *control,
                           struct answer *answer) {
    answer->verdict = QD_UNKNOWN;
    buf_add(&answer->text,
            control_end(control) == QD_END_NONE
                ? "The shortest solution is not known: there are too many states to search.\n"
                : "The shortest solution is not known.\n");
    struct hanoi_solution bound;
    if (hanoi_solution_find(position, HANOI_METHOD_FRAME_STEWART, control, &bound, NULL) ==
        QD_YES) {
        buf_add(&answer->text, "A solution of ");
        add_number(&answer->text, bound.length);
        buf_add(&answer->text, " moves is known (the Frame-Stewart bound); the method "
                               "frame-stewart shows it.\n");
        fields_set(&answer->fields, "bound", decimal(bound.length));
        fields_set(&answer->fields, "bound_by", json_string("frame-stewart"));
    }
    hanoi_solution_clear(&bound);
}

/* At most this many solutions can be opened; more are only counted. */
static unsigned openable(const struct hanoi_solution *solution) {
    return solution->paths == 0        ? 1
           : solution->paths < 1000000 ? (unsigned)solution->paths
                                       : 1000000;
}

/* Not every engine counts the shortest solutions; then the answer says that it does not know. */
static qd_status judge_count(const struct hanoi_solution *solution, const struct options *options,
                             struct answer *answer) {
    bool several = options_int(options, NULL, "count") > 1;
    bool unique = options_flag(options, "unique");
    if (solution->paths == 0 && (several || unique)) {
        buf_add(&answer->text, unique ? "It is not known whether it is unique.\n"
                                      : "It is not known whether other solutions are as short.\n");
        return QD_LIMIT;
    }
    if (!unique || solution->paths == 1)
        return QD_YES;
    buf_add(&answer->text, "It is not unique.\n");
    return QD_NO;
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    struct hanoi_solution *solution = MEM_NEW(struct hanoi_solution);
    answer->data = solution;
    qd_status status =
        hanoi_solution_find(position, chosen_method(options), control, solution, error);
    if (status == QD_YES) {
        answer->verdict = QD_SOLVED;
        answer->solutions = openable(solution);
        describe_found(position, solution, answer);
        status = judge_count(solution, options, answer);
    } else if (status == QD_NO) {
        describe_none(solution, answer);
    } else if (status == QD_LIMIT) {
        describe_bound(position, control, answer);
    }
    return status;
}

static void release(struct answer *answer) {
    hanoi_solution_clear(answer->data);
    free(answer->data);
    answer->data = NULL;
}

struct move_iterator {
    struct hanoi_path *path;
};

static bool read_from(const char *from, mpz_ptr skip) {
    if (!from)
        return true;
    for (const char *at = from; *at; at++)
        if (*at < '0' || *at > '9')
            return false;
    /* No length has that many digits. */
    return *from && strlen(from) < 4000 && mpz_set_str(skip, from, 10) == 0;
}

static bool no_such_move(const char *from, unsigned index, qd_error *error) {
    return error_set(error, QD_BAD_INPUT, "solution %u has no move number %.60s", index + 1,
                     from ? from : "0");
}

static bool choose_from(const char *from, mpz_ptr skip, qd_error *error) {
    return read_from(from, skip) ||
           error_set(error, QD_BAD_INPUT, "expected the number of a move, from 0");
}

static struct move_iterator *iterate(const struct answer *answer, unsigned index, const char *from,
                                     qd_error *error) {
    mpz_t skip;
    mpz_init(skip);
    struct hanoi_path *path = NULL;
    if (choose_from(from, skip, error)) {
        path = hanoi_solution_open(answer->data, index, skip);
        if (!path)
            no_such_move(from, index, error);
    }
    mpz_clear(skip);
    if (!path)
        return NULL;
    struct move_iterator *iterator = MEM_NEW(struct move_iterator);
    iterator->path = path;
    return iterator;
}

static struct position *position_at(const struct position *position, const struct answer *answer,
                                    unsigned index, const char *from, qd_error *error) {
    mpz_t skip;
    mpz_init(skip);
    struct position *reached = hanoi_rules.copy(position);
    bool good = choose_from(from, skip, error) &&
                (hanoi_solution_at(answer->data, index, skip, &reached->board) ||
                 no_such_move(from, index, error));
    mpz_clear(skip);
    if (good)
        return reached;
    hanoi_rules.free(reached);
    return NULL;
}

static char *write_peg(char *at, unsigned peg) {
    if (peg >= 10)
        *at++ = (char)('0' + peg / 10);
    *at++ = (char)('0' + peg % 10);
    return at;
}

static bool next_move(struct move_iterator *iterator, struct buf *out) {
    struct hanoi_move move;
    if (!iterator->path->next(iterator->path, &move))
        return false;
    char text[8];
    char *at = write_peg(text, move.from);
    *at++ = '>';
    at = write_peg(at, move.to);
    buf_bytes(out, text, (size_t)(at - text));
    return true;
}

static void end_iterator(struct move_iterator *iterator) {
    iterator->path->free(iterator->path);
    free(iterator);
}

const struct puzzle_solve hanoi_solve = {
    .solve = solve,
    .iterate = iterate,
    .next = next_move,
    .end = end_iterator,
    .at = position_at,
    .release = release,
    .verify = hanoi_verify,
};
