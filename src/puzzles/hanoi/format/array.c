/* The state of the original firmware: int state[3][3], ring weights from the bottom, 0 for an empty
 * place, written as a C array. Read strictly: a ring above an empty place (a "ghost ring"), one
 * that appears twice and one that is missing are errors. */
#include <string.h>

#include "puzzles/hanoi/format/format.h"

struct array_reader {
    struct hanoi_reader *reader;
    size_t at;
};

static void skip_blanks(struct array_reader *array) {
    const struct source *source = array->reader->source;
    while (array->at < source->size) {
        char c = source->data[array->at];
        if (c == '#')
            while (array->at < source->size && source->data[array->at] != '\n')
                array->at++;
        else if (strchr(" \t\r\n", c) && c)
            array->at++;
        else
            return;
    }
}

static bool expect(struct array_reader *array, char wanted) {
    skip_blanks(array);
    if (array->reader->source->data[array->at] == wanted) {
        array->at++;
        return true;
    }
    return source_error(array->reader->source, array->at, array->reader->error, "expected '%c'",
                        wanted);
}

static bool read_weight(struct array_reader *array, uint64_t *weight, size_t *at) {
    skip_blanks(array);
    const struct source *source = array->reader->source;
    struct word word = {.from = array->at, .to = array->at};
    while (source->data[word.to] >= '0' && source->data[word.to] <= '9')
        word.to++;
    *at = word.from;
    array->at = word.to;
    if (word_number(source, word, HANOI_MAX_WEIGHT, weight) &&
        (*weight == 0 || *weight == 30 || *weight == 60 || *weight == 110))
        return true;
    return source_error(source, *at, array->reader->error,
                        "expected a ring's weight (30, 60 or 110) or 0 for an empty place");
}

/* The number of the ring with this weight. */
static unsigned ring_of(uint64_t weight) {
    return weight == 30 ? 0 : weight == 60 ? 1 : 2;
}

static bool put_ring(struct array_reader *array, unsigned tower, uint64_t weight, size_t at,
                     bool *seen) {
    unsigned ring = ring_of(weight);
    if (seen[ring])
        return source_error(array->reader->source, at, array->reader->error,
                            "ring %u appears twice", (unsigned)weight);
    seen[ring] = true;
    hanoi_board_put(&array->reader->position->board, ring, tower);
    return true;
}

static bool read_tower(struct array_reader *array, unsigned tower, bool *seen) {
    bool ended = false;
    if (!expect(array, '{'))
        return false;
    for (unsigned place = 0; place < HANOI_RINGS; place++) {
        uint64_t weight;
        size_t at;
        if ((place && !expect(array, ',')) || !read_weight(array, &weight, &at))
            return false;
        if (weight && ended)
            return source_error(array->reader->source, at, array->reader->error,
                                "ghost ring: ring %u is above an empty place", (unsigned)weight);
        ended = !weight;
        if (weight && !put_ring(array, tower, weight, at, seen))
            return false;
    }
    return expect(array, '}');
}

/* Fewer than three rings are always the heaviest ones; numbers them from 0. */
static bool drop_unused(struct array_reader *array, const bool *seen) {
    static const unsigned weights[HANOI_RINGS] = HANOI_RING_WEIGHTS;
    struct hanoi_reader *reader = array->reader;
    struct position *position = reader->position;
    unsigned first = 0;
    while (first < HANOI_RINGS && !seen[first])
        first++;
    for (unsigned ring = first; ring < HANOI_RINGS; ring++)
        if (!seen[ring])
            return source_error(
                reader->source, array->at, reader->error,
                "ring %u is missing; fewer than three rings are always the heaviest",
                weights[ring]);
    if (first == HANOI_RINGS)
        return source_error(reader->source, array->at, reader->error, "no rings");
    struct hanoi_board all = position->board;
    hanoi_board_clear(&position->board, HANOI_RINGS - first, HANOI_GRAPH_PEGS);
    for (unsigned peg = 0; peg < HANOI_GRAPH_PEGS; peg++) {
        uint16_t stack[HANOI_MAX_DISCS];
        unsigned height = hanoi_board_stack(&all, peg, stack);
        for (unsigned i = 0; i < height; i++)
            hanoi_board_put(&position->board, stack[i] - first, peg);
    }
    for (unsigned ring = first; ring < HANOI_RINGS; ring++)
        position->setup->label[ring - first] = weights[ring];
    position->setup->labels = HANOI_LABEL_RINGS;
    return true;
}

bool hanoi_read_array(struct hanoi_reader *reader) {
    struct array_reader array = {.reader = reader};
    array.at = source_has_mark(reader->source) ? 3 : 0;
    bool seen[HANOI_RINGS] = {false};
    hanoi_board_clear(&reader->position->board, HANOI_RINGS, HANOI_GRAPH_PEGS);
    if (!expect(&array, '{'))
        return false;
    for (unsigned tower = 0; tower < HANOI_GRAPH_PEGS; tower++)
        if ((tower && !expect(&array, ',')) || !read_tower(&array, tower, seen))
            return false;
    if (!expect(&array, '}') || !drop_unused(&array, seen))
        return false;
    skip_blanks(&array);
    if (array.at < reader->source->size)
        return source_error(reader->source, array.at, reader->error,
                            "expected nothing after the array");
    hanoi_setup_all_arcs(reader->position->setup, HANOI_GRAPH_PEGS);
    return hanoi_read_goal(reader);
}
