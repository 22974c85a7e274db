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

struct game_cache {
    struct store *store;
    size_t most, count;
    uint64_t clock;
    struct mutex lock; /* of the table; never held while a game's lock is waited for */
    struct cached_game *bucket[BUCKETS];
};

/* ---- entries ---- */

size_t game_steps(const char *text) {
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

bool game_apply(struct cached_game *game, const struct store_entry *entry) {
    switch (entry->kind) {
    case STORE_MOVE:
    case STORE_RESIGN:
        return session_move(game->session, entry->text, NULL, NULL) == QD_YES;
    case STORE_UNDO:
        return step(game->session, game_steps(entry->text), session_undo);
    case STORE_REDO:
        return step(game->session, game_steps(entry->text), session_redo);
    case STORE_REMATCH:
        if (strlen(entry->text) == SECRET_ID)
            memcpy(game->rematch, entry->text, SECRET_ID);
        return true;
    default: /* who sits where is kept beside the log */
        return true;
    }
}

/* ---- reading from the store ---- */

static qd_status broken(const struct cached_game *game, qd_error *error) {
    error_set(error, QD_FAILURE, "game %s cannot be rebuilt at version %llu", game->stored.id,
              (unsigned long long)game->version + 1);
    return QD_FAILURE;
}

/* Plays on what the store has beyond the version in memory. seated is set if seats have changed. */
static qd_status catch_up(struct game_cache *cache, struct cached_game *game, bool *seated,
                          qd_error *error) {
    struct store_entries entries;
    size_t count;
    do {
        qd_status status =
            store_since(cache->store, game->stored.id, game->version, AT_ONCE, &entries, error);
        if (status != QD_YES)
            return status;
        count = entries.count;
        bool good = true;
        for (size_t i = 0; good && i < count; i++) {
            good = game_apply(game, &entries.entry[i]);
            *seated |=
                entries.entry[i].kind == STORE_JOIN || entries.entry[i].kind == STORE_MAKE_ENGINE;
            assert(!good || entries.entry[i].version == game->version + 1);
            game->version += good;
            game->updated = entries.entry[i].time;
        }
        store_entries_free(&entries);
        if (!good)
            return broken(game, error);
    } while (count == AT_ONCE);
    return QD_YES;
}

static bool open_start(struct cached_game *game, qd_error *error) {
    struct source source = {
        .name = "start", .data = game->stored.start, .size = strlen(game->stored.start)};
    game->session = session_open(&source, registry_find(game->stored.puzzle), NULL, NULL, error);
    if (!game->session)
        return false;
    game->start_moves = session_moves(game->session)->count;
    game->updated = game->stored.created;
    return true;
}

static qd_status reload_seats(struct game_cache *cache, struct cached_game *game, qd_error *error) {
    struct store_game now;
    qd_status status = store_load(cache->store, game->stored.id, &now, error);
    if (status != QD_YES)
        return status;
    store_game_free(&game->stored);
    game->stored = now;
    return QD_YES;
}

static qd_status load(struct game_cache *cache, struct cached_game *game, qd_error *error) {
    bool seated = false;
    qd_status status = store_load(cache->store, game->key, &game->stored, error);
    if (status != QD_YES)
        return status;
    if (!open_start(game, error)) {
        error->status = QD_FAILURE;
        return QD_FAILURE;
    }
    status = catch_up(cache, game, &seated, error);
    if (status == QD_YES && seated && store_is_shared(cache->store)) /* maybe a moment ago */
        status = reload_seats(cache, game, error);
    game->loaded = status == QD_YES;
    return status;
}

/* What other servers did since. */
static qd_status refresh(struct game_cache *cache, struct cached_game *game, qd_error *error) {
    bool seated = false;
    if (!store_is_shared(cache->store))
        return QD_YES;
    qd_status status = catch_up(cache, game, &seated, error);
    return status == QD_YES && seated ? reload_seats(cache, game, error) : status;
}

/* ---- the table ---- */

struct game_cache *game_cache_new(struct store *store, size_t most) {
    struct game_cache *cache = MEM_NEW(struct game_cache);
    cache->store = store;
    cache->most = most;
    mutex_init(&cache->lock);
    return cache;
}

static void free_game(struct cached_game *game) {
    session_free(game->session);
    store_game_free(&game->stored);
    mutex_destroy(&game->lock);
    free(game);
}

void game_cache_free(struct game_cache *cache) {
    if (!cache)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct cached_game *game = cache->bucket[i], *next; game; game = next) {
            next = game->next;
            free_game(game);
        }
    mutex_destroy(&cache->lock);
    free(cache);
}

/* FNV-1a. */
static size_t bucket_of(const char *id) {
    uint32_t hash = 2166136261U;
    while (*id)
        hash = (hash ^ (unsigned char)*id++) * 16777619U;
    return hash % BUCKETS;
}

static void remove_game(struct game_cache *cache, struct cached_game *game) {
    struct cached_game **at = &cache->bucket[bucket_of(game->key)];
    assert(mutex_is_locked(&cache->lock));
    assert(game->holders == 0 && cache->count > 0);
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    cache->count--;
    free_game(game);
}

static struct cached_game *find(struct game_cache *cache, const char *id) {
    struct cached_game *game = cache->bucket[bucket_of(id)];
    assert(mutex_is_locked(&cache->lock));
    while (game && (game->dropped || strcmp(game->key, id) != 0))
        game = game->next;
    return game;
}

static struct cached_game *oldest(struct game_cache *cache) {
    struct cached_game *best = NULL;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct cached_game *game = cache->bucket[i]; game; game = game->next)
            if (game->holders == 0 && !game->thinking && (!best || game->used < best->used))
                best = game;
    return best;
}

static struct cached_game *add(struct game_cache *cache, const char *id) {
    struct cached_game *game = MEM_NEW(struct cached_game);
    struct cached_game **bucket = &cache->bucket[bucket_of(id)];
    assert(mutex_is_locked(&cache->lock) && strlen(id) <= SECRET_ID);
    memcpy(game->key, id, strnlen(id, SECRET_ID));
    mutex_init(&game->lock);
    game->next = *bucket;
    *bucket = game;
    cache->count++;
    return game;
}

/* The game, counted as held, but not yet locked. */
static struct cached_game *hold(struct game_cache *cache, const char *id) {
    mutex_lock(&cache->lock);
    struct cached_game *game = find(cache, id);
    if (!game)
        game = add(cache, id);
    game->holders++;
    game->used = ++cache->clock;
    game->seen = clock_wall();
    mutex_unlock(&cache->lock);
    return game;
}

static void let_go(struct game_cache *cache, struct cached_game *game, bool drop) {
    mutex_unlock(&game->lock);
    mutex_lock(&cache->lock);
    if (drop)
        atomic_store(&game->dropped, true);
    assert(game->holders > 0);
    if (--game->holders == 0 && game->dropped)
        remove_game(cache, game);
    /* not before: whoever asks for games that do not exist makes none of those that do go */
    struct cached_game *old;
    while (cache->count > cache->most && (old = oldest(cache)))
        remove_game(cache, old);
    mutex_unlock(&cache->lock);
}

qd_status game_cache_lock(struct game_cache *cache, const char *id, struct cached_game **taken,
                          qd_error *error) {
    for (;;) {
        struct cached_game *game = hold(cache, id);
        mutex_lock(&game->lock);
        if (atomic_load(&game->dropped)) { /* somebody found it wrong meanwhile: read it again */
            let_go(cache, game, true);
            continue;
        }
        qd_status status = game->loaded ? refresh(cache, game, error) : load(cache, game, error);
        assert(status != QD_YES || (game->loaded && game->session));
        if (status == QD_YES)
            *taken = game;
        else
            let_go(cache, game, true);
        return status;
    }
}

struct cached_game *game_cache_claim(struct game_cache *cache, const char *id) {
    mutex_lock(&cache->lock);
    struct cached_game *game = find(cache, id);
    bool idle =
        !game || (game->holders == 0 && !game->thinking && clock_wall() - game->seen > RECENTLY);
    if (idle) {
        game = game ? game : add(cache, id);
        game->holders++;
        mutex_lock_uncontended(&game->lock); /* nobody holds the game */
    }
    mutex_unlock(&cache->lock);
    return idle ? game : NULL;
}

void game_cache_invalidate(struct game_cache *cache, const char *id) {
    mutex_lock(&cache->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct cached_game *game = cache->bucket[i], *next; game; game = next) {
            next = game->next;
            if (id && strcmp(game->key, id) != 0)
                continue;
            atomic_store(&game->dropped, true);
            if (game->holders == 0)
                remove_game(cache, game);
        }
    mutex_unlock(&cache->lock);
}

void game_cache_unlock(struct game_cache *cache, struct cached_game *game) {
    let_go(cache, game, false);
}

void game_cache_drop(struct game_cache *cache, struct cached_game *game) {
    let_go(cache, game, true);
}

/* ---- for tests and asserts ---- */

/* Nobody changes a game that nobody holds: it can be looked at under the lock of the table. */
static bool rests_well(const struct game_cache *cache, const struct cached_game *game) {
    return game->loaded && !game->dropped && game->session && game->used <= cache->clock &&
           strcmp(game->stored.id, game->key) == 0 && game->stored.seat_count >= 1 &&
           game->stored.seat_count <= STORE_SEATS && game->stored.token_count <= STORE_TOKENS;
}

/* Of several with one key all but one have been dropped. */
static bool is_only_one(const struct cached_game *game) {
    const struct cached_game *other = game->next;
    while (other && (other->dropped || strcmp(other->key, game->key) != 0))
        other = other->next;
    return game->dropped || !other;
}

bool game_cache_check(struct game_cache *cache) {
    size_t count = 0, held = 0, thinking = 0;
    bool good = true;
    mutex_lock(&cache->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (const struct cached_game *game = cache->bucket[i]; game; game = game->next) {
            count++;
            held += game->holders > 0;
            thinking += game->holders == 0 && game->thinking;
            good = good && bucket_of(game->key) == i && is_only_one(game) &&
                   (game->holders > 0 || rests_well(cache, game));
        }
    good = good && count == cache->count && (count <= cache->most || held > 0 || thinking == count);
    mutex_unlock(&cache->lock);
    return good;
}
