/* The host's side of the line protocol: one request at a time, sent again until it is answered,
 * and never carried out twice.
 *
 * A request keeps its number however often it is sent. The device carries out only a number above
 * the last one, and answers the last one from memory; so a lost, doubled or damaged frame costs
 * time and nothing else. If no answer comes at all, nobody knows whether the request was carried
 * out; as soon as a later one is answered, it will not be carried out any more. */
#ifndef RIG_DEVICE_LINK_H
#define RIG_DEVICE_LINK_H

#include "rig/device/device.h"
#include "rig/device/protocol.h"

/* Milliseconds. */
enum {
    RIG_ANSWER_MS = 40,   /* a device answers within this time */
    RIG_RESEND_MS = 60,   /* no answer yet: the request is sent again; more on a slow wire */
    RIG_GIVE_UP_MS = 900, /* no answer: the request is given up; within RIG_CALL_MS */
    RIG_GONE_MS = 10000   /* nothing was heard in spite of requests: the device is gone */
};

/* The wire. Every function may be called again after it failed. */
struct rig_wire {
    void *context;
    /* Hands over all bytes. Returns false if the wire is broken. */
    bool (*write)(void *context, const char *bytes, size_t size);
    /* Waits up to wait_ms for bytes. Returns how many there are, 0 if none came, -1 if the wire is
     * broken. */
    int (*read)(void *context, char *bytes, size_t room, int64_t wait_ms);
    /* Milliseconds since some fixed moment; never goes back. */
    int64_t (*now)(void *context);
    /* Lets time pass. The link itself never does. */
    void (*sleep)(void *context, int64_t ms);
};

enum rig_reply {
    RIG_REPLY_OK,        /* carried out; the values stand behind "ok" */
    RIG_REPLY_FAIL,      /* the device says that it was not carried out, and why */
    RIG_REPLY_SILENT,    /* no answer: it may have been carried out or not */
    RIG_REPLY_BROKEN,    /* the wire is gone; as above */
    RIG_REPLY_RESTARTED, /* the device forgot the session: it was switched off and on; as above */
    RIG_REPLY_NONSENSE,  /* an answer that the protocol does not allow; as above */
    RIG_REPLY_VERSION    /* the device speaks no version that we speak */
};

struct rig_link {
    struct rig_wire wire;
    int64_t resend_ms; /* RIG_RESEND_MS, unless the wire is slow */
    struct rig_scanner scanner;
    bool met;                 /* it was greeted before, in the life that it has */
    bool greeted;             /* the session stands */
    bool restarted;           /* the device was switched off and on; whoever reads it clears it */
    uint32_t first, session;  /* sessions used so far: behind first, up to session */
    uint16_t number;          /* of the last request */
    int64_t unanswered_since; /* the first request since the device was last heard, or -1 */
    uint64_t sent, resent;    /* frames */
    uint64_t stale;           /* good frames that answered something else: doubled or late */
    char name[RIG_BODY_LIMIT + 1];   /* how the device calls itself */
    char answer[RIG_BODY_LIMIT + 1]; /* the values behind ok, or the words behind fail */
};

/* A link that has not greeted yet. first may be any number: the sessions count up behind it, so it
 * should be another one in every run. */
void rig_link_open(struct rig_link *link, const struct rig_wire *wire, uint32_t first);

/* Begins a new session. Ends after at most RIG_GIVE_UP_MS by the wire's clock. RIG_REPLY_OK; FAIL,
 * SILENT, BROKEN, NONSENSE or VERSION. */
enum rig_reply rig_link_greet(struct rig_link *link);

/* Sends a request, greets before if there is no session, and waits for the answer, RIG_GIVE_UP_MS
 * at the most for both. link->answer then holds the values or the reason. */
enum rig_reply rig_link_ask(struct rig_link *link, const char *body);

/* True if the device has been silent for RIG_GONE_MS in spite of requests. */
bool rig_link_gone(const struct rig_link *link);

/* The reply in words, such as "the device does not answer". */
const char *rig_reply_words(enum rig_reply reply);

#endif
