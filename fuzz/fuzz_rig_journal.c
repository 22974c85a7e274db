/* Any bytes as the journal of a rig: what it tells is always a possible past. */
#include "fuzz/fuzz.h"

#include "rig/executor/journal.h"

/* Since random bytes never pass the check sums, each line is tried with its right one as well. */
static uint32_t crc_of(const char *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static void sign_lines(const struct source *source, struct buf *out) {
    long number = 1;
    for (size_t at = 0; at < source->size; number++) {
        struct buf body = {0};
        buf_printf(&body, "%ld ", number);
        for (; at < source->size && source->data[at] != '\n'; at++)
            buf_char(&body, source->data[at]);
        at++;
        buf_printf(out, "%08x ", crc_of(body.text, body.size));
        buf_bytes(out, body.text, body.size);
        buf_char(out, '\n');
        buf_free(&body);
    }
}

static void check_board(const struct rig_board *board, int rings) {
    unsigned seen = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        fuzz_check(board->count[t] >= 0 && board->count[t] <= rings, "a tower of %d rings",
                   board->count[t]);
        fuzz_check(board->unsure[t] >= 0 && board->unsure[t] <= board->count[t], "unsure of %d",
                   board->unsure[t]);
        for (int i = 0; i < board->count[t]; i++) {
            int ring = board->ring[t][i];
            fuzz_check(ring >= 0 && ring < rings && (seen >> ring & 1) == 0, "ring %d", ring);
            seen |= 1U << ring;
        }
    }
    bool empty = board->hand == RIG_HAND_EMPTY;
    fuzz_check(empty == (board->held == RIG_NO_RING), "a hand with ring %d", board->held);
    fuzz_check(empty || (seen >> board->held & 1) == 0, "ring %d is in two places", board->held);
}

static void check_past(const char *text, size_t size) {
    struct rig_config config;
    struct rig_recovery recovery;
    bool other_rings;
    rig_config_init(&config);
    bool good = rig_journal_read(text, size, &config, &recovery, &other_rings);
    fuzz_check(!good || !other_rings, "good, and of other rings");
    fuzz_check(recovery.want_to >= -1 && recovery.want_to < RIG_TOWERS, "to tower %d",
               recovery.want_to);
    if (recovery.has_board)
        check_board(&recovery.board, config.rings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    struct buf signed_text = {0};
    check_past(source.data, source.size);
    sign_lines(&source, &signed_text);
    check_past(buf_text(&signed_text), signed_text.size);
    buf_free(&signed_text);
    fuzz_source_free(&source);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    static const char *const seeds[] = {
        "rings 30 60 110\nrun reset 0\nboard 21 0 - 2 0 0 empty -\nwant 0 2\nstep 17 lift 0 1\ndid "
        "17\n"
        "board 2 0 - 0 0 0 holds 1\nfailed 18\ncalibration 0 -1.5 0 1 1.02 0.98\nboard - - 210 0 0 "
        "0 empty -\ndone\n",
        "rings 30 60 110\nrun solve 2\nboard - 12 0 0 2 0 maybe 0\nstopped missing\n"};
    if (index >= sizeof seeds / sizeof *seeds)
        return false;
    buf_add(out, seeds[index]);
    return true;
}
