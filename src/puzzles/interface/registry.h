/* All puzzles there are, in the order of registry.def. */
#ifndef PUZZLES_INTERFACE_REGISTRY_H
#define PUZZLES_INTERFACE_REGISTRY_H

#include "puzzles/interface/puzzle.h"

/* A puzzle by its index from 0, hidden ones included; NULL past the last. */
const struct puzzle *registry_at(size_t index);

/* The puzzle of that name, NULL if there is none. */
const struct puzzle *registry_find(const char *name);

#endif
