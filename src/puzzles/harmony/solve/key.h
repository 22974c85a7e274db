/* Keys of states: the board and the decisions, packed column by column. Boards that differ only in
 * the order of their columns have the same key: the packed columns are sorted. Decisions between
 * columns break that symmetry; the columns of a state that has one stay where they are. */
#ifndef PUZZLES_HARMONY_SOLVE_KEY_H
#define PUZZLES_HARMONY_SOLVE_KEY_H

#include "puzzles/harmony/solve/state.h"

/* A tile takes at most 4 bits for its colour, 8 for its moves and 7 for what is decided. */
#define MOST_COLUMN_WORDS 5
#define MOST_KEY_WORDS    (HARMONY_SIDE * MOST_COLUMN_WORDS)

/* How many bits the tiles of this board take in a key. */
struct key_layout {
    unsigned colour_bits, moves_bits, decision_bits;
    unsigned column_words;
    unsigned words; /* of a whole key */
};

struct state_key {
    uint64_t word[MOST_KEY_WORDS];
};

static inline unsigned bits_for(unsigned largest) {
    unsigned bits = 1;
    while (largest >> bits != 0)
        bits++;
    return bits;
}

static inline struct key_layout key_layout_of(const struct geometry *grid,
                                              const struct state *root) {
    unsigned most = 0;
    for (unsigned cell = 0; cell < grid->cells; cell++)
        most = root->moves[cell] > most ? root->moves[cell] : most;
    struct key_layout layout = {.colour_bits = bits_for(grid->rows - 1),
                                .moves_bits = bits_for(most),
                                .decision_bits = bits_for(2 * (grid->rows + grid->columns))};
    unsigned tile_bits = layout.colour_bits + layout.moves_bits + layout.decision_bits;
    layout.column_words = (grid->rows * tile_bits + 63) / 64;
    layout.words = grid->columns * layout.column_words;
    assert(layout.column_words <= MOST_COLUMN_WORDS && layout.words <= MOST_KEY_WORDS);
    return layout;
}

/* What is decided about a cell's next swap: 0 nothing, else with whom and whether the tile that is
 * there now is to go first. */
static inline unsigned key_decision(const struct geometry *grid, const struct state *state,
                                    unsigned cell, bool *across) {
    unsigned partner = state->partner[cell];
    if (partner == NO_CELL)
        return 0;
    bool waits = !bits_has(&state->next[partner], cell);
    bool same_column = grid->column[partner] == grid->column[cell];
    *across = *across || !same_column;
    assert(bits_has(&grid->line[cell], partner));
    unsigned place = same_column ? grid->row[partner] : grid->rows + grid->column[partner];
    return 1 + 2 * place + waits;
}

/* Packs the tiles of one column. */
static inline void key_column(const struct geometry *grid, const struct key_layout *layout,
                              const struct state *state, unsigned column, uint64_t *word,
                              bool *across) {
    unsigned used = 0;
    for (unsigned i = 0; i < layout->column_words; i++)
        word[i] = 0;
    for (unsigned cell = column; cell < grid->cells; cell += grid->columns) {
        uint64_t tile = key_decision(grid, state, cell, across);
        assert(tile >> layout->decision_bits == 0);
        assert(state->moves[cell] >> layout->moves_bits == 0 &&
               state->colour[cell] >> layout->colour_bits == 0);
        tile = tile << layout->moves_bits | state->moves[cell];
        tile = tile << layout->colour_bits | state->colour[cell];
        word[used / 64] |= tile << used % 64;
        unsigned bits = layout->colour_bits + layout->moves_bits + layout->decision_bits;
        if (used % 64 + bits > 64)
            word[used / 64 + 1] |= tile >> (64 - used % 64);
        used += bits;
    }
}

/* Less than 0, 0 or more as the first column comes before, is equal to or comes after. */
static inline int key_compare(const uint64_t *a, const uint64_t *b, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static inline void key_sort(struct state_key *key, unsigned columns, unsigned words) {
    for (unsigned i = 1; i < columns; i++) {
        uint64_t moving[MOST_COLUMN_WORDS];
        unsigned at = i;
        for (unsigned w = 0; w < words; w++)
            moving[w] = key->word[i * words + w];
        while (at > 0 && key_compare(moving, &key->word[(at - 1) * words], words) < 0) {
            for (unsigned w = 0; w < words; w++)
                key->word[at * words + w] = key->word[(at - 1) * words + w];
            at--;
        }
        for (unsigned w = 0; w < words; w++)
            key->word[at * words + w] = moving[w];
    }
}

/* Returns true if the columns stay where they are. */
static inline bool state_key(const struct geometry *grid, const struct key_layout *layout,
                             const struct state *state, struct state_key *key) {
    bool across = false;
    for (unsigned column = 0; column < grid->columns; column++)
        key_column(grid, layout, state, column, &key->word[column * layout->column_words], &across);
    if (!across)
        key_sort(key, grid->columns, layout->column_words);
    return across;
}

#endif
