#include "cli/commands/rig_keyboard.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

/* The most bytes to read between two samples of the load cells. */
enum { MOST_BYTES = 4096 };

/* Reading from the terminal in the background would suspend the program, with the arm in mid-air.
 */
static bool may_read(void) {
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static bool has_input(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) == 1 && (input.revents & (POLLIN | POLLHUP)) != 0;
}

/* True if the end of a line was read. */
static bool took_line(struct rig_keyboard *keyboard) {
    for (int i = 0; i < MOST_BYTES && may_read() && has_input(); i++) {
        char byte;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        keyboard->ended = count <= 0;
        if (count <= 0)
            return false;
        if (byte == '\n')
            return true;
    }
    return false;
}

static enum rig_status call(void *context, const struct rig_call *call,
                            union rig_response *response) {
    struct rig_keyboard *keyboard = context;
    bool listens = call->kind == RIG_CALL_POLL && keyboard->asked && !keyboard->ended;
    if (!listens || !took_line(keyboard))
        return rig_call_make(keyboard->device, call, response);
    keyboard->asked = false;
    response->input = (struct rig_input){.kind = RIG_INPUT_START};
    return RIG_OK;
}

static int64_t device_clock(void *context) {
    const struct rig_keyboard *keyboard = context;
    return keyboard->device->clock(keyboard->device->self);
}

static void device_sleep(void *context, int32_t ms) {
    const struct rig_keyboard *keyboard = context;
    keyboard->device->sleep(keyboard->device->self, ms);
}

struct rig_device *rig_keyboard_open(struct rig_keyboard *keyboard, struct rig_device *device) {
    *keyboard = (struct rig_keyboard){.device = device};
    keyboard->adapter.context = keyboard;
    keyboard->adapter.call = call;
    keyboard->adapter.clock = device_clock;
    keyboard->adapter.sleep = device_sleep;
    rig_adapter_init(&keyboard->adapter);
    return &keyboard->adapter.device;
}

void rig_keyboard_ask(struct rig_keyboard *keyboard) {
    if (isatty(STDIN_FILENO) && may_read())
        tcflush(STDIN_FILENO, TCIFLUSH);
    keyboard->asked = true;
}
