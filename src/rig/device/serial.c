#include "rig/device/serial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/source.h"
#include "rig/device/call.h"
#include "rig/device/link.h"

/* A board that resets when its port is opened needs some seconds. DIALOGUE_BITS: a request and its
 * answer together, start and stop bits included. */
enum { FIRST_ANSWER_MS = 6000, DIALOGUE_BITS = 1500 };

struct rig_serial {
    struct rig_adapter adapter;
    struct rig_link link;
    struct rig_tty *tty; /* NULL if the caller owns the wire */
    bool gone;
    char error_text[320];
};

static int64_t wire_now(const struct rig_serial *serial) {
    return serial->link.wire.now(serial->link.wire.context);
}

static enum rig_status fail(struct rig_serial *serial, enum rig_status status, const char *text,
                            const char *more) {
    serial->gone |= status == RIG_GONE;
    snprintf(serial->error_text, sizeof serial->error_text, "%s%s%s", text, *more ? ": " : "",
             more);
    return status;
}

static enum rig_status status_of(struct rig_serial *serial, enum rig_reply reply) {
    const char *words = rig_reply_words(reply);
    switch (reply) {
    case RIG_REPLY_OK:
        return RIG_OK;
    case RIG_REPLY_FAIL:
        return fail(serial, RIG_REFUSED, words, serial->link.answer);
    case RIG_REPLY_BROKEN:
    case RIG_REPLY_VERSION:
        return fail(serial, RIG_GONE, words, serial->link.answer);
    default:
        return fail(serial, rig_link_gone(&serial->link) ? RIG_GONE : RIG_BUS_ERROR, words, "");
    }
}

static enum rig_status transmit(void *context, const struct rig_call *call,
                                union rig_response *response) {
    struct rig_serial *serial = context;
    char text[RIG_CALL_ROOM];
    if (serial->gone)
        return RIG_GONE;
    if (call->kind == RIG_CALL_POLL && serial->link.restarted) {
        serial->link.restarted = false;
        response->input = (struct rig_input){.kind = RIG_INPUT_RESTART};
        return RIG_OK;
    }
    rig_call_write(call, text);
    enum rig_status status = status_of(serial, rig_link_request(&serial->link, text));
    if (status == RIG_OK && !rig_response_read(call, serial->link.answer, response))
        status =
            fail(serial, RIG_BUS_ERROR, rig_reply_words(RIG_REPLY_NONSENSE), serial->link.answer);
    if (status == RIG_OK && call->kind == RIG_CALL_DESCRIBE)
        snprintf(response->description.name, sizeof response->description.name, "%.31s",
                 serial->link.name);
    return status;
}

static int64_t serial_clock(void *context) {
    return wire_now(context);
}

static void serial_sleep(void *context, int32_t ms) {
    const struct rig_serial *serial = context;
    if (!serial->gone && ms > 0)
        serial->link.wire.sleep(serial->link.wire.context, ms);
}

struct rig_serial *rig_serial_over(const struct rig_wire *wire, uint32_t first_session) {
    struct rig_serial *serial = MEM_NEW(struct rig_serial);
    rig_link_open(&serial->link, wire, first_session);
    serial->adapter.context = serial;
    serial->adapter.call = transmit;
    serial->adapter.clock = serial_clock;
    serial->adapter.sleep = serial_sleep;
    rig_adapter_init(&serial->adapter);
    return serial;
}

/* Retries until there is an answer or time runs out. */
static enum rig_status describe_patiently(struct rig_serial *serial,
                                          struct rig_description *description) {
    struct rig_device *device = rig_serial_device(serial);
    int64_t give_up = wire_now(serial) + FIRST_ANSWER_MS;
    enum rig_status status;
    do
        status = device->describe(device->self, description);
    while (status == RIG_BUS_ERROR && wire_now(serial) < give_up);
    return status;
}

/* True if there is a usable device. */
static bool accept_device(struct rig_serial *serial, const char *path, qd_error *error) {
    struct rig_description description;
    enum rig_status status = describe_patiently(serial, &description);
    const char *fault = status == RIG_OK ? rig_description_fault(&description) : NULL;
    if (status == RIG_OK && !fault)
        return true;
    if (fault)
        error_set(error, QD_BAD_INPUT, "the device's description is invalid: %s", fault);
    else
        error_set(error, serial->link.seen_before ? QD_BAD_INPUT : QD_FAILURE, "%s",
                  serial->error_text);
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

struct rig_serial *rig_serial_open(const char *path, int64_t speed, qd_error *error) {
    struct rig_tty *tty = rig_tty_open(path, speed, error);
    if (!tty)
        return NULL;
    struct rig_wire wire = rig_tty_wire(tty);
    struct rig_serial *serial = rig_serial_over(&wire, (uint32_t)random_fresh_seed());
    serial->tty = tty;
    serial->link.resend_ms = RIG_ANSWER_MS + 1000 * DIALOGUE_BITS / speed;
    if (serial->link.resend_ms < RIG_RESEND_MS)
        serial->link.resend_ms = RIG_RESEND_MS;
    if (accept_device(serial, path, error))
        return serial;
    rig_serial_free(serial);
    return NULL;
}

void rig_serial_free(struct rig_serial *serial) {
    if (serial)
        rig_tty_close(serial->tty);
    free(serial);
}

struct rig_device *rig_serial_device(struct rig_serial *serial) {
    return &serial->adapter.device;
}

const char *rig_serial_error(const struct rig_serial *serial) {
    return serial->error_text;
}

const struct rig_link *rig_serial_link(const struct rig_serial *serial) {
    return &serial->link;
}
