/* Games in a PostgreSQL database, which several servers may share. Each change is one transaction;
 * with its commit the database tells all other servers which game has which version now. */
#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/source.h"
#include "server/store/backend.h"
#include "server/store/postgres_connection.h"

/* Milliseconds between attempts to listen again; characters of a number. */
enum { AGAIN = 500, NUMBER = 24 };

enum statement {
    NEW_GAME,
    NEW_SEAT,
    NEW_TOKEN,
    GET_GAME,
    GET_SEATS,
    GET_TOKENS,
    GET_INVITED,
    GET_VERSION,
    GET_SINCE,
    SET_VERSION,
    NEW_ENTRY,
    SET_SEAT,
    COUNT_ONE,
    COUNT_LESS,
    GET_OLD,
    TOUCH,
    REMOVE_GAME,
    REMOVE_SEATS,
    REMOVE_TOKENS,
    REMEMBER_REMOVED,
    GET_REMOVED,
    SWEEP,
    FORGET_REMOVED,
    STATEMENTS
};

static const struct pg_statement statements[STATEMENTS + 1] = {
    [NEW_GAME] =
        {"new_game", 5,
         "INSERT INTO quandary_game (id, puzzle, start, created, touched, invite, version) "
         "VALUES ($1, $2, $3, $4, $4, $5, 0)"},
    [NEW_SEAT] = {"new_seat", 5,
                  "INSERT INTO quandary_seat (game, number, kind, name, level) "
                  "VALUES ($1, $2, $3, $4, $5)"},
    [NEW_TOKEN] = {"new_token", 4,
                   "INSERT INTO quandary_token (game, hash, seats, owner) "
                   "VALUES ($1, decode($2, 'hex'), $3, $4)"},
    [GET_GAME] = {"get_game", 1,
                  "SELECT puzzle, start, created, coalesce(invite, '') FROM quandary_game "
                  "WHERE id = $1"},
    [GET_SEATS] = {"get_seats", 1,
                   "SELECT kind, name, level FROM quandary_seat WHERE game = $1 ORDER BY number"},
    [GET_TOKENS] = {"get_tokens", 1,
                    "SELECT encode(hash, 'hex'), seats, owner FROM quandary_token "
                    "WHERE game = $1 ORDER BY number"},
    [GET_INVITED] = {"get_invited", 1, "SELECT id FROM quandary_game WHERE invite = $1"},
    [GET_VERSION] = {"get_version", 1, "SELECT version FROM quandary_game WHERE id = $1"},
    [GET_SINCE] = {"get_since", 3,
                   "SELECT version, time, seat, kind, text FROM quandary_entry "
                   "WHERE game = $1 AND version > $2 ORDER BY version LIMIT $3"},
    /* What is notified goes out with the commit, and not at all if there is none. */
    [SET_VERSION] = {"set_version", 5,
                     "UPDATE quandary_game SET version = $2, touched = CASE WHEN touched < "
                     "$5::bigint - 3600000 THEN $5::bigint ELSE touched END "
                     "WHERE id = $1 AND version = $3 RETURNING pg_notify('quandary', $4)"},
    [NEW_ENTRY] = {"new_entry", 6,
                   "INSERT INTO quandary_entry (game, version, time, seat, kind, text) "
                   "VALUES ($1, $2, $3, $4, $5, $6)"},
    [SET_SEAT] = {"set_seat", 5,
                  "UPDATE quandary_seat SET kind = $3, name = $4, level = $5 "
                  "WHERE game = $1 AND number = $2 AND kind = 1 RETURNING number"},
    [COUNT_ONE] = {"count_one", 1,
                   "UPDATE quandary_form SET games = games + 1 WHERE $1::bigint = 0 OR "
                   "games < $1::bigint RETURNING games"},
    [COUNT_LESS] = {"count_less", 0, "UPDATE quandary_form SET games = games - 1"},
    [GET_OLD] = {"get_old", 2,
                 "SELECT id, touched FROM quandary_game WHERE touched < $1 "
                 "ORDER BY touched LIMIT $2"},
    [TOUCH] = {"touch", 3,
               "UPDATE quandary_game SET touched = $3 WHERE id = $1 AND touched < $2 "
               "RETURNING touched"},
    [REMOVE_GAME] = {"remove_game", 3,
                     "DELETE FROM quandary_game WHERE id = $1 AND touched < $2 "
                     "RETURNING pg_notify('quandary', $3)"},
    [REMOVE_SEATS] = {"remove_seats", 1, "DELETE FROM quandary_seat WHERE game = $1"},
    [REMOVE_TOKENS] = {"remove_tokens", 1, "DELETE FROM quandary_token WHERE game = $1"},
    [REMEMBER_REMOVED] = {"remember_removed", 1, "INSERT INTO quandary_removed VALUES ($1)"},
    /* What another server sweeps already is passed over. */
    [GET_REMOVED] = {"get_removed", 0,
                     "SELECT game FROM quandary_removed LIMIT 1 FOR UPDATE SKIP LOCKED"},
    [SWEEP] = {"sweep", 2,
               "WITH gone AS (DELETE FROM quandary_entry WHERE game = $1 AND version IN "
               "(SELECT version FROM quandary_entry WHERE game = $1 ORDER BY version LIMIT $2) "
               "RETURNING 1) SELECT count(*) FROM gone"},
    [FORGET_REMOVED] = {"forget_removed", 1, "DELETE FROM quandary_removed WHERE game = $1"},
};
_Static_assert(STORE_GRAIN == 3600000, "as in SET_VERSION");

/* Each brings a database from the form before to the next. What a server of the first form, which
 * knows nothing of touched, creates later is as if touched then. */
static const char *const schemas[STORE_FORM] = {
    "CREATE TABLE IF NOT EXISTS quandary_game (id text PRIMARY KEY, puzzle text NOT NULL,"
    " start text NOT NULL, created bigint NOT NULL, invite text UNIQUE, version bigint NOT NULL);"
    "CREATE TABLE IF NOT EXISTS quandary_seat (game text NOT NULL, number integer NOT NULL,"
    " kind integer NOT NULL, name text NOT NULL, level text NOT NULL, PRIMARY KEY (game, number));"
    "CREATE TABLE IF NOT EXISTS quandary_token (number bigint GENERATED ALWAYS AS IDENTITY,"
    " game text NOT NULL, hash bytea NOT NULL, seats integer NOT NULL, owner integer NOT NULL,"
    " PRIMARY KEY (game, number));"
    "CREATE TABLE IF NOT EXISTS quandary_entry (game text NOT NULL, version bigint NOT NULL,"
    " time bigint NOT NULL, seat integer NOT NULL, kind integer NOT NULL, text text NOT NULL,"
    " PRIMARY KEY (game, version));",
    "CREATE TABLE quandary_form (form integer NOT NULL, games bigint NOT NULL);"
    "INSERT INTO quandary_form VALUES (2, 0);"
    "CREATE TABLE quandary_removed (game text PRIMARY KEY);"
    "ALTER TABLE quandary_game ADD COLUMN touched bigint NOT NULL"
    " DEFAULT (extract(epoch FROM now()) * 1000)::bigint;"
    "UPDATE quandary_game SET touched = coalesce("
    "(SELECT max(time) FROM quandary_entry WHERE game = id), created);"
    "CREATE INDEX quandary_game_touched ON quandary_game (touched);",
};

/* Several servers may start at once: the first makes the tables, the others wait for it. The key of
 * the lock is "quandary" in ASCII. */
static const char lock_form[] = "SELECT pg_advisory_xact_lock(8175547825319408249)";
static const char get_form[] = "SELECT to_regclass('quandary_form') IS NOT NULL";

/* Whoever creates or removes a game waits for this one, so that the number is right. */
static const char count_games[] =
    "SELECT games FROM quandary_form FOR UPDATE;"
    "UPDATE quandary_form SET games = (SELECT count(*) FROM quandary_game)";

struct postgres_store {
    struct pq pq;
    char *where;              /* what the database is connected by */
    char name[SECRET_ID + 1]; /* of this server, so that it knows its own notifications */
    struct pg_pool pool;

    struct pg_connection listener; /* of the thread that listens */
    struct thread thread;
    bool listening;
    int wake[2]; /* closing this pipe ends it */
    void (*changed)(void *context, const char *id, uint64_t now);
    void *context;
};

static struct pg_pool *pool_of(void *self) {
    return &((struct postgres_store *)self)->pool;
}

/* ---- values ---- */

struct number {
    char text[NUMBER];
};

static struct number number(int64_t value) {
    struct number number;
    snprintf(number.text, sizeof number.text, "%" PRId64, value);
    return number;
}

static int64_t number_at(const struct pg_connection *connection, const PGresult *result, int row,
                         int column) {
    return strtoll(connection->pq->getvalue(result, row, column), NULL, 10);
}

static void copy_at(const struct pg_connection *connection, const PGresult *result, int row,
                    int column, char *out, size_t size) {
    snprintf(out, size, "%s", connection->pq->getvalue(result, row, column));
}

static void hash_text(const uint8_t hash[SECRET_HASH], char out[2 * SECRET_HASH + 1]) {
    for (int i = 0; i < SECRET_HASH; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

static void read_hash(const char *text, uint8_t hash[SECRET_HASH]) {
    unsigned byte;
    for (int i = 0; i < SECRET_HASH && sscanf(text + 2 * i, "%2x", &byte) == 1; i++)
        hash[i] = (uint8_t)byte;
}

/* ---- a new game ---- */

static bool put_game(struct pg_connection *connection, const struct store_game *game) {
    struct number created = number(game->created);
    return pg_execute(connection, NEW_GAME,
                      (const char *[]){game->id, game->puzzle, game->start, created.text,
                                       game->invite[0] ? game->invite : NULL});
}

static bool put_seat(struct pg_connection *connection, const char *id, unsigned at,
                     const struct store_seat *seat) {
    struct number place = number(at), kind = number(seat->kind);
    return pg_execute(connection, NEW_SEAT,
                      (const char *[]){id, place.text, kind.text, seat->name, seat->level});
}

static bool put_token(struct pg_connection *connection, const char *id,
                      const struct store_token *token) {
    struct number seats = number(token->seats), owner = number(token->owner);
    char hash[2 * SECRET_HASH + 1];
    hash_text(token->hash, hash);
    return pg_execute(connection, NEW_TOKEN, (const char *[]){id, hash, seats.text, owner.text});
}

struct creation {
    const struct store_game *game;
    uint64_t most;
};

/* Counts the new game. QD_NO if there are enough. */
static qd_status count_one(struct pg_connection *connection, uint64_t most) {
    struct number limit = number((int64_t)most);
    PGresult *result = pg_query(connection, COUNT_ONE, (const char *[]){limit.text});
    if (!result)
        return QD_FAILURE;
    bool room = connection->pq->ntuples(result) == 1;
    connection->pq->clear(result);
    return room ? QD_YES : QD_NO;
}

static qd_status create_inside(struct pg_connection *connection, void *context) {
    const struct creation *creation = context;
    const struct store_game *game = creation->game;
    qd_status status = count_one(connection, creation->most);
    if (status != QD_YES)
        return status;
    bool good = put_game(connection, game);
    for (unsigned i = 0; good && i < game->seat_count; i++)
        good = put_seat(connection, game->id, i + 1, &game->seats[i]);
    for (unsigned i = 0; good && i < game->token_count; i++)
        good = put_token(connection, game->id, &game->tokens[i]);
    return good ? QD_YES : QD_FAILURE;
}

static qd_status create(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, create_inside, context);
}

static qd_status postgres_create(void *self, const struct store_game *game, uint64_t most,
                                 qd_error *error) {
    struct creation creation = {.game = game, .most = most};
    return pg_pool_run(pool_of(self), create, &creation, error);
}

/* ---- reading ---- */

static qd_status read_game(struct pg_connection *connection, struct store_game *game) {
    PGresult *result = pg_query(connection, GET_GAME, (const char *[]){game->id});
    if (!result)
        return QD_FAILURE;
    bool found = connection->pq->ntuples(result) == 1;
    if (found) {
        copy_at(connection, result, 0, 0, game->puzzle, sizeof game->puzzle);
        game->start = mem_text(connection->pq->getvalue(result, 0, 1));
        game->created = number_at(connection, result, 0, 2);
        copy_at(connection, result, 0, 3, game->invite, sizeof game->invite);
    }
    connection->pq->clear(result);
    return found ? QD_YES : QD_NO;
}

static bool read_seats(struct pg_connection *connection, struct store_game *game) {
    PGresult *result = pg_query(connection, GET_SEATS, (const char *[]){game->id});
    if (!result)
        return false;
    for (int row = 0; row < connection->pq->ntuples(result) && row < STORE_SEATS; row++) {
        struct store_seat *seat = &game->seats[game->seat_count++];
        seat->kind = (uint8_t)number_at(connection, result, row, 0);
        copy_at(connection, result, row, 1, seat->name, sizeof seat->name);
        copy_at(connection, result, row, 2, seat->level, sizeof seat->level);
    }
    return pg_clear(connection, result);
}

static bool read_tokens(struct pg_connection *connection, struct store_game *game) {
    PGresult *result = pg_query(connection, GET_TOKENS, (const char *[]){game->id});
    if (!result)
        return false;
    for (int row = 0; row < connection->pq->ntuples(result) && row < STORE_TOKENS; row++) {
        struct store_token *token = &game->tokens[game->token_count++];
        read_hash(connection->pq->getvalue(result, row, 0), token->hash);
        token->seats = (unsigned)number_at(connection, result, row, 1);
        token->owner = number_at(connection, result, row, 2) != 0;
    }
    return pg_clear(connection, result);
}

struct wanted {
    const char *id;
    struct store_game *game;
};

/* Not one snapshot: whoever needs seats that fit a version reads them after its entries. */
static qd_status load(struct pg_connection *connection, void *context) {
    struct wanted *wanted = context;
    store_game_free(wanted->game); /* of a first attempt */
    snprintf(wanted->game->id, sizeof wanted->game->id, "%s", wanted->id);
    qd_status status = read_game(connection, wanted->game);
    if (status == QD_YES &&
        !(read_seats(connection, wanted->game) && read_tokens(connection, wanted->game)))
        status = QD_FAILURE;
    return status;
}

static qd_status postgres_load(void *self, const char *id, struct store_game *game,
                               qd_error *error) {
    struct wanted wanted = {.id = id, .game = game};
    *game = (struct store_game){0};
    qd_status status = pg_pool_run(pool_of(self), load, &wanted, error);
    if (status != QD_YES)
        store_game_free(game);
    return status;
}

struct invitation {
    const char *invite;
    char *id;
};

static qd_status invited(struct pg_connection *connection, void *context) {
    const struct invitation *invitation = context;
    PGresult *result = pg_query(connection, GET_INVITED, (const char *[]){invitation->invite});
    if (!result)
        return QD_FAILURE;
    bool found = connection->pq->ntuples(result) == 1;
    if (found)
        copy_at(connection, result, 0, 0, invitation->id, SECRET_ID + 1);
    connection->pq->clear(result);
    return found ? QD_YES : QD_NO;
}

static qd_status postgres_invited(void *self, const char *invite, char id[SECRET_ID + 1],
                                  qd_error *error) {
    struct invitation invitation = {.invite = invite, .id = id};
    return pg_pool_run(pool_of(self), invited, &invitation, error);
}

struct reader {
    const char *id;
    uint64_t version;
    size_t limit;
    struct store_entries *entries;
};

static qd_status since(struct pg_connection *connection, void *context) {
    const struct reader *reader = context;
    struct number version = number((int64_t)reader->version),
                  limit = number((int64_t)reader->limit);
    PGresult *result =
        pg_query(connection, GET_SINCE, (const char *[]){reader->id, version.text, limit.text});
    if (!result)
        return QD_FAILURE;
    for (int row = 0; row < connection->pq->ntuples(result); row++)
        store_entries_add(
            reader->entries,
            (struct store_entry){.version = (uint64_t)number_at(connection, result, row, 0),
                                 .time = number_at(connection, result, row, 1),
                                 .seat = (uint8_t)number_at(connection, result, row, 2),
                                 .kind = (uint8_t)number_at(connection, result, row, 3),
                                 .text = mem_text(connection->pq->getvalue(result, row, 4))});
    connection->pq->clear(result);
    return QD_YES;
}

static qd_status postgres_since(void *self, const char *id, uint64_t version, size_t limit,
                                struct store_entries *entries, qd_error *error) {
    struct reader reader = {.id = id, .version = version, .limit = limit, .entries = entries};
    return pg_pool_run(pool_of(self), since, &reader, error);
}

/* ---- appending ---- */

struct writer {
    const char *server;
    const char *id;
    uint64_t expected;
    struct store_entry *entries;
    size_t count;
    const struct store_change *change;
    uint64_t *present;
};

static qd_status tell_present(struct pg_connection *connection, const struct writer *writer) {
    PGresult *result = pg_query(connection, GET_VERSION, (const char *[]){writer->id});
    if (!result)
        return QD_FAILURE;
    bool found = connection->pq->ntuples(result) == 1;
    *writer->present = found ? (uint64_t)number_at(connection, result, 0, 0) : STORE_GONE;
    connection->pq->clear(result);
    return QD_NO;
}

/* Moves the version on if it is the expected one. Whoever else wants to waits until this
 * transaction has ended, and then finds another version. */
static qd_status claim(struct pg_connection *connection, const struct writer *writer) {
    uint64_t next = writer->expected + writer->count;
    struct number now = number((int64_t)next), then = number((int64_t)writer->expected),
                  time = number(writer->entries[writer->count - 1].time);
    char news[80];
    snprintf(news, sizeof news, "%s %s %s", writer->id, now.text, writer->server);
    PGresult *result = pg_query(connection, SET_VERSION,
                                (const char *[]){writer->id, now.text, then.text, news, time.text});
    if (!result)
        return QD_FAILURE;
    bool claimed = connection->pq->ntuples(result) == 1;
    connection->pq->clear(result);
    return claimed ? QD_YES : tell_present(connection, writer);
}

static bool put_entry(struct pg_connection *connection, const char *id,
                      const struct store_entry *entry) {
    struct number version = number((int64_t)entry->version), time = number(entry->time),
                  seat = number(entry->seat), kind = number(entry->kind);
    return pg_execute(
        connection, NEW_ENTRY,
        (const char *[]){id, version.text, time.text, seat.text, kind.text, entry->text});
}

static qd_status change_seat(struct pg_connection *connection, const char *id,
                             const struct store_change *change) {
    struct number place = number(change->seat), kind = number(change->now.kind);
    PGresult *result =
        pg_query(connection, SET_SEAT,
                 (const char *[]){id, place.text, kind.text, change->now.name, change->now.level});
    if (!result)
        return QD_FAILURE;
    bool open = connection->pq->ntuples(result) == 1;
    connection->pq->clear(result);
    if (!open)
        return QD_NO;
    return !change->token || put_token(connection, id, change->token) ? QD_YES : QD_FAILURE;
}

static qd_status append_inside(struct pg_connection *connection, void *context) {
    const struct writer *writer = context;
    qd_status status = claim(connection, writer);
    for (size_t i = 0; status == QD_YES && i < writer->count; i++) {
        writer->entries[i].version = writer->expected + i + 1;
        status = put_entry(connection, writer->id, &writer->entries[i]) ? QD_YES : QD_FAILURE;
    }
    return status == QD_YES && writer->change ? change_seat(connection, writer->id, writer->change)
                                              : status;
}

static qd_status append(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, append_inside, context);
}

static qd_status postgres_append(void *self, const char *id, uint64_t expected,
                                 struct store_entry *entries, size_t count,
                                 const struct store_change *change, uint64_t *present,
                                 qd_error *error) {
    struct postgres_store *store = self;
    struct writer writer = {.server = store->name,
                            .id = id,
                            .expected = expected,
                            .entries = entries,
                            .count = count,
                            .change = change,
                            .present = present};
    assert(count >= 1);
    *present = expected;
    return pg_pool_run(&store->pool, append, &writer, error);
}

/* ---- removing ---- */

struct search {
    int64_t before;
    struct store_old *old;
};

static qd_status old(struct pg_connection *connection, void *context) {
    const struct search *search = context;
    struct number before = number(search->before), limit = number(STORE_OLD);
    PGresult *result = pg_query(connection, GET_OLD, (const char *[]){before.text, limit.text});
    if (!result)
        return QD_FAILURE;
    for (int row = 0; row < connection->pq->ntuples(result) && row < STORE_OLD; row++) {
        struct store_old_game *game = &search->old->game[search->old->count++];
        copy_at(connection, result, row, 0, game->id, sizeof game->id);
        game->touched = number_at(connection, result, row, 1);
    }
    connection->pq->clear(result);
    return QD_YES;
}

static qd_status postgres_old(void *self, int64_t before, struct store_old *list, qd_error *error) {
    struct search search = {.before = before, .old = list};
    return pg_pool_run(pool_of(self), old, &search, error);
}

/* A game that is touched, or removed unless it was. */
struct game_at {
    const char *server, *id;
    int64_t before, now;
};

/* QD_YES if the statement found the game. */
static qd_status ask_game(struct pg_connection *connection, enum statement which,
                          const struct game_at *game, const char *third) {
    struct number before = number(game->before);
    PGresult *result = pg_query(connection, which, (const char *[]){game->id, before.text, third});
    if (!result)
        return QD_FAILURE;
    bool found = connection->pq->ntuples(result) == 1;
    connection->pq->clear(result);
    return found ? QD_YES : QD_NO;
}

static qd_status touch(struct pg_connection *connection, void *context) {
    const struct game_at *game = context;
    struct number now = number(game->now);
    return ask_game(connection, TOUCH, game, now.text);
}

static qd_status postgres_touch(void *self, const char *id, int64_t before, int64_t now,
                                qd_error *error) {
    struct game_at game = {.id = id, .before = before, .now = now};
    return pg_pool_run(pool_of(self), touch, &game, error);
}

static qd_status remove_inside(struct pg_connection *connection, void *context) {
    const struct game_at *game = context;
    char news[80];
    snprintf(news, sizeof news, "%s gone %s", game->id, game->server);
    if (!pg_execute(connection, COUNT_LESS, NULL))
        return QD_FAILURE;
    qd_status status = ask_game(connection, REMOVE_GAME, game, news);
    const char *const id[] = {game->id};
    if (status == QD_YES &&
        !(pg_execute(connection, REMOVE_SEATS, id) && pg_execute(connection, REMOVE_TOKENS, id) &&
          pg_execute(connection, REMEMBER_REMOVED, id)))
        status = QD_FAILURE;
    return status;
}

static qd_status remove_game(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, remove_inside, context);
}

static qd_status postgres_remove(void *self, const char *id, int64_t before, qd_error *error) {
    struct postgres_store *store = self;
    struct game_at game = {.server = store->name, .id = id, .before = before};
    return pg_pool_run(&store->pool, remove_game, &game, error);
}

/* Some entries of one game; when it has no more, the game is forgotten for good. */
static qd_status sweep_one(struct pg_connection *connection, const char *id) {
    struct number limit = number(STORE_SWEPT);
    PGresult *result = pg_query(connection, SWEEP, (const char *[]){id, limit.text});
    if (!result)
        return QD_FAILURE;
    int64_t swept = number_at(connection, result, 0, 0);
    connection->pq->clear(result);
    return swept == STORE_SWEPT || pg_execute(connection, FORGET_REMOVED, (const char *[]){id})
               ? QD_YES
               : QD_FAILURE;
}

static qd_status sweep_inside(struct pg_connection *connection, void *context) {
    (void)context;
    char id[SECRET_ID + 1];
    PGresult *result = pg_query(connection, GET_REMOVED, NULL);
    if (!result)
        return QD_FAILURE;
    bool found = connection->pq->ntuples(result) == 1;
    if (found)
        copy_at(connection, result, 0, 0, id, sizeof id);
    connection->pq->clear(result);
    return found ? sweep_one(connection, id) : QD_NO;
}

static qd_status sweep(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, sweep_inside, context);
}

static qd_status postgres_sweep(void *self, qd_error *error) {
    return pg_pool_run(pool_of(self), sweep, NULL, error);
}

/* ---- what other servers do ---- */

/* "ID VERSION SERVER", or "ID gone SERVER". */
static void hear_one(const struct postgres_store *store, const char *news) {
    char id[SECRET_ID + 1] = "", now[NUMBER] = "", server[SECRET_ID + 1] = "";
    _Static_assert(SECRET_ID == 12 && NUMBER == 24, "as in the format");
    if (sscanf(news, "%12s %23s %12s", id, now, server) != 3 || !secret_is_name(id, SECRET_ID) ||
        strcmp(server, store->name) == 0)
        return;
    if (strcmp(now, "gone") == 0)
        store->changed(store->context, id, STORE_GONE);
    else if (now[0] >= '0' && now[0] <= '9')
        store->changed(store->context, id, strtoull(now, NULL, 10));
}

/* Passes on what has come. Returns false if the connection was lost. */
static bool hear(struct postgres_store *store) {
    struct pg_connection *listener = &store->listener;
    PGnotify *one;
    bool good = listener->pq->consumeInput(listener->handle) == 1;
    while ((one = listener->pq->notifies(listener->handle))) {
        hear_one(store, one->extra);
        listener->pq->freemem(one);
    }
    return good && listener->pq->status(listener->handle) == CONNECTION_OK;
}

static bool begin_to_hear(struct postgres_store *store) {
    store->listener.why[0] = '\0';
    if (!pg_open(&store->listener, store->where))
        return false;
    if (pg_execute_text(&store->listener, "LISTEN quandary") && hear(store))
        return true;
    pg_close(&store->listener);
    return false;
}

/* What was said while nobody listened is lost, so everybody is told to look. */
static void listen_on(void *context) {
    struct postgres_store *store = context;
    struct pg_connection *listener = &store->listener;
    for (;;) {
        int socket = listener->handle ? listener->pq->socket(listener->handle) : -1;
        struct pollfd ready[] = {{.fd = store->wake[0], .events = POLLIN},
                                 {.fd = socket, .events = POLLIN}};
        poll(ready, 2, listener->handle ? -1 : AGAIN);
        if (ready[0].revents)
            return;
        if (!listener->handle && begin_to_hear(store))
            store->changed(store->context, NULL, 0);
        else if (listener->handle && !hear(store))
            pg_close(listener);
    }
}

static void postgres_watch(void *self, void (*changed)(void *context, const char *id, uint64_t now),
                           void *context) {
    struct postgres_store *store = self;
    store->changed = changed;
    store->context = context;
    begin_to_hear(store);
    if (pipe2(store->wake, O_CLOEXEC) == 0) {
        store->listening = thread_start(&store->thread, listen_on, store);
        if (!store->listening) {
            close(store->wake[0]);
            close(store->wake[1]);
        }
    }
    if (!store->listening)
        fprintf(stderr, "quandary serve: warning: what other servers do is not heard here\n");
}

static void end_listening(struct postgres_store *store) {
    if (!store->listening)
        return;
    close(store->wake[1]); /* the other end hears that */
    thread_join(&store->thread);
    close(store->wake[0]);
}

/* ---- opening ---- */

static void postgres_close(void *self) {
    struct postgres_store *store = self;
    end_listening(store);
    pg_close(&store->listener);
    pg_pool_end(&store->pool);
    free(store->where);
    free(store);
}

static struct postgres_store *new_store(const struct pq *pq, const char *rest) {
    struct postgres_store *store = MEM_NEW(struct postgres_store);
    struct buf where = {0};
    /* Behind the colon is a URL, or libpq's other way: "host=... dbname=...". */
    buf_printf(&where, "%s%s", strncmp(rest, "//", 2) == 0 ? "postgresql:" : "", rest);
    store->where = buf_take(&where);
    store->pq = *pq;
    store->listener.pq = &store->pq;
    pg_pool_init(&store->pool, &store->pq, statements, store->where);
    secret_name(store->name, SECRET_ID);
    return store;
}

/* The form of the tables: 0 if there are none, or those of the first form. Returns false if it
 * cannot be found out. */
static bool read_form(struct pg_connection *connection, int64_t *form) {
    PGresult *result = pg_query_text(connection, get_form);
    if (!result)
        return false;
    bool there = connection->pq->getvalue(result, 0, 0)[0] == 't';
    connection->pq->clear(result);
    *form = 0;
    if (!there)
        return true;
    result = pg_query_text(connection, "SELECT form FROM quandary_form");
    if (!result)
        return false;
    if (connection->pq->ntuples(result) == 1)
        *form = number_at(connection, result, 0, 0);
    return pg_clear(connection, result);
}

/* Makes the tables, or brings them to the present form. */
static qd_status migrate(struct pg_connection *connection, void *context) {
    int64_t *form = context;
    if (!pg_execute_text(connection, lock_form) || !read_form(connection, form))
        return QD_FAILURE;
    if (*form > STORE_FORM) {
        snprintf(connection->why, sizeof connection->why,
                 "it was made by a later version of this program");
        return QD_FAILURE;
    }
    for (int64_t next = *form; next < STORE_FORM; next++)
        if (!pg_execute_text(connection, schemas[next]))
            return QD_FAILURE;
    return pg_execute_text(connection, count_games) ? QD_YES : QD_FAILURE;
}

static void *postgres_open(const char *rest, qd_error *error) {
    struct pq pq;
    int64_t form = 0;
    if (!pq_load(&pq, error))
        return NULL;
    struct postgres_store *store = new_store(&pq, rest);
    struct pg_connection *first = &store->pool.connection[0];
    if (pg_open(first, store->where) && pg_transaction(first, migrate, &form) == QD_YES &&
        pg_prepare(first))
        return store;
    error_set(error, QD_FAILURE, "the database cannot be used as a store: %s", first->why);
    postgres_close(store);
    return NULL;
}

const struct store_backend store_postgres = {
    .word = "postgresql",
    .shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .watch = postgres_watch,
    .create = postgres_create,
    .load = postgres_load,
    .invited = postgres_invited,
    .append = postgres_append,
    .since = postgres_since,
    .old = postgres_old,
    .touch = postgres_touch,
    .remove = postgres_remove,
    .sweep = postgres_sweep,
};
