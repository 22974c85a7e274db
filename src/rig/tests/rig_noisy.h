/* A bad wire with a device at its other end, in virtual time: frames are lost, doubled, cut,
 * shifted, changed and held up, by seeded chance. */
#ifndef RIG_NOISY_H
#define RIG_NOISY_H

#include "base/random.h"
#include "rig/device/link.h"
#include "rig/tests/rig_peer.h"

/* What can happen to a frame on its way, in either direction. */
enum noise {
    NOISE_LOSE,
    NOISE_DOUBLE,
    NOISE_CUT,     /* its end is missing */
    NOISE_SHIFT,   /* its beginning is missing */
    NOISE_CHANGE,  /* some bits are wrong */
    NOISE_GARBAGE, /* bytes of anything before it */
    NOISE_PAUSE,   /* the rest comes later */
    NOISE_OLD,     /* a frame from long ago comes again before it */
    NOISE_KINDS
};

/* Bytes on their way in one direction. */
struct noisy_way {
    struct noisy_byte {
        int64_t at;
        char byte;
    } * bytes;
    size_t count, room, taken;
    int64_t last; /* when the last of them arrives */
    char old[RIG_FRAME_LIMIT + 1];
    size_t old_size;
};

struct noisy {
    int64_t now;
    struct random random;
    unsigned percent[NOISE_KINDS]; /* how often, for each frame */
    unsigned pause_ms;             /* the longest pause */
    struct noisy_way to_device, to_host;
    struct rig_peer peer;
    int64_t dead_from; /* the device says and does nothing from then on; INT64_MAX: never */
    /* Carries out a request and writes the answer's body. */
    void (*carry_out)(void *context, const char *body, char answer[RIG_BODY_LIMIT + 1]);
    void *context;
};

/* Zero-initialise before. Free with noisy_free. */
void noisy_init(struct noisy *noisy, uint64_t seed);
void noisy_free(struct noisy *noisy);
struct rig_wire noisy_wire(struct noisy *noisy);
/* The device was switched off and on: it forgets everything. */
void noisy_restart(struct noisy *noisy);

#endif
