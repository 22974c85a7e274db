#include "puzzles/harmony/solve/classic/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* FNV-1a, 64 bits (Fowler, Noll, Vo): against damage, not against malice. */
static uint64_t checksum(const char *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- writing ---- */

/* A swap is two cells, and a cell is row and column, a hexadecimal digit each. */
enum { SWAP_DIGITS = 4 };

#define FIRST_LINE "harmony-checkpoint 1\n"

static void add_board(struct buf *out, const struct harmony_board *board) {
    buf_printf(out, "board %u %u\ntiles", board->rows, board->columns);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            buf_printf(out, " %u:%u", board->colour[cell], board->moves[cell]);
        }
    buf_char(out, '\n');
}

static void add_options(struct buf *out, const struct harmony_classic_options *options) {
    static const char *const scopes[] = {"touched", "board"};
    static const char *const forces[] = {"both", "vertical", "none"};
    static const char *const sorts[] = {"none", "smallest-first", "largest-first"};
    buf_printf(out, "options scope=%s forced=%s sort=%s cache=%u%s\n", scopes[options->scope],
               forces[options->moves.force], sorts[options->moves.sort], options->cache_threshold,
               options->moves.wasteful ? " filter=none" : "");
    buf_add(out, "tests");
    for (unsigned i = 0; i < options->tests.count; i++)
        buf_printf(out, " %s", options->tests.test[i]->name);
    buf_char(out, '\n');
}

/* The lines that say which search it is: the same text for the same board and options. */
static void add_heading(struct buf *out, const struct harmony_board *board,
                        const struct harmony_classic_options *options) {
    buf_add(out, FIRST_LINE);
    add_board(out, board);
    add_options(out, options);
}

void harmony_checkpoint_begin(struct buf *out, const struct harmony_board *board,
                              const struct harmony_classic_options *options,
                              const struct harmony_classic_counts *counts, size_t states) {
    add_heading(out, board, options);
    buf_printf(out, "counts %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", counts->generated,
               counts->processed, counts->pruned);
    for (unsigned i = 0; i < options->tests.count; i++) {
        const struct harmony_invalid_count *of = &counts->tests.of[i];
        buf_printf(out, "test %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", of->called,
                   of->rejected, of->measured, of->nanoseconds);
    }
    buf_printf(out, "states %zu\n", states);
}

void harmony_checkpoint_add(struct buf *out, const struct harmony_swap *swaps, unsigned depth) {
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < depth; i++) {
        char text[SWAP_DIGITS] = {digits[swaps[i].a >> 4], digits[swaps[i].a & 15],
                                  digits[swaps[i].b >> 4], digits[swaps[i].b & 15]};
        buf_bytes(out, text, sizeof text);
    }
    buf_add(out, depth ? "\n" : "-\n");
}

void harmony_checkpoint_end(struct buf *out) {
    buf_printf(out, "sum %016" PRIx64 "\n", checksum(buf_text(out), out->size));
}

/* ---- reading ---- */

struct reader {
    const struct source *source;
    size_t end;    /* where the line of the checksum begins */
    size_t offset; /* of the next line */
    struct line line;
    qd_error *error;
};

static bool complain(const struct reader *reader, const char *message) {
    return source_error(reader->source, reader->line.from, reader->error, "%s", message);
}

static bool next_line(struct reader *reader) {
    if (reader->offset < reader->end && source_line(reader->source, &reader->offset, &reader->line))
        return true;
    reader->line = (struct line){reader->end, reader->end};
    return complain(reader, "the checkpoint ends too early");
}

static bool check_kind(struct reader *reader) {
    const struct source *source = reader->source;
    size_t size = strlen(FIRST_LINE);
    return (source->size >= size && memcmp(source->data, FIRST_LINE, size) == 0) ||
           complain(reader, "not a Harmony checkpoint, or one of another version");
}

/* The last line must be the sum of all bytes before it. */
static bool check_sum(struct reader *reader) {
    enum { LENGTH = 21 }; /* of "sum ", sixteen digits and the line's end */
    const struct source *source = reader->source;
    struct buf expected = {0};
    reader->end = source->size >= LENGTH ? source->size - LENGTH : 0;
    buf_printf(&expected, "sum %016" PRIx64 "\n", checksum(source->data, reader->end));
    bool good = reader->end > 0 && source->data[reader->end - 1] == '\n' &&
                memcmp(source->data + reader->end, expected.text, LENGTH) == 0;
    buf_free(&expected);
    reader->line = (struct line){reader->end, reader->end};
    return good || complain(reader, "the checkpoint is damaged: its checksum is wrong");
}

static bool begins_with(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

static bool is_line(const struct reader *reader, const char *line) {
    size_t size = reader->line.to - reader->line.from;
    return strlen(line) == size &&
           memcmp(line, reader->source->data + reader->line.from, size) == 0;
}

/* The next line must be this one; its first word says what it is about. */
static bool check_line(struct reader *reader, const char *line) {
    if (!next_line(reader))
        return false;
    if (is_line(reader, line))
        return true;
    if (begins_with(line, "board") || begins_with(line, "tiles"))
        return complain(reader, "the checkpoint belongs to another board");
    return source_error(reader->source, reader->line.from, reader->error,
                        "the checkpoint belongs to a search with other options; expected '%s'",
                        line);
}

/* Every line of the heading must be as this search would write it. */
static bool check_heading(struct reader *reader, const struct harmony_board *board,
                          const struct harmony_classic_options *options) {
    struct buf heading = {0};
    add_heading(&heading, board, options);
    bool same = true;
    char *rest = heading.text;
    for (char *line; same && *rest && (line = strsep(&rest, "\n"));)
        same = check_line(reader, line);
    buf_free(&heading);
    return same;
}

/* A blank and a number without a sign or leading zeros, from *at on. */
static bool read_number(const struct reader *reader, size_t *at, uint64_t *number) {
    const char *data = reader->source->data;
    size_t from = *at + 1, digit = from;
    *number = 0;
    for (; digit < reader->line.to && data[digit] >= '0' && data[digit] <= '9'; digit++) {
        if (digit - from >= 18)
            return false;
        *number = *number * 10 + (uint64_t)(data[digit] - '0');
    }
    bool good = *at < reader->line.to && data[*at] == ' ' && digit > from &&
                (data[from] != '0' || digit == from + 1);
    *at = digit;
    return good;
}

/* The next line: a word and `count` numbers. */
static bool read_numbers(struct reader *reader, const char *word, uint64_t *numbers,
                         unsigned count) {
    if (!next_line(reader))
        return false;
    size_t size = strlen(word), at = reader->line.from + size;
    bool good =
        at <= reader->line.to && memcmp(reader->source->data + reader->line.from, word, size) == 0;
    for (unsigned i = 0; good && i < count; i++)
        good = read_number(reader, &at, &numbers[i]);
    if (good && at == reader->line.to)
        return true;
    return source_error(reader->source, reader->line.from, reader->error,
                        "expected '%s' and %u number%s", word, count, count == 1 ? "" : "s");
}

static bool read_counts(struct reader *reader, unsigned tests,
                        struct harmony_classic_counts *counts) {
    uint64_t of[4] = {0};
    if (!read_numbers(reader, "counts", of, 3))
        return false;
    counts->generated = of[0];
    counts->processed = of[1];
    counts->pruned = of[2];
    for (unsigned i = 0; i < tests; i++) {
        if (!read_numbers(reader, "test", of, 4))
            return false;
        counts->tests.of[i] = (struct harmony_invalid_count){
            .called = of[0], .rejected = of[1], .measured = of[2], .nanoseconds = of[3]};
    }
    return true;
}

static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool read_cell(const char *text, uint8_t *cell) {
    int row = digit_value(text[0]), column = digit_value(text[1]);
    *cell = (uint8_t)(row * HARMONY_SIDE + column);
    return row >= 0 && column >= 0;
}

/* Reads the swaps of the line's state and plays them from the board. */
static bool read_path(const struct reader *reader, const struct harmony_board *board,
                      struct harmony_swap *swaps, unsigned *depth) {
    const char *text = reader->source->data + reader->line.from;
    size_t size = reader->line.to - reader->line.from;
    struct harmony_board reached = *board;
    *depth = 0;
    if (size == 1 && *text == '-')
        return true;
    for (size_t at = 0; at < size; at += SWAP_DIGITS) {
        struct harmony_swap *swap = &swaps[*depth];
        bool good = size - at >= SWAP_DIGITS && read_cell(text + at, &swap->a) &&
                    read_cell(text + at + 2, &swap->b) && swap->a < swap->b &&
                    harmony_swap_legal(&reached, *swap);
        if (!good)
            return source_error(reader->source, reader->line.from + at, reader->error,
                                "no legal swap");
        harmony_swap_play(&reached, *swap);
        ++*depth;
    }
    return size > 0 || complain(reader, "expected the swaps of a state");
}

static bool read_states(struct reader *reader, const struct harmony_board *board,
                        struct harmony_checkpoint *checkpoint) {
    uint64_t states = 0;
    if (!read_numbers(reader, "states", &states, 1))
        return false;
    /* Every state takes two bytes at least, and every swap four. */
    size_t left = reader->end - reader->offset;
    if (states > left / 2)
        return complain(reader, "more states than there are lines");
    checkpoint->depth = mem_new((size_t)states + 1, sizeof *checkpoint->depth);
    checkpoint->swaps = mem_new(left / SWAP_DIGITS + 1, sizeof *checkpoint->swaps);
    struct harmony_swap *swaps = checkpoint->swaps;
    for (; checkpoint->states < states; checkpoint->states++) {
        unsigned *depth = &checkpoint->depth[checkpoint->states];
        if (!next_line(reader) || !read_path(reader, board, swaps, depth))
            return false;
        swaps += *depth;
    }
    reader->line.from = reader->offset;
    return reader->offset == reader->end || complain(reader, "more lines than states");
}

bool harmony_checkpoint_read(const struct source *source, const struct harmony_board *board,
                             const struct harmony_classic_options *options,
                             struct harmony_checkpoint *checkpoint, qd_error *error) {
    *checkpoint = (struct harmony_checkpoint){0};
    struct reader reader = {.source = source, .error = error};
    bool good = check_kind(&reader) && check_sum(&reader) &&
                check_heading(&reader, board, options) &&
                read_counts(&reader, options->tests.count, &checkpoint->counts) &&
                read_states(&reader, board, checkpoint);
    if (!good)
        harmony_checkpoint_free(checkpoint);
    return good;
}

void harmony_checkpoint_free(struct harmony_checkpoint *checkpoint) {
    free(checkpoint->depth);
    free(checkpoint->swaps);
    *checkpoint = (struct harmony_checkpoint){0};
}
