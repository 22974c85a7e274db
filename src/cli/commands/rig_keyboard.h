/* Enter as the start button of a machine that has none. */
#ifndef CLI_COMMANDS_RIG_KEYBOARD_H
#define CLI_COMMANDS_RIG_KEYBOARD_H

#include "rig/device/call.h"

struct rig_keyboard {
    struct rig_adapter adapter;
    struct rig_device *device; /* the machine */
    bool asked;                /* a person was asked for something and confirms it with Enter */
    bool ended;                /* standard input is at its end */
};

/* Wraps a machine. The returned device, which belongs to the keyboard, passes every call on; its
 * poll also reports RIG_INPUT_START for a line on standard input, once for each request. */
struct rig_device *rig_keyboard_open(struct rig_keyboard *keyboard, struct rig_device *device);

/* The rig asks a person for something. What was typed before that is discarded. */
void rig_keyboard_ask(struct rig_keyboard *keyboard);

#endif
