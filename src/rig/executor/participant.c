/* A participant plays: the arm rests, and the cells show which ring was lifted and where it was
 * placed. Readings are filtered by a median and debounced. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "rig/executor/executor.h"

enum {
    WINDOW = 5,   /* samples whose median is decoded */
    DEBOUNCE = 5, /* equal decodings in a row that are believed */
    CELL_FAILURE_MS = 6000,
    SETTLED_MS = 1500 /* the attempt is over when all rings have been on the goal for this long */
};

/* What the cells showed, measured between these two times. */
struct reading {
    double grams[RIG_TOWERS];
    int64_t earliest, latest; /* since the attempt began */
};

struct play {
    struct rig_executor *x;
    struct rig_attempt *attempt;
    struct reading reading[1 + WINDOW]; /* the newest last; the first one precedes the window */
    int filled;
    int8_t seen[RIG_RINGS];  /* the last distribution decoded, */
    int same;                /* how many times in a row, */
    struct rig_moment since; /* and since when */
    int8_t at[RIG_RINGS];    /* the one believed */
    int64_t still;           /* when a reading that has left the window last showed that one */
    /* of each ring that is off the towers: */
    int from[RIG_RINGS];
    struct rig_moment lifted[RIG_RINGS];
    enum rig_rule rule[RIG_RINGS];
    int64_t optimum_before[RIG_RINGS];
    struct rig_moment last; /* when something last happened */
    int64_t failed_since;   /* when a cell failed, -1: none has */
    bool leaning;
};

static int64_t now(const struct play *play) {
    return rig_now(play->x) - play->attempt->begun_ms;
}

/* ---- the board ---- */

static void take_off(struct rig_board *board, int tower, int ring) {
    int place = 0;
    while (place < board->count[tower] && board->ring[tower][place] != ring)
        place++;
    if (place == board->count[tower])
        return;
    int above = board->count[tower] - 1 - place;
    memmove(&board->ring[tower][place], &board->ring[tower][place + 1], (size_t)above);
    board->count[tower]--;
    /* A ring from below cannot be taken without touching those above it. */
    int unsure = above > 0 ? board->count[tower] : board->unsure[tower];
    if (unsure > board->count[tower])
        unsure = board->count[tower];
    board->unsure[tower] = (int8_t)(unsure > 1 ? unsure : 0);
}

static int rings_off(const struct play *play) {
    int off = 0;
    for (int ring = 0; ring < play->attempt->rings; ring++)
        off += play->at[ring] == RIG_OFF;
    return off;
}

/* The distance to the goal; -1 if that is not known. */
static int64_t distance(const struct play *play) {
    struct rig_plan plan;
    const struct rig_executor *x = play->x;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (x->board.unsure[t] > 0)
            return -1;
    if (rings_off(play) > 0 ||
        !rig_plan(play->attempt->rings, &x->board, x->config->goal, x->control, &plan))
        return -1;
    return plan.moves;
}

static bool is_top(const struct rig_board *board, int tower, int ring) {
    return board->count[tower] > 0 && board->ring[tower][board->count[tower] - 1] == ring;
}

static void lift(struct play *play, int ring) {
    struct rig_board *board = &play->x->board;
    int tower = play->at[ring];
    assert(tower >= 0 && tower < RIG_TOWERS);
    play->from[ring] = tower;
    play->lifted[ring] = play->since;
    play->optimum_before[ring] = distance(play);
    play->rule[ring] = is_top(board, tower, ring) || board->unsure[tower] == board->count[tower]
                           ? RIG_LEGAL
                           : RIG_NOT_TOP;
    take_off(board, tower, ring);
    play->at[ring] = RIG_OFF;
    if (play->attempt->first_lift.ms < 0)
        play->attempt->first_lift = play->since;
    for (int other = 0; rings_off(play) > 1 && other < play->attempt->rings; other++)
        if (play->at[other] == RIG_OFF)
            play->rule[other] = RIG_SEVERAL;
}

static void record(struct play *play, const struct rig_attempt_move *move) {
    struct rig_attempt *attempt = play->attempt;
    attempt->moves =
        mem_grow(attempt->moves, attempt->count, &attempt->room, sizeof *attempt->moves);
    attempt->moves[attempt->count++] = *move;
    attempt->illegal += move->rule != RIG_LEGAL;
    struct rig_event event = rig_event_of(play->x, RIG_EVENT_MOVE);
    event.ring = move->ring;
    event.from = move->from;
    event.tower = move->to;
    event.legal = move->rule == RIG_LEGAL;
    event.text = rig_rule_word(move->rule);
    event.moves = (int)attempt->count;
    rig_send(play->x, &event);
}

static void put(struct play *play, int ring, int tower) {
    struct rig_board *board = &play->x->board;
    int count = board->count[tower];
    assert(play->at[ring] == RIG_OFF && count < RIG_RINGS);
    bool on_smaller = count > 0 && board->ring[tower][count - 1] < ring;
    board->ring[tower][board->count[tower]++] = (int8_t)ring;
    play->at[ring] = (int8_t)tower;
    struct rig_attempt_move move = {.ring = ring,
                                    .from = play->from[ring],
                                    .to = tower,
                                    .lifted = play->lifted[ring],
                                    .placed = play->since,
                                    .rule = play->rule[ring],
                                    .optimum_before = play->optimum_before[ring]};
    if (move.rule == RIG_LEGAL && on_smaller)
        move.rule = RIG_ON_SMALLER;
    move.optimum_after = distance(play);
    if (move.from == tower)
        play->attempt->put_back++;
    else
        record(play, &move);
}

/* Turns the difference between two believed distributions into lifts and placements. If there is
 * more than one, they were too fast for the cells: each happened at some time since the old
 * distribution was last shown. */
static bool take_changes(struct play *play) {
    int landed[RIG_TOWERS] = {0};
    bool changed = false;
    for (int ring = 0; ring < play->attempt->rings; ring++) {
        if (play->seen[ring] == play->at[ring])
            continue;
        changed = true;
        if (play->at[ring] != RIG_OFF)
            lift(play, ring);
    }
    for (int ring = play->attempt->rings - 1; ring >= 0; ring--) {
        int tower = play->seen[ring];
        if (tower == play->at[ring])
            continue;
        put(play, ring, tower);
        landed[tower]++;
    }
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (landed[t] > 1) { /* which came first is not known */
            play->x->board.unsure[t] = play->x->board.count[t];
            play->attempt->complete = false;
        }
    }
    return !changed || rig_journal_board(&play->x->journal, &play->x->board) ||
           rig_end_for_journal(play->x);
}

/* ---- the cells ---- */

static int compare(const void *a, const void *b) {
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Of the readings in the window, for one cell. */
static double median(const struct play *play, int t) {
    double sorted[WINDOW];
    for (int i = 0; i < WINDOW; i++)
        sorted[i] = play->reading[1 + i].grams[t];
    qsort(sorted, WINDOW, sizeof *sorted, compare);
    return sorted[WINDOW / 2];
}

/* After a time without observation the order of the rings is unknown. */
static void forget_order(struct play *play) {
    struct rig_board *board = &play->x->board;
    play->attempt->complete = false;
    for (int t = 0; t < RIG_TOWERS; t++)
        board->unsure[t] = board->count[t] > 1 ? board->count[t] : 0;
    memset(play->x->doubted, 0, sizeof play->x->doubted);
}

static bool check_cells(struct play *play) {
    struct rig_executor *x = play->x;
    if (rig_is_doubted(x))
        forget_order(play);
    bool failed = x->cell_failed[0] || x->cell_failed[1] || x->cell_failed[2];
    if (!failed)
        play->failed_since = -1;
    else if (play->failed_since < 0)
        play->failed_since = now(play);
    else if (now(play) - play->failed_since > CELL_FAILURE_MS)
        return rig_end_run(x, RIG_REASON_CELL,
                           "Repair the cell, calibrate, and let the participant play again.",
                           "A cell is stuck or saturated; the attempt cannot be followed.");
    return true;
}

static void note_foreign(struct play *play, const struct rig_decoding *decoding) {
    bool foreign = decoding->fit == RIG_FITS_FOREIGN;
    if (foreign && !play->leaning) {
        play->attempt->leaned++;
        rig_tell(play->x, RIG_EVENT_FOREIGN, decoding->foreign, "about %.0f g that is not a ring",
                 decoding->grams);
    }
    play->leaning = foreign;
}

static bool shows(const struct play *play, const struct reading *reading,
                  const int8_t tower[RIG_RINGS]) {
    double loads[RIG_TOWERS];
    double worst = 0;
    rig_loads(play->x->config, tower, loads);
    for (int t = 0; t < RIG_TOWERS; t++)
        worst = fmax(worst, fabs(reading->grams[t] - loads[t]));
    return worst <= play->x->tolerance;
}

/* Adds the newest sample to the window. A cell measures at its own pace: its value may have been
 * measured up to one sampling interval before it was requested. */
static void take_reading(struct play *play) {
    const struct rig_executor *x = play->x;
    struct reading *newest = &play->reading[WINDOW];
    memmove(play->reading, play->reading + 1, WINDOW * sizeof *play->reading);
    for (int t = 0; t < RIG_TOWERS; t++)
        newest->grams[t] = x->grams[t] - x->drift[t];
    newest->earliest = x->asked - x->spec.sample_ms - play->attempt->begun_ms;
    newest->latest = x->sampled + 1 - play->attempt->begun_ms; /* the clock truncates */
    if (++play->filled > WINDOW && shows(play, &play->reading[0], play->at))
        play->still = play->reading[0].earliest;
}

/* The first reading of the window that shows a distribution. If noise hides it, the middle one, at
 * which the median changed at the latest. */
static int first_reading(const struct play *play, const int8_t tower[RIG_RINGS]) {
    for (int i = 1; i <= WINDOW; i++)
        if (shows(play, &play->reading[i], tower))
            return i;
    return 1 + WINDOW / 2;
}

/* The earliest time at which the believed distribution may have ended: the last reading before that
 * one which shows it. Outliers, which show neither, say nothing. */
static int64_t left_since(const struct play *play, int before) {
    for (int i = before - 1; i >= 0; i--)
        if (shows(play, &play->reading[i], play->at))
            return play->reading[i].earliest;
    return play->still;
}

static struct rig_moment between(int64_t low, int64_t high) {
    low = low > 0 ? low : 0; /* not before the attempt began */
    assert(high >= low);
    return (struct rig_moment){(low + high) / 2, (high - low + 1) / 2};
}

/* When a newly decoded distribution came about: after the last reading that shows the previous one
 * was measured, and before the first one that shows the new one arrived. This excludes the delay of
 * the median. */
static struct rig_moment moment_of(const struct play *play, const int8_t tower[RIG_RINGS]) {
    int first = first_reading(play, tower);
    return between(left_since(play, first), play->reading[first].latest);
}

/* True if a distribution was decoded often enough in a row to be believed. */
static bool decode(struct play *play) {
    struct rig_executor *x = play->x;
    struct rig_decoding decoding;
    double grams[RIG_TOWERS];
    take_reading(play);
    if (play->filled < WINDOW)
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        grams[t] = median(play, t);
    rig_decode(x->config, grams, (1U << x->config->rings) - 1, x->tolerance, &decoding);
    x->confidence = decoding.confidence;
    note_foreign(play, &decoding);
    if (decoding.fit != RIG_FITS) {
        play->same = 0;
        return false;
    }
    if (play->same == 0 || memcmp(play->seen, decoding.tower, (size_t)x->config->rings) != 0) {
        memcpy(play->seen, decoding.tower, sizeof play->seen);
        play->same = 0;
        play->since = moment_of(play, decoding.tower);
    }
    return ++play->same >= DEBOUNCE;
}

/* ---- the attempt ---- */

static bool is_on_goal(const struct play *play) {
    return play->x->board.count[play->x->config->goal] == play->attempt->rings;
}

/* All rings are on the goal, in order as far as is known, and have stayed there. */
static bool looks_solved(const struct play *play) {
    int goal = play->x->config->goal;
    bool in_order = play->x->board.unsure[goal] > 0 || rig_is_sorted(&play->x->board, goal);
    return is_on_goal(play) && in_order && now(play) - play->last.ms > SETTLED_MS;
}

static bool follow(struct play *play) {
    struct rig_executor *x = play->x;
    play->last = (struct rig_moment){now(play), 0};
    while (!looks_solved(play)) {
        if (!rig_wait(x, 1) || !check_cells(play))
            return false;
        if (x->exit_requested || x->time_up || now(play) - play->last.ms > x->config->idle_ms)
            return true;
        size_t moves = play->attempt->count;
        int8_t before[RIG_RINGS];
        memcpy(before, play->at, sizeof before);
        if (decode(play) && !take_changes(play))
            return false;
        if (moves != play->attempt->count || memcmp(before, play->at, sizeof before) != 0)
            play->last = play->since;
    }
    return true;
}

/* The arm touches whatever is necessary to be certain that the goal is reached. */
static bool verify(struct play *play) {
    struct rig_executor *x = play->x;
    memset(x->confirmed, 0, sizeof x->confirmed);
    rig_update_expected(x);
    bool sure = false;
    for (int round = 0; round < 100 && !sure; round++) {
        bool held = x->board.hand != RIG_HAND_EMPTY;
        if (held ? rig_place(x, x->config->goal) == RIG_ENDED : !rig_verify_board(x, &sure))
            return false;
        if (rig_stop_requested(x))
            return false;
    }
    play->attempt->solved = sure && is_on_goal(play) && rig_is_sorted(&x->board, x->config->goal);
    return true;
}

static bool end_unsolved(struct play *play) {
    struct rig_executor *x = play->x;
    if (rig_stop_requested(x))
        return false;
    if (is_on_goal(play))
        return rig_end_run(x, RIG_REASON_UNSOLVED, "Reset the rings for the next participant.",
                           "The attempt has ended: %s on tower %d, but not in order.",
                           rig_all_are(x), x->config->goal);
    return rig_end_run(x, RIG_REASON_TIME, "Reset the rings for the next participant.",
                       "The attempt has ended: nothing happened for %d s.",
                       x->config->idle_ms / 1000);
}

static void begin_attempt(struct play *play) {
    struct rig_executor *x = play->x;
    struct rig_attempt *attempt = MEM_NEW(struct rig_attempt);
    attempt->rings = x->config->rings;
    memcpy(attempt->weight, x->config->weight, sizeof attempt->weight);
    attempt->start = x->config->start;
    attempt->goal = x->config->goal;
    attempt->begun_ms = rig_now(x);
    attempt->first_lift.ms = -1;
    attempt->complete = true;
    x->result->attempt = play->attempt = attempt;
    rig_distribution(x, play->at);
    memcpy(play->seen, play->at, sizeof play->seen);
    attempt->optimum = distance(play);
    play->failed_since = -1;
    x->watching = false; /* changes are expected now */
}

bool rig_participant(struct rig_executor *x) {
    struct play play = {.x = x};
    if (!rig_begin(x) || !rig_move_all_to(x, x->config->start) || !rig_home_x(x))
        return false;
    begin_attempt(&play);
    x->moves_left = -1;
    rig_tell(x, RIG_EVENT_ASK, x->config->goal, "Move %s to tower %d; exit ends the attempt.",
             rig_all(x), x->config->goal);
    bool good = follow(&play);
    play.attempt->ended = (struct rig_moment){now(&play), 0};
    memset(x->confirmed, 0, sizeof x->confirmed);
    rig_update_expected(x);
    if (!good)
        return false;
    if (!looks_solved(&play))
        return end_unsolved(&play);
    play.attempt->ended = play.last;
    if (!verify(&play))
        return false;
    if (!play.attempt->solved)
        return end_unsolved(&play);
    snprintf(x->known, sizeof x->known,
             "The participant has solved it: %s on the goal tower%s, and the arm has verified it.",
             rig_all_are(x), x->config->rings == 1 ? "" : " in order");
    return true;
}
