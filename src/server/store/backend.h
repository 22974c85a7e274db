/* What a kind of store has to do; see store.h for each. Only for store.c and the kinds. */
#ifndef SERVER_STORE_BACKEND_H
#define SERVER_STORE_BACKEND_H

#include "server/store/store.h"

struct store_backend {
    const char *word; /* what stands before the colon of the URL */
    bool shared;
    /* Returns what the other calls get as self, or NULL with an error. rest: behind the colon. */
    void *(*open)(const char *rest, qd_error *error);
    void (*close)(void *self);
    /* NULL: there are no other servers. */
    void (*watch)(void *self, void (*changed)(void *context, const char *id, uint64_t now),
                  void *context);
    qd_status (*create)(void *self, const struct store_game *game, uint64_t most, qd_error *error);
    qd_status (*load)(void *self, const char *id, struct store_game *game, qd_error *error);
    qd_status (*invited)(void *self, const char *invite, char id[SECRET_ID + 1], qd_error *error);
    qd_status (*append)(void *self, const char *id, uint64_t expected, struct store_entry *entries,
                        size_t count, const struct store_change *change, uint64_t *present,
                        qd_error *error);
    qd_status (*since)(void *self, const char *id, uint64_t version, size_t limit,
                       struct store_entries *entries, qd_error *error);
    qd_status (*old)(void *self, int64_t before, struct store_old *old, qd_error *error);
    qd_status (*touch)(void *self, const char *id, int64_t before, int64_t now, qd_error *error);
    qd_status (*remove)(void *self, const char *id, int64_t before, qd_error *error);
    qd_status (*sweep)(void *self, qd_error *error);
};

extern const struct store_backend store_sqlite;
extern const struct store_backend store_postgres;

/* The form of the tables. 1: without touched. */
enum { STORE_FORM = 2 };

/* Adds an entry to a list that is being read. */
void store_entries_add(struct store_entries *entries, struct store_entry entry);

#endif
