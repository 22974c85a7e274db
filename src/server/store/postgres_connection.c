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
static void remember_why(struct link *link) {
    size_t size = 0;
    if (link->why[0])
        return;
    for (const char *from = link->pq->errorMessage(link->connection); *from && size + 1 < LINK_WHY;
         from++)
        if (!isspace((unsigned char)*from))
            link->why[size++] = *from;
        else if (size > 0 && link->why[size - 1] != ' ')
            link->why[size++] = ' ';
    while (size > 0 && link->why[size - 1] == ' ')
        size--;
    link->why[size] = '\0';
}

/* True if the connection went with the statement: what libpq itself complains of has no code, and
 * what the database calls fatal is the last that it says. libpq goes on to call such a connection
 * good if something that was said before is still to be read from it. */
static bool is_end(const struct link *link, const PGresult *result) {
    const char *code = link->pq->resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *severity = link->pq->resultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return !code || !severity || strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0;
}

/* Returns the result if it is good; else NULL. */
static PGresult *check(struct link *link, PGresult *result) {
    ExecStatusType status = link->pq->resultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    remember_why(link);
    link->lost = link->lost || is_end(link, result);
    link->pq->clear(result);
    return NULL;
}

bool link_forget(struct link *link, PGresult *result) {
    if (result)
        link->pq->clear(result);
    return result != NULL;
}

PGresult *link_ask_text(struct link *link, const char *text) {
    return check(link, link->pq->exec(link->connection, text));
}

bool link_run_text(struct link *link, const char *text) {
    return link_forget(link, link_ask_text(link, text));
}

PGresult *link_ask(struct link *link, int which, const char *const *values) {
    return check(link,
                 link->pq->execPrepared(link->connection, link->statements[which].name,
                                        link->statements[which].values, values, NULL, NULL, 0));
}

bool link_run(struct link *link, int which, const char *const *values) {
    return link_forget(link, link_ask(link, which, values));
}

void link_hang_up(struct link *link) {
    if (link->connection)
        link->pq->finish(link->connection);
    link->connection = NULL;
    link->lost = false;
}

/* What the URL says goes before what is usual here, but for the encoding. */
bool link_dial(struct link *link, const char *where) {
    static const char *const keys[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL};
    const char *const values[] = {"3", "10", "5", "3", "15000", where, "UTF8", "quandary", NULL};
    link->connection = link->pq->connectdbParams(keys, values, 1);
    if (link->pq->status(link->connection) == CONNECTION_OK && link_run_text(link, settings))
        return true;
    remember_why(link);
    link_hang_up(link);
    return false;
}

bool link_prepare(struct link *link) {
    for (const struct link_statement *one = link->statements; one->name; one++)
        if (!link_forget(link, check(link, link->pq->prepare(link->connection, one->name, one->text,
                                                             0, NULL)))) {
            link_hang_up(link);
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
static struct link *take_link(struct links *links) {
    struct link *best = NULL;
    mutex_lock(&links->lock);
    for (;;) {
        for (int i = 0; i < LINKS; i++)
            if (!links->link[i].used && (!best || !best->connection))
                best = &links->link[i];
        if (best)
            break;
        condition_wait(&links->freed, &links->lock);
    }
    assert(!best->used);
    best->used = true;
    mutex_unlock(&links->lock);
    best->committing = false;
    return best;
}

static void leave_link(struct links *links, struct link *link) {
    mutex_lock(&links->lock);
    assert(link->used);
    link->used = false;
    condition_signal(&links->freed);
    mutex_unlock(&links->lock);
}

/* True if the same may be tried again: the connection was lost, and nothing was done by it. */
static bool was_lost(struct link *link) {
    if (!link->lost && link->pq->status(link->connection) == CONNECTION_OK)
        return false;
    link_hang_up(link);
    return !link->committing;
}

/* Does something by a link. A connection that was lost is made again, once in each call. */
qd_status links_go(struct links *links, link_errand *todo, void *context, qd_error *error) {
    struct link *link = take_link(links);
    qd_status status = QD_FAILURE;
    for (int attempt = 0; attempt < 2; attempt++) {
        link->why[0] = '\0';
        if (!link->connection && !(link_dial(link, links->where) && link_prepare(link)))
            break;
        status = todo(link, context);
        if (status != QD_FAILURE || !was_lost(link))
            break;
    }
    if (status == QD_FAILURE)
        fail(link, error);
    leave_link(links, link);
    return status;
}

/* All that inside does, or, if that is not QD_YES, nothing of it. */
qd_status link_transact(struct link *link, link_errand *inside, void *context) {
    assert(!link->committing); /* one in each call */
    if (!link_run_text(link, "BEGIN ISOLATION LEVEL READ COMMITTED"))
        return QD_FAILURE;
    qd_status status = inside(link, context);
    if (status == QD_YES) {
        link->committing = true;
        status = link_run_text(link, "COMMIT") ? QD_YES : QD_FAILURE;
    }
    if (status != QD_YES && !link->lost && link->pq->status(link->connection) == CONNECTION_OK &&
        !link_run_text(link, "ROLLBACK"))
        link_hang_up(link);
    return status;
}

void links_init(struct links *links, const struct pq *pq, const struct link_statement *statements,
                const char *where) {
    *links = (struct links){.where = where};
    mutex_init(&links->lock);
    condition_init(&links->freed);
    for (int i = 0; i < LINKS; i++) {
        links->link[i].pq = pq;
        links->link[i].statements = statements;
    }
}

void links_end(struct links *links) {
    for (int i = 0; i < LINKS; i++) {
        assert(!links->link[i].used);
        link_hang_up(&links->link[i]);
    }
    mutex_destroy(&links->lock);
    condition_destroy(&links->freed);
}
