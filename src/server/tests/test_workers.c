/* The threads that answer requests: clients take turns, a game is worked on by one thread, and what
 * is too much is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/thread.h"
#include "server/http/workers.h"

/* Tasks write down that they ran, and wait at a gate. */
struct world {
    struct workers *workers;
    struct mutex lock;
    struct condition changed;
    bool open; /* the gate */
    unsigned begun, ended, at_once, most_at_once;
    char order[4096];
};

struct job {
    struct world *world;
    char name;
};

static void run(void *context) {
    struct job *job = context;
    struct world *world = job->world;
    mutex_lock(&world->lock);
    world->order[world->begun++] = job->name;
    world->at_once++;
    if (world->at_once > world->most_at_once)
        world->most_at_once = world->at_once;
    condition_broadcast(&world->changed);
    while (!world->open)
        condition_wait(&world->changed, &world->lock);
    world->at_once--;
    world->ended++;
    condition_broadcast(&world->changed);
    mutex_unlock(&world->lock);
    free(job);
}

static struct world *begin(unsigned threads, unsigned client_threads, size_t waiting,
                           size_t client_waiting) {
    struct world *world = MEM_NEW(struct world);
    mutex_init(&world->lock);
    condition_init(&world->changed);
    world->workers =
        workers_new(&(struct workers_limits){threads, client_threads, waiting, client_waiting});
    return world;
}

static enum workers_verdict submit(struct world *world, uint64_t client, const char *topic,
                                   char name) {
    struct job *job = MEM_NEW(struct job);
    struct worker_task task = {.client = client, .run = run, .context = job};
    *job = (struct job){.world = world, .name = name};
    strncpy(task.topic, topic, sizeof task.topic - 1);
    enum workers_verdict verdict = workers_submit(world->workers, &task);
    if (verdict != WORKERS_QUEUED)
        free(job);
    return verdict;
}

static void wait_until_begun(struct world *world, unsigned count) {
    mutex_lock(&world->lock);
    while (world->begun < count)
        condition_wait(&world->changed, &world->lock);
    mutex_unlock(&world->lock);
    assert_true(workers_check(world->workers));
}

static void open_gate(struct world *world) {
    mutex_lock(&world->lock);
    world->open = true;
    condition_broadcast(&world->changed);
    mutex_unlock(&world->lock);
}

static void end(struct world *world) {
    open_gate(world);
    workers_stop(world->workers);
    assert_int_equal(world->begun, world->ended);
    workers_free(world->workers);
    condition_destroy(&world->changed);
    mutex_destroy(&world->lock);
    free(world);
}

static void clients_take_turns(void **state) {
    (void)state;
    struct world *world = begin(1, 1, 100, 100);
    submit(world, 1, "", 'x');
    wait_until_begun(world, 1);
    for (int i = 0; i < 4; i++)
        submit(world, 1, "", 'a');
    for (int i = 0; i < 2; i++)
        submit(world, 2, "", 'b');
    submit(world, 3, "", 'c');
    open_gate(world);
    wait_until_begun(world, 8);
    assert_string_equal(world->order, "xabcabaa");
    end(world);
}

static void a_topic_has_one_thread(void **state) {
    (void)state;
    struct world *world = begin(4, 4, 100, 100);
    for (int i = 0; i < 10; i++)
        submit(world, 1 + i % 3u, "game", 'a');
    wait_until_begun(world, 1);
    submit(world, 1, "another", 'b');
    submit(world, 1, "", 'c');
    submit(world, 1, "", 'd');
    wait_until_begun(world, 4); /* behind those that must wait */
    assert_int_equal(world->order[0], 'a');
    assert_null(strchr(world->order + 1, 'a'));
    open_gate(world);
    wait_until_begun(world, 13);
    end(world);
}

static void a_client_has_some_threads(void **state) {
    (void)state;
    struct world *world = begin(4, 3, 100, 100);
    for (int i = 0; i < 10; i++)
        submit(world, 1, "", 'a');
    wait_until_begun(world, 3);
    submit(world, 2, "", 'b');
    wait_until_begun(world, 4);
    assert_string_equal(world->order, "aaab");
    end(world);
}

static void what_is_too_much_is_refused(void **state) {
    (void)state;
    struct world *world = begin(1, 1, 5, 3);
    submit(world, 1, "", 'x');
    wait_until_begun(world, 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(submit(world, 1, "", 'a'), WORKERS_QUEUED);
    assert_int_equal(submit(world, 1, "", 'a'), WORKERS_CLIENT_FULL);
    assert_int_equal(submit(world, 2, "", 'b'), WORKERS_QUEUED);
    assert_int_equal(submit(world, 2, "", 'b'), WORKERS_QUEUED);
    assert_int_equal(submit(world, 2, "", 'b'), WORKERS_FULL);
    assert_int_equal(submit(world, 3, "", 'c'), WORKERS_FULL);
    open_gate(world);
    wait_until_begun(world, 6);
    workers_stop(world->workers);
    assert_int_equal(submit(world, 1, "", 'a'), WORKERS_STOPPED);
    assert_int_equal(world->ended, 6); /* what was queued has run */
    end(world);
}

/* Many tasks of many clients and topics: each runs once, and never two of one topic. */
static atomic_uint in_topic[5], done;

static void enter_topic(void *context) {
    atomic_uint *topic = context;
    assert_int_equal(atomic_fetch_add(topic, 1), 0);
    atomic_fetch_add(&done, 1);
    atomic_fetch_sub(topic, 1);
}

static void everything_runs_once(void **state) {
    (void)state;
    enum { TASKS = 20000 };
    struct random random;
    struct workers *workers = workers_new(&(struct workers_limits){8, 6, TASKS, TASKS});
    random_seed(&random, 5);
    for (int i = 0; i < TASKS; i++) {
        unsigned topic = (unsigned)random_below(&random, 5);
        struct worker_task task = {.client = random_below(&random, 7),
                                   .topic = {(char)('a' + topic)},
                                   .run = enter_topic,
                                   .context = &in_topic[topic]};
        assert_int_equal(workers_submit(workers, &task), WORKERS_QUEUED);
        if (i % 1000 == 0)
            assert_true(workers_check(workers));
    }
    workers_stop(workers);
    assert_int_equal(atomic_load(&done), TASKS);
    workers_free(workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_take_turns),        cmocka_unit_test(a_topic_has_one_thread),
        cmocka_unit_test(a_client_has_some_threads), cmocka_unit_test(what_is_too_much_is_refused),
        cmocka_unit_test(everything_runs_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
