#include "rig/report/report.h"

#include <inttypes.h>
#include <stdio.h>

bool rig_move_lost(const struct rig_attempt_move *move, int64_t *lost) {
    bool judged = move->optimum_before >= 0 && move->optimum_after >= 0;
    *lost = judged ? move->optimum_after - move->optimum_before + 1 : 0;
    return judged;
}

/* The time from the end of the previous move to the lifting of this one. Its uncertainty is the sum
 * of both; the start of the attempt is exact. */
static struct rig_moment pause_before(const struct rig_attempt *attempt, size_t index) {
    struct rig_moment pause = attempt->moves[index].lifted;
    if (index > 0) {
        pause.ms -= attempt->moves[index - 1].placed.ms;
        pause.within += attempt->moves[index - 1].placed.within;
    }
    return pause;
}

static void add_move(const struct rig_attempt *attempt, size_t index, struct rig_report *report) {
    int64_t lost, worst = 0;
    struct rig_moment pause = pause_before(attempt, index);
    if (report->longest == SIZE_MAX || pause.ms > report->pause.ms) {
        report->longest = index;
        report->pause = pause;
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

/* In hundredths of a second, rounded up, so that no value looks more certain than it is. */
static double hundredths_up(int64_t ms) {
    int64_t hundredths = (ms + 9) / 10;
    return (double)hundredths / 100;
}

static void add_moment(const struct rig_moment *moment, struct buf *out) {
    buf_printf(out, "%.2f", seconds(moment->ms));
    if (moment->within > 0)
        buf_printf(out, " +- %.2f", hundredths_up(moment->within));
    buf_add(out, " s");
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
    buf_printf(out, "%s %zu move%s, ", attempt->solved ? "Solved in" : "Not solved after",
               attempt->count, plural((int64_t)attempt->count));
    add_moment(&attempt->ended, out);
    buf_printf(out, "; %" PRId64 " move%s would have been enough.\n", attempt->optimum,
               plural(attempt->optimum));
    if (!attempt->solved && report->left > 0)
        buf_printf(out, "%" PRId64 " more move%s would have been needed at the end.\n",
                   report->left, plural(report->left));
    if (!attempt->complete)
        buf_add(out, "Some rings changed places unseen: the list of moves has gaps.\n");
}

static void add_times(const struct rig_attempt *attempt, const struct rig_report *report,
                      struct buf *out) {
    if (attempt->first_lift.ms < 0) {
        buf_add(out, "No ring was lifted.\n");
        return;
    }
    buf_add(out, "First ring lifted after ");
    add_moment(&attempt->first_lift, out);
    if (report->longest != SIZE_MAX && attempt->count > 1) {
        buf_add(out, ".\nThe longest pause was ");
        add_moment(&report->pause, out);
        buf_printf(out, ", before move %zu", report->longest + 1);
    }
    buf_add(out, ".\n");
}

static void add_mishaps(const struct rig_attempt *attempt, struct buf *out) {
    if (attempt->illegal > 0)
        buf_printf(out, "%d move%s broke a rule.\n", attempt->illegal, plural(attempt->illegal));
    if (attempt->put_back > 0)
        buf_printf(out, "%d time%s a ring was lifted and put back.\n", attempt->put_back,
                   plural(attempt->put_back));
    if (attempt->leaned > 0)
        buf_printf(out, "%d time%s something else, or a hand, was on a tower.\n", attempt->leaned,
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
               "Left the shortest solution at move %zu (%d>%d): %" PRId64
               " needed before it, %" PRId64 " after it.\n",
               report->first_lost + 1, first->from, first->to, first->optimum_before,
               first->optimum_after);
    buf_printf(out, "%zu move%s did not get nearer to the goal and lost %" PRId64 " in all",
               report->lost_moves, plural((int64_t)report->lost_moves), report->lost);
    if (report->lost_moves > 1)
        buf_printf(out, "; the worst was move %zu", report->worst + 1);
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
    int64_t within =
        move->lifted.within > move->placed.within ? move->lifted.within : move->placed.within;
    buf_printf(out, "%6zu %9.2f %9.2f %5.2f %7g g   %d>%d ", index + 1, seconds(move->lifted.ms),
               seconds(move->placed.ms), hundredths_up(within), attempt->weight[move->ring],
               move->from, move->to);
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
    buf_add(out, "\n  move  lifted s  placed s  +- s      ring   move   needed\n");
    for (size_t i = 0; i < attempt->count; i++)
        add_row(attempt, i, out);
}

/* ---- CSV ---- */

static void add_known(int64_t number, struct buf *out) {
    if (number >= 0)
        buf_printf(out, "%" PRId64, number);
}

static void add_csv_row(const struct rig_attempt *attempt, size_t index, struct buf *out) {
    const struct rig_attempt_move *move = &attempt->moves[index];
    int64_t lost;
    buf_printf(out, "%zu,%d,%d,%g,%.3f,%.3f,%.3f,%.3f,%s,", index + 1, move->from, move->to,
               attempt->weight[move->ring], seconds(move->lifted.ms), seconds(move->lifted.within),
               seconds(move->placed.ms), seconds(move->placed.within), rig_rule_word(move->rule));
    add_known(move->optimum_before, out);
    buf_char(out, ',');
    add_known(move->optimum_after, out);
    buf_char(out, ',');
    if (rig_move_lost(move, &lost))
        buf_printf(out, "%" PRId64, lost);
    buf_add(out, "\r\n");
}

void rig_report_csv(const struct rig_attempt *attempt, struct buf *out) {
    buf_add(out, "move,from_tower,to_tower,ring_g,lifted_s,lifted_uncertainty_s,placed_s,"
                 "placed_uncertainty_s,rule,needed_before_moves,needed_after_moves,lost_moves\r\n");
    for (size_t i = 0; i < attempt->count; i++)
        add_csv_row(attempt, i, out);
}

/* ---- JSON ---- */

static json_t *known(int64_t number) {
    return number < 0 ? json_null() : json_integer(number);
}

/* In seconds, with a resolution of milliseconds. */
static json_t *time_of(const struct rig_moment *moment) {
    return moment->ms < 0 ? json_null() : json_real(seconds(moment->ms));
}

static json_t *uncertainty_of(const struct rig_moment *moment) {
    return moment->ms < 0 ? json_null() : json_real(seconds(moment->within));
}

static json_t *move_object(const struct rig_attempt *attempt, size_t index) {
    const struct rig_attempt_move *move = &attempt->moves[index];
    char text[16];
    int64_t lost;
    bool judged = rig_move_lost(move, &lost);
    snprintf(text, sizeof text, "%d>%d", move->from, move->to);
    return json_pack("{s:s,s:f,s:o,s:o,s:o,s:o,s:s,s:o,s:o,s:o}", "move", text, "ring",
                     attempt->weight[move->ring], "lifted", time_of(&move->lifted),
                     "lifted_uncertainty", uncertainty_of(&move->lifted), "placed",
                     time_of(&move->placed), "placed_uncertainty", uncertainty_of(&move->placed),
                     "rule", rig_rule_word(move->rule), "needed_before",
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
        "{s:o,s:o,s:o,s:o,s:o,s:o,s:i,s:i,s:i,s:o}", "first_lost", place_of(report.first_lost),
        "worst", place_of(report.worst), "seconds", time_of(&attempt->ended), "seconds_uncertainty",
        uncertainty_of(&attempt->ended), "first_lift", time_of(&attempt->first_lift),
        "first_lift_uncertainty", uncertainty_of(&attempt->first_lift), "illegal", attempt->illegal,
        "put_back", attempt->put_back, "leaned", attempt->leaned, "list", moves_of(attempt));
    json_object_update(object, more);
    json_decref(more);
    return object;
}
