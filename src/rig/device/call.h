/* The calls of a device (rig/device/device.h) and their responses, as values and as text. The line
 * protocol, the log of a run and the replay all use this text:
 *     move x 120000 5000      a call
 *     still 1 120000 0        a response (to "axis x") */
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

/* What a call returns if its status is RIG_OK. */
union rig_response {
    struct rig_description description;
    struct rig_axis_state axis;
    struct rig_sample sample;
    struct rig_input input;
};

enum { RIG_CALL_ROOM = 48, RIG_RESPONSE_ROOM = 241 };

/* The call as text; always fits. */
void rig_call_write(const struct rig_call *call, char text[RIG_CALL_ROOM]);
/* The reverse. Returns false if the text is not exactly one call. */
bool rig_call_read(const char *text, struct rig_call *call);

/* The response to a call as text, "" if it has none. The name of a description is not included. */
void rig_response_write(const struct rig_call *call, const union rig_response *response,
                        char text[RIG_RESPONSE_ROOM]);
/* The reverse. Returns false if the text is not a response to such a call. */
bool rig_response_read(const struct rig_call *call, const char *text, union rig_response *response);

/* Makes the call on a device. */
enum rig_status rig_call_make(struct rig_device *device, const struct rig_call *call,
                              union rig_response *response);

/* An adapter: a device whose calls all go to one function, which transmits, records or replays
 * them. */
struct rig_adapter {
    struct rig_device device; /* its self is the adapter */
    void *context;
    enum rig_status (*call)(void *context, const struct rig_call *call,
                            union rig_response *response);
    int64_t (*clock)(void *context);
    void (*sleep)(void *context, int32_t ms);
};
/* Fills adapter->device; the caller has set the other fields. close stays NULL. */
void rig_adapter_init(struct rig_adapter *adapter);

#endif
