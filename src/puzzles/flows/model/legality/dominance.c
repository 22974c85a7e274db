#include "puzzles/flows/model/legality/dominance.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
    WORDS = (FLOWS_MOST_HEXES + 7) / 8,
    MOST = 4096,    /* states kept; later ones are not remembered */
    BUCKETS = 1024, /* a power of two */
    MOST_LOOKS = 48,
    NOWHERE = 0xFFFF
};

struct state {
    struct flows_ends ends;
    uint8_t open;
    uint16_t next;        /* in the bucket, to older ones */
    uint64_t word[WORDS]; /* a byte a hex: the ports taken, and STRAIGHT_TAKEN */
    uint16_t pairs[FLOWS_MOST_HEXES];
};
enum { STRAIGHT_TAKEN = 0x40 };

struct flows_failed {
    unsigned hexes, words;
    bool exactly;
    unsigned count, room;
    struct state *state;
    uint16_t bucket[BUCKETS];
};

struct flows_failed *flows_failed_new(unsigned hexes, bool exactly) {
    struct flows_failed *failed = MEM_NEW(struct flows_failed);
    failed->hexes = hexes;
    failed->words = (hexes + 7) / 8;
    failed->exactly = exactly;
    memset(failed->bucket, 0xFF, sizeof(failed->bucket));
    return failed;
}

void flows_failed_free(struct flows_failed *failed) {
    free(failed->state);
    free(failed);
}

/* The ends of complete routes do not matter. */
static struct flows_ends open_ends(const struct flows_ends *ends, unsigned open) {
    struct flows_ends kept = *ends;
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        if (!(open >> edge % 3 & 1))
            kept.at[edge] = 0;
    return kept;
}

static unsigned bucket_of(const struct flows_ends *ends, unsigned open) {
    uint64_t hash = open;
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        hash = (hash ^ ends->at[edge]) * UINT64_C(0x9E3779B97F4A7C15);
    return (unsigned)(hash >> 40) & (BUCKETS - 1);
}

static void pack(const struct flows_failed *failed, const struct flows_routes *routes,
                 uint64_t word[WORDS]) {
    uint8_t byte[WORDS * 8] = {0};
    for (unsigned hex = 0; hex < failed->hexes; hex++)
        byte[hex] = (uint8_t)(routes->taken[hex] |
                              (routes->pairs[hex] & FLOWS_STRAIGHT ? STRAIGHT_TAKEN : 0));
    memcpy(word, byte, sizeof(byte));
}

/* Room for one more state, as long as there may be more. */
static bool has_room(struct flows_failed *failed) {
    if (failed->count == MOST)
        return false;
    if (failed->count == failed->room) {
        failed->room = failed->room ? failed->room * 2 : 64;
        failed->state = mem_resize(failed->state, failed->room, sizeof(*failed->state));
    }
    return true;
}

void flows_failed_add(struct flows_failed *failed, const struct flows_routes *routes,
                      const struct flows_ends *ends, unsigned open) {
    if (!has_room(failed))
        return;
    struct state *state = &failed->state[failed->count];
    state->ends = open_ends(ends, open);
    state->open = (uint8_t)open;
    pack(failed, routes, state->word);
    memcpy(state->pairs, routes->pairs, sizeof(state->pairs));
    unsigned bucket = bucket_of(&state->ends, open);
    state->next = failed->bucket[bucket];
    failed->bucket[bucket] = (uint16_t)failed->count++;
}

static bool dominates(const struct flows_failed *failed, const struct state *state,
                      const struct flows_routes *routes, const uint64_t word[WORDS]) {
    if (failed->exactly)
        return memcmp(state->pairs, routes->pairs, failed->hexes * sizeof(*state->pairs)) == 0 &&
               memcmp(state->word, word, failed->words * sizeof(*word)) == 0;
    uint64_t missing = 0;
    for (unsigned i = 0; i < failed->words; i++)
        missing |= state->word[i] & ~word[i];
    return missing == 0;
}

bool flows_failed_dominates(const struct flows_failed *failed, const struct flows_routes *routes,
                            const struct flows_ends *ends, unsigned open) {
    if (failed->count == 0)
        return false;
    struct flows_ends kept = open_ends(ends, open);
    uint64_t word[WORDS];
    pack(failed, routes, word);
    unsigned at = failed->bucket[bucket_of(&kept, open)];
    for (unsigned look = 0; at != NOWHERE && look < MOST_LOOKS; look++) {
        const struct state *state = &failed->state[at];
        if (state->open == open && memcmp(&state->ends, &kept, sizeof(kept)) == 0 &&
            dominates(failed, state, routes, word))
            return true;
        at = state->next;
    }
    return false;
}
