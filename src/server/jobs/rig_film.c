#include "server/jobs/rig_film.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/thread.h"

/* A film that is told to end needs room for its last frames. */
enum { ROOM_TO_END = 2000 };

struct film {
    struct rig_scene scene;
    size_t most;
    struct mutex lock;            /* for what follows */
    struct rig_film_frame *frame; /* said is owned */
    size_t count, room;
    qd_control *control; /* while it runs */
};

struct film *film_new(const struct rig_scene *scene, size_t most) {
    struct film *film = MEM_NEW(struct film);
    film->scene = *scene;
    film->most = most;
    mutex_init(&film->lock);
    return film;
}

void film_free(struct film *film) {
    if (!film)
        return;
    for (size_t i = 0; i < film->count; i++)
        free((void *)(uintptr_t)film->frame[i].said);
    free(film->frame);
    mutex_destroy(&film->lock);
    free(film);
}

const struct rig_scene *film_scene(const struct film *film) {
    return &film->scene;
}

/* ---- running ---- */

static void take(void *context, const struct rig_film_frame *frame) {
    struct film *film = context;
    mutex_lock(&film->lock);
    assert(film->count == 0 || frame->ms >= film->frame[film->count - 1].ms);
    if (film->count < film->most + ROOM_TO_END) {
        film->frame = mem_grow(film->frame, film->count, &film->room, sizeof *film->frame);
        film->frame[film->count] = *frame;
        if (frame->said)
            film->frame[film->count].said = mem_text(frame->said);
        film->count++;
    }
    if (film->count == film->most)
        control_stop(film->control);
    mutex_unlock(&film->lock);
}

/* Films are kept for a while, so release the memory that they do not need. */
static void trim(struct film *film) {
    mutex_lock(&film->lock);
    if (film->count < film->room) {
        film->frame = mem_resize(film->frame, film->count, sizeof *film->frame);
        film->room = film->count;
    }
    mutex_unlock(&film->lock);
}

static void set(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

static json_t *number(int64_t value) {
    return json_integer((json_int_t)value);
}

/* Rings are 0 to n - 1, the discs of the puzzle 1 to n. */
static json_t *disc(int ring) {
    return ring < 0 ? json_null() : number(ring + 1);
}

static json_t *towers_of(const struct rig_board *board) {
    json_t *towers = json_array();
    for (int t = 0; t < RIG_TOWERS; t++) {
        json_t *stack = json_array();
        for (int i = 0; i < board->count[t]; i++)
            json_array_append_new(stack, disc(board->ring[t][i]));
        json_array_append_new(towers, stack);
    }
    return towers;
}

static json_t *fields_of(const struct film *film, const struct rig_ending *ending) {
    const struct rig_result *result = &ending->result;
    json_t *fields = json_object();
    set(fields, "reason", json_string(rig_reason_word(result->reason)));
    set(fields, "known", json_text(result->known));
    set(fields, "todo", json_text(result->todo));
    set(fields, "towers", result->board_known ? towers_of(&result->board) : json_null());
    set(fields, "arm_up", json_boolean(result->arm_up));
    set(fields, "moves", number(result->moves));
    set(fields, "steps", number(result->steps));
    set(fields, "retries", number(result->retries));
    set(fields, "replans", number(result->replans));
    set(fields, "ms", number(result->ms));
    set(fields, "seed", number((int64_t)film->scene.seed));
    set(fields, "happened", json_boolean(ending->happened));
    return fields;
}

static json_t *result_of(const struct film *film, const struct rig_ending *ending) {
    const struct rig_result *result = &ending->result;
    struct buf text = {0};
    if (result->end == RIG_DONE)
        buf_printf(&text, "Done. %s\n", result->known);
    else
        buf_printf(&text, "Safe stop: %s.\n%s\n%s\n", rig_reason_word(result->reason),
                   result->known, result->todo);
    json_t *object = json_object();
    set(object, "status", json_string(rig_end_word(result->end)));
    set(object, "text", json_text(buf_text(&text)));
    set(object, "fields", fields_of(film, ending));
    buf_free(&text);
    return object;
}

json_t *film_run(struct film *film, qd_control *control, qd_error *error) {
    struct rig_ending ending;
    assert(film->count == 0 && !film->control); /* once */
    film->control = control;
    rig_film(&film->scene, take, film, control, &ending);
    trim(film);
    json_t *result = NULL;
    /* The simulator knows the truth: a run that claims more must not be shown as a success. */
    bool wrong = ending.result.end == RIG_BAD_CONFIG || ending.collisions > 0 ||
                 (ending.result.end == RIG_DONE && !ending.reached);
    if (wrong)
        error_set(error, QD_FAILURE, "the rig went wrong with seed %llu: %s",
                  (unsigned long long)film->scene.seed, ending.result.known);
    else
        result = result_of(film, &ending);
    rig_result_free(&ending.result);
    return result;
}

/* ---- pieces ---- */

static json_t *discs_of(uint8_t bits) {
    json_t *list = json_array();
    for (int ring = 0; ring < RIG_RINGS; ring++)
        if (bits >> ring & 1)
            json_array_append_new(list, disc(ring));
    return list;
}

static json_t *grams_of(const float grams[RIG_TOWERS]) {
    json_t *list = json_array();
    for (int t = 0; t < RIG_TOWERS; t++) /* in tenths: more digits are noise */
        json_array_append_new(
            list, json_real((double)(long)(grams[t] * 10 + (grams[t] < 0 ? -0.5F : 0.5F)) / 10));
    return list;
}

static json_t *believed_of(const struct rig_board *board) {
    json_t *object = json_object(), *unsure = json_array();
    for (int t = 0; t < RIG_TOWERS; t++)
        json_array_append_new(unsure, number(board->unsure[t]));
    set(object, "towers", towers_of(board));
    set(object, "unsure", unsure);
    set(object, "hand", json_string(rig_hand_word(board->hand)));
    set(object, "held", disc(board->held));
    return object;
}

static json_t *step_of(const struct rig_film_frame *frame) {
    json_t *object = json_object();
    set(object, "number", number(frame->step));
    set(object, "what", json_string(rig_step_word(frame->what)));
    set(object, "tower", frame->tower < 0 ? json_null() : number(frame->tower));
    set(object, "disc", disc(frame->ring));
    return object;
}

static json_t *said_of(const struct rig_film_frame *frame) {
    if (!frame->said)
        return json_null();
    json_t *object = json_object();
    set(object, "event", json_string(rig_event_word(frame->event)));
    set(object, "text", json_text(frame->said));
    return object;
}

static json_t *frame_json(const struct rig_film_frame *frame) {
    json_t *object = json_object();
    set(object, "ms", number(frame->ms));
    set(object, "x", number(frame->x));
    set(object, "y", number(frame->y));
    set(object, "grip", json_string(frame->grip == RIG_OPEN ? "open" : "closed"));
    set(object, "towers", towers_of(&frame->board));
    set(object, "held", discs_of(frame->held));
    set(object, "off", discs_of(frame->off));
    set(object, "askew", discs_of(frame->askew));
    set(object, "other", grams_of(frame->other));
    set(object, "grams", grams_of(frame->grams));
    set(object, "believed", believed_of(&frame->believed));
    set(object, "left", frame->moves_left < 0 ? json_null() : number(frame->moves_left));
    set(object, "step", step_of(frame));
    set(object, "said", said_of(frame));
    return object;
}

json_t *film_piece(struct film *film, uint64_t since) {
    json_t *object = json_object(), *frames = json_array();
    mutex_lock(&film->lock);
    for (uint64_t i = since; i < film->count && i - since < FILM_PIECE; i++)
        json_array_append_new(frames, frame_json(&film->frame[i]));
    set(object, "since", number((int64_t)since));
    set(object, "count", number((int64_t)film->count));
    set(object, "frames", frames);
    mutex_unlock(&film->lock);
    return object;
}
