#include "puzzles/nonogram/solve/line_kernel.h"

#include <assert.h>

_Static_assert(NONOGRAM_SIDE < 16 * 64, "the largest kernel holds the longest line");

const struct nonogram_kernel *nonogram_kernel_for(unsigned length) {
    static const struct nonogram_kernel *const kernels[] = {
        &nonogram_kernel_1, &nonogram_kernel_2, &nonogram_kernel_4, &nonogram_kernel_16};
    unsigned i = 0;
    assert(length <= NONOGRAM_SIDE);
    while (length >= 64 * kernels[i]->words)
        i++;
    return kernels[i];
}

static bool kind_before(const struct nonogram_kernel_kind *kind, const struct nonogram_clue *clue) {
    return kind->colour != clue->colour ? kind->colour < clue->colour : kind->length < clue->length;
}

static bool kind_of(const struct nonogram_kernel_kind *kind, const struct nonogram_clue *clue) {
    return kind->colour == clue->colour && kind->length == clue->length;
}

/* Inserts the clue's kind into the sorted kinds, unless it is there. Returns how many there are. */
static unsigned add_kind(struct nonogram_kernel_kind *kinds, unsigned count,
                         const struct nonogram_clue *clue) {
    unsigned at = 0;
    while (at < count && kind_before(&kinds[at], clue))
        at++;
    if (at < count && kind_of(&kinds[at], clue))
        return count;
    for (unsigned i = count; i > at; i--)
        kinds[i] = kinds[i - 1];
    kinds[at] = (struct nonogram_kernel_kind){.length = clue->length, .colour = clue->colour};
    return count + 1;
}

struct nonogram_kernel_line nonogram_kernel_line(const struct nonogram_line *line, unsigned length,
                                                 struct nonogram_kernel_clue *clues,
                                                 struct nonogram_kernel_kind *kinds) {
    struct nonogram_kernel_line made = {.length = (uint16_t)length,
                                        .count = (uint16_t)line->count,
                                        .plain = true,
                                        .fits = true,
                                        .clues = clues,
                                        .kind = kinds};
    for (unsigned i = 0; i < line->count; i++) {
        made.kinds = (uint16_t)add_kind(kinds, made.kinds, &line->clues[i]);
        made.fits = made.fits && line->clues[i].length <= length;
    }
    assert(made.kinds <= line->count);
    for (unsigned i = 0; i < made.kinds; i++) {
        assert(kinds[i].length >= 1);
        kinds[i].first = i == 0 || kinds[i].colour != kinds[i - 1].colour;
        kinds[i].more = (uint16_t)(kinds[i].length - (kinds[i].first ? 1 : kinds[i - 1].length));
    }
    for (unsigned i = 0; i < line->count; i++) {
        uint16_t kind = 0;
        while (!kind_of(&kinds[kind], &line->clues[i]))
            kind++;
        assert(kind < made.kinds);
        bool apart = i > 0 && line->clues[i].colour == line->clues[i - 1].colour;
        clues[i] = (struct nonogram_kernel_clue){
            .length = line->clues[i].length, .kind = kind, .apart = apart};
        made.plain = made.plain && (apart || i == 0);
    }
    return made;
}

size_t nonogram_kernel_scratch(size_t words, unsigned clues) {
    /* Two sets for each kind, for each clue, and for the end. */
    return (4 * (size_t)clues + 2) * words;
}
