/* Variants as text: which moves are allowed and what they cost. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "puzzles/hanoi/format/format.h"

/* Reads "0>1" at the start of a word and moves word->from past it. */
static bool read_arc(struct hanoi_reader *reader, struct word *word, unsigned *from, unsigned *to) {
    char text[8] = {0};
    size_t at = word->from;
    for (size_t i = 0; i < sizeof text - 1 && at < word->to; i++, at++) {
        char c = reader->source->data[at];
        if (c != '>' && (c < '0' || c > '9'))
            break;
        text[i] = c;
    }
    unsigned pegs = reader->position->board.pegs;
    if (!hanoi_move_read(text, from, to) || *from >= pegs || *to >= pegs || *from == *to)
        return source_error(reader->source, word->from, reader->error,
                            "expected an arc between two of the pegs 0 to %u, such as 0>1",
                            pegs - 1);
    word->from = at;
    return true;
}

static void allow(struct hanoi_setup *setup, unsigned from, unsigned to) {
    setup->arcs[from] |= UINT64_C(1) << to;
    if (from < HANOI_GRAPH_PEGS && to < HANOI_GRAPH_PEGS)
        setup->cost[from][to] = 1;
}

static void forbid_all(struct hanoi_setup *setup) {
    memset(setup->arcs, 0, sizeof setup->arcs);
    memset(setup->cost, 0, sizeof setup->cost);
    setup->complete = false;
}

static bool read_arcs(struct hanoi_reader *reader, struct line line) {
    struct word word;
    unsigned from, to;
    forbid_all(reader->position->setup);
    while (hanoi_word_next(reader->source, &line, &word)) {
        if (!read_arc(reader, &word, &from, &to))
            return false;
        if (word.from != word.to)
            return source_error(reader->source, word.from, reader->error,
                                "expected a space after the arc");
        allow(reader->position->setup, from, to);
    }
    return true;
}

static void allow_cyclic(struct hanoi_setup *setup, unsigned pegs) {
    forbid_all(setup);
    for (unsigned peg = 0; pegs > 1 && peg < pegs; peg++)
        allow(setup, peg, (peg + 1) % pegs);
}

static void allow_adjacent(struct hanoi_setup *setup, unsigned pegs) {
    forbid_all(setup);
    for (unsigned peg = 0; peg + 1 < pegs; peg++) {
        allow(setup, peg, peg + 1);
        allow(setup, peg + 1, peg);
    }
}

/* An arc list that happens to name every arc is the standard game. */
static void notice_complete(struct hanoi_setup *setup, unsigned pegs) {
    struct hanoi_setup all = {.complete = true};
    hanoi_setup_all_arcs(&all, pegs);
    setup->complete = memcmp(all.arcs, setup->arcs, sizeof all.arcs) == 0;
}

bool hanoi_set_variant(struct hanoi_setup *setup, unsigned pegs, const char *name) {
    hanoi_setup_all_arcs(setup, pegs);
    if (strcasecmp(name, "cyclic") == 0)
        allow_cyclic(setup, pegs);
    else if (strcasecmp(name, "adjacent") == 0)
        allow_adjacent(setup, pegs);
    else if (strcasecmp(name, "standard") != 0)
        return false;
    notice_complete(setup, pegs);
    return true;
}

static bool read_named_variant(struct hanoi_reader *reader, struct word word, struct line rest) {
    char name[16] = {0};
    if (word.to - word.from < sizeof name)
        memcpy(name, reader->source->data + word.from, word.to - word.from);
    if (!hanoi_set_variant(reader->position->setup, reader->position->board.pegs, name))
        return source_error(reader->source, word.from, reader->error,
                            "unknown variant; expected standard, cyclic, adjacent, or arcs and "
                            "a list such as 0>1 1>2 2>0");
    if (hanoi_word_next(reader->source, &rest, &word))
        return source_error(reader->source, word.from, reader->error,
                            "expected nothing after the variant");
    return true;
}

bool hanoi_read_variant(struct hanoi_reader *reader) {
    struct hanoi_setup *setup = reader->position->setup;
    unsigned pegs = reader->position->board.pegs;
    hanoi_setup_all_arcs(setup, pegs);
    if (!reader->variant.to)
        return true;
    struct line line = reader->variant;
    struct word word = {.from = line.from, .to = line.from};
    hanoi_word_next(reader->source, &line, &word);
    if (!word_is(reader->source, word, "arcs"))
        return read_named_variant(reader, word, line);
    if (!read_arcs(reader, line))
        return false;
    notice_complete(setup, pegs);
    return true;
}

/* Reads the disc of "@3"; -1, for all discs, if there is no @. */
static bool read_cost_disc(struct hanoi_reader *reader, struct word *word, int *disc) {
    const struct position *position = reader->position;
    *disc = -1;
    if (word->from == word->to || reader->source->data[word->from] != '@')
        return true;
    struct word label = {.from = word->from + 1, .to = word->from + 1};
    while (label.to < word->to && reader->source->data[label.to] != '=')
        label.to++;
    uint64_t number;
    if (word_number(reader->source, label, HANOI_MAX_WEIGHT, &number))
        for (unsigned i = 0; i < position->board.discs; i++)
            if (position->setup->label[i] == number)
                *disc = (int)i;
    if (*disc < 0)
        return source_error(reader->source, label.from, reader->error, "expected a disc after @");
    word->from = label.to;
    return true;
}

static bool read_cost_value(struct hanoi_reader *reader, struct word word, uint32_t *cost) {
    uint64_t value = 0;
    bool equals = word.from < word.to && reader->source->data[word.from] == '=';
    struct word number = {.from = word.from + 1, .to = word.to};
    if (!equals || !word_number(reader->source, number, HANOI_GRAPH_MAX_COST, &value) || value == 0)
        return source_error(reader->source, word.from, reader->error,
                            "expected = and a cost from 1 to %d, such as 0>1=5",
                            HANOI_GRAPH_MAX_COST);
    *cost = (uint32_t)value;
    return true;
}

static bool read_cost(struct hanoi_reader *reader, struct word word) {
    struct hanoi_setup *setup = reader->position->setup;
    unsigned from, to;
    int disc = -1;
    uint32_t cost = 0;
    size_t at = word.from;
    if (!read_arc(reader, &word, &from, &to) || !read_cost_disc(reader, &word, &disc) ||
        !read_cost_value(reader, word, &cost))
        return false;
    if (!(setup->arcs[from] >> to & 1))
        return source_error(reader->source, at, reader->error,
                            "this variant allows no move from peg %u to peg %u", from, to);
    if (disc < 0) {
        setup->cost[from][to] = cost;
        return true;
    }
    if (!setup->disc_cost)
        setup->disc_cost = mem_new(reader->position->board.discs, sizeof *setup->disc_cost);
    setup->disc_cost[disc][from][to] = cost;
    return true;
}

bool hanoi_read_costs(struct hanoi_reader *reader) {
    if (!reader->costs.to)
        return true;
    if (reader->position->board.pegs != HANOI_GRAPH_PEGS)
        return source_error(reader->source, reader->costs.from, reader->error,
                            "costs need a board with three pegs");
    struct line line = reader->costs;
    struct word word;
    while (hanoi_word_next(reader->source, &line, &word))
        if (!read_cost(reader, word))
            return false;
    reader->position->setup->costly = true;
    return true;
}
