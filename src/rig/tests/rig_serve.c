#include "rig/tests/rig_serve.h"

#include <stdio.h>
#include <string.h>

void rig_serve(struct rig_device *device, const char *body, char answer[RIG_BODY_LIMIT + 1]) {
    struct rig_call call;
    union rig_given given;
    char values[RIG_GIVEN_ROOM] = "";
    memset(&given, 0, sizeof given);
    if (!rig_call_read(body, &call)) {
        snprintf(answer, RIG_BODY_LIMIT + 1, "fail unknown");
        return;
    }
    enum rig_status status = rig_call_make(device, &call, &given);
    if (status == RIG_OK)
        rig_given_write(&call, &given, values);
    if (status == RIG_OK)
        snprintf(answer, RIG_BODY_LIMIT + 1, "ok%s%.236s", *values ? " " : "", values);
    else
        snprintf(answer, RIG_BODY_LIMIT + 1, "fail %s",
                 status == RIG_REFUSED ? "refused" : "device");
}
