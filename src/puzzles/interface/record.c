#include "puzzles/interface/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void record_add_part(struct record *record, const char *text, size_t size, size_t offset) {
    record->moves = mem_grow(record->moves, record->count, &record->room, sizeof *record->moves);
    assert(record->count < record->room);
    char *copy = mem_new(size + 1, 1);
    memcpy(copy, text, size);
    record->moves[record->count++] = (struct record_move){.text = copy, .offset = offset};
    record->bytes += size + 1;
}

void record_add(struct record *record, const char *text, size_t offset) {
    record_add_part(record, text, strlen(text), offset);
}

void record_cut(struct record *record, size_t count) {
    while (record->count > count) {
        char *text = record->moves[--record->count].text;
        record->bytes -= strlen(text) + 1;
        free(text);
    }
}

/* An allocation takes some bytes more than were asked for. */
size_t record_memory(const struct record *record) {
    enum { OVERHEAD = 24 };
    return record->room * sizeof *record->moves + record->count * OVERHEAD + record->bytes;
}

void record_free(struct record *record) {
    record_cut(record, 0);
    free(record->moves);
    *record = (struct record){0};
}
