#include "rig/tests/rig_noisy.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool happens(struct noisy *noisy, enum noise noise) {
    return random_below(&noisy->random, 100) < noisy->percent[noise];
}

static void add_byte(struct noisy_way *way, int64_t at, char byte) {
    if (at > way->last)
        way->last = at;
    way->bytes = mem_grow(way->bytes, way->count, &way->room, sizeof *way->bytes);
    way->bytes[way->count++] = (struct noisy_byte){way->last, byte};
}

static void add_garbage(struct noisy *noisy, struct noisy_way *way, int64_t at) {
    static const char likely[] = "$%*\n\r 0AF";
    for (uint64_t left = 1 + random_below(&noisy->random, 150); left > 0; left--) {
        uint64_t any = random_below(&noisy->random, 512);
        add_byte(way, at, any < 256 ? (char)any : likely[any % (sizeof likely - 1)]);
    }
}

static void add_frame(struct noisy *noisy, struct noisy_way *way, const char *bytes, size_t size) {
    size_t from = happens(noisy, NOISE_SHIFT) ? 1 + (size_t)random_below(&noisy->random, size) : 0;
    size_t to = happens(noisy, NOISE_CUT) ? (size_t)random_below(&noisy->random, size) : size;
    bool changed = happens(noisy, NOISE_CHANGE);
    size_t pause = happens(noisy, NOISE_PAUSE) ? (size_t)random_below(&noisy->random, size) : size;
    int64_t at = noisy->now + 1;
    for (size_t i = from; i < to; i++) {
        if (i == pause)
            at += 1 + (int64_t)random_below(&noisy->random, noisy->pause_ms);
        char byte = bytes[i];
        if (changed && random_below(&noisy->random, 8) == 0)
            byte ^= (char)(1 << random_below(&noisy->random, 8));
        add_byte(way, at, byte);
    }
}

static void transmit(struct noisy *noisy, struct noisy_way *way, const char *bytes, size_t size) {
    if (way->taken == way->count)
        way->taken = way->count = 0;
    if (way->old_size > 0 && happens(noisy, NOISE_OLD))
        add_frame(noisy, way, way->old, way->old_size);
    if (happens(noisy, NOISE_GARBAGE))
        add_garbage(noisy, way, noisy->now + 1);
    if (!happens(noisy, NOISE_LOSE))
        add_frame(noisy, way, bytes, size);
    if (happens(noisy, NOISE_DOUBLE))
        add_frame(noisy, way, bytes, size);
    if (way->old_size == 0 || random_below(&noisy->random, 4) == 0) {
        memcpy(way->old, bytes, size);
        way->old_size = size;
    }
}

/* ---- the device ---- */

static void device_sends(struct noisy *noisy, const struct rig_frame *frame) {
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, frame, text);
    transmit(noisy, &noisy->to_host, text, size);
}

static void device_takes(struct noisy *noisy, char byte) {
    struct rig_frame frame;
    char answer[RIG_BODY_LIMIT + 1];
    enum rig_peer_turn turn = rig_peer_take(&noisy->peer, (unsigned char)byte, &frame);
    if (turn == PEER_CARRY_OUT) {
        noisy->carry_out(noisy->context, frame.body, answer);
        rig_peer_answer(&noisy->peer, answer, &frame);
    }
    if (turn != PEER_NOTHING)
        device_sends(noisy, &frame);
}

/* What the device does in one millisecond. */
static void device_lives(struct noisy *noisy) {
    struct noisy_way *way = &noisy->to_device;
    for (; way->taken < way->count && way->bytes[way->taken].at <= noisy->now; way->taken++)
        if (noisy->now < noisy->dead_from)
            device_takes(noisy, way->bytes[way->taken].byte);
}

/* ---- the wire ---- */

static bool noisy_write(void *context, const char *bytes, size_t size) {
    struct noisy *noisy = context;
    transmit(noisy, &noisy->to_device, bytes, size);
    return true;
}

static int noisy_read(void *context, char *bytes, size_t room, int64_t wait_ms) {
    struct noisy *noisy = context;
    struct noisy_way *way = &noisy->to_host;
    int64_t until = noisy->now + wait_ms;
    for (;;) {
        device_lives(noisy);
        if ((way->taken < way->count && way->bytes[way->taken].at <= noisy->now) ||
            noisy->now >= until)
            break;
        noisy->now++;
    }
    int count = 0;
    while (way->taken < way->count && (size_t)count < room &&
           way->bytes[way->taken].at <= noisy->now)
        bytes[count++] = way->bytes[way->taken++].byte;
    return count;
}

static int64_t noisy_now(void *context) {
    const struct noisy *noisy = context;
    return noisy->now;
}

static void noisy_sleep(void *context, int64_t ms) {
    struct noisy *noisy = context;
    for (; ms > 0; ms--) {
        noisy->now++;
        device_lives(noisy);
    }
}

struct rig_wire noisy_wire(struct noisy *noisy) {
    return (struct rig_wire){.context = noisy,
                             .write = noisy_write,
                             .read = noisy_read,
                             .now = noisy_now,
                             .sleep = noisy_sleep};
}

void noisy_restart(struct noisy *noisy) {
    noisy->peer = (struct rig_peer){.scanner.sender = RIG_HOST, .name = "noisy"};
}

void noisy_init(struct noisy *noisy, uint64_t seed) {
    random_seed(&noisy->random, seed);
    noisy->dead_from = INT64_MAX;
    noisy->pause_ms = 400;
    noisy_restart(noisy);
}

void noisy_free(struct noisy *noisy) {
    free(noisy->to_device.bytes);
    free(noisy->to_host.bytes);
}
