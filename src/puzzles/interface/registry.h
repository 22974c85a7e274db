/* All puzzles there are, in the order of registry.def. */
#ifndef PUZZLES_INTERFACE_REGISTRY_H
#define PUZZLES_INTERFACE_REGISTRY_H

#include "puzzles/interface/puzzle.h"

/* The puzzles one by one: index from 0, NULL behind the last. Hidden ones are among them. */
const struct puzzle *registry_at(size_t index);

/* The puzzle of that name, NULL if there is none. */
const struct puzzle *registry_find(const char *name);

#endif
