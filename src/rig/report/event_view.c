#include "rig/report/event_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- lines of text ---- */

enum { TEXT_ROOM = 200 };

bool rig_event_is_told(enum rig_event_kind kind) {
    switch (kind) {
    case RIG_EVENT_STEP:
    case RIG_EVENT_ARM:
    case RIG_EVENT_WEIGHTS:
    case RIG_EVENT_DECODED:
    case RIG_EVENT_VERIFIED:
    case RIG_EVENT_STOPPED:
    case RIG_EVENT_DONE:
        return false;
    default:
        return true;
    }
}

static double grams_of(const struct rig_config *config, int ring) {
    return ring >= 0 && ring < config->rings ? config->weight[ring] : 0;
}

void rig_event_line(const struct rig_config *config, const struct rig_event *event,
                    struct buf *out) {
    size_t before = out->size;
    if (event->kind == RIG_EVENT_MOVE) {
        buf_printf(out, "%g g from tower %d to tower %d%s", grams_of(config, event->ring),
                   event->from, event->tower, event->legal ? "" : ", against the rules");
        if (event->moves_left >= 0)
            buf_printf(out, "; %d left", event->moves_left);
    } else if (event->kind == RIG_EVENT_PLAN) {
        char board[TEXT_ROOM];
        rig_board_text(config, &event->board, board, sizeof board);
        buf_printf(out, "%d move%s from %s", event->moves, event->moves == 1 ? "" : "s", board);
    }
    bool plain = event->kind == RIG_EVENT_MOVE && event->legal; /* nothing else to say */
    if (event->text && *event->text && !plain)
        buf_printf(out, "%s%s", out->size > before ? ": " : "", event->text);
}

/* ---- pictures ---- */

/* ROOM_ABOVE: rows above the highest ring, in which the arm travels. */
enum { ROOM_ABOVE = 4, MARGIN = 2, BELOW = 4, TEXT_WIDTH = 76 };

/* What the parts of the drawing need to know. */
struct view {
    const struct rig_config *config;
    const struct rig_description *description;
    const struct rig_event *event;
    struct canvas *canvas;
    bool ascii;
    int digits; /* of the longest label */
    int column; /* the width of a tower's place */
    int floor;  /* the row of the lowest ring */
};

static const uint8_t inks[] = {INK_RED,  INK_YELLOW,  INK_GREEN,      INK_CYAN,
                               INK_BLUE, INK_MAGENTA, INK_BRIGHT_RED, INK_BRIGHT_YELLOW};

int rig_picture_rows(const struct rig_config *config) {
    return 1 + ROOM_ABOVE + config->rings + BELOW;
}

static int label_of(const struct view *view, int ring, char *text, size_t room) {
    return snprintf(text, room, "%.0f", view->config->weight[ring]);
}

/* Characters on either side of a ring's label. */
static int half_width(const struct view *view, int ring) {
    return 1 + ring + (view->digits + 1) / 2;
}

static struct view look(const struct rig_config *config, const struct rig_description *description,
                        const struct rig_event *event, bool ascii, struct canvas *canvas) {
    struct view view = {.config = config,
                        .description = description,
                        .event = event,
                        .canvas = canvas,
                        .ascii = ascii,
                        .floor = ROOM_ABOVE + config->rings};
    char label[24];
    for (int ring = 0; ring < config->rings; ring++) {
        int digits = label_of(&view, ring, label, sizeof label);
        view.digits = digits > view.digits ? digits : view.digits;
    }
    view.column = 2 * half_width(&view, config->rings - 1) + 1 + MARGIN;
    return view;
}

static int middle_of(const struct view *view, int tower) {
    return tower * view->column + view->column / 2 + 1;
}

/* ---- towers ---- */

static void put_ring(const struct view *view, int ring, int row, int middle, bool doubtful) {
    char label[32], number[24];
    struct style style = {.fore = inks[ring % (int)sizeof inks], .bold = true, .dim = doubtful};
    int half = half_width(view, ring);
    label_of(view, ring, number, sizeof number);
    snprintf(label, sizeof label, "%s%s", number, doubtful ? "?" : "");
    canvas_put(view->canvas, row, middle - half, view->ascii ? "<" : "▐", style);
    canvas_fill(view->canvas, row, middle - half + 1, 1, 2 * half - 1, view->ascii ? "=" : "█",
                style);
    canvas_put(view->canvas, row, middle + half, view->ascii ? ">" : "▌", style);
    canvas_put(view->canvas, row, middle - (int)strlen(label) / 2, label,
               (struct style){.bold = true});
}

static void put_tower(const struct view *view, int tower) {
    const struct rig_board *board = &view->event->board;
    int middle = middle_of(view, tower);
    canvas_fill(view->canvas, ROOM_ABOVE, middle, view->config->rings + 1, 1,
                view->ascii ? "|" : "│", (struct style){.dim = true});
    for (int i = 0; i < board->count[tower]; i++)
        put_ring(view, board->ring[tower][i], view->floor - i, middle, i < board->unsure[tower]);
    char text[32];
    snprintf(text, sizeof text, "%d", tower);
    canvas_put(view->canvas, view->floor + 2, middle, text, (struct style){0});
    int width = snprintf(text, sizeof text, "%.1f g",
                         fabs(view->event->grams[tower]) < 0.05 ? 0.0 : view->event->grams[tower]);
    canvas_put(view->canvas, view->floor + 3, middle - width / 2, text,
               (struct style){.dim = true});
}

/* ---- the arm ---- */

/* In proportion to the towers, clipped to the picture. */
static int column_of_x(const struct view *view, int32_t x) {
    const int32_t *tower = view->description->tower_x;
    double left = tower[0], right = tower[RIG_TOWERS - 1];
    double share = ((double)x - left) / (right - left);
    double column = middle_of(view, 0) + share * (middle_of(view, 2) - middle_of(view, 0));
    double most = RIG_TOWERS * view->column;
    return (int)lround(column < 1 ? 1 : column > most ? most : column);
}

/* The row of the gripper: one row per ring where rings can be, compressed above them. */
static int row_of_y(const struct view *view, int32_t y) {
    const struct rig_description *of = view->description;
    double rings = ((double)y - of->floor_y) / of->ring_height;
    double top = view->config->rings;
    double highest = ((double)of->high[RIG_Y] - of->floor_y) / of->ring_height;
    if (rings > top)
        rings = top + (ROOM_ABOVE - 1) * (rings - top) / (highest > top ? highest - top : 1);
    int row = view->floor - (int)lround(rings);
    return row < 1 ? 1 : row > view->floor ? view->floor : row;
}

/* The position is unknown: words instead of a picture. */
static void put_lost_arm(const struct view *view) {
    const struct rig_board *board = &view->event->board;
    char text[64] = "the arm is not homed", label[24];
    if (board->hand != RIG_HAND_EMPTY && board->held != RIG_NO_RING) {
        label_of(view, board->held, label, sizeof label);
        snprintf(text, sizeof text, "the arm is not homed, %s %s g",
                 board->hand == RIG_HAND_HOLDS ? "and holds" : "and may hold", label);
    }
    canvas_put(view->canvas, 1, 1, text, (struct style){.dim = true});
}

static void put_arm(const struct view *view) {
    const struct rig_event *event = view->event;
    struct style style = {.fore = INK_BRIGHT_WHITE, .bold = true};
    int column = column_of_x(view, event->x), row = row_of_y(view, event->y);
    canvas_put(view->canvas, 0, column, view->ascii ? "#" : "╦", style);
    canvas_fill(view->canvas, 1, column, row - 1, 1, view->ascii ? "!" : "║", style);
    if (event->board.hand != RIG_HAND_EMPTY && event->board.held != RIG_NO_RING)
        put_ring(view, event->board.held, row, column, event->board.hand == RIG_HAND_MAYBE);
    else
        canvas_put(view->canvas, row, column - 1, event->grip == RIG_OPEN ? "/ \\" : "[ ]", style);
}

/* ---- all ---- */

static void put_words(const struct view *view) {
    const struct rig_event *event = view->event;
    char left[40] = "", text[160];
    if (event->moves_left >= 0)
        snprintf(left, sizeof left, ", %d move%s left", event->moves_left,
                 event->moves_left == 1 ? "" : "s");
    const char *what = event->what == RIG_STEP_NONE ? "" : rig_step_word(event->what);
    const char *words = event->text ? event->text : "";
    snprintf(text, sizeof text, "%7.1f s  step %ld%s  %s%s%s", (double)event->ms / 1000,
             event->step, left, what, *what && *words ? ": " : "", words);
    text[TEXT_WIDTH] = '\0';
    canvas_put(view->canvas, view->floor + 4, 0, text, (struct style){0});
}

void rig_picture_draw(const struct rig_config *config, const struct rig_description *description,
                      const struct rig_event *event, bool ascii, struct canvas *canvas) {
    struct view view = look(config, description, event, ascii, canvas);
    canvas_fill(canvas, view.floor + 1, 0, 1, RIG_TOWERS * view.column + 2, ascii ? "-" : "─",
                (struct style){.dim = true});
    for (int tower = 0; tower < RIG_TOWERS; tower++)
        put_tower(&view, tower);
    canvas_fill(canvas, 0, 0, 1, RIG_TOWERS * view.column + 2, ascii ? "=" : "═",
                (struct style){.dim = true});
    if (event->homed[RIG_X] && event->homed[RIG_Y])
        put_arm(&view);
    else
        put_lost_arm(&view);
    put_words(&view);
}
