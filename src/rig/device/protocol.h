/* The line protocol between a host and a rig: frames, and finding them again in a damaged stream.
 * docs/rig.md describes it to the last byte; rig/device/link.h is the host's side of the
 * conversation.
 *
 * A frame is one line of printable ASCII:
 *     $5E1F09C3 0007 move x 120000 5000*1A2B
 * a start character that identifies the sender, the session as eight and the number of the request
 * as four hexadecimal digits, the body, and after the star a checksum of everything before it. */
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

/* The start character of each sender. Because they differ, an echo is never taken for an answer. */
enum rig_sender { RIG_HOST = '$', RIG_DEVICE = '%' };

struct rig_frame {
    uint32_t session; /* chosen by the host with its greeting */
    uint16_t number;  /* of the request that this is, or that it answers; 0 is the greeting */
    char body[RIG_BODY_LIMIT + 1];
};

/* True if the text can be a body: 1 to RIG_BODY_LIMIT printable ASCII characters except $, % and *.
 */
bool rig_body_fits(const char *text);

/* Writes the frame with its line end; its body must fit. Returns the number of bytes without the
 * NUL. */
size_t rig_frame_write(enum rig_sender sender, const struct rig_frame *frame,
                       char out[RIG_FRAME_LIMIT + 1]);

/* Finds the frames of one sender in a stream of bytes. Zero-initialise with .sender set. */
struct rig_scanner {
    enum rig_sender sender;
    bool inside;                /* a start character was seen, and only valid bytes since */
    size_t size;                /* of text */
    char text[RIG_FRAME_LIMIT]; /* the frame so far, from its start character on */
    uint64_t noise;             /* bytes that belonged to no frame */
    uint64_t damaged;           /* frames that were incomplete or failed their checksum */
    uint64_t good;              /* frames found */
};

/* Takes the next byte. Returns true if it completes a valid frame, which is then in *frame. After
 * any garbage the next whole frame is found, because a start character always begins a new frame.
 */
bool rig_scan(struct rig_scanner *scanner, unsigned char byte, struct rig_frame *frame);

/* The next word of a body; *at moves past it and one space. Words are separated by single spaces,
 * with none at the end. Returns false at the end of the body, or if the word is empty or has more
 * than room - 1 characters. */
bool rig_word(const char **at, char *word, size_t room);
/* The next word as a whole decimal number, with an optional minus; at most 18 digits. */
bool rig_number(const char **at, int64_t *number);

#endif
