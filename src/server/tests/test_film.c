/* Films of the robot: pieces, limits, reading while it runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/thread.h"
#include "server/jobs/rig_film.h"

static struct rig_scene tower_of(int rings) {
    struct rig_scene scene = {.mode = RIG_SOLVE,
                              .rings = rings,
                              .tower = 2,
                              .board.held = RIG_NO_RING,
                              .fault = RIG_NO_FAULT,
                              .seed = 3,
                              .exit_ms = RIG_NO_EXIT};
    for (int i = 0; i < rings; i++)
        scene.board.ring[0][i] = (int8_t)(rings - 1 - i);
    scene.board.count[0] = (int8_t)rings;
    return scene;
}

static size_t count_of(const json_t *piece) {
    return (size_t)json_integer_value(json_object_get(piece, "count"));
}

static const json_t *frames_of(const json_t *piece) {
    return json_object_get(piece, "frames");
}

static int64_t ms_of(const json_t *frames, size_t at) {
    return json_integer_value(json_object_get(json_array_get(frames, at), "ms"));
}

static json_t *run(struct film *film) {
    qd_error error = {0};
    qd_control *control = control_new(NULL);
    json_t *result = film_run(film, control, &error);
    control_free(control);
    assert_non_null(result);
    return result;
}

static const char *status_of(const json_t *result) {
    return json_string_value(json_object_get(result, "status"));
}

/* All pieces together are the film, whatever frame they begin with. */
static void pieces(void **state) {
    (void)state;
    struct rig_scene scene = tower_of(4);
    struct film *film = film_new(&scene, FILM_MOST);
    json_t *none = film_piece(film, 0);
    assert_int_equal(count_of(none), 0);
    json_decref(none);
    json_t *result = run(film);
    assert_string_equal(status_of(result), "done");
    json_decref(result);
    size_t seen = 0, count = 1;
    for (int64_t before = 0; seen < count;) {
        json_t *piece = film_piece(film, seen);
        size_t size = json_array_size(frames_of(piece));
        count = count_of(piece);
        assert_int_equal(size, count - seen < FILM_PIECE ? count - seen : FILM_PIECE);
        assert_true(ms_of(frames_of(piece), 0) >= before);
        before = ms_of(frames_of(piece), size - 1);
        seen += size;
        json_decref(piece);
    }
    assert_true(count > FILM_PIECE);
    const uint64_t beyond[] = {count, count + 1, UINT64_MAX, INT64_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        json_t *piece = film_piece(film, beyond[i]);
        assert_int_equal(json_array_size(frames_of(piece)), 0);
        json_decref(piece);
    }
    film_free(film);
}

/* A film that gets too long is ended by the rig itself, and shows its end. */
static void too_long(void **state) {
    (void)state;
    struct rig_scene scene = tower_of(5);
    struct film *film = film_new(&scene, 100);
    json_t *result = run(film);
    const json_t *fields = json_object_get(result, "fields");
    assert_string_equal(status_of(result), "safe-stop");
    assert_string_equal(json_string_value(json_object_get(fields, "reason")), "exit");
    json_t *piece = film_piece(film, 0);
    const json_t *frames = frames_of(piece);
    assert_in_range(count_of(piece), 101, 200);
    const json_t *last = json_array_get(frames, json_array_size(frames) - 1);
    const json_t *said = json_object_get(last, "said");
    assert_string_equal(json_string_value(json_object_get(said, "event")), "stopped");
    assert_int_equal(json_array_size(json_object_get(last, "held")), 0);
    json_decref(piece);
    json_decref(result);
    film_free(film);
}

struct both {
    struct film *film;
    atomic_bool ended;
};

static void run_aside(void *context) {
    struct both *both = context;
    json_decref(run(both->film));
    atomic_store(&both->ended, true);
}

/* Reading while the film grows: frames that were read do not change. */
static void read_while_it_runs(void **state) {
    (void)state;
    struct rig_scene scene = tower_of(6);
    struct both both = {.film = film_new(&scene, FILM_MOST)};
    struct thread thread;
    json_t *first = NULL;
    size_t before = 0;
    assert_true(thread_start(&thread, run_aside, &both));
    for (bool ended = false; !ended;) {
        ended = atomic_load(&both.ended);
        json_t *piece = film_piece(both.film, 0);
        assert_true(count_of(piece) >= before);
        before = count_of(piece);
        if (!first && before > 0)
            first = json_incref(json_array_get(frames_of(piece), 0));
        if (first)
            assert_true(json_equal(first, json_array_get(frames_of(piece), 0)));
        json_decref(piece);
    }
    thread_join(&thread);
    assert_non_null(first);
    json_decref(first);
    film_free(both.film);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),
        cmocka_unit_test(too_long),
        cmocka_unit_test(read_while_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
