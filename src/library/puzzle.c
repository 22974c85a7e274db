#include "library/library.h"

#include "base/suggest.h"
#include "puzzles/interface/registry.h"

/* The handle is the address under another type, opaque to callers. */
const qd_puzzle *puzzle_handle(const struct puzzle *puzzle) {
    return (const qd_puzzle *)puzzle;
}

const struct puzzle *puzzle_behind(const qd_puzzle *handle) {
    return (const struct puzzle *)handle;
}

const struct puzzle *puzzle_named(const char *name, qd_error *error) {
    const struct puzzle *puzzle = registry_find(name);
    if (puzzle)
        return puzzle;
    struct suggest suggest = {.word = name};
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            suggest_consider(&suggest, puzzle->name);
    if (suggest.best)
        error_set(error, QD_BAD_INPUT, "there is no puzzle '%.40s'; did you mean '%s'?", name,
                  suggest.best);
    else
        error_set(error, QD_BAD_INPUT, "there is no puzzle '%.40s'", name);
    return NULL;
}

const qd_puzzle *qd_puzzle_at(size_t index) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden && index-- == 0)
            break;
    return puzzle_handle(puzzle);
}

const qd_puzzle *qd_puzzle_find(const char *name) {
    return puzzle_handle(registry_find(name));
}

const char *qd_puzzle_name(const qd_puzzle *puzzle) {
    return puzzle_behind(puzzle)->name;
}

const char *qd_puzzle_title(const qd_puzzle *puzzle) {
    return puzzle_behind(puzzle)->title;
}

const char *qd_puzzle_summary(const qd_puzzle *puzzle) {
    return puzzle_behind(puzzle)->summary;
}

const char *qd_puzzle_moves(const qd_puzzle *puzzle) {
    return puzzle_behind(puzzle)->moves;
}

unsigned qd_puzzle_capabilities(const qd_puzzle *puzzle) {
    const struct puzzle *behind = puzzle_behind(puzzle);
    unsigned can = 0;
    can |= behind->solve ? QD_CAN_SOLVE : 0;
    can |= behind->hint ? QD_CAN_HINT : 0;
    can |= behind->check ? QD_CAN_CHECK : 0;
    can |= behind->rate ? QD_CAN_RATE : 0;
    can |= behind->generate ? QD_CAN_GENERATE : 0;
    can |= behind->render ? QD_CAN_SHOW : 0;
    can |= behind->opponent ? QD_CAN_REPLY : 0;
    return can;
}

bool qd_puzzle_format(const qd_puzzle *puzzle, size_t index, qd_format *format) {
    const struct puzzle_format *found = puzzle_behind(puzzle)->text->formats;
    while (found->name && index-- > 0)
        found++;
    if (!found->name)
        return false;
    *format =
        (qd_format){.name = found->name, .extension = found->extension, .summary = found->summary};
    return true;
}

const char *qd_puzzle_sample(const qd_puzzle *puzzle, size_t index) {
    const struct puzzle_sample *sample = puzzle_behind(puzzle)->samples;
    while (sample && sample->name && index-- > 0)
        sample++;
    return sample && sample->name ? sample->text : NULL;
}
