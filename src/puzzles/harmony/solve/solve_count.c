/* Several solutions, and whether there is only one: solve with the options count and
 * unique. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/count.h"
#include "puzzles/harmony/solve/solve.h"

/* The solutions found so far, one after the other. */
struct collection {
    qd_control *control;
    struct harmony_swap *swaps;
    size_t room; /* of the array, in solutions */
    unsigned found, most;
    bool ends_at_most; /* whether there are more does not matter */
};

bool harmony_ways_wanted(const struct options *options) {
    return options_given(options, "count") || options_flag(options, "unique");
}

/* Two solutions are enough to know that there is not only one. */
static struct collection begin(const struct options *options, qd_control *control) {
    int64_t count = options_int(options, NULL, "count");
    bool two_will_do = options_flag(options, "unique") && count < 2;
    return (struct collection){.control = control,
                               .most = two_will_do ? 2
                                       : count < 1 ? 1
                                                   : (unsigned)count,
                               .ends_at_most = two_will_do};
}

/* Makes room for one more solution of `count` swaps. */
static bool make_room(struct collection *all, unsigned count) {
    if (all->found < all->room)
        return true;
    size_t room = all->room ? 2 * all->room : 2;
    if (!control_has_room(all->control, room * count * sizeof *all->swaps))
        return false;
    all->swaps = mem_resize(all->swaps, room * count + 1, sizeof *all->swaps);
    all->room = room;
    return true;
}

/* Goes on to the first that is not wanted if it matters whether those wanted are all. */
static bool collect(void *context, const struct harmony_swap *swaps, unsigned count) {
    struct collection *all = context;
    if (all->found == all->most || !make_room(all, count))
        return false;
    if (count)
        memcpy(all->swaps + (size_t)all->found * count, swaps, count * sizeof *swaps);
    all->found++;
    return all->found < all->most || !all->ends_at_most;
}

/* The collection takes the place of the one solution, unless it has none itself. */
static void keep(struct collection *all, struct harmony_solution *solution) {
    if (all->found == 0) {
        free(all->swaps);
        return;
    }
    free(solution->swaps);
    solution->swaps = all->swaps;
    solution->ways = all->found;
}

static void describe(struct answer *answer, unsigned found, bool complete) {
    fields_set(&answer->fields, "found", json_integer(found));
    fields_set(&answer->fields, "all_found", json_boolean(complete));
    if (found == 1 && !complete)
        return;
    fields_set(&answer->fields, "unique", json_boolean(found == 1));
    if (found == 1)
        buf_add(&answer->text, "It is the only solution; the order");
    else
        buf_printf(&answer->text, "There are %s%u solutions; the order",
                   complete ? "" : "at least ", found);
    buf_add(&answer->text, " of swaps that do not touch each other does not count.\n");
}

static qd_status describe_unknown(struct answer *answer) {
    answer->verdict = QD_UNKNOWN;
    answer->solutions = 0;
    buf_add(&answer->text, "Whether it is the only solution is not known.\n");
    return QD_LIMIT;
}

qd_status harmony_solve_ways(const struct position *position, const struct options *options,
                             qd_control *control, struct answer *answer) {
    struct harmony_solution *solution = answer->data;
    struct collection all = begin(options, control);
    bool unique = options_flag(options, "unique"), complete = solution->count == 0;
    if (all.most > 1)
        complete = harmony_ways_each(&position->board, NULL, control, collect, &all) == QD_YES;
    keep(&all, solution);
    answer->solutions = solution->ways;
    describe(answer, solution->ways, complete);
    if (!complete && unique && solution->ways == 1)
        return describe_unknown(answer);
    if (!complete && solution->ways < all.most)
        return QD_LIMIT;
    return unique && solution->ways > 1 ? QD_NO : QD_YES;
}
