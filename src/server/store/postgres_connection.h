/* Connections to a PostgreSQL database: each is used by one thread at a time, and made again when
 * it was lost. */
#ifndef SERVER_STORE_POSTGRES_CONNECTION_H
#define SERVER_STORE_POSTGRES_CONNECTION_H

#include "base/thread.h"
#include "server/store/libpq.h"

enum { PG_CONNECTIONS = 6, PG_WHY = 240 };

/* A statement that is prepared on every connection. */
struct pg_statement {
    const char *name; /* NULL ends a table */
    int values;
    const char *text;
};

struct pg_connection {
    const struct pq *pq;
    const struct pg_statement *statements;
    PGconn *handle; /* NULL: there is none at the moment */
    bool used;
    bool lost;        /* there is one, but it is of no use any more */
    bool committing;  /* nobody knows whether it was done if the connection is lost now */
    char why[PG_WHY]; /* what went wrong first */
};

/* Some of them for whoever needs one. */
struct pg_pool {
    const char *where; /* what the database is connected by */
    struct mutex lock;
    struct condition freed;
    struct pg_connection connection[PG_CONNECTIONS];
};

/* What is done by a link. QD_FAILURE: the link knows why. */
typedef qd_status pg_task(struct pg_connection *connection, void *context);

void pg_pool_init(struct pg_pool *pool, const struct pq *pq, const struct pg_statement *statements,
                  const char *where);
void pg_pool_end(struct pg_pool *pool);
/* Does something by one of them. A connection that was lost is made again, once in each call; what
 * was not committed by then is done again. */
qd_status pg_pool_run(struct pg_pool *pool, pg_task *todo, void *context, qd_error *error);

/* Connects. Returns false if that is not possible. */
bool pg_open(struct pg_connection *connection, const char *where);
void pg_close(struct pg_connection *connection);
bool pg_prepare(struct pg_connection *connection);
/* The result of a statement of the table; NULL if it failed. pg_clear, or clear. */
PGresult *pg_query_prepared(struct pg_connection *connection, int which, const char *const *values);
/* Statements that are not of the table, and the result of one. */
bool pg_execute(struct pg_connection *connection, const char *text);
PGresult *pg_query(struct pg_connection *connection, const char *text);
/* Clears a result. Returns true if there was one. */
bool pg_clear(struct pg_connection *connection, PGresult *result);
/* All that inside does, or, if that is not QD_YES, nothing of it. */
qd_status pg_transaction(struct pg_connection *connection, pg_task *inside, void *context);

#endif
