#include "puzzles/nonogram/model/palette.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

/* The easiest to distinguish come first; white, which cannot be seen on white, comes last. */
static const struct nonogram_colour named[NONOGRAM_COLOURS + 1] = {
    {"black", 'k', 0x000000},    {"red", 'r', 0xD62728},     {"green", 'g', 0x2CA02C},
    {"blue", 'b', 0x1F5FD0},     {"yellow", 'y', 0xF2D21B},  {"orange", 'o', 0xFF8C1A},
    {"purple", 'p', 0x8A3FB5},   {"cyan", 'c', 0x22C3D6},    {"brown", 'n', 0x8C564B},
    {"pink", 'i', 0xF78FB3},     {"grey", 'e', 0x808080},    {"lime", 'l', 0x9ADE2B},
    {"navy", 'v', 0x14275C},     {"magenta", 'm', 0xD6249F}, {"teal", 't', 0x0F7F7A},
    {"olive", 'O', 0x7A7A1A},    {"maroon", 'M', 0x7A1220},  {"gold", 'G', 0xC99A1E},
    {"sky", 's', 0x87C6F5},      {"silver", 'S', 0xC4C4C8},  {"coral", 'C', 0xFF7558},
    {"indigo", 'I', 0x46208A},   {"beige", 'B', 0xEFE2C0},   {"turquoise", 'T', 0x55E0C8},
    {"violet", 'V', 0xC29BEA},   {"forest", 'F', 0x1B5A26},  {"tan", 'N', 0xD1AE85},
    {"crimson", 'R', 0xA80F2F},  {"khaki", 'K', 0xB8B06A},   {"plum", 'P', 0x6B2F57},
    {"charcoal", 'h', 0x3C4044}, {"white", 'w', 0xFFFFFF},
};

void nonogram_palette_choose(struct nonogram_puzzle *puzzle, unsigned colours) {
    assert(colours >= 1 && colours <= NONOGRAM_COLOURS);
    puzzle->colours = colours;
    for (unsigned i = 0; i < colours; i++)
        puzzle->palette[i + 1] = named[i];
    if (colours == 1)
        puzzle->palette[1].letter = '#';
}

static unsigned difference(uint32_t a, uint32_t b) {
    unsigned sum = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        int apart = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += (unsigned)(apart * apart);
    }
    return sum;
}

static unsigned most_similar(uint32_t rgb, const bool taken[NONOGRAM_COLOURS + 1]) {
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned i = 0; i <= NONOGRAM_COLOURS; i++) {
        unsigned apart = difference(rgb, named[i].rgb);
        if (!taken[i] && apart < least)
            least = apart, best = i;
    }
    return best;
}

void nonogram_palette_name(struct nonogram_puzzle *puzzle, unsigned colours,
                           const uint32_t rgb[NONOGRAM_COLOURS + 1]) {
    bool taken[NONOGRAM_COLOURS + 1] = {false};
    assert(colours >= 1 && colours <= NONOGRAM_COLOURS);
    puzzle->colours = colours;
    for (unsigned i = 0; i <= colours; i++) {
        unsigned name = most_similar(rgb[i], taken);
        taken[name] = true;
        puzzle->palette[i] = named[name];
        puzzle->palette[i].rgb = rgb[i];
    }
    puzzle->palette[0].letter = '.';
    if (colours == 1)
        puzzle->palette[1].letter = '#';
}

void nonogram_palette_compact(struct nonogram_puzzle *puzzle, uint8_t *picture) {
    size_t cells = (size_t)puzzle->width * puzzle->height;
    uint8_t number[NONOGRAM_COLOURS + 1] = {0};
    unsigned kept = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        assert(picture[cell] <= puzzle->colours);
        number[picture[cell]] = 1;
    }
    for (unsigned i = 1; i <= puzzle->colours; i++)
        if (number[i]) {
            number[i] = (uint8_t)++kept;
            puzzle->palette[kept] = puzzle->palette[i];
        }
    puzzle->colours = kept ? kept : 1;
    if (puzzle->colours == 1)
        puzzle->palette[1].letter = '#';
    for (size_t cell = 0; cell < cells; cell++)
        picture[cell] = picture[cell] ? number[picture[cell]] : NONOGRAM_EMPTY;
}
