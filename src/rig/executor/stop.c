/* The end of a run: the machine stops, and the result says what is known. */
#include <stdio.h>
#include <string.h>

#include "rig/executor/executor.h"

/* Text that is appended to and truncated, never overrun. */
struct text {
    char *at;
    size_t left;
};

static void add(struct text *text, const char *sentence) {
    int length = snprintf(text->at, text->left, "%s", sentence);
    size_t used = length < 0 ? 0 : (size_t)length < text->left ? (size_t)length : text->left - 1;
    text->at += used;
    text->left -= used;
}

/* Whether the machine still answers. */
static bool can_speak(const struct rig_executor *x) {
    return x->reason != RIG_REASON_BUS && x->reason != RIG_REASON_REPLAY && x->spec.sample_ms > 0;
}

/* The run has ended, but the arm still has to go up; whatever happens now must not change the
 * reason. */
static bool lift_again(struct rig_executor *x) {
    enum rig_reason reason = x->reason;
    struct rig_executor kept = *x;
    x->ended = false;
    bool good = rig_lift(x, -1, x->board.held);
    x->ended = true;
    x->reason = reason;
    memcpy(x->known, kept.known, sizeof x->known);
    memcpy(x->todo, kept.todo, sizeof x->todo);
    return good;
}

/* One last weighing: do the weights still agree with the board as believed? */
static bool still_fits(struct rig_executor *x) {
    struct rig_executor kept = *x;
    double grams[RIG_TOWERS];
    struct rig_decoding seen;
    int8_t believed[RIG_RINGS];
    bool steady = false;
    x->ended = false;
    bool good = rig_weigh_steady(x, grams, &steady) && steady &&
                rig_wait(x, 3 * (int64_t)x->spec.sample_ms) && rig_is_quiet(x);
    x->ended = true;
    x->reason = kept.reason;
    memcpy(x->known, kept.known, sizeof x->known);
    memcpy(x->todo, kept.todo, sizeof x->todo);
    if (!good)
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        grams[t] -= x->drift[t];
    rig_decode(x->config, grams, rig_held_bit(x), x->tolerance, &seen);
    rig_distribution(x, believed);
    return seen.fit == RIG_FITS && memcmp(believed, seen.tower, (size_t)x->config->rings) == 0;
}

/* The board is known only if the arm has touched every tower with rings, nothing is in doubt, and
 * the weights agree at the very end. */
static bool is_board_known(struct rig_executor *x, bool fits) {
    if (x->board.hand != RIG_HAND_EMPTY)
        return false; /* a ring is in the gripper or lost, or a cell shows too little */
    if (!fits || !x->watching || x->transit >= 0 || rig_is_doubted(x) || x->hand_unknown)
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (x->board.count[t] > 0 && !x->confirmed[t])
            return false;
    return true;
}

static void say_board(struct rig_executor *x, struct text *text, bool fits) {
    char board[160];
    rig_board_text(x->config, &x->board, board, sizeof board);
    if (!x->watching) {
        add(text, " Nothing is known about the rings.");
        return;
    }
    add(text, x->result->board_known ? " The rings are: "
              : fits                 ? " By weight alone, not verified by the arm, the rings are: "
                                     : " When the weights could last be decoded, the rings were: ");
    add(text, board);
    add(text, " (towers 0 to 2, the lowest ring first, in g).");
}

static void say_arm(struct rig_executor *x, struct text *text) {
    char sentence[160];
    if (x->transit >= 0) {
        snprintf(sentence, sizeof sentence, " A ring of tower %d may be in the gripper.",
                 x->transit);
        add(text, sentence);
    }
    if (x->board.hand == RIG_HAND_HOLDS && x->transit < 0)
        add(text,
            x->result->board_known ? " The gripper holds a ring." : " The gripper held a ring.");
    add(text, x->result->arm_up ? " The arm is up."
                                : " The arm may be low: do not move X before it is up.");
}

static void fill_texts(struct rig_executor *x, bool fits) {
    struct rig_result *result = x->result;
    struct text known = {result->known, sizeof result->known};
    add(&known, x->known);
    say_board(x, &known, fits);
    say_arm(x, &known);
    snprintf(result->todo, sizeof result->todo, "%s", x->todo);
}

static void send_end(struct rig_executor *x) {
    struct rig_event event =
        rig_event_of(x, x->result->end == RIG_DONE ? RIG_EVENT_DONE : RIG_EVENT_STOPPED);
    char text[sizeof x->result->known + sizeof x->result->todo + 2];
    snprintf(text, sizeof text, "%s %s", x->result->known, x->result->todo);
    event.text = text;
    event.moves = (int)x->result->moves;
    rig_send(x, &event);
}

/* The last line of the journal. A run that cannot write it is not done: the next run would believe
 * that it was cut off. */
static void end_journal(struct rig_executor *x, bool done) {
    if (rig_journal_add(&x->journal, done ? "done" : "stopped %s", rig_reason_word(x->reason)) ||
        !done)
        return;
    size_t used = strlen(x->known);
    snprintf(x->known + used, sizeof x->known - used, " But the journal cannot be written.");
    strcpy(x->todo, "Make room for the journal, then start again.");
    x->reason = x->result->reason = RIG_REASON_JOURNAL;
    x->result->end = RIG_SAFE_STOP;
}

void rig_finish(struct rig_executor *x) {
    struct rig_result *result = x->result;
    bool done = !x->ended;
    bool speaks = can_speak(x);
    x->ended = true;
    result->end = done ? RIG_DONE : x->reason == RIG_REASON_CONFIG ? RIG_BAD_CONFIG : RIG_SAFE_STOP;
    result->reason = x->reason;
    x->lifting = x->pressing = -1;
    if (x->board.hand == RIG_HAND_HOLDS)
        x->board.hand = RIG_HAND_MAYBE; /* it may have fallen since */
    x->landing = RIG_NO_RING;
    if (!done && x->spec.sample_ms > 0)
        rig_halt(x);
    if (x->reason == RIG_REASON_JOURNAL)
        rig_journal_close(&x->journal); /* the arm must go up even without a journal */
    if (!done && speaks && !x->up && x->reason != RIG_REASON_AXIS && result->steps > 0)
        lift_again(x);
    bool fits = speaks && (done || (result->steps > 0 && still_fits(x)));
    result->arm_up = x->up && speaks;
    result->board = x->board;
    result->board_known = is_board_known(x, fits);
    result->calibration = x->calibration;
    result->ms = rig_now(x) - x->begun;
    end_journal(x, done);
    fill_texts(x, fits);
    send_end(x);
}
