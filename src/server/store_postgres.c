/* Games in a PostgreSQL database, which several servers may share. Each change is one transaction;
 * with its commit the database tells all other servers which game has which version now. */
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "mem.h"
#include "pq.h"
#include "source.h"
#include "store_kind.h"
#include "thread.h"

/* Connections; milliseconds between attempts to listen again; characters of a number. */
enum { LINKS = 6, AGAIN = 500, NUMBER = 24, WHY = 240 };

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
    STATEMENTS
};

static const struct {
    const char *name;
    int values;
    const char *text;
} statements[STATEMENTS] = {
    [NEW_GAME] = {"new_game", 5,
                  "INSERT INTO quandary_game (id, puzzle, start, created, invite, version) "
                  "VALUES ($1, $2, $3, $4, $5, 0)"},
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
    [SET_VERSION] = {"set_version", 4,
                     "UPDATE quandary_game SET version = $2 WHERE id = $1 AND version = $3 "
                     "RETURNING pg_notify('quandary', $4)"},
    [NEW_ENTRY] = {"new_entry", 6,
                   "INSERT INTO quandary_entry (game, version, time, seat, kind, text) "
                   "VALUES ($1, $2, $3, $4, $5, $6)"},
    [SET_SEAT] = {"set_seat", 5,
                  "UPDATE quandary_seat SET kind = $3, name = $4, level = $5 "
                  "WHERE game = $1 AND number = $2 AND kind = 1 RETURNING number"},
};

/* Several servers may start at once: the first makes the tables, the others wait for it. The key of
 * the lock is "quandary" in ASCII. */
static const char schema[] =
    "SELECT pg_advisory_xact_lock(8175547825319408249);"
    "CREATE TABLE IF NOT EXISTS quandary_game (id text PRIMARY KEY, puzzle text NOT NULL,"
    " start text NOT NULL, created bigint NOT NULL, invite text UNIQUE, version bigint NOT NULL);"
    "CREATE TABLE IF NOT EXISTS quandary_seat (game text NOT NULL, number integer NOT NULL,"
    " kind integer NOT NULL, name text NOT NULL, level text NOT NULL, PRIMARY KEY (game, number));"
    "CREATE TABLE IF NOT EXISTS quandary_token (number bigint GENERATED ALWAYS AS IDENTITY,"
    " game text NOT NULL, hash bytea NOT NULL, seats integer NOT NULL, owner integer NOT NULL,"
    " PRIMARY KEY (game, number));"
    "CREATE TABLE IF NOT EXISTS quandary_entry (game text NOT NULL, version bigint NOT NULL,"
    " time bigint NOT NULL, seat integer NOT NULL, kind integer NOT NULL, text text NOT NULL,"
    " PRIMARY KEY (game, version));";

/* A database may be told not to wait for its disk; here it must. A server that hangs in the middle
 * of a transaction does not keep the others from the game for ever. */
static const char settings[] = "SET client_min_messages = warning; SET lock_timeout = 5000;"
                               "SET idle_in_transaction_session_timeout = 10000;"
                               "SELECT set_config('synchronous_commit', 'on', false)"
                               " WHERE current_setting('synchronous_commit') = 'off';";

/* One connection, used by one thread at a time. */
struct link {
    const struct pq *pq;
    PGconn *connection; /* NULL: there is none at the moment */
    bool used;
    bool committing; /* nobody knows whether it was done if the connection is lost now */
    char why[WHY];   /* what went wrong first */
};

struct postgres_store {
    struct pq pq;
    char *where;              /* what the database is connected by */
    char name[SECRET_ID + 1]; /* of this server, so that it knows its own notifications */
    struct thread_lock lock;  /* of who uses which link */
    struct thread_signal freed;
    struct link links[LINKS];

    struct link ear; /* of the thread that listens */
    struct thread listener;
    bool listening;
    int wake[2]; /* a byte in this pipe ends it */
    void (*changed)(void *context, const char *id, uint64_t now);
    void *context;
};

/* ---- one connection ---- */

/* Keeps what libpq says, in one line; the first reason is the one that matters. */
static void remember_why(struct link *link) {
    size_t size = 0;
    if (link->why[0])
        return;
    for (const char *from = link->pq->errorMessage(link->connection); *from && size + 1 < WHY;
         from++)
        if (!isspace((unsigned char)*from))
            link->why[size++] = *from;
        else if (size > 0 && link->why[size - 1] != ' ')
            link->why[size++] = ' ';
    while (size > 0 && link->why[size - 1] == ' ')
        size--;
    link->why[size] = '\0';
}

/* Returns the result if it is good; else NULL. */
static PGresult *check(struct link *link, PGresult *result) {
    ExecStatusType status = link->pq->resultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    remember_why(link);
    link->pq->clear(result);
    return NULL;
}

static bool forget(struct link *link, PGresult *result) {
    if (result)
        link->pq->clear(result);
    return result != NULL;
}

static bool run_text(struct link *link, const char *text) {
    return forget(link, check(link, link->pq->exec(link->connection, text)));
}

static PGresult *ask(struct link *link, enum statement which, const char *const *values) {
    return check(link, link->pq->execPrepared(link->connection, statements[which].name,
                                              statements[which].values, values, NULL, NULL, 0));
}

static bool run(struct link *link, enum statement which, const char *const *values) {
    return forget(link, ask(link, which, values));
}

static void hang_up(struct link *link) {
    if (link->connection)
        link->pq->finish(link->connection);
    link->connection = NULL;
}

/* What the URL says goes before what is usual here, but for the encoding. */
static bool dial(struct link *link, const char *where) {
    static const char *const keys[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL};
    const char *const values[] = {"3", "10", "5", "3", "15000", where, "UTF8", "quandary", NULL};
    link->connection = link->pq->connectdbParams(keys, values, 1);
    if (link->pq->status(link->connection) == CONNECTION_OK && run_text(link, settings))
        return true;
    remember_why(link);
    hang_up(link);
    return false;
}

static bool prepare(struct link *link) {
    for (int i = 0; i < STATEMENTS; i++)
        if (!forget(link, check(link, link->pq->prepare(link->connection, statements[i].name,
                                                        statements[i].text, 0, NULL)))) {
            hang_up(link);
            return false;
        }
    return true;
}

/* ---- all of them ---- */

static qd_status fail(const struct link *link, qd_error *error) {
    error_set(error, QD_FAILURE, "the store does not work: %s", link->why);
    return QD_FAILURE;
}

/* A link that is connected, if there is one, waiting for it if need be. */
static struct link *take_link(struct postgres_store *store) {
    struct link *best = NULL;
    thread_lock_take(&store->lock);
    for (;;) {
        for (int i = 0; i < LINKS; i++)
            if (!store->links[i].used && (!best || !best->connection))
                best = &store->links[i];
        if (best)
            break;
        thread_signal_wait(&store->freed, &store->lock);
    }
    best->used = true;
    thread_lock_leave(&store->lock);
    best->committing = false;
    return best;
}

static void leave_link(struct postgres_store *store, struct link *link) {
    thread_lock_take(&store->lock);
    link->used = false;
    thread_signal_wake_one(&store->freed);
    thread_lock_leave(&store->lock);
}

typedef qd_status errand(struct link *link, void *context);

/* True if the same may be tried again: the connection was lost, and nothing was done by it. */
static bool was_lost(struct link *link) {
    if (link->pq->status(link->connection) == CONNECTION_OK)
        return false;
    hang_up(link);
    return !link->committing;
}

/* Does something by a link. A connection that was lost is made again, once in each call. */
static qd_status go(struct postgres_store *store, errand *todo, void *context, qd_error *error) {
    struct link *link = take_link(store);
    qd_status status = QD_FAILURE;
    for (int attempt = 0; attempt < 2; attempt++) {
        link->why[0] = '\0';
        if (!link->connection && !(dial(link, store->where) && prepare(link)))
            break;
        status = todo(link, context);
        if (status != QD_FAILURE || !was_lost(link))
            break;
    }
    if (status == QD_FAILURE)
        fail(link, error);
    leave_link(store, link);
    return status;
}

/* All that inside does, or, if that is not QD_YES, nothing of it. */
static qd_status transact(struct link *link, errand *inside, void *context) {
    if (!run_text(link, "BEGIN ISOLATION LEVEL READ COMMITTED"))
        return QD_FAILURE;
    qd_status status = inside(link, context);
    if (status == QD_YES) {
        link->committing = true;
        status = run_text(link, "COMMIT") ? QD_YES : QD_FAILURE;
    }
    if (status != QD_YES && link->pq->status(link->connection) == CONNECTION_OK &&
        !run_text(link, "ROLLBACK"))
        hang_up(link);
    return status;
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

static int64_t number_at(const struct link *link, const PGresult *result, int row, int column) {
    return strtoll(link->pq->getvalue(result, row, column), NULL, 10);
}

static void copy_at(const struct link *link, const PGresult *result, int row, int column, char *out,
                    size_t size) {
    snprintf(out, size, "%s", link->pq->getvalue(result, row, column));
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

static bool put_game(struct link *link, const struct store_game *game) {
    struct number created = number(game->created);
    return run(link, NEW_GAME,
               (const char *[]){game->id, game->puzzle, game->start, created.text,
                                game->invite[0] ? game->invite : NULL});
}

static bool put_seat(struct link *link, const char *id, unsigned at,
                     const struct store_seat *seat) {
    struct number place = number(at), kind = number(seat->kind);
    return run(link, NEW_SEAT,
               (const char *[]){id, place.text, kind.text, seat->name, seat->level});
}

static bool put_token(struct link *link, const char *id, const struct store_token *token) {
    struct number seats = number(token->seats), owner = number(token->owner);
    char hash[2 * SECRET_HASH + 1];
    hash_text(token->hash, hash);
    return run(link, NEW_TOKEN, (const char *[]){id, hash, seats.text, owner.text});
}

static qd_status create_inside(struct link *link, void *context) {
    const struct store_game *game = context;
    bool good = put_game(link, game);
    for (unsigned i = 0; good && i < game->seat_count; i++)
        good = put_seat(link, game->id, i + 1, &game->seats[i]);
    for (unsigned i = 0; good && i < game->token_count; i++)
        good = put_token(link, game->id, &game->tokens[i]);
    return good ? QD_YES : QD_FAILURE;
}

static qd_status create(struct link *link, void *context) {
    return transact(link, create_inside, context);
}

static qd_status postgres_create(void *self, const struct store_game *game, qd_error *error) {
    struct store_game copy = *game;
    return go(self, create, &copy, error);
}

/* ---- reading ---- */

static qd_status read_game(struct link *link, struct store_game *game) {
    PGresult *result = ask(link, GET_GAME, (const char *[]){game->id});
    if (!result)
        return QD_FAILURE;
    bool found = link->pq->ntuples(result) == 1;
    if (found) {
        copy_at(link, result, 0, 0, game->puzzle, sizeof game->puzzle);
        game->start = mem_text(link->pq->getvalue(result, 0, 1));
        game->created = number_at(link, result, 0, 2);
        copy_at(link, result, 0, 3, game->invite, sizeof game->invite);
    }
    link->pq->clear(result);
    return found ? QD_YES : QD_NO;
}

static bool read_seats(struct link *link, struct store_game *game) {
    PGresult *result = ask(link, GET_SEATS, (const char *[]){game->id});
    if (!result)
        return false;
    for (int row = 0; row < link->pq->ntuples(result) && row < STORE_SEATS; row++) {
        struct store_seat *seat = &game->seats[game->seat_count++];
        seat->kind = (uint8_t)number_at(link, result, row, 0);
        copy_at(link, result, row, 1, seat->name, sizeof seat->name);
        copy_at(link, result, row, 2, seat->level, sizeof seat->level);
    }
    return forget(link, result);
}

static bool read_tokens(struct link *link, struct store_game *game) {
    PGresult *result = ask(link, GET_TOKENS, (const char *[]){game->id});
    if (!result)
        return false;
    for (int row = 0; row < link->pq->ntuples(result) && row < STORE_TOKENS; row++) {
        struct store_token *token = &game->tokens[game->token_count++];
        read_hash(link->pq->getvalue(result, row, 0), token->hash);
        token->seats = (unsigned)number_at(link, result, row, 1);
        token->owner = number_at(link, result, row, 2) != 0;
    }
    return forget(link, result);
}

struct wanted {
    const char *id;
    struct store_game *game;
};

/* Not one snapshot: whoever needs seats that fit a version reads them after its entries. */
static qd_status load(struct link *link, void *context) {
    struct wanted *wanted = context;
    store_game_free(wanted->game); /* of a first attempt */
    snprintf(wanted->game->id, sizeof wanted->game->id, "%s", wanted->id);
    qd_status status = read_game(link, wanted->game);
    if (status == QD_YES && !(read_seats(link, wanted->game) && read_tokens(link, wanted->game)))
        status = QD_FAILURE;
    return status;
}

static qd_status postgres_load(void *self, const char *id, struct store_game *game,
                               qd_error *error) {
    struct wanted wanted = {.id = id, .game = game};
    *game = (struct store_game){0};
    qd_status status = go(self, load, &wanted, error);
    if (status != QD_YES)
        store_game_free(game);
    return status;
}

struct invitation {
    const char *invite;
    char *id;
};

static qd_status invited(struct link *link, void *context) {
    const struct invitation *invitation = context;
    PGresult *result = ask(link, GET_INVITED, (const char *[]){invitation->invite});
    if (!result)
        return QD_FAILURE;
    bool found = link->pq->ntuples(result) == 1;
    if (found)
        copy_at(link, result, 0, 0, invitation->id, SECRET_ID + 1);
    link->pq->clear(result);
    return found ? QD_YES : QD_NO;
}

static qd_status postgres_invited(void *self, const char *invite, char id[SECRET_ID + 1],
                                  qd_error *error) {
    struct invitation invitation = {.invite = invite, .id = id};
    return go(self, invited, &invitation, error);
}

struct reader {
    const char *id;
    uint64_t version;
    size_t limit;
    struct store_entries *entries;
};

static qd_status since(struct link *link, void *context) {
    const struct reader *reader = context;
    struct number version = number((int64_t)reader->version),
                  limit = number((int64_t)reader->limit);
    PGresult *result = ask(link, GET_SINCE, (const char *[]){reader->id, version.text, limit.text});
    if (!result)
        return QD_FAILURE;
    for (int row = 0; row < link->pq->ntuples(result); row++)
        store_entries_add(
            reader->entries,
            (struct store_entry){.version = (uint64_t)number_at(link, result, row, 0),
                                 .time = number_at(link, result, row, 1),
                                 .seat = (uint8_t)number_at(link, result, row, 2),
                                 .kind = (uint8_t)number_at(link, result, row, 3),
                                 .text = mem_text(link->pq->getvalue(result, row, 4))});
    link->pq->clear(result);
    return QD_YES;
}

static qd_status postgres_since(void *self, const char *id, uint64_t version, size_t limit,
                                struct store_entries *entries, qd_error *error) {
    struct reader reader = {.id = id, .version = version, .limit = limit, .entries = entries};
    return go(self, since, &reader, error);
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

static qd_status tell_present(struct link *link, const struct writer *writer) {
    PGresult *result = ask(link, GET_VERSION, (const char *[]){writer->id});
    if (!result)
        return QD_FAILURE;
    bool found = link->pq->ntuples(result) == 1;
    if (found)
        *writer->present = (uint64_t)number_at(link, result, 0, 0);
    else
        snprintf(link->why, sizeof link->why, "there is no game %.20s", writer->id);
    link->pq->clear(result);
    return found ? QD_NO : QD_FAILURE;
}

/* Moves the version on if it is the expected one. Whoever else wants to waits until this
 * transaction has ended, and then finds another version. */
static qd_status claim(struct link *link, const struct writer *writer) {
    uint64_t next = writer->expected + writer->count;
    struct number now = number((int64_t)next), then = number((int64_t)writer->expected);
    char news[80];
    snprintf(news, sizeof news, "%s %s %s", writer->id, now.text, writer->server);
    PGresult *result =
        ask(link, SET_VERSION, (const char *[]){writer->id, now.text, then.text, news});
    if (!result)
        return QD_FAILURE;
    bool claimed = link->pq->ntuples(result) == 1;
    link->pq->clear(result);
    return claimed ? QD_YES : tell_present(link, writer);
}

static bool put_entry(struct link *link, const char *id, const struct store_entry *entry) {
    struct number version = number((int64_t)entry->version), time = number(entry->time),
                  seat = number(entry->seat), kind = number(entry->kind);
    return run(link, NEW_ENTRY,
               (const char *[]){id, version.text, time.text, seat.text, kind.text, entry->text});
}

static qd_status change_seat(struct link *link, const char *id, const struct store_change *change) {
    struct number place = number(change->seat), kind = number(change->now.kind);
    PGresult *result =
        ask(link, SET_SEAT,
            (const char *[]){id, place.text, kind.text, change->now.name, change->now.level});
    if (!result)
        return QD_FAILURE;
    bool open = link->pq->ntuples(result) == 1;
    link->pq->clear(result);
    if (!open)
        return QD_NO;
    return !change->token || put_token(link, id, change->token) ? QD_YES : QD_FAILURE;
}

static qd_status append_inside(struct link *link, void *context) {
    const struct writer *writer = context;
    qd_status status = claim(link, writer);
    for (size_t i = 0; status == QD_YES && i < writer->count; i++) {
        writer->entries[i].version = writer->expected + i + 1;
        status = put_entry(link, writer->id, &writer->entries[i]) ? QD_YES : QD_FAILURE;
    }
    return status == QD_YES && writer->change ? change_seat(link, writer->id, writer->change)
                                              : status;
}

static qd_status append(struct link *link, void *context) {
    return transact(link, append_inside, context);
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
    *present = expected;
    return go(store, append, &writer, error);
}

/* ---- what other servers do ---- */

static void hear_one(const struct postgres_store *store, const char *news) {
    char id[SECRET_ID + 1] = "", server[SECRET_ID + 1] = "";
    uint64_t version = 0;
    _Static_assert(SECRET_ID == 12, "as in the format");
    if (sscanf(news, "%12s %" SCNu64 " %12s", id, &version, server) == 3 &&
        secret_is_name(id, SECRET_ID) && strcmp(server, store->name) != 0)
        store->changed(store->context, id, version);
}

/* Passes on what has come. Returns false if the connection was lost. */
static bool hear(struct postgres_store *store) {
    struct link *ear = &store->ear;
    PGnotify *one;
    bool good = ear->pq->consumeInput(ear->connection) == 1;
    while ((one = ear->pq->notifies(ear->connection))) {
        hear_one(store, one->extra);
        ear->pq->freemem(one);
    }
    return good && ear->pq->status(ear->connection) == CONNECTION_OK;
}

static bool begin_to_hear(struct postgres_store *store) {
    store->ear.why[0] = '\0';
    if (!dial(&store->ear, store->where))
        return false;
    if (run_text(&store->ear, "LISTEN quandary") && hear(store))
        return true;
    hang_up(&store->ear);
    return false;
}

/* What was said while nobody listened is lost, so everybody is told to look. */
static void listen_on(void *context) {
    struct postgres_store *store = context;
    struct link *ear = &store->ear;
    for (;;) {
        int socket = ear->connection ? ear->pq->socket(ear->connection) : -1;
        struct pollfd ready[] = {{.fd = store->wake[0], .events = POLLIN},
                                 {.fd = socket, .events = POLLIN}};
        poll(ready, 2, ear->connection ? -1 : AGAIN);
        if (ready[0].revents)
            return;
        if (!ear->connection && begin_to_hear(store))
            store->changed(store->context, NULL, 0);
        else if (ear->connection && !hear(store))
            hang_up(ear);
    }
}

static void postgres_watch(void *self, void (*changed)(void *context, const char *id, uint64_t now),
                           void *context) {
    struct postgres_store *store = self;
    store->changed = changed;
    store->context = context;
    begin_to_hear(store);
    if (pipe2(store->wake, O_CLOEXEC) != 0)
        return;
    store->listening = thread_start(&store->listener, listen_on, store);
    if (!store->listening) {
        close(store->wake[0]);
        close(store->wake[1]);
    }
}

static void end_listening(struct postgres_store *store) {
    if (!store->listening)
        return;
    if (write(store->wake[1], "", 1) == 1)
        thread_join(&store->listener);
    close(store->wake[0]);
    close(store->wake[1]);
}

/* ---- opening ---- */

static void postgres_close(void *self) {
    struct postgres_store *store = self;
    end_listening(store);
    hang_up(&store->ear);
    for (int i = 0; i < LINKS; i++)
        hang_up(&store->links[i]);
    thread_lock_destroy(&store->lock);
    thread_signal_destroy(&store->freed);
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
    store->ear.pq = &store->pq;
    for (int i = 0; i < LINKS; i++)
        store->links[i].pq = &store->pq;
    thread_lock_init(&store->lock);
    thread_signal_init(&store->freed);
    secret_name(store->name, SECRET_ID);
    return store;
}

static void *postgres_open(const char *rest, qd_error *error) {
    struct pq pq;
    if (!pq_load(&pq, error))
        return NULL;
    struct postgres_store *store = new_store(&pq, rest);
    struct link *first = &store->links[0];
    if (dial(first, store->where) && run_text(first, schema) && prepare(first))
        return store;
    error_set(error, QD_FAILURE, "the database cannot be used as a store: %s", first->why);
    postgres_close(store);
    return NULL;
}

const struct store_kind_calls store_postgres = {
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
};
