/* Connections to a PostgreSQL database: each is used by one thread at a time, and made again when
 * it was lost. */
#ifndef SERVER_STORE_POSTGRES_CONNECTION_H
#define SERVER_STORE_POSTGRES_CONNECTION_H

#include "base/thread.h"
#include "server/store/libpq.h"

enum { LINKS = 6, LINK_WHY = 240 };

/* A statement that is prepared on every connection. */
struct link_statement {
    const char *name; /* NULL ends a table */
    int values;
    const char *text;
};

struct link {
    const struct pq *pq;
    const struct link_statement *statements;
    PGconn *connection; /* NULL: there is none at the moment */
    bool used;
    bool lost;          /* there is one, but it is of no use any more */
    bool committing;    /* nobody knows whether it was done if the connection is lost now */
    char why[LINK_WHY]; /* what went wrong first */
};

/* Some of them for whoever needs one. */
struct links {
    const char *where; /* what the database is connected by */
    struct mutex lock;
    struct condition freed;
    struct link link[LINKS];
};

/* What is done by a link. QD_FAILURE: the link knows why. */
typedef qd_status link_errand(struct link *link, void *context);

void links_init(struct links *links, const struct pq *pq, const struct link_statement *statements,
                const char *where);
void links_end(struct links *links);
/* Does something by one of them. A connection that was lost is made again, once in each call; what
 * was not committed by then is done again. */
qd_status links_go(struct links *links, link_errand *todo, void *context, qd_error *error);

/* Connects. Returns false if that is not possible. */
bool link_dial(struct link *link, const char *where);
void link_hang_up(struct link *link);
bool link_prepare(struct link *link);
/* The result of a statement of the table; NULL if it failed. link_forget, or clear. */
PGresult *link_ask(struct link *link, int which, const char *const *values);
/* The same where the result tells nothing but whether it worked. */
bool link_run(struct link *link, int which, const char *const *values);
/* Statements that are not of the table, and the result of one. */
bool link_run_text(struct link *link, const char *text);
PGresult *link_ask_text(struct link *link, const char *text);
/* Clears a result. Returns true if there was one. */
bool link_forget(struct link *link, PGresult *result);
/* All that inside does, or, if that is not QD_YES, nothing of it. */
qd_status link_transact(struct link *link, link_errand *inside, void *context);

#endif
