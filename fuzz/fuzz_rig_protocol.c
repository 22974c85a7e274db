/* Any bytes as what a device says over the line protocol: every call ends in time, and what it
 * gives stood in the bytes as a whole and right frame. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#include "rig/device/call.h"
#include "rig/device/serial.h"

enum { FIRST_SESSION = 0x5E1F0000, MOST_AT_ONCE = 40 };

/* The bytes on their way, some with each read; when they are over the device is silent. */
struct stream {
    const uint8_t *data;
    size_t size, taken;
    int64_t now;
};

static bool stream_write(void *context, const char *bytes, size_t size) {
    struct stream *stream = context;
    struct rig_scanner scanner = {.sender = RIG_HOST};
    struct rig_frame frame;
    int good = 0;
    for (size_t i = 0; i < size; i++)
        good += rig_scan(&scanner, (unsigned char)bytes[i], &frame);
    fuzz_check(good == 1 && scanner.damaged == 0 && size <= RIG_REQUEST_LIMIT,
               "a request that is not a frame");
    stream->now++;
    return true;
}

/* As many bytes as their first one says, so that frames come in pieces; no further than a line's
 * end, because what follows an answer in the same read answers nothing. */
static int stream_read(void *context, char *bytes, size_t room, int64_t wait_ms) {
    struct stream *stream = context;
    fuzz_check(wait_ms > 0 && wait_ms <= RIG_GIVE_UP_MS, "a wait of %lld ms", (long long)wait_ms);
    size_t left = stream->size - stream->taken;
    if (left == 0) {
        stream->now += wait_ms;
        return 0;
    }
    size_t count = 1 + stream->data[stream->taken] % MOST_AT_ONCE;
    count = count < left ? count : left;
    count = count < room ? count : room;
    const uint8_t *end = memchr(stream->data + stream->taken, '\n', count);
    count = end ? (size_t)(end - (stream->data + stream->taken)) + 1 : count;
    memcpy(bytes, stream->data + stream->taken, count);
    stream->taken += count;
    stream->now++;
    return (int)count;
}

static int64_t stream_now(void *context) {
    return ((struct stream *)context)->now;
}

static void stream_sleep(void *context, int64_t ms) {
    ((struct stream *)context)->now += ms;
}

/* An accepted answer must appear in the input, byte for byte. */
static void check_there(const struct stream *stream, const struct rig_link *link, bool good) {
    struct rig_frame frame = {.session = link->session, .number = link->number};
    char text[RIG_FRAME_LIMIT + 1];
    int size = snprintf(frame.body, sizeof frame.body, "%s%s%.236s", good ? "ok" : "fail",
                        link->answer[0] ? " " : "", link->answer);
    fuzz_check(size > 0 && rig_body_fits(frame.body), "an answer that does not fit");
    /* Without the line end, which may be \r\n. */
    size_t length = rig_frame_write(RIG_DEVICE, &frame, text) - 1;
    fuzz_check(memmem(stream->data, stream->size, text, length) != NULL, "no such frame: %s", text);
}

static enum rig_status check_call(struct stream *stream, struct rig_serial *serial,
                                  const struct rig_call *call) {
    struct rig_device *device = rig_serial_device(serial);
    const struct rig_link *link = rig_serial_link(serial);
    union rig_response response;
    int64_t began = stream->now;
    memset(&response, 0, sizeof response);
    bool restarted = link->restarted && call->kind == RIG_CALL_POLL;
    enum rig_status status = rig_call_make(device, call, &response);
    fuzz_check(stream->now - began <= RIG_CALL_MS, "a call of %lld ms",
               (long long)(stream->now - began));
    if ((status != RIG_OK && status != RIG_REFUSED) || restarted)
        return status;
    check_there(stream, link, status == RIG_OK);
    if (status != RIG_OK)
        return status;
    char text[RIG_RESPONSE_ROOM];
    union rig_response again;
    rig_response_write(call, &response, text);
    fuzz_check(rig_response_read(call, text, &again), "not read again: %s", text);
    return status;
}

static const struct rig_call calls[] = {
    {.kind = RIG_CALL_DESCRIBE},
    {.kind = RIG_CALL_HOME, .axis = RIG_Y, .limit_ms = 9000},
    {.kind = RIG_CALL_AXIS, .axis = RIG_Y},
    {.kind = RIG_CALL_MOVE, .axis = RIG_X, .target = 120000, .limit_ms = 5000},
    {.kind = RIG_CALL_STOP},
    {.kind = RIG_CALL_GRIP, .grip = RIG_CLOSED},
    {.kind = RIG_CALL_TARE, .cell = 2},
    {.kind = RIG_CALL_WEIGH},
    {.kind = RIG_CALL_POLL},
    {.kind = RIG_CALL_POLL}};
static const char *const answers[] = {
    "0 500000 200000 0 250000 150000 100000 250000 400000 180000 20000 15000 2000000 300 20 1 0",
    "",
    "homing 0 1000 0",
    "",
    "",
    "",
    "",
    "30012 -5 110003",
    "none",
    "knob x -2"};
enum { CALLS = sizeof calls / sizeof *calls };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct stream stream = {.data = data, .size = size};
    struct rig_wire wire = {.context = &stream,
                            .write = stream_write,
                            .read = stream_read,
                            .now = stream_now,
                            .sleep = stream_sleep};
    struct rig_serial *serial = rig_serial_over(&wire, FIRST_SESSION);
    int understood = 0;
    for (int i = 0; i < CALLS; i++)
        understood += check_call(&stream, serial, &calls[i]) == RIG_OK;
    rig_serial_free(serial);
    struct buf clean = {0};
    fuzz_seed(0, &clean);
    bool is_clean = size == clean.size && memcmp(data, clean.text, size) == 0;
    fuzz_check(!is_clean || understood == CALLS, "only %d of a clean dialogue", understood);
    buf_free(&clean);
    return 0;
}

static void add_frame(struct buf *out, uint32_t session, unsigned number, const char *word,
                      const char *values) {
    struct rig_frame frame = {.session = session, .number = (uint16_t)number};
    char text[RIG_FRAME_LIMIT + 1];
    snprintf(frame.body, sizeof frame.body, "%s%s%.200s", word, *values ? " " : "", values);
    rig_frame_write(RIG_DEVICE, &frame, text);
    buf_add(out, text);
}

/* Dialogues: a clean one, one with garbage, one with everything twice, one with refusals, and one
 * in which the device restarts in the middle. */
bool fuzz_seed(size_t index, struct buf *out) {
    uint32_t session = FIRST_SESSION + 1;
    if (index > 4)
        return false;
    add_frame(out, session, 0, "ok", "1 00000000 fuzzed rig");
    for (unsigned i = 0, number = 1; i < CALLS; i++, number++) {
        if (index == 1)
            buf_add(out, "# noise $ % * \r\n");
        if (index == 4 && i == 5) {
            add_frame(out, session, number, "fail", "greet");
            add_frame(out, ++session, 0, "ok", "1 00000000 fuzzed rig");
            number = 0; /* the next call is the first of the new session */
            continue;
        }
        bool refused = index == 3 && i % 3 == 1;
        add_frame(out, session, number, refused ? "fail" : "ok", refused ? "low" : answers[i]);
        if (index == 2)
            add_frame(out, session, number, "ok", answers[i]);
    }
    return true;
}
