#include "rig/report/line.h"

enum { TEXT_ROOM = 200 };

bool rig_line_is_told(enum rig_event_kind kind) {
    switch (kind) {
    case RIG_EVENT_STEP:
    case RIG_EVENT_ARM:
    case RIG_EVENT_WEIGHTS:
    case RIG_EVENT_DECODED:
    case RIG_EVENT_VERIFIED:
    case RIG_EVENT_STOPPED:
    case RIG_EVENT_DONE:
        return false;
    default:
        return true;
    }
}

static double grams_of(const struct rig_config *config, int ring) {
    return ring >= 0 && ring < config->rings ? config->weight[ring] : 0;
}

void rig_line_add(const struct rig_config *config, const struct rig_event *event, struct buf *out) {
    size_t before = out->size;
    if (event->kind == RIG_EVENT_MOVE) {
        buf_printf(out, "%g g from tower %d to tower %d%s", grams_of(config, event->ring),
                   event->from, event->tower, event->legal ? "" : ", against the rules");
        if (event->moves_left >= 0)
            buf_printf(out, "; %d left", event->moves_left);
    } else if (event->kind == RIG_EVENT_PLAN) {
        char board[TEXT_ROOM];
        rig_board_text(config, &event->board, board, sizeof board);
        buf_printf(out, "%d move%s from %s", event->moves, event->moves == 1 ? "" : "s", board);
    }
    bool plain = event->kind == RIG_EVENT_MOVE && event->legal; /* there is no more to say */
    if (event->text && *event->text && !plain)
        buf_printf(out, "%s%s", out->size > before ? ": " : "", event->text);
}
