/* Boards as text: pegs, goal, and the labels of the discs. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/format/format.h"

/* A line of pegs, before its numbers are matched with discs. */
struct pegs_line {
    unsigned pegs;
    unsigned count;
    struct {
        uint32_t number;
        uint8_t peg;
        size_t at;
    } item[HANOI_MAX_DISCS];
};

static bool not_a_disc(struct hanoi_reader *reader, struct word word) {
    const char *text = reader->source->data + word.from;
    if (*text == '-')
        return source_error(reader->source, word.from, reader->error,
                            "a disc cannot be negative; discs are numbers from 1");
    if (*text >= '0' && *text <= '9')
        return source_error(reader->source, word.from, reader->error,
                            "not a disc; expected a whole number from 1 to %d", HANOI_MAX_WEIGHT);
    return source_error(reader->source, word.from, reader->error,
                        "expected a disc (a number) or | between two pegs");
}

static bool add_item(struct hanoi_reader *reader, struct pegs_line *pegs, struct word word) {
    uint64_t number;
    if (!word_number(reader->source, word, HANOI_MAX_WEIGHT, &number) || number == 0)
        return not_a_disc(reader, word);
    if (pegs->count == HANOI_MAX_DISCS)
        return source_error(reader->source, word.from, reader->error, "more than %d discs",
                            HANOI_MAX_DISCS);
    pegs->item[pegs->count].number = (uint32_t)number;
    pegs->item[pegs->count].peg = (uint8_t)(pegs->pegs - 1);
    pegs->item[pegs->count++].at = word.from;
    return true;
}

static bool read_pegs(struct hanoi_reader *reader, struct line line, struct pegs_line *pegs) {
    size_t start = line.from;
    struct word word;
    pegs->pegs = 1;
    while (hanoi_word_next(reader->source, &line, &word)) {
        if (!word_is(reader->source, word, "|")) {
            if (!add_item(reader, pegs, word))
                return false;
        } else if (++pegs->pegs > HANOI_MAX_PEGS) {
            return source_error(reader->source, word.from, reader->error, "more than %d pegs",
                                HANOI_MAX_PEGS);
        }
    }
    if (pegs->count == 0)
        return source_error(reader->source, start, reader->error,
                            "no discs; expected numbers, such as: 3 2 1 | |");
    return true;
}

static bool all_ring_weights(const struct pegs_line *pegs) {
    static const uint32_t weights[HANOI_RINGS] = HANOI_RING_WEIGHTS;
    for (unsigned i = 0; i < pegs->count; i++) {
        bool known = false;
        for (unsigned j = 0; j < HANOI_RINGS; j++)
            known = known || pegs->item[i].number == weights[j];
        if (!known)
            return false;
    }
    return pegs->count <= HANOI_RINGS;
}

/* "rings: 30 60 110": ascending, one for each disc. */
static bool read_rings(struct hanoi_reader *reader, unsigned discs) {
    struct hanoi_setup *setup = reader->position->setup;
    struct line line = reader->rings;
    struct word word;
    unsigned count = 0;
    while (hanoi_word_next(reader->source, &line, &word)) {
        uint64_t weight;
        if (!word_number(reader->source, word, HANOI_MAX_WEIGHT, &weight) || weight == 0)
            return not_a_disc(reader, word);
        if (count == discs)
            return source_error(reader->source, word.from, reader->error,
                                "more rings listed than the %u on the pegs", discs);
        if (count && weight <= setup->label[count - 1])
            return source_error(reader->source, word.from, reader->error,
                                "rings are listed by weight, the lightest first");
        setup->label[count++] = (uint32_t)weight;
    }
    if (count < discs)
        return source_error(reader->source, line.to, reader->error,
                            "only %u rings listed; there are %u on the pegs", count, discs);
    setup->labels = HANOI_LABEL_WEIGHTS;
    return true;
}

/* Decides what the numbers mean: a rings line, the original weights, or 1 .. n. */
static bool choose_labels(struct hanoi_reader *reader, const struct pegs_line *pegs) {
    static const uint32_t weights[HANOI_RINGS] = HANOI_RING_WEIGHTS;
    struct hanoi_setup *setup = reader->position->setup;
    if (reader->rings.to)
        return read_rings(reader, pegs->count);
    bool rings = all_ring_weights(pegs);
    setup->labels = rings ? HANOI_LABEL_RINGS : HANOI_LABEL_NUMBERS;
    for (unsigned disc = 0; disc < pegs->count; disc++)
        setup->label[disc] = rings ? weights[HANOI_RINGS - pegs->count + disc] : disc + 1;
    return true;
}

/* The disc with this label, -1 if there is none. */
static int find_disc(const struct hanoi_setup *setup, unsigned discs, uint32_t label) {
    unsigned low = 0, high = discs;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (setup->label[middle] == label)
            return (int)middle;
        if (setup->label[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/* Says which disc is missing. */
static bool missing_disc(struct hanoi_reader *reader, size_t at, const bool *seen, unsigned discs) {
    const struct hanoi_setup *setup = reader->position->setup;
    unsigned disc = discs - 1;
    while (disc > 0 && seen[disc])
        disc--;
    unsigned label = (unsigned)setup->label[disc];
    if (setup->labels == HANOI_LABEL_NUMBERS)
        return source_error(reader->source, at, reader->error,
                            "disc %u is missing; %u discs are numbered 1 to %u", label, discs,
                            discs);
    if (setup->labels == HANOI_LABEL_RINGS)
        return source_error(reader->source, at, reader->error,
                            "ring %u is missing; fewer than three rings are always the heaviest",
                            label);
    return source_error(reader->source, at, reader->error, "ring %u is missing", label);
}

/* Checks that the line has every disc exactly once and nothing else. */
static bool see_all(struct hanoi_reader *reader, const struct pegs_line *pegs, struct line line,
                    unsigned discs) {
    bool seen[HANOI_MAX_DISCS] = {false};
    size_t stranger = SIZE_MAX;
    unsigned found = 0;
    for (unsigned i = 0; i < pegs->count; i++) {
        int disc = find_disc(reader->position->setup, discs, pegs->item[i].number);
        if (disc >= 0 && seen[disc])
            return source_error(reader->source, pegs->item[i].at, reader->error,
                                "disc %u appears twice", (unsigned)pegs->item[i].number);
        if (disc >= 0)
            seen[disc] = true;
        else if (stranger == SIZE_MAX)
            stranger = pegs->item[i].at;
        found += disc >= 0;
    }
    if (found < discs)
        return missing_disc(reader, stranger < SIZE_MAX ? stranger : line.to, seen, discs);
    return stranger == SIZE_MAX ||
           source_error(reader->source, stranger, reader->error, "there is no such disc");
}

/* Builds the board; every disc must appear once. */
static bool fill_board(struct hanoi_reader *reader, const struct pegs_line *pegs, struct line line,
                       unsigned discs, struct hanoi_board *board) {
    if (!see_all(reader, pegs, line, discs))
        return false;
    hanoi_board_clear(board, discs, pegs->pegs);
    for (unsigned i = 0; i < pegs->count; i++) {
        int disc = find_disc(reader->position->setup, discs, pegs->item[i].number);
        hanoi_board_put(board, (unsigned)disc, pegs->item[i].peg);
    }
    return true;
}

bool hanoi_read_state(struct hanoi_reader *reader) {
    struct pegs_line *pegs = MEM_NEW(struct pegs_line);
    struct position *position = reader->position;
    bool good = read_pegs(reader, reader->state, pegs) && choose_labels(reader, pegs) &&
                fill_board(reader, pegs, reader->state, pegs->count, &position->board);
    free(pegs);
    return good;
}

static bool read_given_goal(struct hanoi_reader *reader) {
    struct pegs_line *pegs = MEM_NEW(struct pegs_line);
    struct position *position = reader->position;
    bool good = read_pegs(reader, reader->goal, pegs);
    if (good && pegs->pegs != position->board.pegs)
        good = source_error(reader->source, reader->goal.from, reader->error,
                            "the goal has %u pegs, the board %u", pegs->pegs, position->board.pegs);
    good = good &&
           fill_board(reader, pegs, reader->goal, position->board.discs, &position->setup->goal);
    free(pegs);
    return good;
}

bool hanoi_read_goal(struct hanoi_reader *reader) {
    struct position *position = reader->position;
    if (reader->goal.to) {
        position->setup->goal_given = true;
        return read_given_goal(reader);
    }
    hanoi_board_perfect(&position->setup->goal, position->board.discs, position->board.pegs, 0);
    return true;
}
