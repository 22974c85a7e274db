/* A pool of connections to a PostgreSQL database. One thread at a time uses a connection, which is
 * opened again after it was lost. */
#ifndef SERVER_STORE_POSTGRES_CONNECTION_H
#define SERVER_STORE_POSTGRES_CONNECTION_H

#include <stdatomic.h>

#include "base/thread.h"
#include "server/store/libpq.h"

enum { PG_CONNECTIONS = 6, PG_WHY = 240 };

/* How long to wait for a database that does not answer, in seconds. */
struct pg_timeouts {
    double statement; /* then the connection counts as lost */
    double last;      /* the same, while the server stops */
    double rest;      /* after that, how long nobody tries again */
    atomic_bool stopping;
};

/* A statement that is prepared on every connection. */
struct pg_statement {
    const char *name; /* NULL ends a table */
    int values;
    const char *text;
};

struct pg_connection {
    const struct pq *pq;
    const struct pg_statement *statements;
    PGconn *handle;                     /* NULL: not connected */
    const struct pg_timeouts *timeouts; /* NULL: a statement may take any time */
    bool used;
    bool lost;        /* it broke, and must be closed */
    bool silent;      /* the database did not answer in time */
    bool committing;  /* if it breaks now, nobody knows whether the transaction was done */
    char why[PG_WHY]; /* what went wrong first */
};

/* The connections of a store. */
struct pg_pool {
    const char *where; /* how to connect to the database */
    struct mutex lock;
    struct condition freed;
    double down_until; /* the database does not answer: until then (clock_wall) nobody tries */
    struct pg_timeouts timeouts;
    struct pg_connection connection[PG_CONNECTIONS];
};

/* Something that is done with a connection. QD_FAILURE: connection->why says why. */
typedef qd_status pg_task(struct pg_connection *connection, void *context);

void pg_pool_init(struct pg_pool *pool, const struct pq *pq, const struct pg_statement *statements,
                  const char *where);
void pg_pool_end(struct pg_pool *pool);
/* The server stops: statements that run get little time from now on. */
void pg_pool_hurry(struct pg_pool *pool);
/* Runs a task on a free connection. If the connection is lost before the task commits, it is opened
 * again and the task is run again, once. A database that does not answer fails the task after some
 * seconds, and all tasks of the next two seconds at once. */
qd_status pg_pool_run(struct pg_pool *pool, pg_task *todo, void *context, qd_error *error);

/* Connects. Returns false, with connection->why, if that fails. */
bool pg_open(struct pg_connection *connection, const char *where);
void pg_close(struct pg_connection *connection);
bool pg_prepare(struct pg_connection *connection);
/* The result of a prepared statement, for pg_clear; NULL if it failed. */
PGresult *pg_query_prepared(struct pg_connection *connection, int which, const char *const *values);
/* Runs SQL that is not prepared; the second returns its result. */
bool pg_execute(struct pg_connection *connection, const char *text);
PGresult *pg_query(struct pg_connection *connection, const char *text);
/* Clears a result. Returns true if there was one. */
bool pg_clear(struct pg_connection *connection, PGresult *result);
/* Runs a task in a transaction, which is rolled back unless the task returns QD_YES. */
qd_status pg_transaction(struct pg_connection *connection, pg_task *inside, void *context);

#endif
