#include "rig/device/protocol.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The places of the parts of a frame: "$5E1F09C3 0007 body*1A2B". */
enum { SESSION_AT = 1, NUMBER_AT = 10, BODY_AT = 15, CHECKSUM_SIZE = 5 };

/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final change; of the nine
 * bytes "123456789" it is 0x29B1. It finds every single and double bit error of a frame, every odd
 * number of wrong bits and every burst of up to 16 bits. */
static uint16_t checksum(const void *bytes, size_t size) {
    /* The effect of each group of four bits shifted out at the top. */
    static const uint16_t table[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5,
                                       0x60C6, 0x70E7, 0x8108, 0x9129, 0xA14A, 0xB16B,
                                       0xC18C, 0xD1AD, 0xE1CE, 0xF1EF};
    const unsigned char *at = bytes;
    uint16_t sum = 0xFFFF;
    for (size_t i = 0; i < size; i++) {
        sum = (uint16_t)(sum << 4 ^ table[sum >> 12 ^ at[i] >> 4]);
        sum = (uint16_t)(sum << 4 ^ table[sum >> 12 ^ (at[i] & 15)]);
    }
    return sum;
}

static bool is_printable(unsigned char byte) {
    return byte >= 0x20 && byte <= 0x7E;
}

static bool is_start(unsigned char byte) {
    return byte == RIG_HOST || byte == RIG_DEVICE;
}

bool rig_body_fits(const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (!is_printable(byte) || is_start(byte) || byte == '*')
            return false;
    }
    return size >= 1 && size <= RIG_BODY_LIMIT;
}

size_t rig_frame_write(enum rig_sender sender, const struct rig_frame *frame,
                       char out[RIG_FRAME_LIMIT + 1]) {
    int size = snprintf(out, RIG_FRAME_LIMIT + 1, "%c%08X %04X %s", (char)sender,
                        (unsigned)frame->session, (unsigned)frame->number, frame->body);
    unsigned sum = checksum(out, (size_t)size);
    size += snprintf(out + size, RIG_FRAME_LIMIT + 1 - (size_t)size, "*%04X\n", sum);
    assert(size <= RIG_FRAME_LIMIT);
    return (size_t)size;
}

/* Reads hexadecimal digits in capitals. */
static bool read_hex(const char *text, int digits, uint32_t *value) {
    uint32_t sum = 0;
    for (int i = 0; i < digits; i++) {
        char c = text[i];
        bool digit = c >= '0' && c <= '9';
        if (!digit && !(c >= 'A' && c <= 'F'))
            return false;
        sum = sum * 16 + (uint32_t)(digit ? c - '0' : c - 'A' + 10);
    }
    *value = sum;
    return true;
}

/* Reads a line without its line end. */
static bool read_frame(const char *text, size_t size, struct rig_frame *frame) {
    uint32_t sum, number;
    if (size < BODY_AT + 1 + CHECKSUM_SIZE || size > BODY_AT + RIG_BODY_LIMIT + CHECKSUM_SIZE)
        return false;
    size_t star = size - CHECKSUM_SIZE;
    if (text[star] != '*' || !read_hex(text + star + 1, 4, &sum) || sum != checksum(text, star))
        return false;
    if (text[NUMBER_AT - 1] != ' ' || text[BODY_AT - 1] != ' ' ||
        !read_hex(text + SESSION_AT, 8, &frame->session) || !read_hex(text + NUMBER_AT, 4, &number))
        return false;
    frame->number = (uint16_t)number;
    memcpy(frame->body, text + BODY_AT, star - BODY_AT);
    frame->body[star - BODY_AT] = '\0';
    return rig_body_fits(frame->body);
}

/* Discards the frame in progress. */
static void drop(struct rig_scanner *scanner) {
    scanner->damaged += scanner->inside;
    scanner->inside = false;
    scanner->size = 0;
}

static bool end_frame(struct rig_scanner *scanner, struct rig_frame *frame) {
    size_t size = scanner->size;
    if (scanner->text[size - 1] == '\r')
        size--;
    bool good = read_frame(scanner->text, size, frame);
    scanner->good += good;
    scanner->inside = !good;
    drop(scanner);
    return good;
}

bool rig_scan(struct rig_scanner *scanner, unsigned char byte, struct rig_frame *frame) {
    if (scanner->inside && byte == '\n')
        return end_frame(scanner, frame);
    if (byte == scanner->sender) {
        drop(scanner);
        scanner->inside = true;
    }
    bool fits = scanner->size < sizeof scanner->text && (is_printable(byte) || byte == '\r');
    if (scanner->inside && fits) {
        scanner->text[scanner->size++] = (char)byte;
    } else {
        scanner->noise++;
        drop(scanner);
    }
    return false;
}

bool rig_word(const char **at, char *word, size_t room) {
    size_t size = strcspn(*at, " ");
    bool space = (*at)[size] == ' ';
    if (size == 0 || size >= room || (space && (*at)[size + 1] == '\0'))
        return false;
    memcpy(word, *at, size);
    word[size] = '\0';
    *at += size + space;
    return true;
}

bool rig_number(const char **at, int64_t *number) {
    char word[24];
    const char *before = *at;
    if (!rig_word(at, word, sizeof word))
        return false;
    const char *digits = word + (word[0] == '-');
    size_t size = strspn(digits, "0123456789");
    if (size == 0 || size > 18 || digits[size]) {
        *at = before;
        return false;
    }
    int64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value * 10 + (digits[i] - '0');
    *number = word[0] == '-' ? -value : value;
    return true;
}
