/* Any bytes as a checkpoint of Harmony's classic search: refused with a place, or the states can be
 * written again. The checksum is made right first, or it would keep all changes from the reader. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "puzzles/harmony/solve/classic/checkpoint.h"

enum { SUM_LINE = 21 };

/* The board and options of all inputs: 2x2, and each tile has two moves and must leave its row. */
static void choose(struct harmony_board *board, struct harmony_classic_options *options) {
    *board = (struct harmony_board){.rows = 2, .columns = 2};
    for (unsigned cell = 0; cell < 2 * HARMONY_SIDE; cell++) {
        board->colour[cell] = (uint8_t)(1 - harmony_row(cell));
        board->moves[cell] = 2;
    }
    *options = (struct harmony_classic_options){.threads = 1};
    struct buf problem = {0};
    fuzz_check(harmony_invalid_choose(&options->tests, "seed", &problem), "no tests");
    buf_free(&problem);
}

static void print(const struct harmony_checkpoint *checkpoint, struct buf *out) {
    struct harmony_board board;
    struct harmony_classic_options options;
    choose(&board, &options);
    harmony_checkpoint_begin(out, &board, &options, &checkpoint->counts, checkpoint->states);
    const struct harmony_swap *swaps = checkpoint->swaps;
    for (size_t i = 0; i < checkpoint->states; i++) {
        harmony_checkpoint_add(out, swaps, checkpoint->depth[i]);
        swaps += checkpoint->depth[i];
    }
    harmony_checkpoint_end(out);
}

static bool read_text(const char *text, size_t size, struct harmony_checkpoint *checkpoint,
                      qd_error *error) {
    struct harmony_board board;
    struct harmony_classic_options options;
    choose(&board, &options);
    struct source source = fuzz_source(text, size);
    bool good = harmony_checkpoint_read(&source, &board, &options, checkpoint, error);
    fuzz_source_free(&source);
    return good;
}

/* What was read is written and read again: nothing may change. */
static void check_again(const struct harmony_checkpoint *checkpoint) {
    struct buf first = {0}, second = {0};
    struct harmony_checkpoint again;
    print(checkpoint, &first);
    fuzz_check(read_text(first.text, first.size, &again, NULL), "cannot be read again");
    print(&again, &second);
    fuzz_check(strcmp(first.text, second.text) == 0, "changed:\n%s\n%s", first.text, second.text);
    harmony_checkpoint_free(&again);
    buf_free(&first);
    buf_free(&second);
}

static void try_text(const char *text, size_t size) {
    struct harmony_checkpoint checkpoint;
    qd_error error = {0};
    if (read_text(text, size, &checkpoint, &error)) {
        check_again(&checkpoint);
        harmony_checkpoint_free(&checkpoint);
    } else {
        fuzz_check_error(&error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf summed = {0};
    buf_bytes(&summed, data, size > SUM_LINE ? size - SUM_LINE : 0);
    harmony_checkpoint_end(&summed);
    try_text(summed.text, summed.size);
    buf_free(&summed);
    try_text((const char *)data, size);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    unsigned depth[] = {0, 2, 1};
    struct harmony_swap swaps[] = {{0x00, 0x10}, {0x10, 0x11}, {0x00, 0x01}};
    struct harmony_checkpoint checkpoint = {.states = index, .depth = depth, .swaps = swaps};
    checkpoint.counts.generated = 12 * index;
    if (index <= 3)
        print(&checkpoint, out);
    return index <= 3;
}
