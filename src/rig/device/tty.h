/* A serial port or terminal as a wire. */
#ifndef RIG_DEVICE_TTY_H
#define RIG_DEVICE_TTY_H

#include <quandary/types.h>

#include "rig/device/link.h"

struct rig_tty;

/* As rig_serial_open, without greeting. NULL with an error. */
struct rig_tty *rig_tty_open(const char *path, int64_t speed, qd_error *error);
/* tty may be NULL. */
void rig_tty_close(struct rig_tty *tty);

/* The wire; it stays the tty's. What cannot be handed over within half a second is lost, as on any
 * wire; the wire is broken when the other end is closed or the port is unplugged. */
struct rig_wire rig_tty_wire(struct rig_tty *tty);

#endif
