/* A device at the other end of a wire, by the line protocol (docs/rig.md). */
#ifndef RIG_DEVICE_SERIAL_H
#define RIG_DEVICE_SERIAL_H

#include <quandary/types.h>

#include "rig/device/device.h"
#include "rig/device/link.h"

struct rig_serial;

/* Opens a serial port or a terminal, makes it raw (8 bits, no parity, one stop bit, no flow
 * control) at the given speed in bits a second, keeps other programs away from it, greets the
 * device and asks for its description. A device that has just been switched on may take some
 * seconds to answer. Returns NULL with an error: QD_BAD_INPUT if it is no such port, the speed is
 * not one that the system knows, or the device is not one that we can work with; QD_FAILURE if it
 * cannot be opened or nobody answers. rig_serial_free releases it. */
struct rig_serial *rig_serial_open(const char *path, int64_t speed, qd_error *error);

/* The same over any wire, which the caller keeps; nothing is said yet. Never NULL. */
struct rig_serial *rig_serial_over(const struct rig_wire *wire, uint32_t first_session);

/* Closes the port if it was opened. serial may be NULL. */
void rig_serial_free(struct rig_serial *serial);

/* The device; it stays the serial's (close is NULL). A call that is not answered in time, or whose
 * answer makes no sense, is RIG_BUS_ERROR; after RIG_GONE_MS of silence, or when the wire breaks,
 * it is RIG_GONE for good. A device that was switched off and on is RIG_INPUT_RESTART at the next
 * poll. */
struct rig_device *rig_serial_device(struct rig_serial *serial);

/* What was wrong with the last call that failed, in words; "" if none did. */
const char *rig_serial_trouble(const struct rig_serial *serial);

/* The link, for its counters. */
const struct rig_link *rig_serial_link(const struct rig_serial *serial);

#endif
