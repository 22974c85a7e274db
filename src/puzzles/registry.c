#include "puzzles/interface/registry.h"

#include <string.h>

/* Each folder NAME defines `const struct puzzle NAME_puzzle`. */
#define PUZZLE(name) extern const struct puzzle name##_puzzle;
#include "puzzles/registry.def"
#undef PUZZLE

#define PUZZLE(name) &name##_puzzle,
static const struct puzzle *const puzzles[] = {
#include "puzzles/registry.def"
    NULL};
#undef PUZZLE

const struct puzzle *registry_at(size_t index) {
    return index < sizeof puzzles / sizeof *puzzles ? puzzles[index] : NULL;
}

const struct puzzle *registry_find(const char *name) {
    for (size_t i = 0; puzzles[i]; i++)
        if (strcmp(puzzles[i]->name, name) == 0)
            return puzzles[i];
    return NULL;
}
