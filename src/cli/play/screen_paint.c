#include <string.h>

#include "cli/play/screen.h"

enum { MESSAGE_ROWS = 5 };

static const char own_keys[] =
    "u undo  r redo  h hint  k check  : type a move  s save  ? help  q quit";

/* Bright colours need a terminal with sixteen; with eight, bold replaces them. */
static int colour_of(uint8_t ink) {
    if (ink == INK_DEFAULT || ink >= SCREEN_INKS)
        return -1;
    int colour = ink - 1;
    return colour >= COLORS ? colour % 8 : colour;
}

static short pair_for(struct screen *screen, uint8_t fore, uint8_t back) {
    fore = fore < SCREEN_INKS ? fore : INK_DEFAULT;
    back = back < SCREEN_INKS ? back : INK_DEFAULT;
    if (fore == INK_DEFAULT && back == INK_DEFAULT)
        return 0;
    short *pair = &screen->pairs[fore][back];
    if (*pair == 0 && screen->pair_count + 1 < COLOR_PAIRS) {
        *pair = ++screen->pair_count;
        init_pair(*pair, (short)colour_of(fore), (short)colour_of(back));
    }
    return *pair;
}

static attr_t attributes_of(struct style style) {
    bool bold_for_bright = style.fore > INK_WHITE && style.fore < SCREEN_INKS && COLORS < 16;
    return (style.bold || bold_for_bright ? A_BOLD : 0) | (style.dim ? A_DIM : 0) |
           (style.underline ? A_UNDERLINE : 0);
}

static void paint_cell(struct screen *screen, int y, int x, const struct cell *cell) {
    short pair =
        screen->job->output->colour ? pair_for(screen, cell->style.fore, cell->style.back) : 0;
    attr_set(attributes_of(cell->style), pair, NULL);
    mvaddstr(y, x, cell->text);
}

static struct canvas *draw_board(const struct screen *screen) {
    const struct job *job = screen->job;
    const struct position *position = session_position(job->session);
    struct canvas *canvas = canvas_new();
    if (job->puzzle->render && job->puzzle->render->text)
        job->puzzle->render->text(position, job->options, canvas);
    if (job->puzzle->terminal && job->puzzle->terminal->mark)
        job->puzzle->terminal->mark(position, &screen->input, job->options, canvas);
    return canvas;
}

static struct play_place find_place(const struct screen *screen, const struct canvas *canvas) {
    const struct job *job = screen->job;
    struct play_place place = {.bottom = canvas_rows(canvas), .end = canvas_rows(canvas)};
    if (job->puzzle->terminal && job->puzzle->terminal->place)
        job->puzzle->terminal->place(session_position(job->session), &screen->input, job->options,
                                     &place);
    return place;
}

/* How much of the text fits on a line, broken between words if possible. */
static int line_size(const char *text, int columns) {
    int size = (int)strcspn(text, "\n");
    if (size <= columns)
        return size;
    size = columns;
    while (size > columns / 2 && text[size] != ' ')
        size--;
    return size;
}

static const char *after_line(const char *text, int size) {
    text += size;
    return text + (*text == ' ' || *text == '\n');
}

static void paint_line(int y, const char *text) {
    mvaddnstr(y, 0, text, line_size(text, COLS));
}

static int message_rows(const struct screen *screen) {
    const char *text = buf_text(&screen->message);
    int rows = 0, most = LINES / 3 > MESSAGE_ROWS ? LINES / 3 : MESSAGE_ROWS;
    for (; rows < most && *text; rows++)
        text = after_line(text, line_size(text, COLS));
    return rows;
}

static void paint_message(const struct screen *screen, int y) {
    const char *text = buf_text(&screen->message);
    for (; y < LINES - SCREEN_KEY_ROWS && *text; y++) {
        paint_line(y, text);
        text = after_line(text, line_size(text, COLS));
    }
}

/* Scrolls to the cursor after it was moved, but not after the board was scrolled by hand. */
static void fit_view(struct screen *screen, const struct canvas *canvas, int rows) {
    struct play_place place = find_place(screen, canvas);
    play_view_fit(&screen->view, rows, COLS, canvas_cols(canvas), &place);
    if (screen->follow && place.width)
        play_view_follow(&screen->view, &place);
    screen->follow = false;
}

static void paint_board(struct screen *screen, int rows) {
    struct canvas *canvas = draw_board(screen);
    int line, character;
    fit_view(screen, canvas, rows);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < COLS; column++) {
            if (!play_view_find(&screen->view, row, column, &line, &character))
                continue;
            const struct cell *cell = canvas_cell(canvas, line, character);
            if (cell->text[0])
                paint_cell(screen, SCREEN_BOARD_ROW + row, column, cell);
        }
    }
    attr_set(A_NORMAL, 0, NULL);
    canvas_free(canvas);
}

static void paint_title(const struct job *job) {
    size_t count = session_moves(job->session)->count;
    struct buf title = {0};
    buf_printf(&title, "%s, %zu %s%s", job->puzzle->title, count, count == 1 ? "move" : "moves",
               session_solved(job->session) ? ": solved" : "");
    attr_set(A_BOLD, 0, NULL);
    paint_line(0, title.text);
    attr_set(A_NORMAL, 0, NULL);
    buf_free(&title);
}

void screen_paint(struct screen *screen) {
    const struct puzzle *puzzle = screen->job->puzzle;
    int message_y = LINES - SCREEN_KEY_ROWS - message_rows(screen);
    erase();
    paint_board(screen, message_y - SCREEN_BOARD_ROW);
    paint_title(screen->job);
    paint_message(screen, message_y);
    if (puzzle->terminal && puzzle->terminal->help)
        paint_line(LINES - SCREEN_KEY_ROWS, puzzle->terminal->help);
    paint_line(LINES - 1, own_keys);
    refresh();
}
