/* The host's side of the line protocol: one request at a time, repeated until it is answered, and
 * executed at most once.
 *
 * A request keeps its number when it is sent again. The device executes only numbers above the last
 * one and answers the last one from memory, so a lost, duplicated or damaged frame costs time and
 * nothing else. If no answer comes, it is unknown whether the request was executed; once a later
 * one is answered, it will not be. */
#ifndef RIG_DEVICE_LINK_H
#define RIG_DEVICE_LINK_H

#include <quandary/types.h>

#include "rig/device/device.h"
#include "rig/device/protocol.h"

/* Milliseconds. */
enum {
    RIG_ANSWER_MS = 40,   /* a device answers within this time */
    RIG_RESEND_MS = 60,   /* without an answer the request is sent again; more on a slow wire */
    RIG_GIVE_UP_MS = 900, /* without an answer the request fails; within RIG_CALL_MS */
    RIG_GONE_MS = 10000   /* a device that ignores requests for this long is gone */
};

/* The wire. Every function may be called again after it failed. */
struct rig_wire {
    void *context;
    /* Writes all bytes. Returns false if the wire is broken. */
    bool (*write)(void *context, const char *bytes, size_t size);
    /* Waits up to wait_ms for bytes. Returns how many were read, 0 if none came, -1 if the wire is
     * broken. */
    int (*read)(void *context, char *bytes, size_t room, int64_t wait_ms);
    /* Milliseconds since some fixed moment; never goes back. */
    int64_t (*now)(void *context);
    /* Sleeps. The link itself never does. */
    void (*sleep)(void *context, int64_t ms);
};

enum rig_reply {
    RIG_REPLY_OK,        /* executed; the values follow "ok" */
    RIG_REPLY_FAIL,      /* not executed; the device says why */
    RIG_REPLY_SILENT,    /* no answer: it may or may not have been executed */
    RIG_REPLY_BROKEN,    /* the wire is broken; as above */
    RIG_REPLY_RESTARTED, /* the device has lost the session: it was restarted; as above */
    RIG_REPLY_NONSENSE,  /* the answer violates the protocol; as above */
    RIG_REPLY_VERSION    /* the device speaks no version that we support */
};

struct rig_link {
    struct rig_wire wire;
    int64_t resend_ms; /* RIG_RESEND_MS, unless the wire is slow */
    struct rig_scanner scanner;
    bool seen_before;         /* it was greeted since it was last restarted */
    bool greeted;             /* a session is open */
    bool restarted;           /* the device was restarted; the reader clears it */
    uint32_t first, session;  /* sessions used so far: after first, up to session */
    uint16_t number;          /* of the last request */
    int64_t unanswered_since; /* the time of the first request since the last answer, or -1 */
    uint64_t sent, resent;    /* frames */
    uint64_t stale;           /* valid frames that answered another request: duplicated or late */
    char name[RIG_BODY_LIMIT + 1];   /* of the device */
    char answer[RIG_BODY_LIMIT + 1]; /* the values after ok, or the words after fail */
};

/* Makes a link without a session. Sessions count up from first + 1, so first should differ from run
 * to run. */
void rig_link_open(struct rig_link *link, const struct rig_wire *wire, uint32_t first);

/* Sends a request and waits for the answer, after opening a session if there is none;
 * RIG_GIVE_UP_MS at most for both. link->answer then holds the values or the reason. */
enum rig_reply rig_link_request(struct rig_link *link, const char *body);

/* True if the device has not answered any request for RIG_GONE_MS. */
bool rig_link_gone(const struct rig_link *link);

/* The reply in words, such as "the device does not answer". */
const char *rig_reply_words(enum rig_reply reply);

/* ---- a serial port or terminal as a wire (rig/device/tty.c) ---- */

struct rig_tty;

/* Opens the port as rig_serial_open does, without talking to the device. NULL with an error. */
struct rig_tty *rig_tty_open(const char *path, int64_t speed, qd_error *error);
/* tty may be NULL. */
void rig_tty_close(struct rig_tty *tty);

/* The wire; it belongs to the tty. Bytes that cannot be written within half a second are lost; the
 * wire is broken once the other end is closed or the port is unplugged. */
struct rig_wire rig_tty_wire(struct rig_tty *tty);

#endif
