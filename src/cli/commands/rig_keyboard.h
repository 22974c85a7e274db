/* The start button of a machine that has none: Enter. */
#ifndef CLI_COMMANDS_RIG_KEYBOARD_H
#define CLI_COMMANDS_RIG_KEYBOARD_H

#include "rig/device/call.h"

struct rig_keyboard {
    struct rig_adapter adapter;
    struct rig_device *device; /* the machine */
    bool asked; /* a person was asked for something, and Enter says that it is done */
    bool ended; /* nothing comes from standard input any more */
};

/* Puts the keyboard in front of a machine. The device that is returned hands everything on; its
 * poll also gives RIG_INPUT_START for a line of standard input, one for each request. It stays the
 * keyboard's. */
struct rig_device *rig_keyboard_open(struct rig_keyboard *keyboard, struct rig_device *device);

/* A person was asked for something. What was typed on a terminal before that does not count. */
void rig_keyboard_ask(struct rig_keyboard *keyboard);

#endif
