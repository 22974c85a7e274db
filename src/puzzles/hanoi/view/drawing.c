/* The board as characters and as shapes, and the keys and clicks that play it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "puzzles/hanoi/model/position.h"
#include "puzzles/interface/terminal/player.h"

/* Larger boards are listed peg by peg: nobody could read a drawing of them. */
enum { TOWER_DISCS = 24, TOWER_PEGS = 8, WIDEST_HALF = 12 };

static const uint8_t inks[] = {INK_RED, INK_YELLOW, INK_GREEN, INK_CYAN, INK_BLUE, INK_MAGENTA};

/* Colours that people with colour blindness can tell apart (Okabe and Ito). */
static const uint32_t paints[] = {0xd55e00ff, 0xe69f00ff, 0xf0e442ff, 0x009e73ff,
                                  0x56b4e9ff, 0x0072b2ff, 0xcc79a7ff};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Characters on either side of the disc's label. */
static int half_width(const struct hanoi_board *board, unsigned disc) {
    int steps = board->discs < WIDEST_HALF ? board->discs : WIDEST_HALF;
    return 1 + (int)disc * steps / board->discs;
}

static int label_text(const struct position *position, unsigned disc, char *out, size_t room) {
    return snprintf(out, room, "%u", (unsigned)position->setup->label[disc]);
}

static int peg_width(const struct position *position) {
    char label[16];
    unsigned largest = position->board.discs - 1u;
    int digits = label_text(position, largest, label, sizeof label);
    return 2 * half_width(&position->board, largest) + digits + 2;
}

static void put_disc(const struct position *position, unsigned disc, int row, int middle,
                     bool ascii, struct canvas *canvas) {
    char label[16];
    int digits = label_text(position, disc, label, sizeof label);
    int half = half_width(&position->board, disc);
    struct style style = {.fore = inks[disc % COUNT(inks)], .bold = true};
    int column = canvas_put(canvas, row, middle - half - digits / 2, ascii ? "<" : "▐", style);
    for (int i = 1; i < half; i++)
        column = canvas_put(canvas, row, column, ascii ? "=" : "█", style);
    column = canvas_put(canvas, row, column, label, (struct style){.bold = true});
    for (int i = 1; i < half; i++)
        column = canvas_put(canvas, row, column, ascii ? "=" : "█", style);
    canvas_put(canvas, row, column, ascii ? ">" : "▌", style);
}

static void put_peg(const struct position *position, unsigned peg, int middle, bool ascii,
                    struct canvas *canvas) {
    int floor = position->board.discs + 1;
    for (int row = 0; row < floor; row++)
        canvas_put(canvas, row, middle, ascii ? "|" : "│", (struct style){.dim = true});
    uint16_t stack[HANOI_MAX_DISCS];
    unsigned height = hanoi_board_stack(&position->board, peg, stack);
    for (unsigned i = 0; i < height; i++)
        put_disc(position, stack[i], floor - 1 - (int)i, middle, ascii, canvas);
    char name[16];
    snprintf(name, sizeof name, "%u", peg);
    canvas_put(canvas, floor + 1, middle, name, (struct style){0});
}

static void put_towers(const struct position *position, bool ascii, struct canvas *canvas) {
    int width = peg_width(position);
    canvas_fill(canvas, position->board.discs + 1, 0, 1, width * position->board.pegs,
                ascii ? "-" : "─", (struct style){.dim = true});
    for (unsigned peg = 0; peg < position->board.pegs; peg++)
        put_peg(position, peg, (int)peg * width + width / 2, ascii, canvas);
}

/* "64-61 3 1": a run of consecutive discs is written as its ends. */
static void list_discs(const struct position *position, unsigned peg, struct buf *out) {
    const uint32_t *label = position->setup->label;
    uint16_t stack[HANOI_MAX_DISCS];
    unsigned height = hanoi_board_stack(&position->board, peg, stack);
    for (unsigned i = 0; i < height;) {
        unsigned end = i;
        while (end + 1 < height && stack[end + 1] + 1 == stack[end])
            end++;
        buf_printf(out, " %u", (unsigned)label[stack[i]]);
        if (end > i)
            buf_printf(out, "%c%u", end > i + 1 ? '-' : ' ', (unsigned)label[stack[end]]);
        i = end + 1;
    }
}

static void put_list(const struct position *position, struct canvas *canvas) {
    struct buf line = {0};
    for (unsigned peg = 0; peg < position->board.pegs; peg++) {
        buf_clear(&line);
        buf_printf(&line, "peg %u:", peg);
        list_discs(position, peg, &line);
        canvas_put(canvas, (int)peg, 0, line.text, (struct style){0});
    }
    buf_free(&line);
}

static bool is_listed(const struct position *position) {
    return position->board.discs > TOWER_DISCS || position->board.pegs > TOWER_PEGS;
}

static void render_text(const struct position *position, const struct options *options,
                        struct canvas *canvas) {
    if (is_listed(position))
        put_list(position, canvas);
    else
        put_towers(position, options_flag(options, "ascii"), canvas);
}

/* Sizes of the drawing, in its own units. */
enum { DRAW_PEG = 200, DRAW_MARGIN = 20, DRAW_TALLEST = 24, DRAW_TOWER = 600, DRAW_FOOT = 44 };

static double disc_height(const struct hanoi_board *board) {
    double fitting = (double)DRAW_TOWER / board->discs;
    return fitting < DRAW_TALLEST ? fitting : DRAW_TALLEST;
}

static void draw_disc_face(const struct position *position, unsigned disc, const char *label,
                           double middle, double top, struct drawing *drawing) {
    double height = disc_height(&position->board);
    double width = 40 + (DRAW_PEG - 60.0) * (disc + 1) / position->board.discs;
    struct paint paint = {.fill = paints[disc % COUNT(paints)]};
    if (height >= 4) {
        paint.stroke = 0x222222ff;
        paint.stroke_width = 1;
    }
    drawing_tag(drawing, label);
    drawing_rect(drawing, middle - width / 2, top, width, height, height / 3, paint);
    if (height < 12)
        return;
    struct lettering lettering = {
        .size = height * 0.6, .anchor = ANCHOR_MIDDLE, .bold = true, .colour = 0x000000ff};
    drawing_text(drawing, middle, top + height / 2 + DRAWING_CAP * lettering.size / 2, label,
                 lettering);
}

/* The disc as one group, which is lifted off the peg when it moves, as far as the margin allows. */
static void draw_disc(const struct position *position, unsigned disc, double middle, double top,
                      struct drawing *drawing) {
    char label[16];
    label_text(position, disc, label, sizeof label);
    drawing_begin_group(drawing, label, middle, top);
    drawing_lift_group(drawing, fmax(DRAW_MARGIN - disc_height(&position->board), 1));
    draw_disc_face(position, disc, label, middle, top, drawing);
    drawing_end_group(drawing);
}

static double middle_of(unsigned peg) {
    return DRAW_MARGIN + DRAW_PEG * (peg + 0.5);
}

static void draw_discs(const struct position *position, unsigned peg, double floor,
                       struct drawing *drawing) {
    double height = disc_height(&position->board);
    uint16_t stack[HANOI_MAX_DISCS];
    unsigned count = hanoi_board_stack(&position->board, peg, stack);
    for (unsigned i = 0; i < count; i++)
        draw_disc(position, stack[i], middle_of(peg), floor - height * (i + 1), drawing);
}

static void draw_peg(const struct position *position, unsigned peg, double floor,
                     struct drawing *drawing) {
    double middle = middle_of(peg);
    double post = disc_height(&position->board) * (position->board.discs + 1);
    drawing_rect(drawing, middle - 4, floor - post, 8, post, 4, (struct paint){.fill = 0x8a6d4bff});
    char name[16];
    snprintf(name, sizeof name, "%u", peg);
    drawing_text(drawing, middle, floor + 30, name,
                 (struct lettering){.size = 18, .anchor = ANCHOR_MIDDLE, .colour = 0x444444ff});
}

static void describe(const struct position *position, struct drawing *drawing) {
    struct buf text = {0};
    for (unsigned peg = 0; peg < position->board.pegs; peg++) {
        buf_printf(&text, "%speg %u:", peg ? "; " : "", peg);
        list_discs(position, peg, &text);
        if (position->board.top[peg] == HANOI_NONE)
            buf_add(&text, " empty");
    }
    drawing_title(drawing, "Tower of Hanoi", buf_text(&text));
    buf_free(&text);
}

static struct drawing *render_draw(const struct position *position, const struct options *options) {
    (void)options;
    double floor = DRAW_MARGIN + disc_height(&position->board) * (position->board.discs + 1);
    double width = 2 * DRAW_MARGIN + DRAW_PEG * position->board.pegs;
    struct drawing *drawing = drawing_new(width, floor + DRAW_FOOT);
    describe(position, drawing);
    drawing_rect(drawing, 0, 0, width, floor + DRAW_FOOT, 0, (struct paint){.fill = 0xffffffff});
    drawing_rect(drawing, DRAW_MARGIN, floor, width - 2 * DRAW_MARGIN, 8, 3,
                 (struct paint){.fill = 0x8a6d4bff});
    for (unsigned peg = 0; peg < position->board.pegs; peg++)
        draw_peg(position, peg, floor, drawing);
    for (unsigned peg = 0; peg < position->board.pegs; peg++)
        draw_discs(position, peg, floor, drawing);
    return drawing;
}

const struct puzzle_render hanoi_render = {.text = render_text, .draw = render_draw};

/* Playing: a digit takes the top disc of that peg, a second digit puts it down; or the arrow keys
 * and Enter; or the mouse, with two clicks or by dragging. */

enum { LIST_MARK = 3 }; /* the blank of "peg 0:" */

/* The line below the names of the pegs. */
static int marks_row(const struct position *position) {
    return position->board.discs + 3;
}

static bool take_or_put(const struct position *position, struct play_input *input, int peg,
                        struct buf *move) {
    input->column = peg;
    if (!input->held) {
        if (position->board.top[peg] != HANOI_NONE)
            input->held = peg + 1;
        return false;
    }
    int from = input->held - 1;
    input->held = 0;
    if (from == peg)
        return false;
    buf_printf(move, "%d>%d", from, peg);
    return true;
}

static bool key(const struct position *position, struct play_input *input, int key,
                struct buf *move) {
    int pegs = position->board.pegs;
    if (key == PLAY_LEFT || key == PLAY_RIGHT) {
        input->column = (input->column + (key == PLAY_LEFT ? pegs - 1 : 1)) % pegs;
        return false;
    }
    if (key >= '0' && key <= '9' && key - '0' < pegs)
        return take_or_put(position, input, key - '0', move);
    if (key == PLAY_ENTER || key == ' ')
        return take_or_put(position, input, input->column, move);
    return false;
}

/* The peg at that place, -1 if there is none. */
static int peg_at(const struct position *position, int row, int column) {
    if (row < 0 || column < 0 || (!is_listed(position) && row > marks_row(position)))
        return -1;
    int peg = is_listed(position) ? row : column / peg_width(position);
    return peg < position->board.pegs ? peg : -1;
}

/* input->pressed is the peg (from 1) whose disc is being dragged, 0 if none is. */
static bool point(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button,
                  struct buf *move) {
    (void)options;
    int dragged = input->pressed, peg = peg_at(position, row, column);
    input->pressed = 0;
    if (button == PLAY_BUTTON_RIGHT)
        input->held = 0;
    if (button == PLAY_BUTTON_RIGHT || peg < 0)
        return false;
    if (button == PLAY_LET_GO)
        return dragged && dragged == input->held && dragged != peg + 1 &&
               take_or_put(position, input, peg, move);
    bool complete = take_or_put(position, input, peg, move);
    input->pressed = input->held;
    return complete;
}

/* In a list the mark comes before the number of the peg. */
static void put_mark(const struct position *position, int peg, const char *sign, struct style style,
                     struct canvas *canvas) {
    int width = peg_width(position);
    if (is_listed(position))
        canvas_put(canvas, peg, LIST_MARK, sign, style);
    else
        canvas_put(canvas, marks_row(position), peg * width + width / 2, sign, style);
}

static void mark(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas) {
    bool ascii = options_flag(options, "ascii"), listed = is_listed(position);
    const char *cursor = listed ? (ascii ? ">" : "▶") : ascii ? "^" : "▲";
    put_mark(position, input->column, cursor, (struct style){.bold = true}, canvas);
    if (input->held)
        put_mark(position, input->held - 1, ascii ? "*" : "●", (struct style){.fore = INK_GREEN},
                 canvas);
}

static void place(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place) {
    (void)options;
    int width = peg_width(position);
    bool listed = is_listed(position);
    place->row = listed ? input->column : marks_row(position);
    place->column = listed ? 0 : input->column * width;
    place->width = listed ? LIST_MARK + 1 : width;
}

const struct puzzle_terminal hanoi_terminal = {
    .help = "0-9: take from a peg, then put on a peg; or arrow keys and Enter; or the mouse",
    .key = key,
    .point = point,
    .mark = mark,
    .place = place,
};
