/* Connections that are lost are made again, and nothing is done twice. The database is a pretended
 * one, so that it can be lost in every way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/source.h"
#include "server/store/postgres_connection.h"

/* How a statement fails, and what the library says of the connection after it. */
struct fault {
    const char *code, *severity;
    ConnStatusType after;
};

struct pg_conn {
    const struct fault *fault; /* NULL: it is in order */
    ConnStatusType status;
};

struct pg_result {
    const struct fault *fault;
};

/* The database: what its first connection is like, and what happened. */
struct world {
    struct pg_pool pool;
    struct pq pq;
    const struct fault *fault;
    const char *fails_at; /* the text with which the fault begins; NULL: any */
    int dialled, begun, committed;
};

/* The library knows no context; the URL is the only thing that is passed on to it. */
static struct world *world_of(const char *const *values, const char *const *keys) {
    while (strcmp(*keys, "dbname") != 0)
        keys++, values++;
    return (struct world *)(uintptr_t)strtoull(*values, NULL, 16);
}

struct fake_connection {
    struct pg_conn base;
    struct world *world;
};

static PGconn *connect_params(const char *const *keys, const char *const *values, int expand) {
    (void)expand;
    struct fake_connection *made = calloc(1, sizeof *made);
    made->world = world_of(values, keys);
    made->base.status = CONNECTION_OK;
    if (made->world->dialled++ == 0)
        made->base.fault = made->world->fault;
    return &made->base;
}

static void finish(PGconn *connection) {
    free(connection);
}

static ConnStatusType status_of(const PGconn *connection) {
    return connection ? connection->status : CONNECTION_BAD;
}

static char *error_message(const PGconn *connection) {
    (void)connection;
    return (char *)(uintptr_t) "it went wrong";
}

static PGresult *exec(PGconn *connection, const char *text) {
    struct world *world = ((struct fake_connection *)(void *)connection)->world;
    PGresult *result = calloc(1, sizeof *result);
    bool fails = connection->fault && strncmp(text, "SET client", 10) != 0 &&
                 (!world->fails_at || strncmp(text, world->fails_at, strlen(world->fails_at)) == 0);
    if (fails) {
        result->fault = connection->fault;
        connection->status = connection->fault->after;
        connection->fault = NULL;
    }
    world->begun += !fails && strncmp(text, "BEGIN", 5) == 0;
    world->committed += !fails && strncmp(text, "COMMIT", 6) == 0;
    return result;
}

static ExecStatusType result_status(const PGresult *result) {
    return result->fault ? PGRES_FATAL_ERROR : PGRES_COMMAND_OK;
}

static char *error_field(const PGresult *result, int field) {
    return (char *)(uintptr_t)(field == PG_DIAG_SQLSTATE ? result->fault->code
                                                         : result->fault->severity);
}

static void clear(PGresult *result) {
    free(result);
}

static qd_status nothing_inside(struct pg_connection *connection, void *context) {
    (void)connection;
    (void)context;
    return QD_YES;
}

static qd_status change(struct pg_connection *connection, void *context) {
    return pg_transaction(connection, nothing_inside, context);
}

/* Two changes, of which the first meets the fault. Returns how that ended. */
static qd_status run(struct world *world, const struct fault *fault, const char *fails_at) {
    static const struct pg_statement none = {0};
    char where[32];
    qd_error error = {0};
    *world = (struct world){.fault = fault, .fails_at = fails_at};
    world->pq = (struct pq){.connectdbParams = connect_params,
                            .finish = finish,
                            .status = status_of,
                            .errorMessage = error_message,
                            .exec = exec,
                            .resultStatus = result_status,
                            .resultErrorField = error_field,
                            .clear = clear};
    snprintf(where, sizeof where, "%jx", (uintmax_t)(uintptr_t)world);
    pg_pool_init(&world->pool, &world->pq, &none, where);
    qd_status status = pg_pool_run(&world->pool, change, NULL, &error);
    assert_int_equal(pg_pool_run(&world->pool, change, NULL, &error), QD_YES);
    pg_pool_end(&world->pool);
    return status;
}

static const struct fault seen_at_once = {.after = CONNECTION_BAD};
static const struct fault seen_later = {.after = CONNECTION_OK};
static const struct fault shutdown = {"57P01", "FATAL", CONNECTION_OK};
static const struct fault refused = {"55P03", "ERROR", CONNECTION_OK};

static void test_lost_before_anything_was_done(void **state) {
    (void)state;
    const struct fault *const faults[] = {&seen_at_once, &seen_later, &shutdown};
    for (size_t i = 0; i < 3; i++) {
        struct world world;
        assert_int_equal(run(&world, faults[i], NULL), QD_YES);
        assert_int_equal(world.dialled, 2);
        assert_int_equal(world.committed, 2);
    }
}

/* Nobody knows whether it was done, so it is not done again. */
static void test_lost_in_a_commit(void **state) {
    (void)state;
    const struct fault *const faults[] = {&seen_at_once, &seen_later, &shutdown};
    for (size_t i = 0; i < 3; i++) {
        struct world world;
        assert_int_equal(run(&world, faults[i], "COMMIT"), QD_FAILURE);
        assert_int_equal(world.dialled, 2);
        assert_int_equal(world.begun, 2);
        assert_int_equal(world.committed, 1);
    }
}

static void test_refused_keeps_the_connection(void **state) {
    (void)state;
    struct world world;
    assert_int_equal(run(&world, &refused, "COMMIT"), QD_FAILURE);
    assert_int_equal(world.dialled, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_before_anything_was_done),
        cmocka_unit_test(test_lost_in_a_commit),
        cmocka_unit_test(test_refused_keeps_the_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
