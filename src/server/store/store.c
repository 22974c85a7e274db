#include "server/store/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/source.h"
#include "server/store/backend.h"

struct store {
    const struct store_backend *backend;
    void *self;
};

static const struct store_backend *const backends[] = {
    &store_sqlite,
#ifdef HAVE_POSTGRES
    &store_postgres,
#endif
};

static const struct store_backend *find_backend(const char *url, size_t word) {
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
        if (strlen(backends[i]->word) == word && memcmp(backends[i]->word, url, word) == 0)
            return backends[i];
    return NULL;
}

struct store *store_open(const char *url, qd_error *error) {
    size_t word = strcspn(url, ":");
    const struct store_backend *backend = url[word] ? find_backend(url, word) : NULL;
    if (!backend) {
        error_set(error, QD_BAD_INPUT, "no store of the kind '%.60s'; there is: sqlite:FILE%s", url,
                  sizeof backends / sizeof *backends > 1 ? ", postgresql:..." : "");
        return NULL;
    }
    void *self = backend->open(url + word + 1, error);
    if (!self)
        return NULL;
    struct store *store = MEM_NEW(struct store);
    store->backend = backend;
    store->self = self;
    return store;
}

void store_close(struct store *store) {
    if (!store)
        return;
    store->backend->close(store->self);
    free(store);
}

const char *store_word(const struct store *store) {
    return store->backend->word;
}

bool store_is_shared(const struct store *store) {
    return store->backend->shared;
}

void store_watch(struct store *store, void (*changed)(void *context, const char *id, uint64_t now),
                 void *context) {
    if (store->backend->watch)
        store->backend->watch(store->self, changed, context);
}

qd_status store_create(struct store *store, const struct store_game *game, uint64_t most,
                       qd_error *error) {
    return store->backend->create(store->self, game, most, error);
}

qd_status store_load(struct store *store, const char *id, struct store_game *game,
                     qd_error *error) {
    return store->backend->load(store->self, id, game, error);
}

qd_status store_invited(struct store *store, const char *invite, char id[SECRET_ID + 1],
                        qd_error *error) {
    return store->backend->invited(store->self, invite, id, error);
}

qd_status store_append(struct store *store, const char *id, uint64_t expected,
                       struct store_entry *entries, size_t count, const struct store_change *change,
                       uint64_t *present, qd_error *error) {
    return store->backend->append(store->self, id, expected, entries, count, change, present,
                                  error);
}

qd_status store_since(struct store *store, const char *id, uint64_t version, size_t limit,
                      struct store_entries *entries, qd_error *error) {
    *entries = (struct store_entries){0};
    return store->backend->since(store->self, id, version, limit, entries, error);
}

qd_status store_old(struct store *store, int64_t before, struct store_old *old, qd_error *error) {
    old->count = 0;
    return store->backend->old(store->self, before, old, error);
}

qd_status store_touch(struct store *store, const char *id, int64_t before, int64_t now,
                      qd_error *error) {
    return store->backend->touch(store->self, id, before, now, error);
}

qd_status store_remove(struct store *store, const char *id, int64_t before, qd_error *error) {
    return store->backend->remove(store->self, id, before, error);
}

qd_status store_sweep(struct store *store, qd_error *error) {
    return store->backend->sweep(store->self, error);
}

void store_game_free(struct store_game *game) {
    free(game->start);
    *game = (struct store_game){0};
}

void store_entries_add(struct store_entries *entries, struct store_entry entry) {
    entries->entry = mem_resize(entries->entry, entries->count + 1, sizeof *entries->entry);
    entries->entry[entries->count++] = entry;
}

void store_entries_free(struct store_entries *entries) {
    for (size_t i = 0; i < entries->count; i++)
        free(entries->entry[i].text);
    free(entries->entry);
    *entries = (struct store_entries){0};
}
