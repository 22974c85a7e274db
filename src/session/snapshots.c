#include "session/snapshots.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
    FIRST_STEP = 16, /* moves between two positions that are kept, at least */
    REACH = 2        /* a position that is a multiple of s moves in is kept for REACH * s moves */
};

/* The largest power of two that divides the number, which is not 0. */
static size_t power_in(size_t number) {
    return number & (~number + 1);
}

/* Is a position that many moves in worth keeping, once the game has `length` moves? */
static bool is_worth(const struct snapshots *snapshots, size_t moves, size_t length) {
    if (moves == 0)
        return true;
    return moves % snapshots->step == 0 && length - moves <= REACH * power_in(moves);
}

static void add(struct snapshots *snapshots, const struct position *position, size_t moves) {
    size_t bytes = snapshots->rules->bytes(position);
    snapshots->all =
        mem_grow(snapshots->all, snapshots->count, &snapshots->room, sizeof *snapshots->all);
    snapshots->all[snapshots->count++] = (struct snapshot){
        .position = snapshots->rules->copy(position), .moves = moves, .bytes = bytes};
    snapshots->bytes += moves > 0 ? bytes : 0;
}

/* Drops what is not worth its memory in a game of that length. */
static void thin(struct snapshots *snapshots, size_t length) {
    size_t kept = 0;
    for (size_t i = 0; i < snapshots->count; i++) {
        struct snapshot *snapshot = &snapshots->all[i];
        if (is_worth(snapshots, snapshot->moves, length)) {
            snapshots->all[kept++] = *snapshot;
            continue;
        }
        snapshots->bytes -= snapshot->bytes;
        snapshots->rules->free(snapshot->position);
    }
    snapshots->count = kept;
}

void snapshots_begin(struct snapshots *snapshots, const struct puzzle_rules *rules,
                     const struct position *start) {
    assert(snapshots->count == 0);
    snapshots->rules = rules;
    snapshots->step = FIRST_STEP;
    add(snapshots, start, 0);
}

void snapshots_free(struct snapshots *snapshots) {
    for (size_t i = 0; i < snapshots->count; i++)
        snapshots->rules->free(snapshots->all[i].position);
    free(snapshots->all);
    *snapshots = (struct snapshots){0};
}

void snapshots_note(struct snapshots *snapshots, const struct position *position, size_t moves,
                    size_t length) {
    assert(moves <= length);
    if (moves % snapshots->step != 0 || !is_worth(snapshots, moves, length) ||
        snapshots->all[snapshots->count - 1].moves >= moves)
        return;
    add(snapshots, position, moves);
    thin(snapshots, length);
    while (snapshots->bytes > SNAPSHOTS_BYTES) {
        snapshots->step *= 2;
        thin(snapshots, length);
    }
}

void snapshots_cut(struct snapshots *snapshots, size_t moves) {
    while (snapshots->all[snapshots->count - 1].moves > moves) {
        struct snapshot *last = &snapshots->all[--snapshots->count];
        snapshots->bytes -= last->bytes;
        snapshots->rules->free(last->position);
    }
}

const struct snapshot *snapshots_before(const struct snapshots *snapshots, size_t moves) {
    size_t i = snapshots->count;
    while (snapshots->all[i - 1].moves > moves)
        i--;
    return &snapshots->all[i - 1];
}

void snapshots_check(const struct snapshots *snapshots, size_t length) {
    size_t bytes = 0;
    assert(snapshots->count > 0 && snapshots->all[0].moves == 0);
    for (size_t i = 1; i < snapshots->count; i++) {
        assert(snapshots->all[i].moves > snapshots->all[i - 1].moves);
        assert(snapshots->all[i].moves % snapshots->step == 0 && snapshots->all[i].moves <= length);
        bytes += snapshots->all[i].bytes;
    }
    assert(bytes == snapshots->bytes && bytes <= SNAPSHOTS_BYTES);
    (void)bytes, (void)length;
}
