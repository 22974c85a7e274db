/* A puzzle's colours in a terminal. */
#include "puzzles/nonogram/view/layout.h"

/* The sixteen colours as xterm shows them, and others that people call by the same name: judged by
 * distance alone, a dark green would be nearer to grey than to the terminal's green. */
static const struct {
    uint32_t rgb;
    uint8_t colour;
} known[] = {
    {0x000000, INK_BLACK},
    {0xcd0000, INK_RED},
    {0x00cd00, INK_GREEN},
    {0xcdcd00, INK_YELLOW},
    {0x0000ee, INK_BLUE},
    {0xcd00cd, INK_MAGENTA},
    {0x00cdcd, INK_CYAN},
    {0xe5e5e5, INK_WHITE},
    {0x7f7f7f, INK_BRIGHT_BLACK},
    {0xff0000, INK_BRIGHT_RED},
    {0x00ff00, INK_BRIGHT_GREEN},
    {0xffff00, INK_BRIGHT_YELLOW},
    {0x5c5cff, INK_BRIGHT_BLUE},
    {0xff00ff, INK_BRIGHT_MAGENTA},
    {0x00ffff, INK_BRIGHT_CYAN},
    {0xffffff, INK_BRIGHT_WHITE},
    {0x404040, INK_BRIGHT_BLACK},
    {0xb8b8b8, INK_WHITE},
    {0x800000, INK_RED},
    {0xb03030, INK_RED},
    {0xff7060, INK_BRIGHT_RED},
    {0x006000, INK_GREEN},
    {0x309040, INK_GREEN},
    {0x90ee90, INK_BRIGHT_GREEN},
    {0x807000, INK_YELLOW},
    {0x8b5020, INK_YELLOW},
    {0xffa500, INK_YELLOW},
    {0xffe060, INK_BRIGHT_YELLOW},
    {0x000080, INK_BLUE},
    {0x3060b0, INK_BLUE},
    {0x60a0ff, INK_BRIGHT_BLUE},
    {0x800080, INK_MAGENTA},
    {0xffb0c8, INK_BRIGHT_MAGENTA},
    {0x008080, INK_CYAN},
    {0xa0e0f0, INK_BRIGHT_CYAN},
};
enum { KNOWN = sizeof known / sizeof *known };

static int channel(uint32_t rgb, int shift) {
    return (int)(rgb >> shift & 255);
}

/* The eye is most sensitive to green and least to blue. */
static int distance(uint32_t a, uint32_t b) {
    int red = channel(a, 16) - channel(b, 16);
    int green = channel(a, 8) - channel(b, 8);
    int blue = channel(a, 0) - channel(b, 0);
    return 3 * red * red + 6 * green * green + blue * blue;
}

bool nonogram_is_light(uint32_t rgb) {
    /* luma of Rec. 601 */
    return 299 * channel(rgb, 16) + 587 * channel(rgb, 8) + 114 * channel(rgb, 0) > 120 * 1000;
}

static uint8_t nearest(uint32_t rgb) {
    int best = 0;
    for (int i = 1; i < KNOWN; i++)
        if (distance(rgb, known[i].rgb) < distance(rgb, known[best].rgb))
            best = i;
    return known[best].colour;
}

/* The table begins with the sixteen, in the order of their numbers. */
static uint8_t text_on(uint8_t background) {
    return nonogram_is_light(known[background - INK_BLACK].rgb) ? INK_BLACK : INK_BRIGHT_WHITE;
}

void nonogram_terminal_palette(const struct nonogram_puzzle *puzzle,
                               struct nonogram_terminal_colour palette[NONOGRAM_COLOURS + 1]) {
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        palette[i].background = nearest(puzzle->palette[i].rgb);
        palette[i].foreground = text_on(palette[i].background);
    }
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        palette[i].distinct = true;
        for (unsigned other = 1; other <= puzzle->colours; other++)
            if (other != i && palette[other].background == palette[i].background)
                palette[i].distinct = false;
    }
}
