/* The line protocol between a host and a rig: frames, and finding them again in a damaged stream.
 * docs/rig.md describes it to the last byte; rig/device/link.h is the host's side of the
 * conversation.
 *
 * A frame is one line of printable ASCII:
 *     $5E1F09C3 0007 move x 120000 5000*1A2B
 * a start character that tells who speaks, the session as eight and the number of the request as
 * four hexadecimal digits, the body, and behind the star a checksum of everything before it. */
#ifndef RIG_DEVICE_PROTOCOL_H
#define RIG_DEVICE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RIG_PROTOCOL_VERSION 1

enum {
    RIG_BODY_LIMIT = 240,  /* the most characters of a body */
    RIG_FRAME_LIMIT = 264, /* the most bytes of a frame, its line end included */
    RIG_REQUEST_LIMIT = 64 /* no frame of the host is longer than this */
};

/* Who speaks. A frame that comes back as an echo is therefore never taken for an answer. */
enum rig_speaker { RIG_HOST = '$', RIG_DEVICE = '%' };

struct rig_frame {
    uint32_t session; /* chosen by the host with its greeting */
    uint16_t number;  /* of the request that this is, or that it answers; 0 is the greeting */
    char body[RIG_BODY_LIMIT + 1];
};

/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final change; of the nine
 * bytes "123456789" it is 0x29B1. It finds every single and double bit error of a frame, every odd
 * number of wrong bits and every burst of up to 16 bits. */
uint16_t rig_checksum(const void *bytes, size_t size);

/* True if the text can be a body: 1 to RIG_BODY_LIMIT printable ASCII characters without $, % and
 * the star. */
bool rig_body_fits(const char *text);

/* Writes the frame with its line end; its body must fit. Returns how many bytes, NUL not counted.
 */
size_t rig_frame_write(enum rig_speaker speaker, const struct rig_frame *frame,
                       char out[RIG_FRAME_LIMIT + 1]);

/* Finds the frames of one speaker in a stream of bytes. Zero-initialise with .speaker set. */
struct rig_scanner {
    enum rig_speaker speaker;
    bool inside;                /* a start character was seen and nothing forbidden since */
    size_t size;                /* of text */
    char text[RIG_FRAME_LIMIT]; /* the frame so far, from its start character on */
    uint64_t noise;             /* bytes that belonged to no frame */
    uint64_t damaged;           /* frames that began and were not whole and right */
    uint64_t good;              /* frames found */
};

/* Takes the next byte. Returns true if it ends a good frame, which then stands in *frame. After any
 * garbage the next whole frame is found: a start character always begins anew. */
bool rig_scan(struct rig_scanner *scanner, unsigned char byte, struct rig_frame *frame);

/* The next word of a body: *at moves behind it and behind one space. Words are separated by single
 * spaces, and none stands at the end. Returns false at the end of the body, or if the word has more
 * than room - 1 characters or none. */
bool rig_word(const char **at, char *word, size_t room);
/* The next word as a whole decimal number, with an optional minus; at most 18 digits. */
bool rig_number(const char **at, int64_t *number);

#endif
