/* The calls of a device (rig/device/device.h) as values and as text. The line protocol, the log of
 * a run and the replay all speak this one language: move x 120000 5000      a call still 1 120000 0
 * what it gave (here: of "axis x") */
#ifndef RIG_DEVICE_CALL_H
#define RIG_DEVICE_CALL_H

#include <stddef.h>

#include "rig/device/device.h"

enum rig_call_kind {
    RIG_CALL_DESCRIBE,
    RIG_CALL_HOME,
    RIG_CALL_MOVE,
    RIG_CALL_STOP,
    RIG_CALL_AXIS,
    RIG_CALL_GRIP,
    RIG_CALL_TARE,
    RIG_CALL_WEIGH,
    RIG_CALL_POLL
};

struct rig_call {
    enum rig_call_kind kind;
    enum rig_axis axis;       /* home, move, axis */
    int32_t target, limit_ms; /* home (limit_ms), move */
    enum rig_grip grip;
    int cell; /* tare */
};

/* What a call gives when its status is RIG_OK. */
union rig_given {
    struct rig_description description;
    struct rig_axis_state axis;
    struct rig_sample sample;
    struct rig_input input;
};

enum { RIG_CALL_ROOM = 48, RIG_GIVEN_ROOM = 241 };

/* The call as text; always fits. */
void rig_call_write(const struct rig_call *call, char text[RIG_CALL_ROOM]);
/* The other way round. Returns false if it is no call, or anything stands behind it. */
bool rig_call_read(const char *text, struct rig_call *call);

/* What a call gave as text, "" if it gives nothing. A description's name is not in it. */
void rig_given_write(const struct rig_call *call, const union rig_given *given,
                     char text[RIG_GIVEN_ROOM]);
/* The other way round. Returns false if it is not what such a call gives. */
bool rig_given_read(const struct rig_call *call, const char *text, union rig_given *given);

/* Makes the call on a device. */
enum rig_status rig_call_make(struct rig_device *device, const struct rig_call *call,
                              union rig_given *given);

/* Fills the functions of a device whose calls all go to one function, so that whoever carries,
 * records or replays calls writes it once. */
struct rig_carrier {
    struct rig_device device; /* its self is the carrier */
    void *context;
    enum rig_status (*call)(void *context, const struct rig_call *call, union rig_given *given);
    int64_t (*clock)(void *context);
    void (*sleep)(void *context, int32_t ms);
};
/* The last four are set already. close stays NULL. */
void rig_carrier_init(struct rig_carrier *carrier);

#endif
