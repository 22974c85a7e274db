#include "server/games/history.h"

#include <stdlib.h>

static void copy_moves(struct record *to, const struct record *from) {
    for (size_t i = 0; i < from->count; i++)
        record_add(to, from->moves[i].text, 0);
}

void history_begin(struct history *history, const struct record *played,
                   const struct record *undone) {
    copy_moves(&history->played, played);
    copy_moves(&history->undone, undone);
}

void history_free(struct history *history) {
    record_free(&history->played);
    record_free(&history->undone);
}

/* The number in the text of an entry that takes back or redoes: at least 1. */
static size_t steps_of(const char *text) {
    unsigned long steps = strtoul(text, NULL, 10);
    return steps ? steps : 1;
}

/* Moves the last `count` moves of one list to the other, the last one first. */
static bool transfer(struct record *from, struct record *to, size_t count) {
    if (count > from->count)
        return false;
    for (size_t i = 0; i < count; i++) {
        record_add(to, from->moves[from->count - 1].text, 0);
        record_cut(from, from->count - 1);
    }
    return true;
}

bool history_apply(struct history *history, const struct store_entry *entry) {
    switch (entry->kind) {
    case STORE_MOVE:
    case STORE_RESIGN:
        record_add(&history->played, entry->text, 0);
        record_cut(&history->undone, 0);
        return true;
    case STORE_UNDO:
        return transfer(&history->played, &history->undone, steps_of(entry->text));
    case STORE_REDO:
        return transfer(&history->undone, &history->played, steps_of(entry->text));
    default:
        return true;
    }
}
