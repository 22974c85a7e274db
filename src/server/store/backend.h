/* What a database has to offer for a store: running the statements of statements.def, alone or in a
 * transaction. store.c does everything else with it. Only for store.c and the backends. */
#ifndef SERVER_STORE_BACKEND_H
#define SERVER_STORE_BACKEND_H

#include "server/store/store.h"

/* The version of the tables. 1: without touched. */
enum { STORE_SCHEMA = 2 };

enum sql_statement {
#define STATEMENT(name, values, text) SQL_##name,
#include "server/store/statements.def"
#undef STATEMENT
    SQL_STATEMENTS
};

/* A value of a statement. */
struct sql_value {
    enum { SQL_NULL, SQL_TEXT, SQL_NUMBER, SQL_HASH } type;
    const char *text;
    int64_t number;
    const uint8_t *hash;
};

static inline struct sql_value sql_text(const char *text) {
    return (struct sql_value){.type = SQL_TEXT, .text = text};
}

static inline struct sql_value sql_number(int64_t number) {
    return (struct sql_value){.type = SQL_NUMBER, .number = number};
}

static inline struct sql_value sql_hash(const uint8_t hash[SECRET_HASH]) {
    return (struct sql_value){.type = SQL_HASH, .hash = hash};
}

/* A row of a result, which lasts as long as the call that gets it. */
struct sql_row {
    const struct store_backend *backend;
    void *result;
    int number;
};

/* A connection to the database, for the time of a task. */
struct sql {
    const struct store_backend *backend;
    const char *server; /* the name of this server, by which it knows its own notifications */
};

/* Something that is done by a few statements. A read-only task may be done again if the connection
 * was lost; QD_FAILURE: a statement failed. */
typedef qd_status sql_task(struct sql *sql, void *context);

struct store_backend {
    const char *word; /* the URL begins with it and a colon */
    bool shared;
    /* Returns what read, write, watch and close get as self, or NULL with an error. rest: what
     * follows the colon. */
    void *(*open)(const char *rest, qd_error *error);
    void (*close)(void *self);
    /* See store_watch. NULL: there are no other servers. */
    void (*watch)(void *self, void (*changed)(void *context, const char *id, uint64_t now),
                  void *context);
    /* See store_hurry. NULL: it never takes long. */
    void (*hurry)(void *self);
    /* Each does a task and returns its status; QD_FAILURE with an error. write: in a transaction,
     * which is on disk if it returns QD_YES and has changed nothing otherwise. */
    qd_status (*read)(void *self, sql_task *task, void *context, qd_error *error);
    qd_status (*write)(void *self, sql_task *task, void *context, qd_error *error);

    /* For tasks. Runs a statement; changed (may be NULL) gets the number of rows that it changed.
     * Returns false if it failed. */
    bool (*execute)(struct sql *sql, enum sql_statement which, const struct sql_value *values,
                    int64_t *changed);
    /* Runs a statement and calls see for each row. Returns the number of rows; -1 if
     * it failed. */
    int (*query)(struct sql *sql, enum sql_statement which, const struct sql_value *values,
                 void (*see)(void *context, const struct sql_row *row), void *context);
    /* Counts a game more or less. QD_NO: there are `most` of them (0: any number) already. */
    qd_status (*count)(struct sql *sql, int change, uint64_t most);

    /* Columns of a row, from 0. */
    int64_t (*number)(const struct sql_row *row, int column);
    const char *(*text)(const struct sql_row *row, int column);
    void (*hash)(const struct sql_row *row, int column, uint8_t hash[SECRET_HASH]);
};

extern const struct store_backend store_sqlite;
extern const struct store_backend store_postgres;

#endif
