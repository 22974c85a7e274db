/* A participant plays: the arm rests, and the cells tell which ring was lifted where and put where.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "rig/executor/executor.h"
#include "rig/executor/plan.h"

enum {
    WINDOW = 5, /* samples whose median is decoded */
    SAME = 5,   /* so many times in a row the same, and it is believed */
    BLIND_MS = 6000,
    SETTLED_MS = 1500 /* all on the goal for so long: the attempt is over */
};

/* What the cells showed, measured at some moment in between. */
struct look {
    double grams[RIG_TOWERS];
    int64_t earliest, latest; /* since the attempt began */
};

struct play {
    struct rig_executor *x;
    struct rig_attempt *attempt;
    struct look look[1 + WINDOW]; /* the newest last; the first is the one before the window */
    int filled;
    int8_t seen[RIG_RINGS];  /* the last distribution decoded, */
    int same;                /* so many times in a row, */
    struct rig_moment since; /* since then */
    int8_t at[RIG_RINGS];    /* the one believed */
    int64_t still;           /* when it was last shown by a look that has left the window */
    /* of each ring that is off the towers */
    int from[RIG_RINGS];
    struct rig_moment lifted[RIG_RINGS];
    enum rig_rule rule[RIG_RINGS];
    int64_t optimum_before[RIG_RINGS];
    struct rig_moment last; /* when something happened last */
    int64_t blind_from;     /* a cell cannot be believed since then, -1 */
    bool leaning;
};

static int64_t now(const struct play *play) {
    return play->x->device->clock(play->x->device->self) - play->attempt->begun_ms;
}

/* ---- the board as the participant makes it ---- */

static void take_off(struct rig_board *board, int tower, int ring) {
    int place = 0;
    while (place < board->count[tower] && board->ring[tower][place] != ring)
        place++;
    if (place == board->count[tower])
        return;
    int above = board->count[tower] - 1 - place;
    memmove(&board->ring[tower][place], &board->ring[tower][place + 1], (size_t)above);
    board->count[tower]--;
    /* From below others nobody can take one without touching them. */
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

/* How many moves the goal is away; -1 if that is not known. */
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

/* What has changed from one believed distribution to the next. If that is more than one ring lifted
 * or placed, it was too fast for the cells: each of them happened since the old one was last shown.
 */
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
        if (landed[t] > 1) { /* nobody saw which came first */
            play->x->board.unsure[t] = play->x->board.count[t];
            play->attempt->complete = false;
        }
    }
    if (!changed || rig_journal_board(&play->x->journal, &play->x->board))
        return true;
    return rig_end_run(play->x, RIG_REASON_JOURNAL, "Make room for the journal, then start again.",
                       "The journal cannot be written.");
}

/* ---- the cells ---- */

static int compare(const void *a, const void *b) {
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Of the looks in the window, for one cell. */
static double median(const struct play *play, int t) {
    double sorted[WINDOW];
    for (int i = 0; i < WINDOW; i++)
        sorted[i] = play->look[1 + i].grams[t];
    qsort(sorted, WINDOW, sizeof *sorted, compare);
    return sorted[WINDOW / 2];
}

/* For some time nobody saw what was going on. */
static void lose_sight(struct play *play) {
    struct rig_board *board = &play->x->board;
    play->attempt->complete = false;
    for (int t = 0; t < RIG_TOWERS; t++)
        board->unsure[t] = board->count[t] > 1 ? board->count[t] : 0;
    memset(play->x->doubted, 0, sizeof play->x->doubted);
}

static bool check_sight(struct play *play) {
    struct rig_executor *x = play->x;
    if (rig_is_doubted(x))
        lose_sight(play);
    bool blind = x->blind[0] || x->blind[1] || x->blind[2];
    if (!blind)
        play->blind_from = -1;
    else if (play->blind_from < 0)
        play->blind_from = now(play);
    else if (now(play) - play->blind_from > BLIND_MS)
        return rig_end_run(
            x, RIG_REASON_CELL, "Repair the cell, calibrate, and let the participant play again.",
            "A cell stands still or is at its limit; the attempt cannot be followed.");
    return true;
}

static void note_foreign(struct play *play, const struct rig_decoding *decoding) {
    bool foreign = decoding->fit == RIG_FITS_FOREIGN;
    if (foreign && !play->leaning) {
        play->attempt->leaned++;
        rig_tell(play->x, RIG_EVENT_FOREIGN, decoding->foreign, "about %.0f g that is no ring",
                 decoding->grams);
    }
    play->leaning = foreign;
}

static bool shows(const struct play *play, const struct look *look, const int8_t tower[RIG_RINGS]) {
    double loads[RIG_TOWERS];
    double worst = 0;
    rig_loads(play->x->config, tower, loads);
    for (int t = 0; t < RIG_TOWERS; t++)
        worst = fmax(worst, fabs(look->grams[t] - loads[t]));
    return worst <= play->x->tolerance;
}

/* Takes the newest sample into the window. A cell measures at its own pace: what it shows may have
 * been measured a sampling interval before it was asked for. */
static void take_look(struct play *play) {
    const struct rig_executor *x = play->x;
    struct look *newest = &play->look[WINDOW];
    memmove(play->look, play->look + 1, WINDOW * sizeof *play->look);
    for (int t = 0; t < RIG_TOWERS; t++)
        newest->grams[t] = x->grams[t] - x->shift[t];
    newest->earliest = x->asked - x->is.sample_ms - play->attempt->begun_ms;
    newest->latest = x->sampled + 1 - play->attempt->begun_ms; /* the clock drops fractions */
    if (++play->filled > WINDOW && shows(play, &play->look[0], play->at))
        play->still = play->look[0].earliest;
}

/* The first look of the window that shows a distribution. If noise hides it, it is the middle one:
 * with that one the median changed at the latest. */
static int first_look(const struct play *play, const int8_t tower[RIG_RINGS]) {
    for (int i = 1; i <= WINDOW; i++)
        if (shows(play, &play->look[i], tower))
            return i;
    return 1 + WINDOW / 2;
}

/* Since when the one that is believed may be no more: since the last look before that one which
 * shows it. Looks that show neither, wild ones, tell nothing. */
static int64_t left_since(const struct play *play, int before) {
    for (int i = before - 1; i >= 0; i--)
        if (shows(play, &play->look[i], play->at))
            return play->look[i].earliest;
    return play->still;
}

static struct rig_moment between(int64_t low, int64_t high) {
    low = low > 0 ? low : 0; /* not before the attempt began */
    assert(high >= low);
    return (struct rig_moment){(low + high) / 2, (high - low + 1) / 2};
}

/* When a distribution that is decoded for the first time came about: after the last look that
 * showed the one before was measured, and before the first one that shows it arrived. The median's
 * delay is not in it. */
static struct rig_moment moment_of(const struct play *play, const int8_t tower[RIG_RINGS]) {
    int first = first_look(play, tower);
    return between(left_since(play, first), play->look[first].latest);
}

/* True if a distribution was seen often enough in a row to be believed. */
static bool decode(struct play *play) {
    struct rig_executor *x = play->x;
    struct rig_decoding decoding;
    double grams[RIG_TOWERS];
    take_look(play);
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
    return ++play->same >= SAME;
}

/* ---- the attempt ---- */

static bool is_on_goal(const struct play *play) {
    return play->x->board.count[play->x->config->goal] == play->attempt->rings;
}

static bool is_in_order(const struct rig_board *board, int tower) {
    for (int i = 1; i < board->count[tower]; i++)
        if (board->ring[tower][i] > board->ring[tower][i - 1])
            return false;
    return true;
}

/* All rings are on the goal, in order as far as anyone knows, and stay there. */
static bool looks_solved(const struct play *play) {
    int goal = play->x->config->goal;
    bool in_order = play->x->board.unsure[goal] > 0 || is_in_order(&play->x->board, goal);
    return is_on_goal(play) && in_order && now(play) - play->last.ms > SETTLED_MS;
}

static bool follow(struct play *play) {
    struct rig_executor *x = play->x;
    play->last = (struct rig_moment){now(play), 0};
    while (!looks_solved(play)) {
        if (!rig_rest(x, 1) || !check_sight(play))
            return false;
        if (x->exit_asked || x->time_up || now(play) - play->last.ms > x->config->idle_ms)
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

/* The arm touches what it has to touch to know that the goal is truly reached. */
static bool verify(struct play *play) {
    struct rig_executor *x = play->x;
    memset(x->confirmed, 0, sizeof x->confirmed);
    rig_expect(x);
    bool sure = false;
    for (int round = 0; round < 100 && !sure; round++) {
        bool held = x->board.hand != RIG_HAND_EMPTY;
        if (held ? rig_put(x, x->config->goal) == RIG_ENDED : !rig_make_sure(x, &sure))
            return false;
        if (rig_told_to_end(x))
            return false;
    }
    play->attempt->solved = sure && is_on_goal(play) && is_in_order(&x->board, x->config->goal);
    return true;
}

static bool end_unsolved(struct play *play) {
    struct rig_executor *x = play->x;
    if (rig_told_to_end(x))
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
    attempt->begun_ms = x->device->clock(x->device->self);
    attempt->first_lift.ms = -1;
    attempt->complete = true;
    x->result->attempt = play->attempt = attempt;
    rig_distribution(x, play->at);
    memcpy(play->seen, play->at, sizeof play->seen);
    attempt->optimum = distance(play);
    play->blind_from = -1;
    x->watching = false; /* changes are what is waited for */
}

bool rig_participant(struct rig_executor *x) {
    struct play play = {.x = x};
    if (!rig_begin(x) || !rig_bring_all_to(x, x->config->start) || !rig_home_x(x))
        return false;
    begin_attempt(&play);
    x->moves_left = -1;
    rig_tell(x, RIG_EVENT_ASK, x->config->goal, "Move %s to tower %d; exit ends the attempt.",
             rig_all(x), x->config->goal);
    bool good = follow(&play);
    play.attempt->ended = (struct rig_moment){now(&play), 0};
    memset(x->confirmed, 0, sizeof x->confirmed);
    rig_expect(x);
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
             "The participant has solved it: %s on the goal tower%s, and the arm has checked it.",
             rig_all_are(x), x->config->rings == 1 ? "" : " in order");
    return true;
}
