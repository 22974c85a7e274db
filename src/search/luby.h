/* When to restart: the sequence of Luby, Sinclair and Zuckerman ("Optimal speedup of Las Vegas
 * algorithms", 1993), whose expected time is within a logarithmic factor of the best for a search
 * of unknown length. */
#ifndef SEARCH_LUBY_H
#define SEARCH_LUBY_H

#include <stdint.h>

/* 1 1 2 1 1 2 4 1 1 2 ...; index from 1. */
static inline uint64_t luby(uint64_t index) {
    for (;;) {
        uint64_t size = 1;
        while (size < index + 1)
            size *= 2;
        if (size == index + 1)
            return size / 2;
        index -= size / 2 - 1;
    }
}

#endif
