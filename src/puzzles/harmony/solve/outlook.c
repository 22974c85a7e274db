#include "puzzles/harmony/solve/outlook.h"

#include "base/json.h"

/* A question on the side must not hold up the stop of the whole call for longer. */
#define LOOK_UP_SECONDS 0.02
/* Memory for one question on the side. */
#define ASK_BYTES   (UINT64_C(32) << 20)
#define TABLE_BYTES (UINT64_C(1) << 20)

static unsigned add_partners(const struct harmony_board *board, unsigned cell,
                             struct harmony_swap *swaps) {
    unsigned row = harmony_row(cell), column = harmony_column(cell), count = 0;
    for (unsigned right = column + 1; right < board->columns; right++)
        if (board->moves[harmony_cell(row, right)] > 0)
            swaps[count++] =
                (struct harmony_swap){(uint8_t)cell, (uint8_t)harmony_cell(row, right)};
    for (unsigned below = row + 1; below < board->rows; below++)
        if (board->moves[harmony_cell(below, column)] > 0)
            swaps[count++] =
                (struct harmony_swap){(uint8_t)cell, (uint8_t)harmony_cell(below, column)};
    return count;
}

unsigned harmony_legal_swaps(const struct harmony_board *board, struct harmony_swap *swaps) {
    unsigned count = 0;
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (board->moves[harmony_cell(row, column)] > 0)
                count += add_partners(board, harmony_cell(row, column), swaps + count);
    return count;
}

struct harmony_board harmony_after(const struct harmony_board *board, struct harmony_swap swap) {
    struct harmony_board after = *board;
    harmony_swap_play(&after, swap);
    return after;
}

bool harmony_swaps_apart(struct harmony_swap one, struct harmony_swap other) {
    return one.a != other.a && one.a != other.b && one.b != other.a && one.b != other.b;
}

void harmony_outlook_find(const struct harmony_board *board, qd_control *control,
                          struct harmony_outlook *outlook) {
    *outlook = (struct harmony_outlook){.status = QD_NO};
    outlook->test = harmony_invalid_death(board);
    if (!outlook->test)
        outlook->status = harmony_solver_solve(board, NULL, control, &outlook->way);
}

void harmony_outlook_free(struct harmony_outlook *outlook) {
    harmony_answer_free(&outlook->way);
}

void harmony_death_tell(const struct position *position, const struct harmony_invalid_test *test,
                        const char *verdict, const char *after, struct buf *text, json_t **fields) {
    struct buf why = {0}, explanation = {0};
    if (test)
        harmony_invalid_explain(position, test, &why);
    else
        buf_add(&why, "Every possible continuation was searched.");
    buf_printf(text, "%s %s", verdict, buf_text(&why));
    if (test)
        buf_printf(text, " (%s)", test->name);
    buf_printf(text, "\n%s", after);
    buf_printf(&explanation, "%s %s\n%s", verdict, buf_text(&why), after);
    fields_set(fields, "explanation", json_text(buf_text(&explanation)));
    buf_free(&why);
    buf_free(&explanation);
}

/* ---- questions on the side ---- */

/* A control of its own counts the nodes of the question; through its reports the whole call's
 * control is looked at. */
struct aside {
    qd_control *whole, *own;
};

static void look_up(void *context, const qd_progress *progress) {
    const struct aside *aside = context;
    (void)progress;
    if (!control_spend(aside->whole, 0))
        control_stop(aside->own);
}

static uint64_t room_for_asking(const qd_control *control) {
    uint64_t bytes = ASK_BYTES;
    while (bytes > TABLE_BYTES && !control_has_room(control, bytes))
        bytes /= 2;
    return bytes;
}

static qd_status solve_aside(const struct harmony_board *board, uint64_t nodes,
                             qd_control *control) {
    struct harmony_answer answer;
    qd_progress progress;
    struct harmony_solver_options options = {.table_bytes = TABLE_BYTES};
    struct aside aside = {.whole = control};
    aside.own = control_new(&(qd_limits){.nodes = nodes, .bytes = room_for_asking(control)});
    control_report(aside.own, LOOK_UP_SECONDS, look_up, &aside);
    qd_status status = harmony_solver_solve(board, &options, aside.own, &answer);
    harmony_answer_free(&answer);
    control_progress(aside.own, &progress);
    control_spend(control, progress.nodes);
    control_free(aside.own);
    return status;
}

qd_status harmony_outlook_ask(const struct harmony_board *board, uint64_t nodes,
                              qd_control *control) {
    if (harmony_solved(board))
        return QD_YES;
    if (harmony_invalid_death(board))
        return QD_NO;
    return control_spend(control, 0) ? solve_aside(board, nodes, control) : QD_LIMIT;
}
