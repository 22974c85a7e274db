/* A device behind the line protocol, for tests: requests as text become calls of any rig_device. */
#ifndef RIG_SERVE_H
#define RIG_SERVE_H

#include "rig/device/call.h"
#include "rig/device/protocol.h"

/* Makes the call that the body asks for and writes the answer's body. A call that the device itself
 * does not answer (RIG_BUS_ERROR, RIG_GONE) is a failure here, in words. */
void rig_serve(struct rig_device *device, const char *body, char answer[RIG_BODY_LIMIT + 1]);

#endif
