#include "server/store/postgres_connection.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/source.h"

/* A database may be told not to wait for its disk; here it must. A server that hangs in the middle
 * of a transaction does not keep the others from the game for ever. */
static const char settings[] = "SET client_min_messages = warning; SET lock_timeout = 5000;"
                               "SET idle_in_transaction_session_timeout = 10000;"
                               "SELECT set_config('synchronous_commit', 'on', false)"
                               " WHERE current_setting('synchronous_commit') = 'off';";

/* ---- one connection ---- */

/* Keeps what libpq says, in one line; the first reason is the one that matters. */
static void remember_why(struct pg_connection *connection) {
    size_t size = 0;
    if (connection->why[0])
        return;
    for (const char *from = connection->pq->errorMessage(connection->handle);
         *from && size + 1 < PG_WHY; from++)
        if (!isspace((unsigned char)*from))
            connection->why[size++] = *from;
        else if (size > 0 && connection->why[size - 1] != ' ')
            connection->why[size++] = ' ';
    while (size > 0 && connection->why[size - 1] == ' ')
        size--;
    connection->why[size] = '\0';
}

/* True if the connection went with the statement: what libpq itself complains of has no code, and
 * what the database calls fatal is the last that it says. libpq goes on to call such a connection
 * good if something that was said before is still to be read from it. */
static bool is_end(const struct pg_connection *connection, const PGresult *result) {
    const char *code = connection->pq->resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *severity = connection->pq->resultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return !code || !severity || strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0;
}

/* Returns the result if it is good; else NULL. */
static PGresult *check(struct pg_connection *connection, PGresult *result) {
    ExecStatusType status = connection->pq->resultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    remember_why(connection);
    connection->lost = connection->lost || is_end(connection, result);
    connection->pq->clear(result);
    return NULL;
}

bool pg_clear(struct pg_connection *connection, PGresult *result) {
    if (result)
        connection->pq->clear(result);
    return result != NULL;
}

PGresult *pg_query(struct pg_connection *connection, const char *text) {
    return check(connection, connection->pq->exec(connection->handle, text));
}

bool pg_execute(struct pg_connection *connection, const char *text) {
    return pg_clear(connection, pg_query(connection, text));
}

PGresult *pg_query_prepared(struct pg_connection *connection, int which,
                            const char *const *values) {
    return check(connection, connection->pq->execPrepared(
                                 connection->handle, connection->statements[which].name,
                                 connection->statements[which].values, values, NULL, NULL, 0));
}

void pg_close(struct pg_connection *connection) {
    if (connection->handle)
        connection->pq->finish(connection->handle);
    connection->handle = NULL;
    connection->lost = false;
}

/* What the URL says goes before what is usual here, but for the encoding. */
bool pg_open(struct pg_connection *connection, const char *where) {
    static const char *const keys[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL};
    const char *const values[] = {"3", "10", "5", "3", "15000", where, "UTF8", "quandary", NULL};
    connection->handle = connection->pq->connectdbParams(keys, values, 1);
    if (connection->pq->status(connection->handle) == CONNECTION_OK &&
        pg_execute(connection, settings))
        return true;
    remember_why(connection);
    pg_close(connection);
    return false;
}

bool pg_prepare(struct pg_connection *connection) {
    for (const struct pg_statement *one = connection->statements; one->name; one++)
        if (!pg_clear(connection,
                      check(connection, connection->pq->prepare(connection->handle, one->name,
                                                                one->text, 0, NULL)))) {
            pg_close(connection);
            return false;
        }
    return true;
}

/* ---- all of them ---- */

static qd_status fail(const struct pg_connection *connection, qd_error *error) {
    error_set(error, QD_FAILURE, "the store does not work: %s", connection->why);
    return QD_FAILURE;
}

/* A link that is connected, if there is one, waiting for it if need be. */
static struct pg_connection *lock_connection(struct pg_pool *pool) {
    struct pg_connection *best = NULL;
    mutex_lock(&pool->lock);
    for (;;) {
        for (int i = 0; i < PG_CONNECTIONS; i++)
            if (!pool->connection[i].used && (!best || !best->handle))
                best = &pool->connection[i];
        if (best)
            break;
        condition_wait(&pool->freed, &pool->lock);
    }
    assert(!best->used);
    best->used = true;
    mutex_unlock(&pool->lock);
    best->committing = false;
    return best;
}

static void unlock_connection(struct pg_pool *pool, struct pg_connection *connection) {
    mutex_lock(&pool->lock);
    assert(connection->used);
    connection->used = false;
    condition_signal(&pool->freed);
    mutex_unlock(&pool->lock);
}

/* True if the same may be tried again: the connection was lost, and nothing was done by it. */
static bool was_lost(struct pg_connection *connection) {
    if (!connection->lost && connection->pq->status(connection->handle) == CONNECTION_OK)
        return false;
    pg_close(connection);
    return !connection->committing;
}

/* Does something by a link. A connection that was lost is made again, once in each call. */
qd_status pg_pool_run(struct pg_pool *pool, pg_task *todo, void *context, qd_error *error) {
    struct pg_connection *connection = lock_connection(pool);
    qd_status status = QD_FAILURE;
    for (int attempt = 0; attempt < 2; attempt++) {
        connection->why[0] = '\0';
        if (!connection->handle && !(pg_open(connection, pool->where) && pg_prepare(connection)))
            break;
        status = todo(connection, context);
        if (status != QD_FAILURE || !was_lost(connection))
            break;
    }
    if (status == QD_FAILURE)
        fail(connection, error);
    unlock_connection(pool, connection);
    return status;
}

/* All that inside does, or, if that is not QD_YES, nothing of it. */
qd_status pg_transaction(struct pg_connection *connection, pg_task *inside, void *context) {
    assert(!connection->committing); /* one in each call */
    if (!pg_execute(connection, "BEGIN ISOLATION LEVEL READ COMMITTED"))
        return QD_FAILURE;
    qd_status status = inside(connection, context);
    if (status == QD_YES) {
        connection->committing = true;
        status = pg_execute(connection, "COMMIT") ? QD_YES : QD_FAILURE;
    }
    if (status != QD_YES && !connection->lost &&
        connection->pq->status(connection->handle) == CONNECTION_OK &&
        !pg_execute(connection, "ROLLBACK"))
        pg_close(connection);
    return status;
}

void pg_pool_init(struct pg_pool *pool, const struct pq *pq, const struct pg_statement *statements,
                  const char *where) {
    *pool = (struct pg_pool){.where = where};
    mutex_init(&pool->lock);
    condition_init(&pool->freed);
    for (int i = 0; i < PG_CONNECTIONS; i++) {
        pool->connection[i].pq = pq;
        pool->connection[i].statements = statements;
    }
}

void pg_pool_end(struct pg_pool *pool) {
    for (int i = 0; i < PG_CONNECTIONS; i++) {
        assert(!pool->connection[i].used);
        pg_close(&pool->connection[i]);
    }
    mutex_destroy(&pool->lock);
    condition_destroy(&pool->freed);
}
