/* Lost connections are opened again, and nothing is done twice. The database is a fake, so that it
 * can be lost in every way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/source.h"
#include "server/store/postgres_connection.h"

/* How a statement fails, and what libpq says about the connection after it. */
struct fault {
    const char *code, *severity;
    ConnStatusType after;
};

struct pg_conn {
    const struct fault *fault; /* NULL: it works */
    ConnStatusType status;
    PGresult *result; /* of the statement that was sent */
    bool silent;      /* it never comes */
};

struct pg_result {
    const struct fault *fault;
};

/* The database: how its first connection fails, and what happened. */
struct world {
    struct pg_pool pool;
    struct pq pq;
    const struct fault *fault;
    const char *fails_at; /* the text with which the fault begins; NULL: any */
    int dialled, begun, committed;
    bool silent;  /* the fault is that nothing comes any more */
    int nothing;  /* a socket on which nothing comes */
    int messages; /* that were sent */
};

/* libpq has no context pointer; the URL is the only thing that is passed on. */
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
    free(connection->result);
    free(connection);
}

static ConnStatusType status_of(const PGconn *connection) {
    return connection ? connection->status : CONNECTION_BAD;
}

static char *error_message(const PGconn *connection) {
    (void)connection;
    return (char *)(uintptr_t) "it went wrong";
}

static int send_query(PGconn *connection, const char *text) {
    struct world *world = ((struct fake_connection *)(void *)connection)->world;
    PGresult *result = calloc(1, sizeof *result);
    bool fails = connection->fault && strncmp(text, "SET client", 10) != 0 &&
                 (!world->fails_at || strncmp(text, world->fails_at, strlen(world->fails_at)) == 0);
    world->messages++;
    connection->silent |= fails && world->silent;
    if (fails && !world->silent) {
        result->fault = connection->fault;
        connection->status = connection->fault->after;
        connection->fault = NULL;
    }
    world->begun += !fails && strncmp(text, "BEGIN", 5) == 0;
    world->committed += !fails && strncmp(text, "COMMIT", 6) == 0;
    connection->result = result;
    return 1;
}

static PGresult *get_result(PGconn *connection) {
    PGresult *result = connection->result;
    connection->result = NULL;
    return result;
}

static int flush(PGconn *connection) {
    (void)connection;
    return 0;
}

static int is_busy(PGconn *connection) {
    return connection->silent;
}

static int consume_input(PGconn *connection) {
    (void)connection;
    return 1;
}

static int socket_of(const PGconn *connection) {
    return ((const struct fake_connection *)(const void *)connection)->world->nothing;
}

static int set_nonblocking(PGconn *connection, int on) {
    (void)connection;
    (void)on;
    return 0;
}

static ExecStatusType result_status(const PGresult *result) {
    return !result || result->fault ? PGRES_FATAL_ERROR : PGRES_COMMAND_OK;
}

static char *error_field(const PGresult *result, int field) {
    if (!result)
        return NULL;
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

/* Opens the pool; the address of the world is where to connect to. */
static void begin(struct world *world, char where[32]) {
    static const struct pg_statement none = {0};
    world->pq = (struct pq){.connectdbParams = connect_params,
                            .finish = finish,
                            .status = status_of,
                            .errorMessage = error_message,
                            .sendQuery = send_query,
                            .getResult = get_result,
                            .flush = flush,
                            .isBusy = is_busy,
                            .consumeInput = consume_input,
                            .socket = socket_of,
                            .setnonblocking = set_nonblocking,
                            .resultStatus = result_status,
                            .resultErrorField = error_field,
                            .clear = clear};
    snprintf(where, 32, "%jx", (uintmax_t)(uintptr_t)world);
    pg_pool_init(&world->pool, &world->pq, &none, where);
}

/* Two changes, of which the first meets the fault. Returns how that ended. */
static qd_status run(struct world *world, const struct fault *fault, const char *fails_at) {
    char where[32];
    qd_error error = {0};
    *world = (struct world){.fault = fault, .fails_at = fails_at};
    begin(world, where);
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

/* A database that says nothing is given up in time, and then left alone for a while. */
static void test_silence(void **state) {
    (void)state;
    int nothing[2];
    char where[32];
    qd_error error = {0};
    struct world world = {.fault = &seen_later, .fails_at = "BEGIN", .silent = true};
    assert_int_equal(pipe(nothing), 0);
    world.nothing = nothing[0];
    begin(&world, where);
    world.pool.timeouts.statement = 0.05;
    world.pool.timeouts.rest = 1000;
    assert_int_equal(pg_pool_run(&world.pool, change, NULL, &error), QD_FAILURE);
    assert_non_null(strstr(error.message, "does not answer"));
    int messages = world.messages;
    assert_int_equal(pg_pool_run(&world.pool, change, NULL, &error), QD_FAILURE);
    assert_non_null(strstr(error.message, "does not answer"));
    assert_int_equal(world.messages, messages); /* nobody asked */
    world.pool.down_until = 0;
    assert_int_equal(pg_pool_run(&world.pool, change, NULL, &error), QD_YES);
    assert_int_equal(world.dialled, 2);
    pg_pool_end(&world.pool);
    close(nothing[0]);
    close(nothing[1]);
}

static void hurry(void *context) {
    const struct timespec moment = {.tv_nsec = 50000000};
    nanosleep(&moment, NULL);
    pg_pool_hurry(context);
}

/* A statement that waits when the server stops gets less time than it would have had. */
static void test_a_stop_ends_the_wait(void **state) {
    (void)state;
    int nothing[2];
    char where[32];
    qd_error error = {0};
    struct thread thread;
    struct world world = {.fault = &seen_later, .fails_at = "BEGIN", .silent = true};
    assert_int_equal(pipe(nothing), 0);
    world.nothing = nothing[0];
    begin(&world, where);
    world.pool.timeouts.statement = 20;
    world.pool.timeouts.last = 0.1;
    double begun = clock_wall();
    assert_true(thread_start(&thread, hurry, &world.pool));
    assert_int_equal(pg_pool_run(&world.pool, change, NULL, &error), QD_FAILURE);
    assert_true(clock_wall() - begun < 15);
    thread_join(&thread);
    pg_pool_end(&world.pool);
    close(nothing[0]);
    close(nothing[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_before_anything_was_done),
        cmocka_unit_test(test_lost_in_a_commit),
        cmocka_unit_test(test_refused_keeps_the_connection),
        cmocka_unit_test(test_silence),
        cmocka_unit_test(test_a_stop_ends_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
