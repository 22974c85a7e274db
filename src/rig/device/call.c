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

/* The index of the next word in a list, -1 if it is not in it. */
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

/* ---- responses ---- */

/* The numbers of a description in the order of the text. */
enum { NUMBERS = 15 };
static void list_numbers(struct rig_description *of, int32_t *numbers[NUMBERS]) {
    int32_t *all[NUMBERS] = {
        &of->low[RIG_X],   &of->high[RIG_X], &of->speed[RIG_X], &of->low[RIG_Y], &of->high[RIG_Y],
        &of->speed[RIG_Y], &of->tower_x[0],  &of->tower_x[1],   &of->tower_x[2], &of->travel_y,
        &of->floor_y,      &of->ring_height, &of->cell_limit,   &of->grip_ms,    &of->sample_ms};
    memcpy(numbers, all, sizeof all);
}

static void write_description(const struct rig_description *of, char text[RIG_RESPONSE_ROOM]) {
    struct rig_description copy = *of;
    int32_t *numbers[NUMBERS];
    size_t size = 0;
    list_numbers(&copy, numbers);
    for (int i = 0; i < NUMBERS; i++)
        size +=
            (size_t)snprintf(text + size, RIG_RESPONSE_ROOM - size, "%" PRId32 " ", *numbers[i]);
    snprintf(text + size, RIG_RESPONSE_ROOM - size, "%d %d %" PRId32, copy.holds_unpowered,
             copy.cells_are_lively, copy.position_tolerance);
}

static bool read_description(const char **at, struct rig_description *of) {
    int32_t *numbers[NUMBERS];
    list_numbers(of, numbers);
    for (int i = 0; i < NUMBERS; i++)
        if (!read_int(at, numbers[i]))
            return false;
    of->position_tolerance = RIG_POSITION_TOLERANCE;
    return read_bool(at, &of->holds_unpowered) && read_bool(at, &of->cells_are_lively) &&
           (**at == '\0' || read_int(at, &of->position_tolerance)); /* older devices leave it out */
}

void rig_response_write(const struct rig_call *call, const union rig_response *response,
                        char text[RIG_RESPONSE_ROOM]) {
    text[0] = '\0';
    if (call->kind == RIG_CALL_DESCRIBE)
        write_description(&response->description, text);
    else if (call->kind == RIG_CALL_AXIS)
        snprintf(text, RIG_RESPONSE_ROOM, "%s %d %" PRId32 " %" PRId32,
                 motions[response->axis.motion], response->axis.homed, response->axis.at,
                 response->axis.slip);
    else if (call->kind == RIG_CALL_WEIGH)
        snprintf(text, RIG_RESPONSE_ROOM, "%" PRId32 " %" PRId32 " %" PRId32,
                 response->sample.cell[0], response->sample.cell[1], response->sample.cell[2]);
    else if (call->kind == RIG_CALL_POLL && response->input.kind == RIG_INPUT_KNOB)
        snprintf(text, RIG_RESPONSE_ROOM, "knob %s %" PRId32, axes[response->input.axis],
                 response->input.value);
    else if (call->kind == RIG_CALL_POLL)
        snprintf(text, RIG_RESPONSE_ROOM, "%s", inputs[response->input.kind]);
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

static bool read_given(const struct rig_call *call, const char **at, union rig_response *response) {
    switch (call->kind) {
    case RIG_CALL_DESCRIBE:
        return read_description(at, &response->description);
    case RIG_CALL_AXIS:
        return read_state(at, &response->axis);
    case RIG_CALL_WEIGH:
        return read_sample(at, &response->sample);
    case RIG_CALL_POLL:
        return read_input(at, &response->input);
    default:
        return true;
    }
}

bool rig_response_read(const struct rig_call *call, const char *text,
                       union rig_response *response) {
    memset(response, 0, sizeof *response);
    return read_given(call, &text, response) && *text == '\0';
}

/* ---- devices ---- */

enum rig_status rig_call_make(struct rig_device *device, const struct rig_call *call,
                              union rig_response *response) {
    switch (call->kind) {
    case RIG_CALL_DESCRIBE:
        return device->describe(device->self, &response->description);
    case RIG_CALL_HOME:
        return device->home(device->self, call->axis, call->limit_ms);
    case RIG_CALL_MOVE:
        return device->move(device->self, call->axis, call->target, call->limit_ms);
    case RIG_CALL_STOP:
        return device->stop(device->self);
    case RIG_CALL_AXIS:
        return device->axis(device->self, call->axis, &response->axis);
    case RIG_CALL_GRIP:
        return device->grip(device->self, call->grip);
    case RIG_CALL_TARE:
        return device->tare(device->self, call->cell);
    case RIG_CALL_WEIGH:
        return device->weigh(device->self, &response->sample);
    default:
        return device->poll(device->self, &response->input);
    }
}

static enum rig_status adapter_call(void *self, struct rig_call call,
                                    union rig_response *response) {
    struct rig_adapter *adapter = self;
    return adapter->call(adapter->context, &call, response);
}

static enum rig_status adapter_describe(void *self, struct rig_description *description) {
    union rig_response response;
    memset(&response, 0, sizeof response);
    enum rig_status status =
        adapter_call(self, (struct rig_call){.kind = RIG_CALL_DESCRIBE}, &response);
    if (status == RIG_OK)
        *description = response.description;
    return status;
}

static enum rig_status adapter_home(void *self, enum rig_axis axis, int32_t limit_ms) {
    union rig_response response;
    return adapter_call(
        self, (struct rig_call){.kind = RIG_CALL_HOME, .axis = axis, .limit_ms = limit_ms},
        &response);
}

static enum rig_status adapter_move(void *self, enum rig_axis axis, int32_t target,
                                    int32_t limit_ms) {
    union rig_response response;
    struct rig_call call = {
        .kind = RIG_CALL_MOVE, .axis = axis, .target = target, .limit_ms = limit_ms};
    return adapter_call(self, call, &response);
}

static enum rig_status adapter_stop(void *self) {
    union rig_response response;
    return adapter_call(self, (struct rig_call){.kind = RIG_CALL_STOP}, &response);
}

static enum rig_status adapter_axis(void *self, enum rig_axis axis, struct rig_axis_state *state) {
    union rig_response response;
    enum rig_status status =
        adapter_call(self, (struct rig_call){.kind = RIG_CALL_AXIS, .axis = axis}, &response);
    if (status == RIG_OK)
        *state = response.axis;
    return status;
}

static enum rig_status adapter_grip(void *self, enum rig_grip grip) {
    union rig_response response;
    return adapter_call(self, (struct rig_call){.kind = RIG_CALL_GRIP, .grip = grip}, &response);
}

static enum rig_status adapter_tare(void *self, int cell) {
    union rig_response response;
    return adapter_call(self, (struct rig_call){.kind = RIG_CALL_TARE, .cell = cell}, &response);
}

static enum rig_status adapter_weigh(void *self, struct rig_sample *sample) {
    union rig_response response;
    enum rig_status status =
        adapter_call(self, (struct rig_call){.kind = RIG_CALL_WEIGH}, &response);
    if (status == RIG_OK)
        *sample = response.sample;
    return status;
}

static enum rig_status adapter_poll(void *self, struct rig_input *input) {
    union rig_response response;
    enum rig_status status =
        adapter_call(self, (struct rig_call){.kind = RIG_CALL_POLL}, &response);
    if (status == RIG_OK)
        *input = response.input;
    return status;
}

static int64_t adapter_clock(void *self) {
    struct rig_adapter *adapter = self;
    return adapter->clock(adapter->context);
}

static void adapter_sleep(void *self, int32_t ms) {
    struct rig_adapter *adapter = self;
    adapter->sleep(adapter->context, ms);
}

void rig_adapter_init(struct rig_adapter *adapter) {
    adapter->device = (struct rig_device){.self = adapter,
                                          .describe = adapter_describe,
                                          .home = adapter_home,
                                          .move = adapter_move,
                                          .stop = adapter_stop,
                                          .axis = adapter_axis,
                                          .grip = adapter_grip,
                                          .tare = adapter_tare,
                                          .weigh = adapter_weigh,
                                          .poll = adapter_poll,
                                          .clock = adapter_clock,
                                          .sleep = adapter_sleep};
}
