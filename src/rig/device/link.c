#include "rig/device/link.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { READ_ROOM = 256 };

/* A request and its frame. */
struct exchange {
    char frame[RIG_FRAME_LIMIT + 1];
    size_t size;
    int64_t next_send, give_up;
};

static int64_t now(const struct rig_link *link) {
    return link->wire.now(link->wire.context);
}

void rig_link_open(struct rig_link *link, const struct rig_wire *wire, uint32_t first) {
    *link = (struct rig_link){.wire = *wire,
                              .resend_ms = RIG_RESEND_MS,
                              .scanner.sender = RIG_DEVICE,
                              .first = first,
                              .session = first,
                              .unanswered_since = -1};
}

static bool begins_with(const char *text, const char *word) {
    size_t size = strlen(word);
    return strncmp(text, word, size) == 0 && (text[size] == '\0' || text[size] == ' ');
}

/* Keeps what follows the first word, and interprets that word. */
static enum rig_reply take_answer(struct rig_link *link, const char *body) {
    const char *space = strchr(body, ' ');
    snprintf(link->answer, sizeof link->answer, "%s", space ? space + 1 : "");
    if (begins_with(body, "ok"))
        return RIG_REPLY_OK;
    if (!begins_with(body, "fail") || !space)
        return RIG_REPLY_NONSENSE;
    return begins_with(link->answer, "greet") ? RIG_REPLY_RESTARTED : RIG_REPLY_FAIL;
}

/* Scans bytes for our answer: true, with the reply, if it was among them. Bytes after it belong to
 * no request. */
static bool take_bytes(struct rig_link *link, const char *bytes, int count, enum rig_reply *reply) {
    struct rig_frame frame;
    for (int i = 0; i < count; i++) {
        if (!rig_scan(&link->scanner, (unsigned char)bytes[i], &frame))
            continue;
        if (frame.session == link->session && frame.number == link->number) {
            *reply = take_answer(link, frame.body);
            return true;
        }
        link->stale++;
    }
    return false;
}

static bool send_frame(struct rig_link *link, struct exchange *exchange, int64_t at) {
    exchange->next_send = at + link->resend_ms;
    link->sent++;
    return link->wire.write(link->wire.context, exchange->frame, exchange->size);
}

static enum rig_reply exchange_frames(struct rig_link *link, struct exchange *exchange) {
    char bytes[READ_ROOM];
    enum rig_reply reply;
    if (!send_frame(link, exchange, now(link)))
        return RIG_REPLY_BROKEN;
    for (int64_t at; (at = now(link)) < exchange->give_up;) {
        if (at >= exchange->next_send) {
            link->resent++;
            if (!send_frame(link, exchange, at))
                return RIG_REPLY_BROKEN;
        }
        int64_t until =
            exchange->next_send < exchange->give_up ? exchange->next_send : exchange->give_up;
        int count = link->wire.read(link->wire.context, bytes, sizeof bytes, until - at);
        if (count < 0)
            return RIG_REPLY_BROKEN;
        if (take_bytes(link, bytes, count, &reply))
            return reply;
    }
    return RIG_REPLY_SILENT;
}

/* Sends the body as request link->number of the session and waits for the answer. */
static enum rig_reply request(struct rig_link *link, const char *body, int64_t give_up) {
    struct rig_frame frame = {.session = link->session, .number = link->number};
    struct exchange exchange = {.give_up = give_up};
    link->answer[0] = '\0';
    if (!rig_body_fits(body))
        return RIG_REPLY_NONSENSE;
    memcpy(frame.body, body, strlen(body) + 1);
    exchange.size = rig_frame_write(RIG_HOST, &frame, exchange.frame);
    int64_t began = now(link);
    enum rig_reply reply = exchange_frames(link, &exchange);
    if (reply != RIG_REPLY_SILENT && reply != RIG_REPLY_BROKEN)
        link->unanswered_since = -1;
    else if (link->unanswered_since < 0)
        link->unanswered_since = began;
    if (reply == RIG_REPLY_RESTARTED) {
        link->restarted = true;
        link->greeted = link->seen_before = false; /* the restart is already known */
    }
    return reply;
}

/* The version, the device's previous session, and its name. A previous session that was not ours
 * means that the device was restarted meanwhile. */
static enum rig_reply read_greeting(struct rig_link *link) {
    char before[16];
    uint32_t session;
    int64_t version;
    const char *at = link->answer;
    if (!rig_number(&at, &version))
        return RIG_REPLY_NONSENSE;
    if (version != RIG_PROTOCOL_VERSION)
        return RIG_REPLY_VERSION;
    if (!rig_word(&at, before, sizeof before) || strlen(before) != 8 ||
        sscanf(before, "%" SCNx32, &session) != 1)
        return RIG_REPLY_NONSENSE;
    snprintf(link->name, sizeof link->name, "%s", at);
    uint32_t used = link->session - link->first, ours = session - link->first;
    if (link->seen_before && (ours == 0 || ours >= used))
        link->restarted = true;
    link->seen_before = true;
    return RIG_REPLY_OK;
}

static enum rig_reply handshake(struct rig_link *link, int64_t give_up) {
    char body[RIG_BODY_LIMIT + 1];
    link->session++;
    link->number = 0;
    snprintf(body, sizeof body, "hello %d", RIG_PROTOCOL_VERSION);
    enum rig_reply reply = request(link, body, give_up);
    if (reply == RIG_REPLY_OK)
        reply = read_greeting(link);
    else if (reply == RIG_REPLY_FAIL && begins_with(link->answer, "version"))
        reply = RIG_REPLY_VERSION;
    link->greeted = reply == RIG_REPLY_OK;
    return reply;
}

enum rig_reply rig_link_request(struct rig_link *link, const char *body) {
    int64_t give_up = now(link) + RIG_GIVE_UP_MS;
    /* Numbers are never reused within a session. */
    if (!link->greeted || link->number == UINT16_MAX) {
        enum rig_reply reply = handshake(link, give_up);
        if (reply != RIG_REPLY_OK)
            return reply;
    }
    link->number++;
    assert(link->greeted && link->number > 0); /* 0 is the greeting's */
    return request(link, body, give_up);
}

bool rig_link_gone(const struct rig_link *link) {
    return link->unanswered_since >= 0 && now(link) - link->unanswered_since >= RIG_GONE_MS;
}

const char *rig_reply_words(enum rig_reply reply) {
    static const char *const words[] = {
        [RIG_REPLY_OK] = "done",
        [RIG_REPLY_FAIL] = "the device refuses",
        [RIG_REPLY_SILENT] = "the device does not answer",
        [RIG_REPLY_BROKEN] = "the connection to the device is lost",
        [RIG_REPLY_RESTARTED] = "the device was restarted",
        [RIG_REPLY_NONSENSE] = "the device sends an answer that violates the protocol",
        [RIG_REPLY_VERSION] = "the device speaks another version of the protocol"};
    return words[reply];
}
