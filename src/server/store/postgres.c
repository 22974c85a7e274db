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

/* Milliseconds between attempts to listen again; characters of a number; values of a statement. */
enum { AGAIN = 500, NUMBER = 24, MOST_VALUES = 6 };

/* ---- statements ---- */

enum { COUNT_ONE = SQL_STATEMENTS, COUNT_LESS, STATEMENTS };

static const struct pg_statement statements[STATEMENTS + 1] = {
#define T                             "quandary_"
#define HASH_IN(value)                "decode(" value ", 'hex')"
#define HASH_OUT(value)               "encode(" value ", 'hex')"
#define TOKEN_ORDER                   "number"
#define NOTIFY(value)                 " RETURNING pg_notify('quandary', " value ")"
#define NOTIFIED                      1
#define SKIP_LOCKED                   " FOR UPDATE SKIP LOCKED"
#define STATEMENT(name, values, text) [SQL_##name] = {#name, values, text},
#include "server/store/statements.def"
#undef STATEMENT
    /* Creating and removing a game both begin with these, so that each waits for the other. */
    [COUNT_ONE] = {"COUNT_ONE", 1,
                   "UPDATE quandary_form SET games = games + 1 WHERE $1::bigint = 0 OR "
                   "games < $1::bigint"},
    [COUNT_LESS] = {"COUNT_LESS", 0, "UPDATE quandary_form SET games = games - 1"},
};
_Static_assert(STORE_GRAIN == 3600000, "as in SET_VERSION");

/* Each brings a database from the version before to the next. A server of version 1 may still
 * create games; touched has a default for them. */
static const char *const schemas[STORE_SCHEMA] = {
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

/* Several servers may start at once: the first creates the tables, the others wait for it. The key
 * of the lock is "quandary" in ASCII. */
static const char lock_schema[] = "SELECT pg_advisory_xact_lock(8175547825319408249)";
static const char has_version[] = "SELECT to_regclass('quandary_form') IS NOT NULL";

/* Locks the row, so that no game is created or removed while they are counted. */
static const char count_games[] =
    "SELECT games FROM quandary_form FOR UPDATE;"
    "UPDATE quandary_form SET games = (SELECT count(*) FROM quandary_game)";

struct postgres_store {
    struct pq pq;
    char *where;              /* how to connect to the database */
    char name[SECRET_ID + 1]; /* of this server, so that it knows its own notifications */
    struct pg_pool pool;

    struct pg_connection listener; /* of the thread that listens to other servers */
    struct thread thread;
    bool listening;
    int wake[2]; /* closing this pipe ends the thread */
    void (*changed)(void *context, const char *id, uint64_t now);
    void *context;
};

/* What a task gets. */
struct pg_sql {
    struct sql sql;
    struct pg_connection *connection;
};

static struct pg_connection *connection_of(struct sql *sql) {
    return ((struct pg_sql *)(void *)sql)->connection;
}

/* ---- running statements ---- */

/* The text of a value that is not a text itself. */
struct written {
    char text[2 * SECRET_HASH + 1];
};

static const char *text_of(const struct sql_value *value, struct written *written) {
    if (value->type == SQL_NUMBER)
        snprintf(written->text, sizeof written->text, "%" PRId64, value->number);
    for (int i = 0; value->type == SQL_HASH && i < SECRET_HASH; i++)
        snprintf(written->text + 2 * i, 3, "%02x", value->hash[i]);
    return value->type == SQL_NULL ? NULL : value->type == SQL_TEXT ? value->text : written->text;
}

static PGresult *run(struct pg_connection *connection, int which, const struct sql_value *values) {
    struct written written[MOST_VALUES];
    const char *texts[MOST_VALUES];
    assert(statements[which].values <= MOST_VALUES);
    for (int i = 0; i < statements[which].values; i++)
        texts[i] = text_of(&values[i], &written[i]);
    return pg_query_prepared(connection, which, texts);
}

static bool postgres_execute(struct sql *sql, enum sql_statement which,
                             const struct sql_value *values, int64_t *changed) {
    struct pg_connection *connection = connection_of(sql);
    PGresult *result = run(connection, (int)which, values);
    if (result && changed)
        *changed = strtoll(connection->pq->cmdTuples(result), NULL, 10);
    return pg_clear(connection, result);
}

/* What a row is read from. */
struct cursor {
    const struct pq *pq;
    PGresult *result;
};

static int postgres_query(struct sql *sql, enum sql_statement which, const struct sql_value *values,
                          void (*see)(void *context, const struct sql_row *row), void *context) {
    struct pg_connection *connection = connection_of(sql);
    struct cursor cursor = {connection->pq, run(connection, (int)which, values)};
    struct sql_row row = {.backend = &store_postgres, .result = &cursor};
    if (!cursor.result)
        return -1;
    int rows = connection->pq->ntuples(cursor.result);
    for (; row.number < rows; row.number++)
        see(context, &row);
    pg_clear(connection, cursor.result);
    return rows;
}

static const char *postgres_text(const struct sql_row *row, int column) {
    const struct cursor *cursor = row->result;
    return cursor->pq->getvalue(cursor->result, row->number, column);
}

static int64_t postgres_number(const struct sql_row *row, int column) {
    return strtoll(postgres_text(row, column), NULL, 10);
}

static void postgres_hash(const struct sql_row *row, int column, uint8_t hash[SECRET_HASH]) {
    const char *text = postgres_text(row, column);
    unsigned byte;
    for (int i = 0; i < SECRET_HASH && sscanf(text + 2 * i, "%2x", &byte) == 1; i++)
        hash[i] = (uint8_t)byte;
}

static qd_status postgres_count(struct sql *sql, int change, uint64_t most) {
    struct sql_value limit = sql_number((int64_t)most);
    int64_t changed = 0;
    if (!postgres_execute(sql, (enum sql_statement)(change > 0 ? COUNT_ONE : COUNT_LESS), &limit,
                          &changed))
        return QD_FAILURE;
    return changed == 1 ? QD_YES : QD_NO;
}

/* ---- tasks ---- */

struct call {
    const struct postgres_store *store;
    sql_task *task;
    void *context;
};

static qd_status do_task(struct pg_connection *connection, void *context) {
    const struct call *call = context;
    struct pg_sql sql = {.sql = {.backend = &store_postgres, .server = call->store->name},
                         .connection = connection};
    return call->task(&sql.sql, call->context);
}

static qd_status do_transaction(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, do_task, context);
}

static qd_status postgres_read(void *self, sql_task *task, void *context, qd_error *error) {
    struct postgres_store *store = self;
    struct call call = {.store = store, .task = task, .context = context};
    return pg_pool_run(&store->pool, do_task, &call, error);
}

static qd_status postgres_write(void *self, sql_task *task, void *context, qd_error *error) {
    struct postgres_store *store = self;
    struct call call = {.store = store, .task = task, .context = context};
    return pg_pool_run(&store->pool, do_transaction, &call, error);
}

/* ---- what other servers do ---- */

/* "ID VERSION SERVER", or "ID gone SERVER". */
static void handle_notification(const struct postgres_store *store, const char *news) {
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

/* Passes on the notifications that have arrived. Returns false if the connection was lost. */
static bool handle_notifications(struct postgres_store *store) {
    struct pg_connection *listener = &store->listener;
    PGnotify *one;
    bool good = listener->pq->consumeInput(listener->handle) == 1;
    while ((one = listener->pq->notifies(listener->handle))) {
        handle_notification(store, one->extra);
        listener->pq->freemem(one);
    }
    return good && listener->pq->status(listener->handle) == CONNECTION_OK;
}

static bool start_listening(struct postgres_store *store) {
    store->listener.why[0] = '\0';
    if (!pg_open(&store->listener, store->where))
        return false;
    if (pg_execute(&store->listener, "LISTEN quandary") && handle_notifications(store))
        return true;
    pg_close(&store->listener);
    return false;
}

/* Notifications sent while the connection was lost are missing, so all games may have changed. */
static void listen_until_closed(void *context) {
    struct postgres_store *store = context;
    struct pg_connection *listener = &store->listener;
    for (;;) {
        int socket = listener->handle ? listener->pq->socket(listener->handle) : -1;
        struct pollfd ready[] = {{.fd = store->wake[0], .events = POLLIN},
                                 {.fd = socket, .events = POLLIN}};
        poll(ready, 2, listener->handle ? -1 : AGAIN);
        if (ready[0].revents)
            return;
        if (!listener->handle && start_listening(store))
            store->changed(store->context, NULL, 0);
        else if (listener->handle && !handle_notifications(store))
            pg_close(listener);
    }
}

static void postgres_watch(void *self, void (*changed)(void *context, const char *id, uint64_t now),
                           void *context) {
    struct postgres_store *store = self;
    store->changed = changed;
    store->context = context;
    start_listening(store);
    if (pipe2(store->wake, O_CLOEXEC) == 0) {
        store->listening = thread_start(&store->thread, listen_until_closed, store);
        if (!store->listening) {
            close(store->wake[0]);
            close(store->wake[1]);
        }
    }
    if (!store->listening)
        fprintf(stderr, "quandary serve: warning: changes by other servers are not noticed\n");
}

static void stop_listening(struct postgres_store *store) {
    if (!store->listening)
        return;
    close(store->wake[1]); /* the thread sees the end of the pipe */
    thread_join(&store->thread);
    close(store->wake[0]);
}

/* ---- opening ---- */

static void postgres_hurry(void *self) {
    struct postgres_store *store = self;
    pg_pool_hurry(&store->pool);
}

static void postgres_close(void *self) {
    struct postgres_store *store = self;
    stop_listening(store);
    pg_close(&store->listener);
    pg_pool_end(&store->pool);
    free(store->where);
    free(store);
}

static struct postgres_store *new_store(const struct pq *pq, const char *rest) {
    struct postgres_store *store = MEM_NEW(struct postgres_store);
    struct buf where = {0};
    /* After the colon comes the rest of a URL, or "host=... dbname=...", which libpq takes as well.
     */
    buf_printf(&where, "%s%s", strncmp(rest, "//", 2) == 0 ? "postgresql:" : "", rest);
    store->where = buf_take(&where);
    store->pq = *pq;
    store->listener.pq = &store->pq;
    store->listener.timeouts = &store->pool.timeouts;
    pg_pool_init(&store->pool, &store->pq, statements, store->where);
    secret_name(store->name, SECRET_ID);
    return store;
}

/* The version of the tables: 0 if there are none, or if they are of version 1, which did not write
 * it down. Returns false if it cannot be read. */
static bool read_version(struct pg_connection *connection, int64_t *version) {
    PGresult *result = pg_query(connection, has_version);
    if (!result)
        return false;
    bool there = connection->pq->getvalue(result, 0, 0)[0] == 't';
    connection->pq->clear(result);
    *version = 0;
    if (!there)
        return true;
    result = pg_query(connection, "SELECT form FROM quandary_form");
    if (!result)
        return false;
    if (connection->pq->ntuples(result) == 1)
        *version = strtoll(connection->pq->getvalue(result, 0, 0), NULL, 10);
    return pg_clear(connection, result);
}

/* Creates the tables, or brings them up to date. */
static qd_status migrate(struct pg_connection *connection, void *context) {
    int64_t *version = context;
    if (!pg_execute(connection, lock_schema) || !read_version(connection, version))
        return QD_FAILURE;
    if (*version > STORE_SCHEMA) {
        snprintf(connection->why, sizeof connection->why,
                 "it was made by a later version of this program");
        return QD_FAILURE;
    }
    for (int64_t next = *version; next < STORE_SCHEMA; next++)
        if (!pg_execute(connection, schemas[next]))
            return QD_FAILURE;
    return pg_execute(connection, count_games) ? QD_YES : QD_FAILURE;
}

static void *postgres_open(const char *rest, qd_error *error) {
    struct pq pq;
    int64_t version = 0;
    if (!pq_load(&pq, error))
        return NULL;
    struct postgres_store *store = new_store(&pq, rest);
    struct pg_connection *first = &store->pool.connection[0];
    first->timeouts = NULL; /* there may be much to update */
    bool migrated =
        pg_open(first, store->where) && pg_transaction(first, migrate, &version) == QD_YES;
    first->timeouts = &store->pool.timeouts;
    if (migrated && pg_prepare(first))
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
    .hurry = postgres_hurry,
    .read = postgres_read,
    .write = postgres_write,
    .execute = postgres_execute,
    .query = postgres_query,
    .count = postgres_count,
    .number = postgres_number,
    .text = postgres_text,
    .hash = postgres_hash,
};
