/* Films of the simulated rig: whole, in order, true, and the same up to where they are stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "rig/report/film.h"

struct reel {
    struct rig_film_frame *frame;
    size_t count, room;
    int says; /* frames that say something */
    enum rig_event_kind last;
};

static void keep(void *context, const struct rig_film_frame *frame) {
    struct reel *reel = context;
    reel->frame = mem_grow(reel->frame, reel->count, &reel->room, sizeof *reel->frame);
    reel->frame[reel->count] = *frame;
    reel->frame[reel->count++].said = NULL;
    if (frame->said) {
        reel->says++;
        reel->last = frame->event;
    }
}

/* All rings on a tower, to be brought to another one. */
static struct rig_scene scene_of(int rings, int from, int to) {
    struct rig_scene scene = {.mode = RIG_SOLVE,
                              .rings = rings,
                              .tower = to,
                              .board.held = RIG_NO_RING,
                              .fault = RIG_NO_FAULT,
                              .fault_step = 12,
                              .seed = 1,
                              .exit_ms = RIG_NO_EXIT};
    for (int i = 0; i < rings; i++)
        scene.board.ring[from][i] = (int8_t)(rings - 1 - i);
    scene.board.count[from] = (int8_t)rings;
    return scene;
}

static void film(const struct rig_scene *scene, struct reel *reel, struct rig_ending *ending) {
    *reel = (struct reel){0};
    rig_film(scene, keep, reel, NULL, ending);
}

/* Every ring is in exactly one place. */
static void assert_complete(const struct rig_film_frame *frame, int rings) {
    unsigned seen = frame->held;
    assert_int_equal(seen & frame->off, 0);
    seen |= frame->off;
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < frame->board.count[t]; i++) {
            assert_int_equal(seen >> frame->board.ring[t][i] & 1, 0);
            seen |= 1U << frame->board.ring[t][i];
        }
    assert_int_equal(seen, (1U << rings) - 1);
}

/* Frames are in order, and the arm goes from one to the next no faster than it can. */
static void assert_good(const struct reel *reel, int rings) {
    struct rig_description spec;
    rig_film_machine(&spec);
    assert_true(reel->count > 10);
    for (size_t i = 0; i < reel->count; i++) {
        assert_complete(&reel->frame[i], rings);
        if (i == 0)
            continue;
        const struct rig_film_frame *a = &reel->frame[i - 1], *b = &reel->frame[i];
        assert_true(b->ms >= a->ms && b->step >= a->step);
        assert_true(abs(b->x - a->x) <= (b->ms - a->ms) * spec.speed[RIG_X] / 1000 + 1);
        assert_true(abs(b->y - a->y) <= (b->ms - a->ms) * spec.speed[RIG_Y] / 1000 + 1);
    }
}

static void every_number_of_rings(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 4, 5, RIG_RINGS};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        int rings = counts[i];
        struct rig_scene scene = scene_of(rings, 1, 2);
        struct reel reel;
        struct rig_ending ending;
        film(&scene, &reel, &ending);
        const struct rig_film_frame *end = &reel.frame[reel.count - 1];
        assert_int_equal(ending.result.end, RIG_DONE);
        assert_true(ending.reached);
        assert_int_equal(ending.collisions, 0);
        assert_int_equal(ending.result.moves, (1 << rings) - 1);
        assert_int_equal(reel.last, RIG_EVENT_DONE);
        assert_int_equal(end->board.count[2], rings);
        assert_int_equal(end->believed.count[2], rings);
        assert_good(&reel, rings);
        free(reel.frame);
        rig_result_free(&ending.result);
    }
}

static void every_fault(void **state) {
    (void)state;
    int happened = 0;
    for (int fault = 0; fault < RIG_FAULTS; fault++) {
        struct rig_scene scene = scene_of(4, 0, 1);
        struct reel reel;
        struct rig_ending ending;
        scene.fault = fault;
        scene.seed = 100 + (uint64_t)fault;
        film(&scene, &reel, &ending);
        assert_int_equal(ending.collisions, 0);
        if (ending.result.end == RIG_DONE)
            assert_true(ending.reached);
        assert_int_equal(reel.last,
                         ending.result.end == RIG_DONE ? RIG_EVENT_DONE : RIG_EVENT_STOPPED);
        assert_good(&reel, 4);
        happened += ending.happened;
        free(reel.frame);
        rig_result_free(&ending.result);
    }
    assert_int_equal(happened, RIG_FAULTS);
}

static void assert_same(const struct rig_film_frame *a, const struct rig_film_frame *b) {
    assert_int_equal(a->ms, b->ms);
    assert_int_equal(a->x, b->x);
    assert_int_equal(a->y, b->y);
    assert_int_equal(a->held, b->held);
    assert_int_equal(a->step, b->step);
    for (int t = 0; t < RIG_TOWERS; t++)
        assert_true(a->grams[t] == b->grams[t]);
}

/* Stopped at any time it was the same before, and ends with an empty gripper and the arm up. */
static void stopped_in_the_middle(void **state) {
    (void)state;
    struct rig_scene scene = scene_of(3, 0, 2);
    struct reel whole, part;
    struct rig_ending ending;
    film(&scene, &whole, &ending);
    int64_t length = ending.result.ms;
    rig_result_free(&ending.result);
    for (int64_t at = 0; at < length - 8000; at += 3777) {
        scene.exit_ms = at;
        film(&scene, &part, &ending);
        assert_int_equal(ending.result.end, RIG_SAFE_STOP);
        assert_int_equal(ending.result.reason, RIG_REASON_EXIT);
        assert_true(ending.result.arm_up);
        assert_true(ending.result.ms < at + 20000);
        const struct rig_film_frame *end = &part.frame[part.count - 1];
        assert_int_equal(end->held, 0);
        assert_true(end->ms >= at);
        /* The last frames before it may be ones that the whole film needed not take. */
        for (size_t i = 0; i < whole.count && i < part.count && part.frame[i].ms < at - 1000; i++)
            assert_same(&whole.frame[i], &part.frame[i]);
        free(part.frame);
        rig_result_free(&ending.result);
    }
    free(whole.frame);
}

/* A control that is stopped is like the exit button. */
static void told_to_stop(void **state) {
    (void)state;
    struct rig_scene scene = scene_of(3, 0, 2);
    struct reel reel = {0};
    struct rig_ending ending;
    qd_control *control = control_new(NULL);
    control_stop(control);
    rig_film(&scene, keep, &reel, control, &ending);
    assert_int_equal(ending.result.reason, RIG_REASON_EXIT);
    assert_int_equal(reel.last, RIG_EVENT_STOPPED);
    control_free(control);
    free(reel.frame);
    rig_result_free(&ending.result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_rings),
        cmocka_unit_test(every_fault),
        cmocka_unit_test(stopped_in_the_middle),
        cmocka_unit_test(told_to_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
