#include "server/store/store.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
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

/* ---- opening ---- */

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
        error_set(error, QD_BAD_INPUT, "unknown kind of store '%.60s'; expected sqlite:FILE%s", url,
                  sizeof backends / sizeof *backends > 1 ? " or postgresql:..." : "");
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

void store_hurry(struct store *store) {
    if (store->backend->hurry)
        store->backend->hurry(store->self);
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

/* ---- tasks ---- */

static qd_status do_read(struct store *store, sql_task *task, void *context, qd_error *error) {
    return store->backend->read(store->self, task, context, error);
}

static qd_status do_write(struct store *store, sql_task *task, void *context, qd_error *error) {
    return store->backend->write(store->self, task, context, error);
}

static bool execute(struct sql *sql, enum sql_statement which, const struct sql_value *values) {
    return sql->backend->execute(sql, which, values, NULL);
}

/* QD_YES if the statement has changed a row, QD_NO if there was none to change. */
static qd_status change_one(struct sql *sql, enum sql_statement which,
                            const struct sql_value *values) {
    int64_t changed = 0;
    if (!sql->backend->execute(sql, which, values, &changed))
        return QD_FAILURE;
    return changed == 1 ? QD_YES : QD_NO;
}

/* QD_YES if the statement has found a row, which see has seen. */
static qd_status find_one(struct sql *sql, enum sql_statement which, const struct sql_value *values,
                          void (*see)(void *context, const struct sql_row *row), void *context) {
    int rows = sql->backend->query(sql, which, values, see, context);
    return rows < 0 ? QD_FAILURE : rows == 0 ? QD_NO : QD_YES;
}

static int64_t number_at(const struct sql_row *row, int column) {
    return row->backend->number(row, column);
}

static void copy_at(const struct sql_row *row, int column, char *out, size_t size) {
    snprintf(out, size, "%s", row->backend->text(row, column));
}

static void copy_id(void *id, const struct sql_row *row) {
    copy_at(row, 0, id, SECRET_ID + 1);
}

/* ---- a new game ---- */

static bool add_game(struct sql *sql, const struct store_game *game) {
    struct sql_value invite = {.type = SQL_NULL};
    if (game->invite[0])
        invite = sql_text(game->invite);
    return execute(sql, SQL_NEW_GAME,
                   (struct sql_value[]){sql_text(game->id), sql_text(game->puzzle),
                                        sql_text(game->start), sql_number(game->created), invite});
}

static bool add_seat(struct sql *sql, const char *id, unsigned number,
                     const struct store_seat *seat) {
    return execute(sql, SQL_NEW_SEAT,
                   (struct sql_value[]){sql_text(id), sql_number(number), sql_number(seat->kind),
                                        sql_text(seat->name), sql_text(seat->level)});
}

static bool add_token(struct sql *sql, const char *id, const struct store_token *token) {
    return execute(sql, SQL_NEW_TOKEN,
                   (struct sql_value[]){sql_text(id), sql_hash(token->hash),
                                        sql_number(token->seats), sql_number(token->owner)});
}

struct creation {
    const struct store_game *game;
    uint64_t most;
};

static qd_status create(struct sql *sql, void *context) {
    const struct creation *creation = context;
    const struct store_game *game = creation->game;
    qd_status status = sql->backend->count(sql, 1, creation->most);
    if (status != QD_YES)
        return status;
    bool good = add_game(sql, game);
    for (unsigned i = 0; good && i < game->seat_count; i++)
        good = add_seat(sql, game->id, i + 1, &game->seats[i]);
    for (unsigned i = 0; good && i < game->token_count; i++)
        good = add_token(sql, game->id, &game->tokens[i]);
    return good ? QD_YES : QD_FAILURE;
}

qd_status store_create(struct store *store, const struct store_game *game, uint64_t most,
                       qd_error *error) {
    struct creation creation = {.game = game, .most = most};
    return do_write(store, create, &creation, error);
}

/* ---- reading ---- */

static void read_game(void *context, const struct sql_row *row) {
    struct store_game *game = context;
    copy_at(row, 0, game->puzzle, sizeof game->puzzle);
    game->start = mem_text(row->backend->text(row, 1));
    game->created = number_at(row, 2);
    copy_at(row, 3, game->invite, sizeof game->invite);
}

static void read_seat(void *context, const struct sql_row *row) {
    struct store_game *game = context;
    if (game->seat_count == STORE_SEATS)
        return;
    struct store_seat *seat = &game->seats[game->seat_count++];
    seat->kind = (uint8_t)number_at(row, 0);
    copy_at(row, 1, seat->name, sizeof seat->name);
    copy_at(row, 2, seat->level, sizeof seat->level);
}

static void read_token(void *context, const struct sql_row *row) {
    struct store_game *game = context;
    if (game->token_count == STORE_TOKENS)
        return;
    struct store_token *token = &game->tokens[game->token_count++];
    row->backend->hash(row, 0, token->hash);
    token->seats = (unsigned)number_at(row, 1);
    token->owner = number_at(row, 2) != 0;
}

struct loading {
    const char *id;
    struct store_game *game;
};

/* Not one snapshot where servers share the store: for seats that fit a version, read them after its
 * entries. */
static qd_status load(struct sql *sql, void *context) {
    struct loading *loading = context;
    struct store_game *game = loading->game;
    const struct sql_value id = sql_text(loading->id);
    store_game_free(game); /* of a first attempt */
    snprintf(game->id, sizeof game->id, "%s", loading->id);
    qd_status status = find_one(sql, SQL_GET_GAME, &id, read_game, game);
    if (status == QD_YES && (find_one(sql, SQL_GET_SEATS, &id, read_seat, game) == QD_FAILURE ||
                             find_one(sql, SQL_GET_TOKENS, &id, read_token, game) == QD_FAILURE))
        status = QD_FAILURE;
    return status;
}

qd_status store_load(struct store *store, const char *id, struct store_game *game,
                     qd_error *error) {
    struct loading loading = {.id = id, .game = game};
    *game = (struct store_game){0};
    qd_status status = do_read(store, load, &loading, error);
    if (status != QD_YES)
        store_game_free(game);
    return status;
}

struct invitation {
    const char *invite;
    char *id;
};

static qd_status find_invited(struct sql *sql, void *context) {
    const struct invitation *invitation = context;
    const struct sql_value invite = sql_text(invitation->invite);
    return find_one(sql, SQL_GET_INVITED, &invite, copy_id, invitation->id);
}

qd_status store_invited(struct store *store, const char *invite, char id[SECRET_ID + 1],
                        qd_error *error) {
    struct invitation invitation = {.invite = invite, .id = id};
    return do_read(store, find_invited, &invitation, error);
}

struct reading {
    const char *id;
    uint64_t version;
    size_t limit;
    struct store_entries *entries;
};

static void read_entry(void *context, const struct sql_row *row) {
    struct store_entries *entries = context;
    entries->entry = mem_resize(entries->entry, entries->count + 1, sizeof *entries->entry);
    entries->entry[entries->count++] =
        (struct store_entry){.version = (uint64_t)number_at(row, 0),
                             .time = number_at(row, 1),
                             .seat = (uint8_t)number_at(row, 2),
                             .kind = (uint8_t)number_at(row, 3),
                             .text = mem_text(row->backend->text(row, 4))};
}

static qd_status read_since(struct sql *sql, void *context) {
    const struct reading *reading = context;
    store_entries_free(reading->entries); /* of a first attempt */
    int rows = sql->backend->query(sql, SQL_GET_SINCE,
                                   (struct sql_value[]){sql_text(reading->id),
                                                        sql_number((int64_t)reading->version),
                                                        sql_number((int64_t)reading->limit)},
                                   read_entry, reading->entries);
    return rows < 0 ? QD_FAILURE : QD_YES;
}

qd_status store_since(struct store *store, const char *id, uint64_t version, size_t limit,
                      struct store_entries *entries, qd_error *error) {
    struct reading reading = {.id = id, .version = version, .limit = limit, .entries = entries};
    *entries = (struct store_entries){0};
    qd_status status = do_read(store, read_since, &reading, error);
    if (status != QD_YES)
        store_entries_free(entries);
    return status;
}

/* ---- appending ---- */

struct appending {
    const char *id;
    uint64_t expected;
    struct store_entry *entries;
    size_t count;
    const struct store_change *change;
    uint64_t *present;
};

/* What other servers are told: "ID VERSION SERVER", or "ID gone SERVER". */
struct news {
    char text[80];
};

static struct news news_of(const struct sql *sql, const char *id, const char *version) {
    struct news news;
    snprintf(news.text, sizeof news.text, "%s %s %s", id, version, sql->server);
    return news;
}

static void read_version(void *version, const struct sql_row *row) {
    *(uint64_t *)version = (uint64_t)number_at(row, 0);
}

/* Raises the version if it is the expected one. Where servers share the store, others who want to
 * do the same wait for the end of this transaction, and then find another version. */
static qd_status claim_version(struct sql *sql, const struct appending *appending) {
    uint64_t next = appending->expected + appending->count;
    const struct sql_value id = sql_text(appending->id);
    char version[24];
    snprintf(version, sizeof version, "%" PRIu64, next);
    const struct news news = news_of(sql, appending->id, version);
    qd_status status = change_one(
        sql, SQL_SET_VERSION,
        (struct sql_value[]){sql_number((int64_t)next),
                             sql_number(appending->entries[appending->count - 1].time), id,
                             sql_number((int64_t)appending->expected), sql_text(news.text)});
    if (status != QD_NO)
        return status;
    *appending->present = STORE_GONE;
    status = find_one(sql, SQL_GET_VERSION, &id, read_version, appending->present);
    return status == QD_FAILURE ? QD_FAILURE : QD_NO;
}

static bool add_entry(struct sql *sql, const char *id, const struct store_entry *entry) {
    return execute(sql, SQL_NEW_ENTRY,
                   (struct sql_value[]){sql_text(id), sql_number((int64_t)entry->version),
                                        sql_number(entry->time), sql_number(entry->seat),
                                        sql_number(entry->kind), sql_text(entry->text)});
}

static qd_status change_seat(struct sql *sql, const char *id, const struct store_change *change) {
    qd_status status = change_one(
        sql, SQL_SET_SEAT,
        (struct sql_value[]){sql_number(change->now.kind), sql_text(change->now.name),
                             sql_text(change->now.level), sql_text(id), sql_number(change->seat)});
    if (status != QD_YES || !change->token)
        return status;
    return add_token(sql, id, change->token) ? QD_YES : QD_FAILURE;
}

static qd_status append(struct sql *sql, void *context) {
    const struct appending *appending = context;
    *appending->present = appending->expected;
    qd_status status = claim_version(sql, appending);
    for (size_t i = 0; status == QD_YES && i < appending->count; i++) {
        appending->entries[i].version = appending->expected + i + 1;
        status = add_entry(sql, appending->id, &appending->entries[i]) ? QD_YES : QD_FAILURE;
    }
    return status == QD_YES && appending->change
               ? change_seat(sql, appending->id, appending->change)
               : status;
}

qd_status store_append(struct store *store, const char *id, uint64_t expected,
                       struct store_entry *entries, size_t count, const struct store_change *change,
                       uint64_t *present, qd_error *error) {
    struct appending appending = {.id = id,
                                  .expected = expected,
                                  .entries = entries,
                                  .count = count,
                                  .change = change,
                                  .present = present};
    assert(count >= 1);
    *present = expected;
    return do_write(store, append, &appending, error);
}

/* ---- removing ---- */

struct search {
    int64_t before;
    struct store_old *old;
};

static void read_old(void *context, const struct sql_row *row) {
    struct store_old *old = context;
    if (old->count == STORE_OLD)
        return;
    struct store_old_game *game = &old->game[old->count++];
    copy_id(game->id, row);
    game->touched = number_at(row, 1);
}

static qd_status find_old(struct sql *sql, void *context) {
    const struct search *search = context;
    search->old->count = 0;
    int rows = sql->backend->query(
        sql, SQL_GET_OLD, (struct sql_value[]){sql_number(search->before), sql_number(STORE_OLD)},
        read_old, search->old);
    return rows < 0 ? QD_FAILURE : QD_YES;
}

qd_status store_old(struct store *store, int64_t before, struct store_old *old, qd_error *error) {
    struct search search = {.before = before, .old = old};
    return do_read(store, find_old, &search, error);
}

/* A game that is touched, or removed unless it was. */
struct untouched {
    const char *id;
    int64_t before, now;
};

static qd_status touch(struct sql *sql, void *context) {
    const struct untouched *game = context;
    return change_one(
        sql, SQL_TOUCH,
        (struct sql_value[]){sql_number(game->now), sql_text(game->id), sql_number(game->before)});
}

qd_status store_touch(struct store *store, const char *id, int64_t before, int64_t now,
                      qd_error *error) {
    struct untouched game = {.id = id, .before = before, .now = now};
    return do_write(store, touch, &game, error);
}

static qd_status remove_game(struct sql *sql, void *context) {
    const struct untouched *game = context;
    const struct sql_value id = sql_text(game->id);
    const struct news news = news_of(sql, game->id, "gone");
    qd_status status = sql->backend->count(sql, -1, 0);
    if (status == QD_YES)
        status =
            change_one(sql, SQL_REMOVE_GAME,
                       (struct sql_value[]){id, sql_number(game->before), sql_text(news.text)});
    if (status == QD_YES &&
        !(execute(sql, SQL_REMOVE_SEATS, &id) && execute(sql, SQL_REMOVE_TOKENS, &id) &&
          execute(sql, SQL_REMEMBER_REMOVED, &id)))
        status = QD_FAILURE;
    return status;
}

qd_status store_remove(struct store *store, const char *id, int64_t before, qd_error *error) {
    struct untouched game = {.id = id, .before = before};
    return do_write(store, remove_game, &game, error);
}

/* Some entries of one game; when it has no more, the game is forgotten for good. */
static qd_status sweep(struct sql *sql, void *context) {
    (void)context;
    char id[SECRET_ID + 1];
    int64_t swept = 0;
    qd_status status = find_one(sql, SQL_GET_REMOVED, NULL, copy_id, id);
    if (status != QD_YES)
        return status;
    const struct sql_value values[] = {sql_text(id), sql_number(STORE_SWEPT)};
    if (!sql->backend->execute(sql, SQL_SWEEP, values, &swept))
        return QD_FAILURE;
    return swept == STORE_SWEPT || execute(sql, SQL_FORGET_REMOVED, values) ? QD_YES : QD_FAILURE;
}

qd_status store_sweep(struct store *store, qd_error *error) {
    return do_write(store, sweep, NULL, error);
}

/* ---- games and entries in memory ---- */

unsigned store_open_seats(const struct store_game *game) {
    unsigned open = 0;
    for (unsigned i = 0; i < game->seat_count; i++)
        if (game->seats[i].kind == STORE_OPEN)
            open |= 1U << i;
    return open;
}

void store_game_free(struct store_game *game) {
    free(game->start);
    *game = (struct store_game){0};
}

void store_entries_free(struct store_entries *entries) {
    for (size_t i = 0; i < entries->count; i++)
        free(entries->entry[i].text);
    free(entries->entry);
    *entries = (struct store_entries){0};
}
