#include "rig/report/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/report/event_view.h"

/* How far the arm may be from the straight line between two frames, in micrometres. */
enum { BEND = 300 };
/* Changes below NOISE (grams) are ignored; those above LEAP are shown immediately, others every
 * READ_EACH milliseconds. */
#define NOISE 2.0
#define LEAP  10.0
enum { READ_EACH = 1000 };

struct film {
    struct rig_config config;
    struct rig_sim *sim;
    rig_camera *camera;
    void *context;
    bool begun;
    struct rig_film_frame taken, seen; /* the last frame taken, and the current state */
};

const double *rig_usual_weights(int rings) {
    static const double weights[RIG_RINGS][RIG_RINGS] = {
        {50},
        {20, 45},
        {30, 60, 110},
        {30, 60, 110, 220},
        {20, 40, 80, 160, 320},
        {20, 40, 80, 160, 320, 640},
        {20, 40, 80, 160, 320, 640, 1280},
        {10, 20, 40, 80, 160, 320, 640, 1280},
    };
    return weights[rings - 1];
}

/* ---- frames ---- */

static uint8_t bits_of(const bool *rings, int count) {
    unsigned bits = 0;
    for (int i = 0; i < count; i++)
        bits |= (unsigned)rings[i] << i;
    return (uint8_t)bits;
}

/* The rings that are on towers. */
static uint8_t on_towers(const struct rig_board *board) {
    unsigned bits = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < board->count[t]; i++)
            bits |= 1U << board->ring[t][i];
    return (uint8_t)bits;
}

/* The true state now; what the run knows is as before. */
static struct rig_film_frame true_state(const struct film *film) {
    struct rig_film_frame frame = film->seen;
    struct rig_truth truth;
    int rings = film->config.rings;
    rig_sim_truth(film->sim, &truth);
    frame.ms = truth.ms;
    frame.x = truth.x;
    frame.y = truth.y;
    frame.grip = truth.grip;
    frame.board = truth.board;
    frame.off = bits_of(truth.lost, rings);
    frame.askew = bits_of(truth.askew, rings);
    frame.held = (uint8_t)(((1U << rings) - 1) & ~(frame.off | on_towers(&truth.board)));
    for (int t = 0; t < RIG_TOWERS; t++) {
        frame.other[t] = (float)(truth.foreign[t] + truth.lean[t]);
        frame.grams[t] = (float)(truth.shown.cell[t] / 1000.0);
    }
    return frame;
}

static void take(struct film *film, const struct rig_film_frame *frame) {
    film->camera(film->context, frame);
    film->taken = *frame;
    film->taken.said = NULL;
    film->begun = true;
}

static bool same_board(const struct rig_board *a, const struct rig_board *b) {
    for (int t = 0; t < RIG_TOWERS; t++)
        if (a->count[t] != b->count[t] || a->unsure[t] != b->unsure[t] ||
            memcmp(a->ring[t], b->ring[t], (size_t)a->count[t]) != 0)
            return false;
    return a->hand == b->hand && a->held == b->held;
}

/* Whether something other than the arm has changed: a ring, the gripper, a hand. */
static bool has_changed(const struct rig_film_frame *a, const struct rig_film_frame *b) {
    bool same = a->grip == b->grip && a->held == b->held && a->off == b->off &&
                a->askew == b->askew && same_board(&a->board, &b->board);
    for (int t = 0; t < RIG_TOWERS; t++)
        same = same && fabsf(a->other[t] - b->other[t]) < 0.5F;
    return !same;
}

/* Whether the motion from one frame to the next does not continue to now. */
static bool bends(int64_t from_ms, int32_t from, int64_t at_ms, int32_t at, int64_t now_ms,
                  int32_t now) {
    if (at_ms == from_ms)
        return false;
    double speed = (double)(at - from) / (double)(at_ms - from_ms);
    return fabs(at + speed * (double)(now_ms - at_ms) - now) > BEND;
}

static bool shows_reading(const struct rig_film_frame *before, const struct rig_film_frame *now) {
    double most = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        most = fmax(most, fabs((double)before->grams[t] - (double)now->grams[t]));
    return most > LEAP || (most > NOISE && now->ms - before->ms >= READ_EACH);
}

/* Called after every stride of the simulator. */
static void watch(void *context, const struct rig_sim *sim) {
    struct film *film = context;
    struct rig_film_frame now = true_state(film);
    const struct rig_film_frame *a = &film->taken, *b = &film->seen;
    (void)sim;
    if (!film->begun)
        return;
    bool jump = has_changed(b, &now);
    if (jump || bends(a->ms, a->x, b->ms, b->x, now.ms, now.x) ||
        bends(a->ms, a->y, b->ms, b->y, now.ms, now.y))
        if (b->ms > a->ms)
            take(film, b);
    if (jump || shows_reading(&film->taken, &now))
        take(film, &now);
    film->seen = now;
}

/* ---- events ---- */

static void learn(struct rig_film_frame *frame, const struct rig_event *event) {
    frame->believed = event->board;
    frame->moves_left = event->moves_left;
    frame->step = event->step;
    if (event->kind == RIG_EVENT_STEP) {
        frame->what = event->what;
        frame->tower = (int8_t)event->tower;
        frame->ring = (int8_t)event->ring;
    }
}

static void hear(void *context, const struct rig_event *event) {
    struct film *film = context;
    struct buf text = {0};
    struct rig_film_frame frame = true_state(film);
    bool last = event->kind == RIG_EVENT_DONE || event->kind == RIG_EVENT_STOPPED;
    learn(&frame, event);
    film->seen = frame;
    if (last || rig_event_is_told(event->kind)) {
        rig_event_line(&film->config, event, &text);
        frame.event = event->kind;
        frame.said = buf_text(&text);
    }
    if (frame.said || !film->begun || event->kind == RIG_EVENT_STEP ||
        !same_board(&frame.believed, &film->taken.believed))
        take(film, &frame);
    buf_free(&text);
}

/* ---- the run ---- */

void rig_film_machine(struct rig_description *description) {
    struct rig_sim *sim = rig_sim_new(1, 1, rig_usual_weights(1), 0);
    struct rig_device *device = rig_sim_device(sim);
    device->describe(device->self, description); /* cannot fail: the machine is new */
    rig_sim_free(sim);
}

static void configure(const struct rig_scene *scene, struct rig_config *config) {
    rig_config_init(config);
    config->mode = scene->mode;
    config->rings = scene->rings;
    memcpy(config->weight, rig_usual_weights(scene->rings),
           (size_t)scene->rings * sizeof config->weight[0]);
    /* The other tower is not used; it only has to differ. */
    config->start = scene->mode == RIG_RESET ? scene->tower : (scene->tower + 1) % RIG_TOWERS;
    config->goal = scene->mode == RIG_RESET ? (scene->tower + 1) % RIG_TOWERS : scene->tower;
}

static bool is_reached(const struct rig_scene *scene, const struct rig_sim *sim) {
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    if (truth.board.count[scene->tower] != scene->rings)
        return false;
    for (int i = 0; i < scene->rings; i++)
        if (truth.board.ring[scene->tower][i] != scene->rings - 1 - i || truth.askew[i])
            return false;
    return true;
}

void rig_film(const struct rig_scene *scene, rig_camera *camera, void *context, qd_control *control,
              struct rig_ending *ending) {
    struct film film = {.camera = camera, .context = context};
    film.seen = (struct rig_film_frame){.moves_left = -1,
                                        .tower = -1,
                                        .ring = RIG_NO_RING,
                                        .board.held = RIG_NO_RING,
                                        .believed.held = RIG_NO_RING};
    configure(scene, &film.config);
    film.sim = rig_sim_new(scene->seed, scene->rings, film.config.weight, 0);
    rig_sim_set_board(film.sim, &scene->board);
    if (scene->fault != RIG_NO_FAULT)
        rig_sim_fault(film.sim, (enum rig_fault)scene->fault, scene->fault_step);
    if (scene->exit_ms != RIG_NO_EXIT)
        rig_sim_exit_at(film.sim, scene->exit_ms);
    rig_sim_watch(film.sim, watch, &film);
    rig_run(&film.config, rig_sim_device(film.sim), hear, &film, control, &ending->result);
    ending->happened =
        scene->fault != RIG_NO_FAULT && rig_sim_happened(film.sim, (enum rig_fault)scene->fault);
    ending->reached = is_reached(scene, film.sim);
    struct rig_truth truth;
    rig_sim_truth(film.sim, &truth);
    ending->collisions = truth.collisions;
    rig_sim_free(film.sim);
}
