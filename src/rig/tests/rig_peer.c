#include "rig/tests/rig_peer.h"

#include <stdio.h>
#include <string.h>

static enum rig_peer_turn say(struct rig_frame *frame, const char *body) {
    snprintf(frame->body, sizeof frame->body, "%s", body);
    return PEER_SAY;
}

static enum rig_peer_turn greet(struct rig_peer *peer, struct rig_frame *frame) {
    char body[RIG_BODY_LIMIT + 1];
    if (strcmp(frame->body, "hello 1") != 0)
        return say(frame, "fail version 1");
    if (!peer->greeted || frame->session != peer->session) {
        peer->before = peer->greeted ? peer->session : 0;
        peer->greeted = true;
        peer->session = frame->session;
        peer->last = 0;
    }
    snprintf(body, sizeof body, "ok 1 %08X %.32s", (unsigned)peer->before, peer->name);
    return say(frame, body);
}

enum rig_peer_turn rig_peer_take(struct rig_peer *peer, unsigned char byte,
                                 struct rig_frame *frame) {
    if (!rig_scan(&peer->scanner, byte, frame))
        return PEER_NOTHING;
    if (frame->number == 0)
        return greet(peer, frame);
    if (!peer->greeted || frame->session != peer->session)
        return say(frame, "fail greet");
    if (frame->number == peer->last)
        return say(frame, peer->answer);
    if (frame->number < peer->last)
        return PEER_NOTHING;
    peer->last = frame->number;
    return PEER_CARRY_OUT;
}

void rig_peer_answer(struct rig_peer *peer, const char *body, struct rig_frame *frame) {
    snprintf(peer->answer, sizeof peer->answer, "%s", body);
    frame->session = peer->session;
    frame->number = peer->last;
    say(frame, body);
}

void rig_serve(struct rig_device *device, const char *body, char answer[RIG_BODY_LIMIT + 1]) {
    struct rig_call call;
    union rig_response response;
    char values[RIG_RESPONSE_ROOM] = "";
    memset(&response, 0, sizeof response);
    if (!rig_call_read(body, &call)) {
        snprintf(answer, RIG_BODY_LIMIT + 1, "fail unknown");
        return;
    }
    enum rig_status status = rig_call_make(device, &call, &response);
    if (status == RIG_OK)
        rig_response_write(&call, &response, values);
    if (status == RIG_OK)
        snprintf(answer, RIG_BODY_LIMIT + 1, "ok%s%.236s", *values ? " " : "", values);
    else
        snprintf(answer, RIG_BODY_LIMIT + 1, "fail %s",
                 status == RIG_REFUSED ? "refused" : "device");
}
