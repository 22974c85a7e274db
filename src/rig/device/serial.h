/* A device behind a serial port or any other wire, by the line protocol (docs/rig.md). */
#ifndef RIG_DEVICE_SERIAL_H
#define RIG_DEVICE_SERIAL_H

#include <quandary/types.h>

#include "rig/device/device.h"
#include "rig/device/link.h"

struct rig_serial;

/* Opens a serial port or a terminal, sets it to raw mode (8 bits, no parity, one stop bit, no flow
 * control) and the given speed in bits per second, locks it against other programs, and gets the
 * device's description. A device that was just switched on may take some seconds to answer. Returns
 * NULL with an error: QD_BAD_INPUT if it is not such a port, the speed is not supported, or the
 * device is not usable; QD_FAILURE if it cannot be opened or does not answer. rig_serial_free
 * releases it. */
struct rig_serial *rig_serial_open(const char *path, int64_t speed, qd_error *error);

/* The same over a wire that the caller owns, without talking to the device yet. Never NULL. */
struct rig_serial *rig_serial_over(const struct rig_wire *wire, uint32_t first_session);

/* Closes the port if it was opened. serial may be NULL. */
void rig_serial_free(struct rig_serial *serial);

/* The device; it belongs to the serial (close is NULL). A call that is not answered in time, or
 * whose answer is invalid, is RIG_BUS_ERROR; after RIG_GONE_MS of silence, or once the wire breaks,
 * every call is RIG_GONE. A restart of the device is reported as RIG_INPUT_RESTART by the next
 * poll. */
struct rig_device *rig_serial_device(struct rig_serial *serial);

/* What was wrong with the last call that failed; "" if none did. */
const char *rig_serial_error(const struct rig_serial *serial);

/* The link, for its counters; for tests. */
const struct rig_link *rig_serial_link(const struct rig_serial *serial);

#endif
