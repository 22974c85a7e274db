#include "server/games/cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"
#include "puzzles/interface/registry.h"
#include "server/games/history.h"

enum { BUCKETS = 1024, AT_ONCE = 1000 };
#define RECENTLY 600.0 /* seconds */

struct game_cache {
    struct store *store;
    size_t most, count;
    size_t most_bytes, bytes; /* of the games, when they were last unlocked */
    uint64_t clock;
    struct mutex lock; /* of the table; never held while waiting for a game's lock */
    struct cached_game *bucket[BUCKETS];
};

/* ---- reading from the store ---- */

static qd_status broken(const struct cached_game *game, qd_error *error) {
    error_set(error, QD_FAILURE, "game %s cannot be rebuilt at version %llu", game->stored.id,
              (unsigned long long)game->version);
    return QD_FAILURE;
}

/* What the store has beyond the version in memory. */
struct news {
    struct history history;
    size_t entries;
    bool seated; /* seats have changed */
};

static bool note_entry(struct cached_game *game, const struct store_entry *entry,
                       struct news *news) {
    assert(entry->version == game->version + 1);
    game->version = entry->version;
    game->updated = entry->time;
    news->entries++;
    news->seated |= entry->kind == STORE_JOIN || entry->kind == STORE_MAKE_ENGINE;
    if (entry->kind == STORE_REMATCH && strlen(entry->text) == SECRET_ID)
        memcpy(game->rematch, entry->text, SECRET_ID);
    return history_apply(&news->history, entry);
}

/* Reads the next entries, AT_ONCE at the most. *more: there may be others. */
static qd_status read_entries(struct game_cache *cache, struct cached_game *game, struct news *news,
                              bool *more, qd_error *error) {
    struct store_entries entries;
    qd_status status =
        store_since(cache->store, game->stored.id, game->version, AT_ONCE, &entries, error);
    if (status != QD_YES)
        return status;
    bool good = true;
    if (news->entries == 0 && entries.count > 0)
        history_begin(&news->history, session_moves(game->session), session_undone(game->session));
    for (size_t i = 0; good && i < entries.count; i++)
        good = note_entry(game, &entries.entry[i], news);
    *more = entries.count == AT_ONCE;
    store_entries_free(&entries);
    return good ? QD_YES : broken(game, error);
}

/* Brings the game up to date. *seated is set if seats have changed. */
static qd_status catch_up(struct game_cache *cache, struct cached_game *game, bool *seated,
                          qd_error *error) {
    struct news news = {0};
    bool more = true;
    qd_status status = QD_YES;
    while (status == QD_YES && more)
        status = read_entries(cache, game, &news, &more, error);
    if (status == QD_YES && news.entries > 0 &&
        session_become(game->session, &news.history.played, &news.history.undone, NULL) != QD_YES)
        status = broken(game, error);
    *seated = news.seated;
    history_free(&news.history);
    return status;
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
    if (status == QD_YES && seated &&
        store_is_shared(cache->store)) /* perhaps after the game was read */
        status = reload_seats(cache, game, error);
    game->loaded = status == QD_YES;
    return status;
}

/* Applies what other servers have written since. */
static qd_status refresh(struct game_cache *cache, struct cached_game *game, qd_error *error) {
    bool seated = false;
    if (!store_is_shared(cache->store))
        return QD_YES;
    qd_status status = catch_up(cache, game, &seated, error);
    return status == QD_YES && seated ? reload_seats(cache, game, error) : status;
}

/* ---- the table ---- */

struct game_cache *game_cache_new(struct store *store, size_t most, size_t most_bytes) {
    struct game_cache *cache = MEM_NEW(struct game_cache);
    cache->store = store;
    cache->most = most;
    cache->most_bytes = most_bytes;
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
    cache->bytes -= game->bytes;
    free_game(game);
}

static struct cached_game *find(struct game_cache *cache, const char *id) {
    struct cached_game *game = cache->bucket[bucket_of(id)];
    assert(mutex_is_locked(&cache->lock));
    while (game && (game->dropped || strcmp(game->key, id) != 0))
        game = game->next;
    return game;
}

static struct cached_game *least_recently_used(struct game_cache *cache) {
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

/* Keeps the game in memory, but does not lock it yet. */
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

static bool is_full(const struct game_cache *cache) {
    return cache->count > cache->most || cache->bytes > cache->most_bytes;
}

static void release(struct game_cache *cache, struct cached_game *game, bool drop) {
    size_t bytes = sizeof *game + (game->session ? session_bytes(game->session) : 0);
    mutex_unlock(&game->lock);
    mutex_lock(&cache->lock);
    cache->bytes += bytes - game->bytes;
    game->bytes = bytes;
    if (drop)
        atomic_store(&game->dropped, true);
    assert(game->holders > 0);
    if (--game->holders == 0 && game->dropped)
        remove_game(cache, game);
    /* only now, so that requests for games that do not exist evict none that do */
    struct cached_game *old;
    while (is_full(cache) && (old = least_recently_used(cache)))
        remove_game(cache, old);
    mutex_unlock(&cache->lock);
}

qd_status game_cache_lock(struct game_cache *cache, const char *id, struct cached_game **taken,
                          qd_error *error) {
    for (;;) {
        struct cached_game *game = hold(cache, id);
        mutex_lock(&game->lock);
        if (atomic_load(&game->dropped)) { /* dropped while this thread waited: read it again */
            release(cache, game, true);
            continue;
        }
        qd_status status = game->loaded ? refresh(cache, game, error) : load(cache, game, error);
        assert(status != QD_YES || (game->loaded && game->session));
        if (status == QD_YES)
            *taken = game;
        else
            release(cache, game, true);
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
    release(cache, game, false);
}

void game_cache_drop(struct game_cache *cache, struct cached_game *game) {
    release(cache, game, true);
}

/* ---- for tests and asserts ---- */

/* A game that nobody holds does not change while the table is locked. */
static bool is_consistent(const struct game_cache *cache, const struct cached_game *game) {
    return game->loaded && !game->dropped && game->session && game->used <= cache->clock &&
           strcmp(game->stored.id, game->key) == 0 && game->stored.seat_count >= 1 &&
           game->stored.seat_count <= STORE_SEATS && game->stored.token_count <= STORE_TOKENS;
}

/* Of several games with one key, all but one are dropped. */
static bool is_only_one(const struct cached_game *game) {
    const struct cached_game *other = game->next;
    while (other && (other->dropped || strcmp(other->key, game->key) != 0))
        other = other->next;
    return game->dropped || !other;
}

bool game_cache_check(struct game_cache *cache) {
    size_t count = 0, held = 0, thinking = 0, bytes = 0;
    bool good = true;
    mutex_lock(&cache->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        for (const struct cached_game *game = cache->bucket[i]; game; game = game->next) {
            count++;
            bytes += game->bytes;
            held += game->holders > 0;
            thinking += game->holders == 0 && game->thinking;
            good = good && bucket_of(game->key) == i && is_only_one(game) &&
                   (game->holders > 0 || is_consistent(cache, game));
        }
    good = good && count == cache->count && bytes == cache->bytes &&
           (!is_full(cache) || held > 0 || thinking == count);
    mutex_unlock(&cache->lock);
    return good;
}
