/* The walk over all solutions asks of every swap whether it leaves one. A question that stays open,
 * since its budget ran out, must not lose a solution. On boards small enough to count, no question
 * ever stays open; so this program is linked with --wrap=harmony_outlook_ask, and answers itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/harmony/solve/count.h"

/* One question in this many is answered, the others stay open; 0: none is answered. */
static unsigned answered_one_of;
static unsigned long asked, left_open;

qd_status __real_harmony_outlook_ask(const struct harmony_board *board, uint64_t nodes,
                                     qd_control *control);
qd_status __wrap_harmony_outlook_ask(const struct harmony_board *board, uint64_t nodes,
                                     qd_control *control);

qd_status __wrap_harmony_outlook_ask(const struct harmony_board *board, uint64_t nodes,
                                     qd_control *control) {
    if (answered_one_of > 0 && asked++ % answered_one_of == 0)
        return __real_harmony_outlook_ask(board, nodes, control);
    left_open++;
    return QD_LIMIT;
}

static uint64_t count_ways(const struct harmony_board *board, unsigned one_of) {
    qd_control *control = control_new(NULL);
    uint64_t count;
    answered_one_of = one_of;
    assert_int_equal(harmony_ways_count(board, 1000000, control, &count), QD_YES);
    control_free(control);
    return count;
}

static void an_open_question_loses_no_solution(void **state) {
    static const unsigned sizes[][3] = {{2, 2, 4}, {2, 3, 4}, {3, 2, 4}, {3, 3, 3}, {4, 4, 2}};
    enum { EACH = 20, SEED = 11 };
    struct random random;
    uint64_t most = 0;
    (void)state;
    print_message("# seed %d\n", SEED);
    random_seed(&random, SEED);
    for (unsigned i = 0; i < EACH * sizeof sizes / sizeof sizes[0]; i++) {
        const unsigned *size = sizes[i / EACH];
        struct harmony_board board;
        qd_control *control = control_new(NULL);
        harmony_board_solve(&board, size[0], size[1]);
        harmony_scramble(&board, size[2], i % 2 == 0, &random, control, NULL);
        control_free(control);
        uint64_t truth = count_ways(&board, 1);
        assert_true(truth > 0);
        assert_int_equal(count_ways(&board, 0), truth);
        assert_int_equal(count_ways(&board, 2), truth);
        most = truth > most ? truth : most;
    }
    print_message("%lu questions left open, up to %llu solutions\n", left_open,
                  (unsigned long long)most);
    assert_true(left_open > 1000 && most > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_question_loses_no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
