/* Colours: their names in texts, and the letters they get. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "puzzles/nonogram/format/format.h"

struct named {
    const char *name;
    uint32_t rgb;
};

/* The names of CSS. Of several names for one value, the first is the one that is written. */
static const struct named names[] = {
    {"black", 0x000000},
    {"white", 0xFFFFFF},
    {"red", 0xFF0000},
    {"green", 0x008000},
    {"blue", 0x0000FF},
    {"yellow", 0xFFFF00},
    {"orange", 0xFFA500},
    {"brown", 0xA52A2A},
    {"purple", 0x800080},
    {"pink", 0xFFC0CB},
    {"gray", 0x808080},
    {"cyan", 0x00FFFF},
    {"magenta", 0xFF00FF},
    {"lime", 0x00FF00},
    {"navy", 0x000080},
    {"teal", 0x008080},
    {"olive", 0x808000},
    {"maroon", 0x800000},
    {"silver", 0xC0C0C0},
    {"violet", 0xEE82EE},
    {"indigo", 0x4B0082},
    {"gold", 0xFFD700},
    {"beige", 0xF5F5DC},
    {"coral", 0xFF7F50},
    {"crimson", 0xDC143C},
    {"khaki", 0xF0E68C},
    {"lavender", 0xE6E6FA},
    {"orchid", 0xDA70D6},
    {"plum", 0xDDA0DD},
    {"salmon", 0xFA8072},
    {"sienna", 0xA0522D},
    {"tan", 0xD2B48C},
    {"tomato", 0xFF6347},
    {"turquoise", 0x40E0D0},
    {"wheat", 0xF5DEB3},
    {"ivory", 0xFFFFF0},
    {"azure", 0xF0FFFF},
    {"bisque", 0xFFE4C4},
    {"linen", 0xFAF0E6},
    {"peru", 0xCD853F},
    {"snow", 0xFFFAFA},
    {"thistle", 0xD8BFD8},
    {"chocolate", 0xD2691E},
    {"aquamarine", 0x7FFFD4},
    {"chartreuse", 0x7FFF00},
    {"fuchsia", 0xFF00FF},
    {"aqua", 0x00FFFF},
    {"grey", 0x808080},
    {"aliceblue", 0xF0F8FF},
    {"antiquewhite", 0xFAEBD7},
    {"blanchedalmond", 0xFFEBCD},
    {"blueviolet", 0x8A2BE2},
    {"burlywood", 0xDEB887},
    {"cadetblue", 0x5F9EA0},
    {"cornflowerblue", 0x6495ED},
    {"cornsilk", 0xFFF8DC},
    {"darkblue", 0x00008B},
    {"darkcyan", 0x008B8B},
    {"darkgoldenrod", 0xB8860B},
    {"darkgray", 0xA9A9A9},
    {"darkgrey", 0xA9A9A9},
    {"darkgreen", 0x006400},
    {"darkkhaki", 0xBDB76B},
    {"darkmagenta", 0x8B008B},
    {"darkolivegreen", 0x556B2F},
    {"darkorange", 0xFF8C00},
    {"darkorchid", 0x9932CC},
    {"darkred", 0x8B0000},
    {"darksalmon", 0xE9967A},
    {"darkseagreen", 0x8FBC8F},
    {"darkslateblue", 0x483D8B},
    {"darkslategray", 0x2F4F4F},
    {"darkslategrey", 0x2F4F4F},
    {"darkturquoise", 0x00CED1},
    {"darkviolet", 0x9400D3},
    {"deeppink", 0xFF1493},
    {"deepskyblue", 0x00BFFF},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1E90FF},
    {"firebrick", 0xB22222},
    {"floralwhite", 0xFFFAF0},
    {"forestgreen", 0x228B22},
    {"gainsboro", 0xDCDCDC},
    {"ghostwhite", 0xF8F8FF},
    {"goldenrod", 0xDAA520},
    {"greenyellow", 0xADFF2F},
    {"honeydew", 0xF0FFF0},
    {"hotpink", 0xFF69B4},
    {"indianred", 0xCD5C5C},
    {"lavenderblush", 0xFFF0F5},
    {"lawngreen", 0x7CFC00},
    {"lemonchiffon", 0xFFFACD},
    {"lightblue", 0xADD8E6},
    {"lightcoral", 0xF08080},
    {"lightcyan", 0xE0FFFF},
    {"lightgoldenrodyellow", 0xFAFAD2},
    {"lightgray", 0xD3D3D3},
    {"lightgrey", 0xD3D3D3},
    {"lightgreen", 0x90EE90},
    {"lightpink", 0xFFB6C1},
    {"lightsalmon", 0xFFA07A},
    {"lightseagreen", 0x20B2AA},
    {"lightskyblue", 0x87CEFA},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xB0C4DE},
    {"lightyellow", 0xFFFFE0},
    {"limegreen", 0x32CD32},
    {"mediumaquamarine", 0x66CDAA},
    {"mediumblue", 0x0000CD},
    {"mediumorchid", 0xBA55D3},
    {"mediumpurple", 0x9370DB},
    {"mediumseagreen", 0x3CB371},
    {"mediumslateblue", 0x7B68EE},
    {"mediumspringgreen", 0x00FA9A},
    {"mediumturquoise", 0x48D1CC},
    {"mediumvioletred", 0xC71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xF5FFFA},
    {"mistyrose", 0xFFE4E1},
    {"moccasin", 0xFFE4B5},
    {"navajowhite", 0xFFDEAD},
    {"oldlace", 0xFDF5E6},
    {"olivedrab", 0x6B8E23},
    {"orangered", 0xFF4500},
    {"palegoldenrod", 0xEEE8AA},
    {"palegreen", 0x98FB98},
    {"paleturquoise", 0xAFEEEE},
    {"palevioletred", 0xDB7093},
    {"papayawhip", 0xFFEFD5},
    {"peachpuff", 0xFFDAB9},
    {"powderblue", 0xB0E0E6},
    {"rebeccapurple", 0x663399},
    {"rosybrown", 0xBC8F8F},
    {"royalblue", 0x4169E1},
    {"saddlebrown", 0x8B4513},
    {"sandybrown", 0xF4A460},
    {"seagreen", 0x2E8B57},
    {"seashell", 0xFFF5EE},
    {"skyblue", 0x87CEEB},
    {"slateblue", 0x6A5ACD},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"springgreen", 0x00FF7F},
    {"steelblue", 0x4682B4},
    {"whitesmoke", 0xF5F5F5},
    {"yellowgreen", 0x9ACD32},
};
enum { NAMES = sizeof names / sizeof *names };

/* What a letter most likely means in a text that does not declare it. */
static const struct {
    char letter;
    const char *name;
} usual[] = {
    {'r', "red"},    {'g', "green"}, {'b', "blue"},   {'y', "yellow"}, {'o', "orange"},
    {'n', "brown"},  {'k', "black"}, {'p', "pink"},   {'v', "violet"}, {'m', "magenta"},
    {'c', "cyan"},   {'t', "teal"},  {'i', "indigo"}, {'l', "lime"},   {'a', "gray"},
    {'u', "maroon"}, {'d', "gold"},  {'s', "salmon"}, {'e', "olive"},  {'x', "navy"},
};
enum { USUAL = sizeof usual / sizeof *usual };

static bool same_name(const char *name, size_t size, const char *other) {
    return strlen(other) == size && strncasecmp(name, other, size) == 0;
}

static bool single_name(const char *name, size_t size, uint32_t *rgb) {
    for (size_t i = 0; i < NAMES; i++)
        if (same_name(name, size, names[i].name)) {
            *rgb = names[i].rgb;
            return true;
        }
    return nonogram_rgb_of_hex(name, size, rgb) && *name == '#';
}

bool nonogram_rgb_of_name(const char *name, size_t size, uint32_t *rgb) {
    if (single_name(name, size, rgb))
        return true;
    size_t cut = 0;
    while (cut < size && name[cut] != '/' && name[cut] != '\\')
        cut++;
    uint32_t a, b;
    if (cut == size || !single_name(name, cut, &a) ||
        !single_name(name + cut + 1, size - cut - 1, &b))
        return false;
    *rgb = (a & b) + ((a ^ b) >> 1 & 0x7F7F7F); /* the mean of each byte */
    return true;
}

bool nonogram_rgb_of_hex(const char *text, size_t size, uint32_t *rgb) {
    if (size == 7 && *text == '#') {
        text++;
        size--;
    }
    if (size != 6)
        return false;
    *rgb = 0;
    for (size_t i = 0; i < size; i++) {
        const char *digits = "0123456789abcdefABCDEF";
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        uint32_t value = (uint32_t)(digit - digits);
        *rgb = *rgb << 4 | (value > 15 ? value - 6 : value);
    }
    return true;
}

void nonogram_name_of_rgb(uint32_t rgb, char name[NONOGRAM_NAME + 1]) {
    for (size_t i = 0; i < NAMES; i++)
        if (names[i].rgb == rgb) {
            snprintf(name, NONOGRAM_NAME + 1, "%s", names[i].name);
            return;
        }
    snprintf(name, NONOGRAM_NAME + 1, "#%06X", (unsigned)rgb & 0xFFFFFF);
}

int nonogram_draft_mark(const struct nonogram_draft *draft, char mark) {
    for (unsigned i = 0; mark && i <= draft->colours; i++)
        if (draft->palette[i].mark == mark)
            return (int)i;
    return -1;
}

int nonogram_draft_name(const struct nonogram_draft *draft, const char *name, size_t size) {
    for (unsigned i = 0; i <= draft->colours; i++)
        if (strlen(draft->palette[i].name) == size &&
            memcmp(draft->palette[i].name, name, size) == 0)
            return (int)i;
    return -1;
}

static bool name_is_good(struct nonogram_draft *draft, const char *name, size_t size, size_t at) {
    size_t bad;
    bool plain = nonogram_printable(name, size, &bad) && !memchr(name, '\n', size) &&
                 !memchr(name, '\t', size) && !memchr(name, '"', size);
    if (size == 0 || size > NONOGRAM_NAME || !plain || name[0] == ' ' || name[size - 1] == ' ')
        return source_error(draft->source, at, draft->error,
                            "a colour's name has 1 to %d bytes of UTF-8, no quotes and no control "
                            "characters",
                            NONOGRAM_NAME);
    return true;
}

static bool set_colour(struct nonogram_draft_colour *colour, const char *name, size_t name_size,
                       char mark, uint32_t rgb) {
    memset(colour->name, 0, sizeof colour->name);
    memcpy(colour->name, name, name_size);
    colour->mark = mark;
    colour->rgb = rgb;
    return true;
}

/* A background without a declared name leaves its default name to other colours. */
static void make_room_for_name(struct nonogram_draft *draft, const char *name, size_t size) {
    if (!draft->background_said && nonogram_draft_name(draft, name, size) == 0)
        snprintf(draft->palette[0].name, sizeof draft->palette[0].name, "background");
}

static bool is_free(struct nonogram_draft *draft, const char *name, size_t name_size, char mark,
                    size_t at) {
    if (nonogram_draft_mark(draft, mark) >= 0)
        return source_error(draft->source, at, draft->error,
                            "there is already a colour with the character '%c'", mark);
    if (nonogram_draft_name(draft, name, name_size) >= 0)
        return source_error(draft->source, at, draft->error,
                            "there is already a colour named '%.*s'", (int)name_size, name);
    return true;
}

bool nonogram_draft_colour(struct nonogram_draft *draft, const char *name, size_t name_size,
                           char mark, uint32_t rgb, size_t at) {
    if (!name_is_good(draft, name, name_size, at))
        return false;
    make_room_for_name(draft, name, name_size);
    if (!is_free(draft, name, name_size, mark, at))
        return false;
    if (draft->colours == NONOGRAM_COLOURS)
        return source_error(draft->source, at, draft->error, "there may be at most %d colours",
                            NONOGRAM_COLOURS);
    return set_colour(&draft->palette[++draft->colours], name, name_size, mark, rgb);
}

bool nonogram_draft_background(struct nonogram_draft *draft, const char *name, size_t name_size,
                               char mark, uint32_t rgb, size_t at) {
    if (draft->background_said)
        return source_error(draft->source, at, draft->error, "there is already a background");
    draft->palette[0].name[0] = '\0';
    draft->palette[0].mark = '\0';
    draft->background_said = true;
    return name_is_good(draft, name, name_size, at) && is_free(draft, name, name_size, mark, at) &&
           set_colour(&draft->palette[0], name, name_size, mark, rgb);
}

/* The name that the letter stands for, or a free one. */
static const char *name_for_letter(const struct nonogram_draft *draft, char letter) {
    for (size_t i = 0; i < USUAL; i++)
        if (usual[i].letter == letter &&
            nonogram_draft_name(draft, usual[i].name, strlen(usual[i].name)) < 1)
            return usual[i].name;
    size_t i = 0;
    while (nonogram_draft_name(draft, names[i].name, strlen(names[i].name)) >= 0)
        i++; /* there are more names than colours */
    return names[i].name;
}

bool nonogram_draft_colour_letter(struct nonogram_draft *draft, char letter, size_t at) {
    if (!nonogram_letter_allowed(letter) && !(letter >= '0' && letter <= '9'))
        return source_error(draft->source, at, draft->error,
                            "this character cannot stand for a colour");
    const char *name = name_for_letter(draft, letter);
    uint32_t rgb = 0;
    nonogram_rgb_of_name(name, strlen(name), &rgb);
    return nonogram_draft_colour(draft, name, strlen(name), letter, rgb, at);
}

bool nonogram_letter_allowed(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter && strchr("#%*+@$!~^&/", letter));
}

static bool letter_is_free(const struct nonogram_puzzle *puzzle, char letter) {
    return nonogram_letter_allowed(letter) && nonogram_colour_find(puzzle, letter) < 0;
}

static char free_letter(const struct nonogram_puzzle *puzzle, const char *name) {
    static const char order[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (; *name; name++)
        if (letter_is_free(puzzle, *name) && *name >= 'A')
            return *name;
    const char *letter = order;
    while (!letter_is_free(puzzle, *letter))
        letter++; /* there are more letters than colours */
    return *letter;
}

/* Colours keep their characters where those can be letters; the others then get free ones. */
static void give_letters(const struct nonogram_draft *draft, struct nonogram_puzzle *puzzle) {
    for (unsigned i = 1; i <= draft->colours; i++)
        puzzle->palette[i].letter = '\0';
    for (unsigned i = 1; i <= draft->colours; i++)
        if (letter_is_free(puzzle, draft->palette[i].mark))
            puzzle->palette[i].letter = draft->palette[i].mark;
    for (unsigned i = 1; i <= draft->colours; i++)
        if (!puzzle->palette[i].letter)
            puzzle->palette[i].letter = free_letter(puzzle, puzzle->palette[i].name);
}

void nonogram_draft_palette(struct nonogram_draft *draft) {
    struct nonogram_puzzle *puzzle = draft->puzzle;
    puzzle->colours = draft->colours;
    for (unsigned i = 0; i <= draft->colours; i++) {
        memcpy(puzzle->palette[i].name, draft->palette[i].name, sizeof puzzle->palette[i].name);
        puzzle->palette[i].rgb = draft->palette[i].rgb;
    }
    puzzle->palette[0].letter = '.';
    puzzle->palette[1].letter = '#';
    if (draft->colours > 1)
        give_letters(draft, puzzle);
}
