#include "rig_report.h"

#include <inttypes.h>
#include <stdio.h>

bool rig_move_lost(const struct rig_attempt_move *move, int64_t *lost) {
    bool judged = move->optimum_before >= 0 && move->optimum_after >= 0;
    *lost = judged ? move->optimum_after - move->optimum_before + 1 : 0;
    return judged;
}

/* The time from the end of the move before to the lifting of this one. */
static int64_t pause_before(const struct rig_attempt *attempt, size_t index) {
    int64_t before = index > 0 ? attempt->moves[index - 1].placed_ms : 0;
    return attempt->moves[index].lifted_ms - before;
}

static void add_move(const struct rig_attempt *attempt, size_t index, struct rig_report *report) {
    int64_t lost, worst = 0, pause = pause_before(attempt, index);
    if (report->longest == SIZE_MAX || pause > report->longest_ms) {
        report->longest = index;
        report->longest_ms = pause;
    }
    report->unjudged += !rig_move_lost(&attempt->moves[index], &lost);
    if (lost <= 0)
        return;
    report->lost += lost;
    report->lost_moves++;
    if (report->first_lost == SIZE_MAX)
        report->first_lost = index;
    if (report->worst != SIZE_MAX)
        rig_move_lost(&attempt->moves[report->worst], &worst);
    if (lost > worst)
        report->worst = index;
}

void rig_report_sum(const struct rig_attempt *attempt, struct rig_report *report) {
    *report = (struct rig_report){.first_lost = SIZE_MAX, .worst = SIZE_MAX, .longest = SIZE_MAX};
    for (size_t i = 0; i < attempt->count; i++)
        add_move(attempt, i, report);
    report->left =
        attempt->count > 0 ? attempt->moves[attempt->count - 1].optimum_after : attempt->optimum;
}

/* ---- text ---- */

static double seconds(int64_t ms) {
    return (double)ms / 1000;
}

static const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static void add_task(const struct rig_attempt *attempt, struct buf *out) {
    buf_printf(out, "Attempt: %d ring%s (", attempt->rings, plural(attempt->rings));
    for (int i = 0; i < attempt->rings; i++)
        buf_printf(out, "%s%g", i ? ", " : "", attempt->weight[i]);
    buf_printf(out, " g) from tower %d to tower %d.\n", attempt->start, attempt->goal);
}

static void add_outcome(const struct rig_attempt *attempt, const struct rig_report *report,
                        struct buf *out) {
    buf_printf(out, "%s %zu move%s, %.1f s; %" PRId64 " move%s would have been enough.\n",
               attempt->solved ? "Solved in" : "Not solved after", attempt->count,
               plural((int64_t)attempt->count), seconds(attempt->ended_ms), attempt->optimum,
               plural(attempt->optimum));
    if (!attempt->solved && report->left > 0)
        buf_printf(out, "%" PRId64 " more move%s would have been needed at the end.\n",
                   report->left, plural(report->left));
    if (!attempt->complete)
        buf_add(out, "Some rings changed places unseen: the list of moves has gaps.\n");
}

static void add_times(const struct rig_attempt *attempt, const struct rig_report *report,
                      struct buf *out) {
    if (attempt->first_lift_ms < 0) {
        buf_add(out, "No ring was lifted.\n");
        return;
    }
    buf_printf(out, "First ring lifted after %.1f s", seconds(attempt->first_lift_ms));
    if (report->longest != SIZE_MAX && attempt->count > 1)
        buf_printf(out, "; the longest pause was %.1f s, before move %zu",
                   seconds(report->longest_ms), report->longest + 1);
    buf_add(out, ".\n");
}

static void add_mishaps(const struct rig_attempt *attempt, struct buf *out) {
    if (attempt->illegal > 0)
        buf_printf(out, "%d move%s broke a rule.\n", attempt->illegal, plural(attempt->illegal));
    if (attempt->put_back > 0)
        buf_printf(out, "%d time%s a ring was lifted and put back.\n", attempt->put_back,
                   plural(attempt->put_back));
    if (attempt->leaned > 0)
        buf_printf(out, "%d time%s something else lay on a tower, or a hand.\n", attempt->leaned,
                   plural(attempt->leaned));
}

static void add_where(const struct rig_attempt *attempt, const struct rig_report *report,
                      struct buf *out) {
    if (report->first_lost == SIZE_MAX) {
        if (attempt->count > 0 && report->unjudged == 0)
            buf_add(out, "No move was lost.\n");
        return;
    }
    const struct rig_attempt_move *first = &attempt->moves[report->first_lost];
    buf_printf(out,
               "Left the shortest way at move %zu (%d>%d): %" PRId64 " needed before it, %" PRId64
               " after it.\n",
               report->first_lost + 1, first->from, first->to, first->optimum_before,
               first->optimum_after);
    buf_printf(out, "%zu move%s came no nearer to the goal and cost %" PRId64 " in all",
               report->lost_moves, plural((int64_t)report->lost_moves), report->lost);
    if (report->lost_moves > 1)
        buf_printf(out, "; the dearest was move %zu", report->worst + 1);
    buf_add(out, ".\n");
}

static void add_needed(const struct rig_attempt_move *move, struct buf *out) {
    if (move->optimum_after < 0)
        buf_add(out, "       ?");
    else
        buf_printf(out, "%8" PRId64, move->optimum_after);
}

static void add_row(const struct rig_attempt *attempt, size_t index, struct buf *out) {
    const struct rig_attempt_move *move = &attempt->moves[index];
    int64_t lost;
    buf_printf(out, "%6zu %9.1f %9.1f %7g g   %d>%d ", index + 1, seconds(move->lifted_ms),
               seconds(move->placed_ms), attempt->weight[move->ring], move->from, move->to);
    add_needed(move, out);
    if (move->rule != RIG_LEGAL)
        buf_printf(out, "  %s", rig_rule_word(move->rule));
    if (rig_move_lost(move, &lost) && lost > 0)
        buf_printf(out, "  lost %" PRId64, lost);
    buf_char(out, '\n');
}

void rig_report_text(const struct rig_attempt *attempt, struct buf *out) {
    struct rig_report report;
    rig_report_sum(attempt, &report);
    add_task(attempt, out);
    add_outcome(attempt, &report, out);
    add_times(attempt, &report, out);
    add_mishaps(attempt, out);
    add_where(attempt, &report, out);
    if (attempt->count == 0)
        return;
    buf_add(out, "\n  move  lifted s  placed s      ring   move   needed\n");
    for (size_t i = 0; i < attempt->count; i++)
        add_row(attempt, i, out);
}

/* ---- JSON ---- */

static json_t *known(int64_t number) {
    return number < 0 ? json_null() : json_integer(number);
}

/* Seconds, exact to the millisecond. */
static json_t *time_of(int64_t ms) {
    return ms < 0 ? json_null() : json_real(seconds(ms));
}

static json_t *move_object(const struct rig_attempt *attempt, size_t index) {
    const struct rig_attempt_move *move = &attempt->moves[index];
    char text[16];
    int64_t lost;
    bool judged = rig_move_lost(move, &lost);
    snprintf(text, sizeof text, "%d>%d", move->from, move->to);
    return json_pack("{s:s,s:f,s:o,s:o,s:s,s:o,s:o,s:o}", "move", text, "ring",
                     attempt->weight[move->ring], "lifted", time_of(move->lifted_ms), "placed",
                     time_of(move->placed_ms), "rule", rig_rule_word(move->rule), "needed_before",
                     known(move->optimum_before), "needed_after", known(move->optimum_after),
                     "lost", judged ? json_integer(lost) : json_null());
}

static json_t *moves_of(const struct rig_attempt *attempt) {
    json_t *list = json_array();
    for (size_t i = 0; i < attempt->count; i++)
        json_array_append_new(list, move_object(attempt, i));
    return list;
}

/* The number of a move from 1, or null. */
static json_t *place_of(size_t index) {
    return index == SIZE_MAX ? json_null() : json_integer((json_int_t)index + 1);
}

json_t *rig_report_json(const struct rig_attempt *attempt) {
    struct rig_report report;
    rig_report_sum(attempt, &report);
    json_t *rings = json_array();
    for (int i = 0; i < attempt->rings; i++)
        json_array_append_new(rings, json_real(attempt->weight[i]));
    json_t *object =
        json_pack("{s:o,s:i,s:i,s:b,s:b,s:I,s:I,s:I,s:o}", "rings", rings, "start", attempt->start,
                  "goal", attempt->goal, "solved", attempt->solved, "complete", attempt->complete,
                  "moves", (json_int_t)attempt->count, "optimum", (json_int_t)attempt->optimum,
                  "lost", (json_int_t)report.lost, "left", known(report.left));
    json_t *more = json_pack(
        "{s:o,s:o,s:o,s:o,s:i,s:i,s:i,s:o}", "first_lost", place_of(report.first_lost), "worst",
        place_of(report.worst), "seconds", time_of(attempt->ended_ms), "first_lift",
        time_of(attempt->first_lift_ms), "illegal", attempt->illegal, "put_back", attempt->put_back,
        "leaned", attempt->leaned, "list", moves_of(attempt));
    json_object_update(object, more);
    json_decref(more);
    return object;
}
