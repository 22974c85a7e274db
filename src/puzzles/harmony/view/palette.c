/* A look for every colour: a letter, two inks of the terminal, a fill for shapes. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/draw/canvas.h"
#include "puzzles/harmony/model/position.h"

enum shade {
    RED,
    BLUE,
    GREEN,
    YELLOW,
    PURPLE,
    ORANGE,
    CYAN,
    PINK,
    BROWN,
    GREY,
    WHITE,
    BLACK,
    NAVY,
    DARK_GREEN,
    LIGHT_GREEN,
    LAVENDER,
    SHADES
};

/* Found by simulated annealing around the colours that the names say, so as to keep every two apart
 * for normal sight, protanopia, deuteranopia and tritanopia alike, as simulated by the matrices of
 * Machado, Oliveira and Fernandes (2009): the smallest of all distances in CIELAB is 19
 * (tests/test_harmony_glue.c measures it). */
static const struct {
    uint32_t fill;
    uint8_t ink, paper;
} shades[SHADES] = {
    [RED] = {0xdb0b55ff, INK_BRIGHT_WHITE, INK_RED},
    [BLUE] = {0x0d6de9ff, INK_BRIGHT_WHITE, INK_BLUE},
    [GREEN] = {0x279779ff, INK_BLACK, INK_GREEN},
    [YELLOW] = {0xe2b40eff, INK_BLACK, INK_BRIGHT_YELLOW},
    [PURPLE] = {0x645b85ff, INK_BRIGHT_WHITE, INK_MAGENTA},
    [ORANGE] = {0xd37d25ff, INK_BLACK, INK_YELLOW},
    [CYAN] = {0x24bcfcff, INK_BLACK, INK_CYAN},
    [PINK] = {0xf058c5ff, INK_BLACK, INK_BRIGHT_MAGENTA},
    [BROWN] = {0x6b0f33ff, INK_BLACK, INK_BRIGHT_RED},
    [GREY] = {0xb4b4b4ff, INK_BRIGHT_WHITE, INK_BRIGHT_BLACK},
    [WHITE] = {0xffffffff, INK_BLACK, INK_BRIGHT_WHITE},
    [BLACK] = {0x020a2bff, INK_BRIGHT_WHITE, INK_BLACK},
    [NAVY] = {0x27287cff, INK_BLACK, INK_BRIGHT_BLUE},
    [DARK_GREEN] = {0x2f610dff, INK_BLACK, INK_BRIGHT_CYAN},
    [LIGHT_GREEN] = {0xa0d6a1ff, INK_BLACK, INK_BRIGHT_GREEN},
    [LAVENDER] = {0xf4c8f7ff, INK_BLACK, INK_WHITE},
};

/* What people call them; '_' and '-' in a name are passed over. */
static const struct {
    const char *name;
    enum shade shade;
} called[] = {
    {"red", RED},
    {"r", RED},
    {"rose", RED},
    {"blue", BLUE},
    {"b", BLUE},
    {"green", GREEN},
    {"g", GREEN},
    {"yellow", YELLOW},
    {"y", YELLOW},
    {"gold", YELLOW},
    {"purple", PURPLE},
    {"p", PURPLE},
    {"violet", PURPLE},
    {"orange", ORANGE},
    {"o", ORANGE},
    {"cyan", CYAN},
    {"c", CYAN},
    {"lightblue", CYAN},
    {"ltblue", CYAN},
    {"teal", CYAN},
    {"pink", PINK},
    {"magenta", PINK},
    {"brown", BROWN},
    {"darkred", BROWN},
    {"dkred", BROWN},
    {"grey", GREY},
    {"gray", GREY},
    {"white", WHITE},
    {"w", WHITE},
    {"black", BLACK},
    {"k", BLACK},
    {"navy", NAVY},
    {"darkblue", NAVY},
    {"dkblue", NAVY},
    {"darkgreen", DARK_GREEN},
    {"dkgreen", DARK_GREEN},
    {"lightgreen", LIGHT_GREEN},
    {"ltgreen", LIGHT_GREEN},
    {"lime", LIGHT_GREEN},
    {"lavender", LAVENDER},
    {"lightpurple", LAVENDER},
    {"ltpurple", LAVENDER},
    {"lightpink", LAVENDER},
    {"ltpink", LAVENDER},
};

/* The shade that a name says, SHADES if it says none. */
static enum shade shade_called(const char *name) {
    char plain[HARMONY_NAME + 1];
    size_t size = 0;
    for (; *name; name++)
        if (*name != '_' && *name != '-')
            plain[size++] = *name;
    plain[size] = '\0';
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (strcasecmp(plain, called[i].name) == 0)
            return called[i].shade;
    return SHADES;
}

/* Names that say a shade take it, if it is free; the others take what is left, in order. */
static void choose_shades(const struct position *position, enum shade chosen[HARMONY_SIDE]) {
    bool taken[SHADES + 1] = {false};
    for (unsigned row = 0; row < position->board.rows; row++) {
        enum shade shade = shade_called(position->name[row]);
        chosen[row] = taken[shade] ? SHADES : shade;
        taken[shade] = shade < SHADES;
    }
    enum shade next = RED;
    for (unsigned row = 0; row < position->board.rows; row++) {
        while (chosen[row] == SHADES && taken[next])
            next++;
        if (chosen[row] == SHADES)
            chosen[row] = next++;
    }
}

/* Takes the first letter of the text that is free; 0 if none is. */
static char take_letter(const char *text, size_t size, bool taken[128]) {
    for (size_t i = 0; i < size; i++) {
        int letter = toupper((unsigned char)text[i]);
        if (letter >= 'A' && letter <= 'Z' && !taken[letter]) {
            taken[letter] = true;
            return (char)letter;
        }
    }
    return '\0';
}

/* First every colour asks for its first letter, then for any of its own, then for any at all. */
static void choose_letters(const struct position *position,
                           struct harmony_look looks[HARMONY_SIDE]) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool taken[128] = {false};
    for (int round = 0; round < 3; round++)
        for (unsigned row = 0; row < position->board.rows; row++) {
            const char *from = round < 2 ? position->name[row] : alphabet;
            if (!looks[row].letter)
                looks[row].letter = take_letter(from, round == 0 ? 1 : strlen(from), taken);
        }
}

/* Black on what is light, white on what is dark, by the usual weights of brightness (Rec. 601). */
static uint32_t lettering_on(uint32_t fill) {
    unsigned red = fill >> 24, green = fill >> 16 & 255, blue = fill >> 8 & 255;
    return (299 * red + 587 * green + 114 * blue) / 1000 > 120 ? 0x000000ff : 0xffffffff;
}

void harmony_looks(const struct position *position, struct harmony_look looks[HARMONY_SIDE]) {
    enum shade chosen[HARMONY_SIDE];
    memset(looks, 0, HARMONY_SIDE * sizeof *looks);
    choose_letters(position, looks);
    choose_shades(position, chosen);
    for (unsigned row = 0; row < position->board.rows; row++) {
        looks[row].ink = shades[chosen[row]].ink;
        looks[row].paper = shades[chosen[row]].paper;
        looks[row].fill = shades[chosen[row]].fill;
        looks[row].lettering = lettering_on(looks[row].fill);
    }
}
