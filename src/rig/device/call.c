#include "rig/device/call.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rig/device/protocol.h"

static const char *const verbs[] = {
    [RIG_CALL_DESCRIBE] = "describe", [RIG_CALL_HOME] = "home",   [RIG_CALL_MOVE] = "move",
    [RIG_CALL_STOP] = "stop",         [RIG_CALL_AXIS] = "axis",   [RIG_CALL_GRIP] = "grip",
    [RIG_CALL_TARE] = "tare",         [RIG_CALL_WEIGH] = "weigh", [RIG_CALL_POLL] = "poll"};
static const char *const axes[] = {[RIG_X] = "x", [RIG_Y] = "y"};
static const char *const grips[] = {[RIG_OPEN] = "open", [RIG_CLOSED] = "close"};
static const char *const motions[] = {[RIG_STILL] = "still",
                                      [RIG_MOVING] = "moving",
                                      [RIG_HOMING] = "homing",
                                      [RIG_STALLED] = "stalled",
                                      [RIG_TIMED_OUT] = "late"};
static const char *const inputs[] = {[RIG_INPUT_NONE] = "none",
                                     [RIG_INPUT_START] = "start",
                                     [RIG_INPUT_EXIT] = "exit",
                                     [RIG_INPUT_KNOB] = "knob",
                                     [RIG_INPUT_RESTART] = "restart"};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- reading ---- */

/* The next word's place in a list, -1 if it is not in it. */
static int read_word(const char **at, const char *const *words, int count) {
    char word[16];
    if (!rig_word(at, word, sizeof word))
        return -1;
    int i = 0;
    while (i < count && strcmp(words[i], word) != 0)
        i++;
    return i < count ? i : -1;
}

static bool read_int(const char **at, int32_t *value) {
    int64_t number;
    if (!rig_number(at, &number) || number < INT32_MIN || number > INT32_MAX)
        return false;
    *value = (int32_t)number;
    return true;
}

static bool read_bool(const char **at, bool *value) {
    int32_t number;
    bool good = read_int(at, &number) && (number == 0 || number == 1);
    *value = good && number == 1;
    return good;
}

static bool read_axis(const char **at, enum rig_axis *axis) {
    int found = read_word(at, axes, COUNT(axes));
    *axis = found == RIG_Y ? RIG_Y : RIG_X;
    return found >= 0;
}

/* ---- calls ---- */

void rig_call_write(const struct rig_call *call, char text[RIG_CALL_ROOM]) {
    const char *verb = verbs[call->kind], *axis = axes[call->axis];
    switch (call->kind) {
    case RIG_CALL_HOME:
        snprintf(text, RIG_CALL_ROOM, "%s %s %" PRId32, verb, axis, call->limit_ms);
        break;
    case RIG_CALL_MOVE:
        snprintf(text, RIG_CALL_ROOM, "%s %s %" PRId32 " %" PRId32, verb, axis, call->target,
                 call->limit_ms);
        break;
    case RIG_CALL_AXIS:
        snprintf(text, RIG_CALL_ROOM, "%s %s", verb, axis);
        break;
    case RIG_CALL_GRIP:
        snprintf(text, RIG_CALL_ROOM, "%s %s", verb, grips[call->grip]);
        break;
    case RIG_CALL_TARE:
        snprintf(text, RIG_CALL_ROOM, "%s %d", verb, call->cell);
        break;
    default:
        snprintf(text, RIG_CALL_ROOM, "%s", verb);
    }
}

static bool read_grip(const char **at, enum rig_grip *grip) {
    int found = read_word(at, grips, COUNT(grips));
    *grip = found == RIG_CLOSED ? RIG_CLOSED : RIG_OPEN;
    return found >= 0;
}

static bool read_arguments(const char **at, struct rig_call *call) {
    int32_t cell;
    switch (call->kind) {
    case RIG_CALL_HOME:
        return read_axis(at, &call->axis) && read_int(at, &call->limit_ms);
    case RIG_CALL_MOVE:
        return read_axis(at, &call->axis) && read_int(at, &call->target) &&
               read_int(at, &call->limit_ms);
    case RIG_CALL_AXIS:
        return read_axis(at, &call->axis);
    case RIG_CALL_GRIP:
        return read_grip(at, &call->grip);
    case RIG_CALL_TARE:
        if (!read_int(at, &cell))
            return false;
        call->cell = cell;
        return true;
    default:
        return true;
    }
}

bool rig_call_read(const char *text, struct rig_call *call) {
    *call = (struct rig_call){0};
    int verb = read_word(&text, verbs, COUNT(verbs));
    if (verb < 0)
        return false;
    call->kind = (enum rig_call_kind)verb;
    return read_arguments(&text, call) && *text == '\0';
}

/* ---- what they give ---- */

/* The numbers of a description in the order of the text. */
enum { NUMBERS = 15 };
static void list_numbers(struct rig_description *of, int32_t *numbers[NUMBERS]) {
    int32_t *all[NUMBERS] = {
        &of->low[RIG_X],   &of->high[RIG_X], &of->speed[RIG_X], &of->low[RIG_Y], &of->high[RIG_Y],
        &of->speed[RIG_Y], &of->tower_x[0],  &of->tower_x[1],   &of->tower_x[2], &of->travel_y,
        &of->floor_y,      &of->ring_height, &of->cell_limit,   &of->grip_ms,    &of->sample_ms};
    memcpy(numbers, all, sizeof all);
}

static void write_description(const struct rig_description *of, char text[RIG_GIVEN_ROOM]) {
    struct rig_description copy = *of;
    int32_t *numbers[NUMBERS];
    size_t size = 0;
    list_numbers(&copy, numbers);
    for (int i = 0; i < NUMBERS; i++)
        size += (size_t)snprintf(text + size, RIG_GIVEN_ROOM - size, "%" PRId32 " ", *numbers[i]);
    snprintf(text + size, RIG_GIVEN_ROOM - size, "%d %d %" PRId32, copy.holds_unpowered,
             copy.cells_are_lively, copy.arrived);
}

static bool read_description(const char **at, struct rig_description *of) {
    int32_t *numbers[NUMBERS];
    list_numbers(of, numbers);
    for (int i = 0; i < NUMBERS; i++)
        if (!read_int(at, numbers[i]))
            return false;
    of->arrived = RIG_ARRIVED;
    return read_bool(at, &of->holds_unpowered) && read_bool(at, &of->cells_are_lively) &&
           (**at == '\0' || read_int(at, &of->arrived)); /* older devices do not state it */
}

void rig_given_write(const struct rig_call *call, const union rig_given *given,
                     char text[RIG_GIVEN_ROOM]) {
    text[0] = '\0';
    if (call->kind == RIG_CALL_DESCRIBE)
        write_description(&given->description, text);
    else if (call->kind == RIG_CALL_AXIS)
        snprintf(text, RIG_GIVEN_ROOM, "%s %d %" PRId32 " %" PRId32, motions[given->axis.motion],
                 given->axis.homed, given->axis.at, given->axis.slip);
    else if (call->kind == RIG_CALL_WEIGH)
        snprintf(text, RIG_GIVEN_ROOM, "%" PRId32 " %" PRId32 " %" PRId32, given->sample.cell[0],
                 given->sample.cell[1], given->sample.cell[2]);
    else if (call->kind == RIG_CALL_POLL && given->input.kind == RIG_INPUT_KNOB)
        snprintf(text, RIG_GIVEN_ROOM, "knob %s %" PRId32, axes[given->input.axis],
                 given->input.value);
    else if (call->kind == RIG_CALL_POLL)
        snprintf(text, RIG_GIVEN_ROOM, "%s", inputs[given->input.kind]);
}

static bool read_state(const char **at, struct rig_axis_state *state) {
    int motion = read_word(at, motions, COUNT(motions));
    if (motion < 0)
        return false;
    state->motion = (enum rig_motion)motion;
    return read_bool(at, &state->homed) && read_int(at, &state->at) && read_int(at, &state->slip);
}

static bool read_sample(const char **at, struct rig_sample *sample) {
    for (int i = 0; i < RIG_TOWERS; i++)
        if (!read_int(at, &sample->cell[i]))
            return false;
    return true;
}

static bool read_input(const char **at, struct rig_input *input) {
    int kind = read_word(at, inputs, COUNT(inputs));
    *input = (struct rig_input){0};
    if (kind < 0)
        return false;
    input->kind = (enum rig_input_kind)kind;
    return kind != RIG_INPUT_KNOB || (read_axis(at, &input->axis) && read_int(at, &input->value));
}

static bool read_given(const struct rig_call *call, const char **at, union rig_given *given) {
    switch (call->kind) {
    case RIG_CALL_DESCRIBE:
        return read_description(at, &given->description);
    case RIG_CALL_AXIS:
        return read_state(at, &given->axis);
    case RIG_CALL_WEIGH:
        return read_sample(at, &given->sample);
    case RIG_CALL_POLL:
        return read_input(at, &given->input);
    default:
        return true;
    }
}

bool rig_given_read(const struct rig_call *call, const char *text, union rig_given *given) {
    memset(given, 0, sizeof *given);
    return read_given(call, &text, given) && *text == '\0';
}

/* ---- devices ---- */

enum rig_status rig_call_make(struct rig_device *device, const struct rig_call *call,
                              union rig_given *given) {
    switch (call->kind) {
    case RIG_CALL_DESCRIBE:
        return device->describe(device->self, &given->description);
    case RIG_CALL_HOME:
        return device->home(device->self, call->axis, call->limit_ms);
    case RIG_CALL_MOVE:
        return device->move(device->self, call->axis, call->target, call->limit_ms);
    case RIG_CALL_STOP:
        return device->stop(device->self);
    case RIG_CALL_AXIS:
        return device->axis(device->self, call->axis, &given->axis);
    case RIG_CALL_GRIP:
        return device->grip(device->self, call->grip);
    case RIG_CALL_TARE:
        return device->tare(device->self, call->cell);
    case RIG_CALL_WEIGH:
        return device->weigh(device->self, &given->sample);
    default:
        return device->poll(device->self, &given->input);
    }
}

static enum rig_status carry(void *self, struct rig_call call, union rig_given *given) {
    struct rig_carrier *carrier = self;
    return carrier->call(carrier->context, &call, given);
}

static enum rig_status carry_describe(void *self, struct rig_description *description) {
    union rig_given given;
    memset(&given, 0, sizeof given);
    enum rig_status status = carry(self, (struct rig_call){.kind = RIG_CALL_DESCRIBE}, &given);
    if (status == RIG_OK)
        *description = given.description;
    return status;
}

static enum rig_status carry_home(void *self, enum rig_axis axis, int32_t limit_ms) {
    union rig_given given;
    return carry(self, (struct rig_call){.kind = RIG_CALL_HOME, .axis = axis, .limit_ms = limit_ms},
                 &given);
}

static enum rig_status carry_move(void *self, enum rig_axis axis, int32_t target,
                                  int32_t limit_ms) {
    union rig_given given;
    struct rig_call call = {
        .kind = RIG_CALL_MOVE, .axis = axis, .target = target, .limit_ms = limit_ms};
    return carry(self, call, &given);
}

static enum rig_status carry_stop(void *self) {
    union rig_given given;
    return carry(self, (struct rig_call){.kind = RIG_CALL_STOP}, &given);
}

static enum rig_status carry_axis(void *self, enum rig_axis axis, struct rig_axis_state *state) {
    union rig_given given;
    enum rig_status status =
        carry(self, (struct rig_call){.kind = RIG_CALL_AXIS, .axis = axis}, &given);
    if (status == RIG_OK)
        *state = given.axis;
    return status;
}

static enum rig_status carry_grip(void *self, enum rig_grip grip) {
    union rig_given given;
    return carry(self, (struct rig_call){.kind = RIG_CALL_GRIP, .grip = grip}, &given);
}

static enum rig_status carry_tare(void *self, int cell) {
    union rig_given given;
    return carry(self, (struct rig_call){.kind = RIG_CALL_TARE, .cell = cell}, &given);
}

static enum rig_status carry_weigh(void *self, struct rig_sample *sample) {
    union rig_given given;
    enum rig_status status = carry(self, (struct rig_call){.kind = RIG_CALL_WEIGH}, &given);
    if (status == RIG_OK)
        *sample = given.sample;
    return status;
}

static enum rig_status carry_poll(void *self, struct rig_input *input) {
    union rig_given given;
    enum rig_status status = carry(self, (struct rig_call){.kind = RIG_CALL_POLL}, &given);
    if (status == RIG_OK)
        *input = given.input;
    return status;
}

static int64_t carry_clock(void *self) {
    struct rig_carrier *carrier = self;
    return carrier->clock(carrier->context);
}

static void carry_sleep(void *self, int32_t ms) {
    struct rig_carrier *carrier = self;
    carrier->sleep(carrier->context, ms);
}

void rig_carrier_init(struct rig_carrier *carrier) {
    carrier->device = (struct rig_device){.self = carrier,
                                          .describe = carry_describe,
                                          .home = carry_home,
                                          .move = carry_move,
                                          .stop = carry_stop,
                                          .axis = carry_axis,
                                          .grip = carry_grip,
                                          .tare = carry_tare,
                                          .weigh = carry_weigh,
                                          .poll = carry_poll,
                                          .clock = carry_clock,
                                          .sleep = carry_sleep};
}
