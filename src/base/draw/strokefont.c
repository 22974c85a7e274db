#include "base/draw/outline.h"

#include <stdint.h>

#include "base/utf8.h"

/* Glyphs are drawn in hundredths of the size, y upwards from the baseline. The pen's centre runs
 * from BASE to TOP for capitals and digits, to 48 for the small letters, down to -17 below the
 * line. A path is a list of
 *   M x y   move to                L x y   line to
 *   h x y   quarter of an ellipse that leaves along x
 *   v x y   quarter of an ellipse that leaves along y
 *   C x y x y x y   cubic curve    Z   close
 *   o x y   a dot, a little larger than the pen's tip */
#define BASE 4.0
#define TOP  68.0

#define DOT 1.1

#define PEN      8.6
#define PEN_BOLD 12.6
/* Bold text is a little wider; its path is pressed together so that the thicker pen keeps the
 * height. */
#define BOLD_WIDTH 1.05
#define BOLD_BASE  6.0
#define BOLD_TOP   66.0

struct glyph {
    int advance;
    const char *path;
};

static const struct glyph BOX = {60, "M9 4L51 4L51 68L9 68Z"};

/* From U+0020 on. */
static const struct glyph GLYPHS[] = {
    [' ' - 32] = {28, ""},
    ['!' - 32] = {28, "M14 68L14 24o14 5"},
    ['"' - 32] = {36, "M10 68L10 48M26 68L26 48"},
    ['#' - 32] = {56, "M23 68L14 4M43 68L34 4M6 47L52 47M4 25L50 25"},
    ['$' - 32] = {56, "M48 50v28 65h8 50C8 40 18 39 28 36C40 33 49 31 49 20v28 7h6 22M28 75L28 -3"},
    ['%' - 32] = {89, "M21 68h34 53v21 38h8 53v21 68ZM68 34h81 19v68 4h55 19v68 34ZM63 68L26 4"},
    ['&' - 32] = {67, "M61 4L20 47C11 57 17 68 29 68C41 68 46 57 39 49C36 45 30 42 24 38"
                      "C12 31 7 27 7 20C7 10 14 4 25 4C42 4 53 16 56 33"},
    ['\'' - 32] = {19, "M10 68L10 48"},
    ['(' - 32] = {33, "M26 71C8 48 8 6 26 -17"},
    [')' - 32] = {33, "M7 71C25 48 25 6 7 -17"},
    ['*' - 32] = {39, "M19 70L19 42M7 63L31 49M7 49L31 63"},
    ['+' - 32] = {58, "M29 50L29 6M7 28L51 28"},
    [',' - 32] = {28, "M15 5L11 -8"},
    ['-' - 32] = {33, "M7 27L26 27"},
    ['.' - 32] = {28, "o14 5"},
    ['/' - 32] = {28, "M3 2L25 70"},
    ['0' - 32] = {56, "M28 68h50 46L50 26v28 4h6 26L6 46v28 68Z"},
    ['1' - 32] = {56, "M12 54C22 56 29 61 31 68L31 4"},
    ['2' - 32] = {56, "M7 49v28 68h49 50C49 40 43 34 32 26C18 16 8 12 6 4L50 4"},
    ['3' - 32] = {56, "M8 53v27 68h47 52v27 37L21 37M27 37h50 20v27 4h6 20"},
    ['4' - 32] = {56, "M39 4L39 68L5 21L52 21"},
    ['5' - 32] = {56, "M46 68L14 68L9 34C14 41 20 44 28 44h50 24v27 4h6 18"},
    ['6' - 32] = {56, "M48 55v30 68C14 68 6 54 6 30C6 13 14 4 28 4h50 24v28 44C17 44 8 37 6 27"},
    ['7' - 32] = {56, "M6 68L50 68C36 52 25 30 22 4"},
    ['8' - 32] = {56, "M28 68h47 52v28 37h9 52v28 68ZM28 37h50 20v28 4h6 20v28 37Z"},
    ['9' - 32] = {56, "M8 17v26 4C42 4 50 18 50 42C50 59 42 68 28 68h6 48v28 28C39 28 48 35 50 45"},
    [':' - 32] = {28, "o14 47o14 5"},
    [';' - 32] = {28, "o14 47M15 5L11 -8"},
    ['<' - 32] = {58, "M51 49L7 28L51 7"},
    ['=' - 32] = {58, "M7 37L51 37M7 19L51 19"},
    ['>' - 32] = {58, "M7 49L51 28L7 7"},
    ['?' - 32] = {56, "M9 50v29 68h48 51C48 38 29 38 29 24L29 22o29 5"},
    ['@' - 32] = {102, "M67 30C67 39 61 44 52 44h35 26v48 11C58 11 65 20 67 30M70 44L66 22"
                       "C64 13 68 11 73 11C84 11 93 22 93 37C93 56 76 69 54 69"
                       "C28 69 9 50 9 25C9 0 27 -16 53 -16C64 -16 73 -14 80 -10"},
    ['A' - 32] = {67, "M5 4L33 68L62 4M15 25L52 25"},
    ['B' - 32] = {67, "M12 4L12 68L36 68h55 53v36 38L12 38M36 38h59 21v36 4L12 4"},
    ['C' - 32] = {72, "M64 47v38 68h8 36v38 4h65 26"},
    ['D' - 32] = {72, "M12 4L12 68L34 68h64 36v34 4Z"},
    ['E' - 32] = {67, "M60 68L12 68L12 4L61 4M12 37L57 37"},
    ['F' - 32] = {61, "M57 68L12 68L12 4M12 37L51 37"},
    ['G' - 32] = {78, "M68 48v40 68h8 36v40 4C54 4 64 9 69 17L69 33L43 33"},
    ['H' - 32] = {72, "M12 68L12 4M60 68L60 4M12 37L60 37"},
    ['I' - 32] = {28, "M14 68L14 4"},
    ['J' - 32] = {50, "M38 68L38 22v21 4h5 22"},
    ['K' - 32] = {67, "M12 68L12 4M58 68L12 28M28 42L61 4"},
    ['L' - 32] = {56, "M11 68L11 4L52 4"},
    ['M' - 32] = {83, "M12 4L12 68L41 8L71 68L71 4"},
    ['N' - 32] = {72, "M12 4L12 68L60 4L60 68"},
    ['O' - 32] = {78, "M39 68h70 36v39 4h8 36v39 68Z"},
    ['P' - 32] = {67, "M12 4L12 68L38 68h58 50v38 32L12 32"},
    ['Q' - 32] = {78, "M39 68h70 36v39 4h8 36v39 68ZM47 18L68 -1"},
    ['R' - 32] = {72, "M12 4L12 68L40 68h61 52v40 36L12 36M40 36L63 4"},
    ['S' - 32] = {67, "M56 50v33 68h11 52C11 40 22 39 33 36C46 33 58 31 58 20v33 4h9 22"},
    ['T' - 32] = {61, "M5 68L57 68M31 68L31 4"},
    ['U' - 32] = {72, "M12 68L12 27v36 4h60 27L60 68"},
    ['V' - 32] = {67, "M5 68L33 4L62 68"},
    ['W' - 32] = {94, "M5 68L25 4L47 66L69 4L89 68"},
    ['X' - 32] = {67, "M7 68L60 4M60 68L7 4"},
    ['Y' - 32] = {67, "M5 68L33 34L62 68M33 34L33 4"},
    ['Z' - 32] = {61, "M8 68L54 68L6 4L55 4"},
    ['[' - 32] = {28, "M22 71L10 71L10 -17L22 -17"},
    ['\\' - 32] = {28, "M3 70L25 2"},
    [']' - 32] = {28, "M6 71L18 71L18 -17L6 -17"},
    ['^' - 32] = {47, "M7 38L23 68L40 38"},
    ['_' - 32] = {56, "M2 -12L54 -12"},
    ['`' - 32] = {33, "M8 69L19 57"},
    ['a' - 32] = {56, "M9 36v26 48h44 34L44 13C44 7 46 4 51 4"
                      "M44 29C32 25 7 29 7 16C7 8 13 4 22 4C33 4 44 11 44 21"},
    ['b' - 32] = {56, "M10 68L10 4M10 26v30 48h50 26v30 4h10 26"},
    ['c' - 32] = {50, "M44 34v26 48h6 26v26 4h45 18"},
    ['d' - 32] = {56, "M46 68L46 4M46 26v26 48h6 26v26 4h46 26"},
    ['e' - 32] = {56, "M6 27L50 27v28 48h6 26v28 4h49 16"},
    ['f' - 32] = {28, "M26 68L24 68h12 57L12 4M3 48L24 48"},
    ['g' - 32] = {56, "M46 48L46 0v26 -17h8 -6M46 26v26 48h6 26v26 4h46 26"},
    ['h' - 32] = {56, "M10 68L10 4M10 30v29 48h46 32L46 4"},
    ['i' - 32] = {22, "M11 48L11 4o11 66"},
    ['j' - 32] = {22, "M12 48L12 -8v3 -17o12 66"},
    ['k' - 32] = {50, "M9 68L9 4M43 48L9 19M21 29L45 4"},
    ['l' - 32] = {22, "M11 68L11 4"},
    ['m' - 32] = {83, "M10 48L10 4M10 32v27 48h42 33L42 4M42 32v59 48h74 33L74 4"},
    ['n' - 32] = {56, "M10 48L10 4M10 30v29 48h46 32L46 4"},
    ['o' - 32] = {56, "M28 48h50 26v28 4h6 26v28 48Z"},
    ['p' - 32] = {56, "M10 48L10 -17M10 26v30 48h50 26v30 4h10 26"},
    ['q' - 32] = {56, "M46 48L46 -17M46 26v26 48h6 26v26 4h46 26"},
    ['r' - 32] = {33, "M10 48L10 4M10 28v30 48"},
    ['s' - 32] = {50, "M42 36v25 48h9 37C9 29 17 28 25 26C34 24 43 23 43 15v25 4h7 17"},
    ['t' - 32] = {28, "M12 62L12 13v21 4L25 4M3 48L24 48"},
    ['u' - 32] = {56, "M10 48L10 20v27 4h46 22M46 48L46 4"},
    ['v' - 32] = {50, "M5 48L25 4L45 48"},
    ['w' - 32] = {72, "M5 48L20 4L36 47L52 4L67 48"},
    ['x' - 32] = {50, "M6 48L44 4M44 48L6 4"},
    ['y' - 32] = {50, "M5 48L25 5M45 48L24 -6C21 -14 16 -18 7 -17"},
    ['z' - 32] = {50, "M7 48L43 48L6 4L44 4"},
    ['{' - 32] = {33, "M28 71C20 71 17 68 17 60L17 40C17 32 14 27 7 27"
                      "C14 27 17 22 17 14L17 -6C17 -14 20 -17 28 -17"},
    ['|' - 32] = {26, "M13 71L13 -17"},
    ['}' - 32] = {33, "M5 71C13 71 16 68 16 60L16 40C16 32 19 27 26 27"
                      "C19 27 16 22 16 14L16 -6C16 -14 13 -17 5 -17"},
    ['~' - 32] = {58, "M7 22C12 38 24 32 29 27C34 22 46 16 51 32"},
};

/* The place and the size of a glyph. */
struct setting {
    struct point at;
    double x_scale, y_scale, y_shift;
};

/* The next glyph of the text, NULL at the end. */
static const struct glyph *next_glyph(const char **text) {
    uint32_t code = utf8_next(text);
    if (!code)
        return NULL;
    if (code == UTF8_BAD)
        code = '?';
    if (code == '\t' || code == '\n' || code == '\r')
        code = ' ';
    return code >= 32 && code < 127 ? &GLYPHS[code - 32] : &BOX;
}

double strokefont_width(const char *text, double size, bool bold) {
    int sum = 0;
    for (const struct glyph *glyph; (glyph = next_glyph(&text));)
        sum += glyph->advance;
    return sum * size / 100 * (bold ? BOLD_WIDTH : 1);
}

double strokefont_pen(double size, bool bold) {
    return size / 100 * (bold ? PEN_BOLD : PEN);
}

/* A number in a glyph's path, which may have a space before it. */
static int read_number(const char **path) {
    const char *c = *path;
    while (*c == ' ')
        c++;
    int sign = *c == '-' ? -1 : 1, value = 0;
    if (*c == '-')
        c++;
    for (; *c >= '0' && *c <= '9'; c++)
        value = value * 10 + *c - '0';
    *path = c;
    return sign * value;
}

static struct point read_point(const char **path, const struct setting *setting) {
    double x = read_number(path), y = read_number(path);
    return (struct point){setting->at.x + x * setting->x_scale,
                          setting->at.y - y * setting->y_scale - setting->y_shift};
}

static void trace_glyph(const char *path, const struct setting *setting, struct outline *out) {
    while (*path) {
        char command = *path++;
        if (command == 'Z') {
            outline_close(out);
            continue;
        }
        struct point p = read_point(&path, setting);
        if (command == 'M') {
            outline_move(out, p);
        } else if (command == 'L') {
            outline_line(out, p);
        } else if (command == 'C') {
            struct point q = read_point(&path, setting);
            outline_curve(out, p, q, read_point(&path, setting));
        } else if (command == 'o') {
            outline_circle(out, p, DOT * setting->y_scale);
        } else {
            outline_quarter(out, command == 'h', p);
        }
    }
}

void strokefont_trace(const char *text, struct point at, double size, bool bold,
                      struct outline *path) {
    double unit = size / 100, press = (BOLD_TOP - BOLD_BASE) / (TOP - BASE);
    struct setting setting = {at, unit, unit, 0};
    if (bold) {
        setting.x_scale = unit * BOLD_WIDTH;
        setting.y_scale = unit * press;
        setting.y_shift = unit * (BOLD_BASE - BASE * press);
    }
    for (const struct glyph *glyph; (glyph = next_glyph(&text));) {
        trace_glyph(glyph->path, &setting, path);
        setting.at.x += glyph->advance * setting.x_scale;
    }
}
