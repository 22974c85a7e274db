/* Jobs: no more of them than may be, for one token and for all; short ones do not wait for long
 * ones; they can be cancelled, are shown to their owner alone, and are forgotten in time. Jobs that
 * make a game are held up at a gate, so that each state can be had for as long as it is needed. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/thread.h"
#include "puzzles/interface/registry.h"
#include "server/http/mhd.h"
#include "server/http/request_body.h"
#include "server/jobs/jobs.h"

/* As in jobs.c. */
enum { THREADS = 2, WAITING = 32, OF_ONE = 6, KEPT = 256, FILMS = 24 };

struct world {
    struct mhd mhd;
    struct events *events;
    struct jobs *jobs;
    struct mutex lock; /* of the gate */
    struct condition moved;
    bool open;
    unsigned inside; /* how many have come to the gate */
    unsigned token;  /* the last that was used */
};

static json_t *made(void *context, const struct job_request *request, struct session *session,
                    qd_error *error) {
    (void)request;
    (void)error;
    struct world *world = context;
    session_free(session);
    mutex_lock(&world->lock);
    world->inside++;
    condition_broadcast(&world->moved);
    while (!world->open)
        condition_wait(&world->moved, &world->lock);
    mutex_unlock(&world->lock);
    return json_object();
}

static void wait_inside(struct world *world, unsigned count) {
    mutex_lock(&world->lock);
    while (world->inside < count)
        condition_wait(&world->moved, &world->lock);
    mutex_unlock(&world->lock);
}

static void open_gate(struct world *world) {
    mutex_lock(&world->lock);
    world->open = true;
    condition_broadcast(&world->moved);
    mutex_unlock(&world->lock);
}

static int set_up(void **state) {
    const qd_limits limits = {.seconds = JOBS_SECONDS, .bytes = JOBS_BYTES};
    struct world *world = calloc(1, sizeof *world);
    mutex_init(&world->lock);
    condition_init(&world->moved);
    world->events = events_new(&world->mhd);
    world->jobs = jobs_new(world->events, &limits, made, world);
    *state = world;
    return 0;
}

static int tear_down(void **state) {
    struct world *world = *state;
    open_gate(world);
    jobs_stop(world->jobs);
    assert_true(jobs_check(world->jobs));
    jobs_free(world->jobs);
    events_stop(world->events);
    events_free(world->events);
    condition_destroy(&world->moved);
    mutex_destroy(&world->lock);
    free(world);
    return 0;
}

/* ---- asking ---- */

static void hash_of(unsigned token, uint8_t hash[SECRET_HASH]) {
    char text[16];
    snprintf(text, sizeof text, "%u", token);
    secret_hash(text, hash);
}

static struct job_request request_of(enum job_kind kind, unsigned token) {
    struct response response = {0};
    struct job_request request = {.kind = kind, .puzzle = registry_find("hanoi")};
    request.options =
        body_options(request.puzzle, kind == JOB_CHECK ? CAN_CHECK : CAN_GENERATE, NULL, &response);
    hash_of(token, request.hash);
    return request;
}

static struct session *tower(void) {
    static const char text[] = "2 1 | |\n";
    struct source source = {.name = "text", .data = text, .size = sizeof text - 1};
    qd_error error = {0};
    return session_open(&source, NULL, NULL, NULL, &error);
}

/* Starts a job. Returns the status; the id and how many are before it may be asked for. */
static int start(struct world *world, struct job_request request, char id[SECRET_LONG + 1],
                 unsigned *before) {
    struct response response = {0};
    jobs_start(world->jobs, &request, &response);
    int status = response.status;
    const json_t *job = json_object_get(response.json, "job");
    const json_t *progress = json_object_get(job, "progress");
    if (id && status == 202)
        memcpy(id, json_string_value(json_object_get(job, "id")), SECRET_LONG + 1);
    if (before)
        *before = (unsigned)json_integer_value(json_object_get(progress, "before"));
    assert_int_equal(response.retry, status == 429 ? 2 : status == 503 && !id ? 5 : 0);
    response_free(&response);
    assert_true(jobs_check(world->jobs));
    return status;
}

static int generate(struct world *world, unsigned token, char id[SECRET_LONG + 1]) {
    return start(world, request_of(JOB_GENERATE, token), id, NULL);
}

static int check(struct world *world, unsigned token, char id[SECRET_LONG + 1]) {
    struct job_request request = request_of(JOB_CHECK, token);
    request.session = tower();
    return start(world, request, id, NULL);
}

/* The state of a job as its owner sees it; "" with the status if it is not shown. */
static const char *look(struct world *world, const char *id, unsigned token, bool cancel,
                        int *status) {
    static const char *const words[] = {"queued", "running", "done", "failed", "cancelled"};
    struct response response = {0};
    uint8_t hash[SECRET_HASH];
    hash_of(token, hash);
    jobs_get(world->jobs, id, token ? hash : NULL, cancel, 1000000, &response);
    const char *seen = json_string_value(json_object_get(response.json, "state")), *word = "";
    for (size_t i = 0; seen && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], seen) == 0)
            word = words[i];
    *status = response.status;
    response_free(&response);
    assert_true(jobs_check(world->jobs));
    return word;
}

/* Waits until it has ended. */
static const char *end_of(struct world *world, const char *id, unsigned token) {
    for (;;) {
        int status;
        const char *word = look(world, id, token, false, &status);
        if (strcmp(word, "queued") != 0 && strcmp(word, "running") != 0)
            return word;
        sched_yield();
    }
}

static int status_of(struct world *world, const char *id, unsigned token) {
    int status;
    look(world, id, token, false, &status);
    return status;
}

/* ---- how many ---- */

static void test_of_one_token(void **state) {
    struct world *world = *state;
    char id[SECRET_LONG + 1];
    assert_int_equal(generate(world, 1, id), 202);
    for (int i = 1; i < OF_ONE; i++)
        assert_int_equal(generate(world, 1, NULL), 202);
    assert_int_equal(generate(world, 1, NULL), 429);
    assert_int_equal(generate(world, 2, NULL), 202);
    open_gate(world);
    assert_string_equal(end_of(world, id, 1), "done");
    assert_int_equal(generate(world, 1, NULL), 202);
}

/* All threads are busy and as many wait as may; what is short goes elsewhere. */
static void test_of_all(void **state) {
    struct world *world = *state;
    unsigned before = 0;
    for (unsigned i = 1; i <= THREADS; i++)
        assert_int_equal(generate(world, i, NULL), 202);
    wait_inside(world, THREADS);
    for (unsigned i = 0; i < WAITING; i++) {
        assert_int_equal(start(world, request_of(JOB_GENERATE, 100 + i), NULL, &before), 202);
        assert_int_equal(before, i);
    }
    assert_int_equal(generate(world, 1000, NULL), 503);
    struct job_request draft = request_of(JOB_DRAFT, 1001);
    draft.seconds = 3;
    assert_int_equal(start(world, draft, NULL, NULL), 503);
    draft = request_of(JOB_DRAFT, 1001);
    draft.seconds = 2;
    char id[SECRET_LONG + 1];
    assert_int_equal(start(world, draft, id, NULL), 202);
    assert_string_equal(end_of(world, id, 1001), "done");
    assert_int_equal(check(world, 1002, id), 202);
    assert_string_equal(end_of(world, id, 1002), "done");
}

static void test_kept(void **state) {
    struct world *world = *state;
    char id[KEPT + 1][SECRET_LONG + 1];
    for (unsigned i = 0; i <= KEPT; i++) {
        assert_int_equal(check(world, i + 1, id[i]), 202);
        assert_string_equal(end_of(world, id[i], i + 1), "done");
    }
    assert_int_equal(status_of(world, id[0], 1), 404);
    assert_int_equal(status_of(world, id[1], 2), 200);
    assert_int_equal(status_of(world, id[KEPT], KEPT + 1), 200);
}

static void test_films(void **state) {
    struct world *world = *state;
    const struct rig_scene scene = {.mode = RIG_SOLVE,
                                    .rings = 1,
                                    .tower = 2,
                                    .board = {.held = RIG_NO_RING, .count = {1}},
                                    .fault = RIG_NO_FAULT,
                                    .exit_ms = RIG_NO_EXIT};
    char id[FILMS + 1][SECRET_LONG + 1];
    for (unsigned i = 0; i <= FILMS; i++) {
        struct job_request request = {.kind = JOB_RIG, .film = film_new(&scene, FILM_MOST)};
        hash_of(i + 1, request.hash);
        assert_int_equal(start(world, request, id[i], NULL), 202);
        assert_string_equal(end_of(world, id[i], i + 1), "done");
    }
    assert_int_equal(status_of(world, id[0], 1), 404);
    assert_int_equal(status_of(world, id[1], 2), 200);
}

/* ---- how long ---- */

static void test_forgotten(void **state) {
    struct world *world = *state;
    char id[SECRET_LONG + 1], waiting[SECRET_LONG + 1];
    double began = clock_wall();
    assert_int_equal(check(world, 1, id), 202);
    assert_int_equal(generate(world, 1, waiting), 202);
    end_of(world, id, 1);
    double ended = clock_wall();
    jobs_forget(world->jobs, began + 599.9);
    assert_int_equal(status_of(world, id, 1), 200);
    jobs_forget(world->jobs, ended + 600.1);
    assert_int_equal(status_of(world, id, 1), 404);
    assert_int_equal(status_of(world, waiting, 1), 200); /* it has not ended */
}

/* ---- cancelling ---- */

static void test_cancelled(void **state) {
    struct world *world = *state;
    char running[SECRET_LONG + 1], waiting[SECRET_LONG + 1];
    int status;
    assert_int_equal(generate(world, 1, running), 202);
    assert_int_equal(generate(world, 2, NULL), 202);
    wait_inside(world, THREADS);
    assert_int_equal(generate(world, 3, waiting), 202);
    assert_string_equal(look(world, running, 1, false, &status), "running");
    assert_string_equal(look(world, waiting, 3, false, &status), "queued");
    look(world, running, 1, true, &status);
    look(world, waiting, 3, true, &status);
    open_gate(world);
    assert_string_equal(end_of(world, running, 1), "cancelled");
    assert_string_equal(end_of(world, waiting, 3), "cancelled");
    jobs_stop(world->jobs);
    assert_int_equal(world->inside, THREADS); /* the one that waited has not begun */
}

/* A job that has ended stays what it is. */
static void test_too_late_to_cancel(void **state) {
    struct world *world = *state;
    char id[SECRET_LONG + 1];
    int status;
    assert_int_equal(check(world, 1, id), 202);
    assert_string_equal(end_of(world, id, 1), "done");
    assert_string_equal(look(world, id, 1, true, &status), "done");
}

static void test_stopping(void **state) {
    struct world *world = *state;
    struct response response = {0};
    jobs_stop(world->jobs);
    struct job_request request = request_of(JOB_GENERATE, 1);
    jobs_start(world->jobs, &request, &response);
    assert_int_equal(response.status, 503);
    const json_t *error = json_object_get(response.json, "error");
    assert_string_equal(json_string_value(json_object_get(error, "code")), "stopping");
    response_free(&response);
}

/* ---- whose ---- */

static void test_owner_only(void **state) {
    struct world *world = *state;
    char id[SECRET_LONG + 1];
    int status;
    struct rig_scene scene;
    struct job_request request = {0};
    struct response response = {0};
    uint8_t hash[SECRET_HASH];
    assert_int_equal(generate(world, 1, id), 202);
    assert_string_equal(look(world, id, 2, true, &status), "");
    assert_int_equal(status, 401);
    assert_string_equal(look(world, id, 0, true, &status), "");
    assert_int_equal(status, 401);
    assert_string_equal(look(world, "AAAAAAAAAAAAAAAAAAAAAA", 1, true, &status), "");
    assert_int_equal(status, 404);
    hash_of(2, hash);
    assert_false(jobs_scene(world->jobs, id, hash, &request, &scene, &response));
    assert_int_equal(response.status, 401);
    response_free(&response);
    hash_of(1, hash);
    assert_false(jobs_scene(world->jobs, id, hash, &request, &scene, &response));
    assert_int_equal(response.status, 422);
    response_free(&response);
    open_gate(world);
    assert_string_equal(end_of(world, id, 1), "done"); /* strangers cancelled nothing */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_of_one_token, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_of_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_films, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_forgotten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_too_late_to_cancel, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stopping, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_owner_only, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
