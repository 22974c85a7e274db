/* The device's side of the line protocol, for tests: which request is new, which one is a repeated
 * one, and what to say. What a request does is the caller's. */
#ifndef RIG_PEER_H
#define RIG_PEER_H

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

#endif
