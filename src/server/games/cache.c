#include "server/games/cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"
#include "puzzles/interface/registry.h"

enum { BUCKETS = 1024, AT_ONCE = 1000 };
#define RECENTLY 600.0 /* seconds */

struct lives {
    struct store *store;
    size_t most, count;
    uint64_t clock;
    struct mutex lock; /* of the table; never held while a game's lock is waited for */
    struct live *bucket[BUCKETS];
};

/* ---- entries ---- */

size_t live_steps(const char *text) {
    unsigned long steps = strtoul(text, NULL, 10);
    return steps ? steps : 1;
}

static bool step(struct session *session, size_t count,
                 qd_status (*once)(struct session *session, qd_control *control)) {
    while (count-- > 0)
        if (once(session, NULL) != QD_YES)
            return false;
    return true;
}

bool live_apply(struct live *live, const struct store_entry *entry) {
    switch (entry->kind) {
    case STORE_MOVE:
    case STORE_RESIGN:
        return session_move(live->session, entry->text, NULL, NULL) == QD_YES;
    case STORE_UNDO:
        return step(live->session, live_steps(entry->text), session_undo);
    case STORE_REDO:
        return step(live->session, live_steps(entry->text), session_redo);
    case STORE_REMATCH:
        if (strlen(entry->text) == SECRET_ID)
            memcpy(live->rematch, entry->text, SECRET_ID);
        return true;
    default: /* who sits where is kept beside the log */
        return true;
    }
}

/* ---- reading from the store ---- */

static qd_status broken(const struct live *live, qd_error *error) {
    error_set(error, QD_FAILURE, "game %s cannot be rebuilt at version %llu", live->game.id,
              (unsigned long long)live->version + 1);
    return QD_FAILURE;
}

/* Plays on what the store has beyond the version in memory. seated is set if seats have changed. */
static qd_status catch_up(struct lives *lives, struct live *live, bool *seated, qd_error *error) {
    struct store_entries entries;
    size_t count;
    do {
        qd_status status =
            store_since(lives->store, live->game.id, live->version, AT_ONCE, &entries, error);
        if (status != QD_YES)
            return status;
        count = entries.count;
        bool good = true;
        for (size_t i = 0; good && i < count; i++) {
            good = live_apply(live, &entries.entry[i]);
            *seated |=
                entries.entry[i].kind == STORE_JOIN || entries.entry[i].kind == STORE_MAKE_ENGINE;
            assert(!good || entries.entry[i].version == live->version + 1);
            live->version += good;
            live->updated = entries.entry[i].time;
        }
        store_entries_free(&entries);
        if (!good)
            return broken(live, error);
    } while (count == AT_ONCE);
    return QD_YES;
}

static bool open_start(struct live *live, qd_error *error) {
    struct source source = {
        .name = "start", .data = live->game.start, .size = strlen(live->game.start)};
    live->session = session_open(&source, registry_find(live->game.puzzle), NULL, NULL, error);
    if (!live->session)
        return false;
    live->start_moves = session_moves(live->session)->count;
    live->updated = live->game.created;
    return true;
}

static qd_status reload_seats(struct lives *lives, struct live *live, qd_error *error) {
    struct store_game now;
    qd_status status = store_load(lives->store, live->game.id, &now, error);
    if (status != QD_YES)
        return status;
    store_game_free(&live->game);
    live->game = now;
    return QD_YES;
}

static qd_status load(struct lives *lives, struct live *live, qd_error *error) {
    bool seated = false;
    qd_status status = store_load(lives->store, live->key, &live->game, error);
    if (status != QD_YES)
        return status;
    if (!open_start(live, error)) {
        error->status = QD_FAILURE;
        return QD_FAILURE;
    }
    status = catch_up(lives, live, &seated, error);
    if (status == QD_YES && seated && store_is_shared(lives->store)) /* maybe a moment ago */
        status = reload_seats(lives, live, error);
    live->loaded = status == QD_YES;
    return status;
}

/* What other servers did since. */
static qd_status refresh(struct lives *lives, struct live *live, qd_error *error) {
    bool seated = false;
    if (!store_is_shared(lives->store))
        return QD_YES;
    qd_status status = catch_up(lives, live, &seated, error);
    return status == QD_YES && seated ? reload_seats(lives, live, error) : status;
}

/* ---- the table ---- */

struct lives *lives_new(struct store *store, size_t most) {
    struct lives *lives = MEM_NEW(struct lives);
    lives->store = store;
    lives->most = most;
    mutex_init(&lives->lock);
    return lives;
}

static void free_live(struct live *live) {
    session_free(live->session);
    store_game_free(&live->game);
    mutex_destroy(&live->lock);
    free(live);
}

void lives_free(struct lives *lives) {
    if (!lives)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct live *live = lives->bucket[i], *next; live; live = next) {
            next = live->next;
            free_live(live);
        }
    mutex_destroy(&lives->lock);
    free(lives);
}

/* FNV-1a. */
static size_t bucket_of(const char *id) {
    uint32_t hash = 2166136261U;
    while (*id)
        hash = (hash ^ (unsigned char)*id++) * 16777619U;
    return hash % BUCKETS;
}

static void remove_live(struct lives *lives, struct live *live) {
    struct live **at = &lives->bucket[bucket_of(live->key)];
    assert(mutex_is_locked(&lives->lock));
    assert(live->holders == 0 && lives->count > 0);
    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    lives->count--;
    free_live(live);
}

static struct live *find(struct lives *lives, const char *id) {
    struct live *live = lives->bucket[bucket_of(id)];
    assert(mutex_is_locked(&lives->lock));
    while (live && (live->dropped || strcmp(live->key, id) != 0))
        live = live->next;
    return live;
}

static struct live *oldest(struct lives *lives) {
    struct live *best = NULL;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct live *live = lives->bucket[i]; live; live = live->next)
            if (live->holders == 0 && !live->thinking && (!best || live->used < best->used))
                best = live;
    return best;
}

static struct live *add(struct lives *lives, const char *id) {
    struct live *live = MEM_NEW(struct live);
    struct live **bucket = &lives->bucket[bucket_of(id)];
    assert(mutex_is_locked(&lives->lock) && strlen(id) <= SECRET_ID);
    memcpy(live->key, id, strnlen(id, SECRET_ID));
    mutex_init(&live->lock);
    live->next = *bucket;
    *bucket = live;
    lives->count++;
    return live;
}

/* The game, counted as held, but not yet locked. */
static struct live *hold(struct lives *lives, const char *id) {
    mutex_lock(&lives->lock);
    struct live *live = find(lives, id);
    if (!live)
        live = add(lives, id);
    live->holders++;
    live->used = ++lives->clock;
    live->seen = clock_wall();
    mutex_unlock(&lives->lock);
    return live;
}

static void let_go(struct lives *lives, struct live *live, bool drop) {
    mutex_unlock(&live->lock);
    mutex_lock(&lives->lock);
    if (drop)
        atomic_store(&live->dropped, true);
    assert(live->holders > 0);
    if (--live->holders == 0 && live->dropped)
        remove_live(lives, live);
    /* not before: whoever asks for games that do not exist makes none of those that do go */
    struct live *old;
    while (lives->count > lives->most && (old = oldest(lives)))
        remove_live(lives, old);
    mutex_unlock(&lives->lock);
}

qd_status lives_take(struct lives *lives, const char *id, struct live **taken, qd_error *error) {
    for (;;) {
        struct live *live = hold(lives, id);
        mutex_lock(&live->lock);
        if (atomic_load(&live->dropped)) { /* somebody found it wrong meanwhile: read it again */
            let_go(lives, live, true);
            continue;
        }
        qd_status status = live->loaded ? refresh(lives, live, error) : load(lives, live, error);
        assert(status != QD_YES || (live->loaded && live->session));
        if (status == QD_YES)
            *taken = live;
        else
            let_go(lives, live, true);
        return status;
    }
}

struct live *lives_claim(struct lives *lives, const char *id) {
    mutex_lock(&lives->lock);
    struct live *live = find(lives, id);
    bool idle =
        !live || (live->holders == 0 && !live->thinking && clock_wall() - live->seen > RECENTLY);
    if (idle) {
        live = live ? live : add(lives, id);
        live->holders++;
        mutex_lock_uncontended(&live->lock); /* nobody holds the game */
    }
    mutex_unlock(&lives->lock);
    return idle ? live : NULL;
}

void lives_forget(struct lives *lives, const char *id) {
    mutex_lock(&lives->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct live *live = lives->bucket[i], *next; live; live = next) {
            next = live->next;
            if (id && strcmp(live->key, id) != 0)
                continue;
            atomic_store(&live->dropped, true);
            if (live->holders == 0)
                remove_live(lives, live);
        }
    mutex_unlock(&lives->lock);
}

void lives_leave(struct lives *lives, struct live *live) {
    let_go(lives, live, false);
}

void lives_drop(struct lives *lives, struct live *live) {
    let_go(lives, live, true);
}

/* ---- for tests and asserts ---- */

/* Nobody changes a game that nobody holds: it can be looked at under the lock of the table. */
static bool rests_well(const struct lives *lives, const struct live *live) {
    return live->loaded && !live->dropped && live->session && live->used <= lives->clock &&
           strcmp(live->game.id, live->key) == 0 && live->game.seat_count >= 1 &&
           live->game.seat_count <= STORE_SEATS && live->game.token_count <= STORE_TOKENS;
}

/* Of several with one key all but one have been dropped. */
static bool is_only_one(const struct live *live) {
    const struct live *other = live->next;
    while (other && (other->dropped || strcmp(other->key, live->key) != 0))
        other = other->next;
    return live->dropped || !other;
}

bool lives_check(struct lives *lives) {
    size_t count = 0, held = 0, thinking = 0;
    bool good = true;
    mutex_lock(&lives->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (const struct live *live = lives->bucket[i]; live; live = live->next) {
            count++;
            held += live->holders > 0;
            thinking += live->holders == 0 && live->thinking;
            good = good && bucket_of(live->key) == i && is_only_one(live) &&
                   (live->holders > 0 || rests_well(lives, live));
        }
    good = good && count == lives->count && (count <= lives->most || held > 0 || thinking == count);
    mutex_unlock(&lives->lock);
    return good;
}
