#include "cli/play/view.h"

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* The head gets up to half of the room; the foot all that it needs, or nothing if that is too much.
 */
static void fit(struct play_axis *axis, int room, int size, int head, int foot) {
    bool all = size <= room;
    axis->room = room;
    axis->size = size;
    axis->head = all ? 0 : smaller(head, room / 2);
    axis->foot = all || foot > room / 4 ? 0 : foot;
    axis->skip = all ? 0 : head - axis->head;
    axis->at = larger(-axis->skip, smaller(axis->at, larger(size - room, 0) - axis->skip));
}

void play_view_fit(struct play_view *view, int rows, int columns, int characters,
                   const struct play_place *place) {
    fit(&view->lines, larger(rows, 0), place->end, place->top, place->end - place->bottom);
    fit(&view->characters, larger(columns, 0), characters, place->left, 0);
}

/* If both ends do not fit, from is the one that is shown. */
static void follow(struct play_axis *axis, int from, int to) {
    if (axis->size <= axis->room)
        return;
    int first = axis->skip + axis->head; /* visible after the head when not scrolled */
    axis->at = larger(axis->at, to - axis->skip - (axis->room - axis->foot));
    axis->at = smaller(axis->at, larger(from, first) - first);
    axis->at = smaller(axis->at, axis->size - axis->room - axis->skip);
    axis->at = larger(axis->at, -axis->skip);
}

void play_view_follow(struct play_view *view, const struct play_place *place) {
    follow(&view->lines, place->row - 1, place->row + 2);
    follow(&view->characters, place->column - place->width, place->column + 2 * place->width);
}

static int find(const struct play_axis *axis, int at) {
    if (at >= axis->room - axis->foot)
        return axis->size - (axis->room - at);
    return axis->skip + at + (at >= axis->head || axis->at < 0 ? axis->at : 0);
}

/* The foot is text and does not scroll sideways. */
bool play_view_find(const struct play_view *view, int row, int column, int *line, int *character) {
    *line = find(&view->lines, row);
    bool in_foot = row >= view->lines.room - view->lines.foot;
    *character = in_foot ? column : find(&view->characters, column);
    return *line < view->lines.size;
}
