/* The device's side of the line protocol, for tests: which request is new, which one is repeated,
 * what to answer; and any rig_device behind it. */
#ifndef RIG_PEER_H
#define RIG_PEER_H

#include "rig/device/call.h"
#include "rig/device/protocol.h"

/* Zero-initialise with .scanner.speaker = RIG_HOST and a name. Zeroed again it is a device that was
 * switched off and on. */
struct rig_peer {
    struct rig_scanner scanner;
    const char *name;
    bool greeted;
    uint32_t session, before;        /* this one, and the one before it */
    uint16_t last;                   /* the last request that was taken */
    char answer[RIG_BODY_LIMIT + 1]; /* what was said to it */
};

enum rig_peer_turn {
    PEER_NOTHING,
    PEER_SAY,      /* the frame is to be sent */
    PEER_CARRY_OUT /* frame.body is a new request; rig_peer_answer follows */
};

/* Takes the next byte from the host. */
enum rig_peer_turn rig_peer_take(struct rig_peer *peer, unsigned char byte,
                                 struct rig_frame *frame);

/* What is said to the last request: "ok ...", "fail ...". The frame is to be sent. */
void rig_peer_answer(struct rig_peer *peer, const char *body, struct rig_frame *frame);

/* Makes the call that the body asks for and writes the answer's body. A call that the device itself
 * does not answer (RIG_BUS_ERROR, RIG_GONE) is a failure here, in words. */
void rig_serve(struct rig_device *device, const char *body, char answer[RIG_BODY_LIMIT + 1]);

#endif
