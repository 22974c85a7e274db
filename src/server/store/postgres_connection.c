#include "server/store/postgres_connection.h"

#include <assert.h>
#include <ctype.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/source.h"

/* Commits must wait for the disk even if the database is configured not to. The timeouts keep a
 * server that hangs in a transaction from blocking the others forever. */
static const char settings[] = "SET client_min_messages = warning; SET lock_timeout = 4000;"
                               "SET idle_in_transaction_session_timeout = 10000;"
                               "SELECT set_config('synchronous_commit', 'on', false)"
                               " WHERE current_setting('synchronous_commit') = 'off';";

/* ---- one connection ---- */

/* Keeps libpq's message, in one line. The first reason is the one that matters. */
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

/* True if the connection was lost with the statement: errors of libpq itself have no code, and a
 * fatal error is the last message of the database. libpq may still call such a connection good
 * while there are earlier messages to read. */
static bool is_end(const struct pg_connection *connection, const PGresult *result) {
    const char *code = connection->pq->resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *severity = connection->pq->resultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return !code || !severity || strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0;
}

/* Returns the result of a statement that worked; else NULL. */
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

/* ---- waiting for an answer ---- */

static bool is_late(const struct pg_connection *connection, double begun) {
    const struct pg_timeouts *timeouts = connection->timeouts;
    if (!timeouts)
        return false;
    double patience = atomic_load(&timeouts->stopping) ? timeouts->last : timeouts->statement;
    return clock_wall() - begun > patience;
}

/* Waits until the socket is ready. Returns false if the database has taken too long since it was
 * asked. */
static bool wait_for_socket(struct pg_connection *connection, short events, double begun) {
    enum { LOOK = 20 }; /* milliseconds: the server may be stopped meanwhile */
    struct pollfd ready = {.fd = connection->pq->socket(connection->handle), .events = events};
    while (poll(&ready, 1, LOOK) <= 0)
        if (is_late(connection, begun)) {
            snprintf(connection->why, sizeof connection->why, "the database does not answer");
            connection->lost = connection->silent = true;
            return false;
        }
    return true;
}

/* Sends what was asked, and reads until a result is there. Returns false if it never came. */
static bool wait_for_result(struct pg_connection *connection, double begun) {
    const struct pq *pq = connection->pq;
    while (pq->flush(connection->handle) == 1)
        if (!wait_for_socket(connection, POLLIN | POLLOUT, begun) ||
            !pq->consumeInput(connection->handle))
            return false;
    while (pq->isBusy(connection->handle))
        if (!wait_for_socket(connection, POLLIN, begun) || !pq->consumeInput(connection->handle))
            return false;
    return true;
}

/* The last result of what was sent; NULL if it failed. */
static PGresult *await_result(struct pg_connection *connection, bool sent) {
    PGresult *last = NULL, *next = NULL;
    double begun = clock_wall();
    if (!sent)
        return check(connection, NULL);
    do {
        if (!wait_for_result(connection, begun)) {
            connection->pq->clear(last);
            return check(connection, NULL);
        }
        next = connection->pq->getResult(connection->handle);
        if (next) {
            connection->pq->clear(last);
            last = next;
        }
    } while (next);
    return check(connection, last);
}

PGresult *pg_query(struct pg_connection *connection, const char *text) {
    return await_result(connection, connection->pq->sendQuery(connection->handle, text));
}

bool pg_execute(struct pg_connection *connection, const char *text) {
    return pg_clear(connection, pg_query(connection, text));
}

PGresult *pg_query_prepared(struct pg_connection *connection, int which,
                            const char *const *values) {
    const struct pg_statement *statement = &connection->statements[which];
    return await_result(
        connection, connection->pq->sendQueryPrepared(connection->handle, statement->name,
                                                      statement->values, values, NULL, NULL, 0));
}

void pg_close(struct pg_connection *connection) {
    if (connection->handle)
        connection->pq->finish(connection->handle);
    connection->handle = NULL;
    connection->lost = false;
}

/* The URL overrides these settings, except for the encoding. */
bool pg_open(struct pg_connection *connection, const char *where) {
    static const char *const keys[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL};
    const char *const values[] = {"3", "10", "5", "3", "15000", where, "UTF8", "quandary", NULL};
    double begun = clock_wall();
    connection->handle = connection->pq->connectdbParams(keys, values, 1);
    if (connection->pq->status(connection->handle) == CONNECTION_OK &&
        connection->pq->setnonblocking(connection->handle, 1) == 0 &&
        pg_execute(connection, settings))
        return true;
    remember_why(connection);
    connection->silent |= clock_wall() - begun > 1; /* not merely refused */
    pg_close(connection);
    return false;
}

bool pg_prepare(struct pg_connection *connection) {
    for (const struct pg_statement *one = connection->statements; one->name; one++)
        if (!pg_clear(connection, await_result(connection, connection->pq->sendPrepare(
                                                               connection->handle, one->name,
                                                               one->text, 0, NULL)))) {
            pg_close(connection);
            return false;
        }
    return true;
}

/* ---- all of them ---- */

static qd_status fail(const struct pg_connection *connection, qd_error *error) {
    error_set(error, QD_FAILURE, "the store has failed: %s", connection->why);
    return QD_FAILURE;
}

/* Waits for an unused connection, and prefers one that is open. */
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
    best->committing = best->silent = false;
    return best;
}

static void unlock_connection(struct pg_pool *pool, struct pg_connection *connection) {
    mutex_lock(&pool->lock);
    assert(connection->used);
    connection->used = false;
    if (connection->silent)
        pool->down_until = clock_wall() + pool->timeouts.rest;
    condition_signal(&pool->freed);
    mutex_unlock(&pool->lock);
}

/* True if the task may be tried again: the connection was lost before a commit. */
static bool was_lost(struct pg_connection *connection) {
    if (!connection->lost && connection->pq->status(connection->handle) == CONNECTION_OK)
        return false;
    pg_close(connection);
    return !connection->committing && !connection->silent;
}

/* True if somebody has just waited for the database in vain. */
static bool is_down(struct pg_pool *pool) {
    mutex_lock(&pool->lock);
    bool down = clock_wall() < pool->down_until;
    mutex_unlock(&pool->lock);
    return down;
}

qd_status pg_pool_run(struct pg_pool *pool, pg_task *todo, void *context, qd_error *error) {
    struct pg_connection *connection = lock_connection(pool);
    qd_status status = QD_FAILURE;
    snprintf(connection->why, sizeof connection->why, "the database does not answer");
    for (int attempt = 0; attempt < 2 && !is_down(pool); attempt++) {
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

/* Runs a task in a transaction, which is rolled back unless the task returns QD_YES. */
qd_status pg_transaction(struct pg_connection *connection, pg_task *inside, void *context) {
    assert(!connection->committing); /* no transaction inside another */
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
    *pool = (struct pg_pool){.where = where, .timeouts = {.statement = 5, .last = 2, .rest = 2}};
    mutex_init(&pool->lock);
    condition_init(&pool->freed);
    for (int i = 0; i < PG_CONNECTIONS; i++) {
        pool->connection[i].pq = pq;
        pool->connection[i].statements = statements;
        pool->connection[i].timeouts = &pool->timeouts;
    }
}

void pg_pool_hurry(struct pg_pool *pool) {
    atomic_store(&pool->timeouts.stopping, true);
}

void pg_pool_end(struct pg_pool *pool) {
    for (int i = 0; i < PG_CONNECTIONS; i++) {
        assert(!pool->connection[i].used);
        pg_close(&pool->connection[i]);
    }
    mutex_destroy(&pool->lock);
    condition_destroy(&pool->freed);
}
