/* Curses has macros and functions with short names such as move; without the macros only functions
 * remain, which do not get in the way. */
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/canvas.h"
#include "cli/play/play.h"
#include "cli/play/view.h"
#include "puzzles/interface/terminal/player.h"

enum {
    INKS = INK_BRIGHT_WHITE + 1,
    BOARD_ROW = 2,
    MESSAGE_ROWS = 5,
    KEY_ROWS = 2, /* the puzzle's keys and the player's */
    ESCAPE = 27,
    CTRL_C = 3,
    CTRL_H = 8, /* some terminals' backspace */
    CTRL_L = 12,
    CTRL_Z = 26,
    ESCAPE_MILLISECONDS = 25,
    MOUSE_EVENTS = 8, /* as many as curses keeps */
    SCROLL_ROWS = 5,
    SCROLL_COLUMNS = 10
};

/* An older curses knows only four buttons. */
#ifdef BUTTON5_PRESSED
#define WHEEL_DOWN BUTTON5_PRESSED
#else
#define WHEEL_DOWN 0
#endif

/* If a button goes down and up before the game has looked, curses makes one event of the two, and
 * drops it if nobody has asked for it. */
#define LEFT_DOWN  (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)
#define RIGHT_DOWN (BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON3_DOUBLE_CLICKED)
#define LEFT_UP    (BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)
#define RIGHT_UP   (BUTTON3_RELEASED | BUTTON3_CLICKED | BUTTON3_DOUBLE_CLICKED)

struct screen {
    struct job *job;
    struct play_input input;
    struct buf message;
    short pairs[INKS][INKS]; /* colour pairs in use; 0: none yet */
    short pair_count;
    struct play_view view;
    struct play_view pressed; /* as it was when a button of the mouse went down */
    bool follow;              /* the view goes where the cursor is */
    bool over;
    bool asked; /* the last key was q, and the player was asked about unsaved moves */
    bool drop;  /* and said that they are not wanted */
};

static const char own_keys[] =
    "u undo  r redo  h hint  k check  : type a move  s save  ? help  q quit";

static void leave_curses(void) {
    endwin();
}

/* Bright colours need sixteen; where there are eight, bold stands in. */
static int colour_of(uint8_t ink) {
    if (ink == INK_DEFAULT || ink >= INKS)
        return -1;
    int colour = ink - 1;
    return colour >= COLORS ? colour % 8 : colour;
}

static short pair_for(struct screen *screen, uint8_t fore, uint8_t back) {
    fore = fore < INKS ? fore : INK_DEFAULT;
    back = back < INKS ? back : INK_DEFAULT;
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
    bool stands_in = style.fore > INK_WHITE && style.fore < INKS && COLORS < 16;
    return (style.bold || stands_in ? A_BOLD : 0) | (style.dim ? A_DIM : 0) |
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

/* How much of the text fits on a line, broken between words where it can be. */
static int line_size(const char *text, int columns) {
    int size = (int)strcspn(text, "\n");
    if (size <= columns)
        return size;
    size = columns;
    while (size > columns / 2 && text[size] != ' ')
        size--;
    return size;
}

static const char *behind_line(const char *text, int size) {
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
        text = behind_line(text, line_size(text, COLS));
    return rows;
}

static void paint_message(const struct screen *screen, int y) {
    const char *text = buf_text(&screen->message);
    for (; y < LINES - KEY_ROWS && *text; y++) {
        paint_line(y, text);
        text = behind_line(text, line_size(text, COLS));
    }
}

/* The view follows a cursor that was moved; a board that was moved by hand stays. */
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
                paint_cell(screen, BOARD_ROW + row, column, cell);
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

static void paint(struct screen *screen) {
    const struct puzzle *puzzle = screen->job->puzzle;
    int message_y = LINES - KEY_ROWS - message_rows(screen);
    erase();
    paint_board(screen, message_y - BOARD_ROW);
    paint_title(screen->job);
    paint_message(screen, message_y);
    if (puzzle->terminal && puzzle->terminal->help)
        paint_line(LINES - KEY_ROWS, puzzle->terminal->help);
    paint_line(LINES - 1, own_keys);
    refresh();
}

/* In raw mode Ctrl-C is a key; while something is being searched it is a signal, which stops the
 * search. */
static void think(struct screen *screen, void (*ask)(struct job *job, struct buf *out)) {
    buf_clear(&screen->message);
    buf_add(&screen->message, "thinking; Ctrl-C stops it");
    paint(screen);
    noraw();
    cbreak();
    buf_clear(&screen->message);
    ask(screen->job, &screen->message);
    raw();
}

/* A line that is typed at the bottom of the screen. */
static void type_line(const char *prompt, char *text, int room) {
    mvprintw(LINES - 1, 0, "%s", prompt);
    clrtoeol();
    echo();
    curs_set(1);
    if (getnstr(text, room - 1) == ERR)
        text[0] = '\0';
    curs_set(0);
    noecho();
}

/* Moves with blanks between them, up to the first that is not legal. */
static void play_moves(struct screen *screen, char *text) {
    char *rest = NULL;
    const char *word = strtok_r(text, " \t", &rest);
    while (word && play_move(screen->job, word, &screen->message))
        word = strtok_r(NULL, " \t", &rest);
}

static void type_move(struct screen *screen) {
    char text[MOVE_LIMIT + 1] = "";
    type_line("move: ", text, sizeof text);
    play_moves(screen, text);
}

static void save(struct screen *screen) {
    char path[PATH_MAX] = "";
    if (!request_text(screen->job->request, "save")) {
        type_line("save in the file: ", path, sizeof path);
        if (!path[0])
            return;
    }
    play_save(screen->job, path[0] ? path : NULL, &screen->message);
}

static bool takes_mouse(const struct job *job) {
    return job->puzzle->terminal && job->puzzle->terminal->point;
}

static void show_help(struct screen *screen) {
    const struct job *job = screen->job;
    buf_printf(&screen->message,
               "A move is written %s. PgUp and PgDn move a large board up and "
               "down, Shift with the left and right arrow to the sides. Ctrl-L repaints it. ",
               job->puzzle->moves);
    if (takes_mouse(job))
        buf_add(&screen->message, "The mouse plays with its left and right button, can drag, and "
                                  "its wheel moves a large board; with Shift most terminals let it "
                                  "mark text instead.");
}

static int play_key_of(int key) {
    switch (key) {
    case KEY_UP:
        return PLAY_UP;
    case KEY_DOWN:
        return PLAY_DOWN;
    case KEY_LEFT:
        return PLAY_LEFT;
    case KEY_RIGHT:
        return PLAY_RIGHT;
    case KEY_ENTER:
    case '\r':
    case '\n':
        return PLAY_ENTER;
    case KEY_BACKSPACE:
    case KEY_DC:
    case CTRL_H:
    case PLAY_DELETE:
        return PLAY_DELETE;
    default:
        return key == ESCAPE || (key >= ' ' && key < PLAY_DELETE) ? key : 0;
    }
}

static void hand_to_puzzle(struct screen *screen, int key) {
    const struct job *job = screen->job;
    int play_key = play_key_of(key);
    if (!play_key || !job->puzzle->terminal)
        return;
    struct buf move = {0};
    if (job->puzzle->terminal->key(session_position(job->session), &screen->input, play_key, &move))
        play_move(screen->job, buf_text(&move), &screen->message);
    buf_free(&move);
}

/* A button that was pressed or let go. What lies under the mouse then is found by what was to be
 * seen when it was pressed: the press may have changed the message, and by it the room. */
static void point_at(struct screen *screen, int row, int column, int button) {
    const struct job *job = screen->job;
    struct buf moves = {0};
    int line = -1, character = -1;
    if (button != PLAY_LET_GO)
        screen->pressed = screen->view;
    row -= BOARD_ROW;
    if (row >= 0 && row < screen->pressed.lines.room)
        play_view_find(&screen->pressed, row, column, &line, &character);
    if (job->puzzle->terminal->point(session_position(job->session), &screen->input, job->options,
                                     line, character, button, &moves))
        play_moves(screen, moves.text);
    screen->follow = button == PLAY_LET_GO;
    buf_free(&moves);
}

static void press_at(struct screen *screen, const MEVENT *event, int button) {
    buf_clear(&screen->message);
    point_at(screen, event->y, event->x, button);
}

static void take_mouse_event(struct screen *screen, const MEVENT *event) {
    if (event->bstate & LEFT_DOWN)
        press_at(screen, event, PLAY_BUTTON_LEFT);
    else if (event->bstate & RIGHT_DOWN)
        press_at(screen, event, PLAY_BUTTON_RIGHT);
    if (event->bstate & (LEFT_UP | RIGHT_UP))
        point_at(screen, event->y, event->x, PLAY_LET_GO);
    screen->view.lines.at += event->bstate & WHEEL_DOWN        ? SCROLL_ROWS
                             : event->bstate & BUTTON4_PRESSED ? -SCROLL_ROWS
                                                               : 0;
}

/* Events that came together are announced once, and curses hands out the newest first. */
static void take_mouse(struct screen *screen) {
    MEVENT events[MOUSE_EVENTS];
    int count = 0;
    while (count < MOUSE_EVENTS && getmouse(&events[count]) == OK)
        count++;
    while (count > 0)
        take_mouse_event(screen, &events[--count]);
}

/* The keys that move a board larger than the screen. Returns false for any other. */
static bool scroll_board(struct screen *screen, int key) {
    screen->view.lines.at += key == KEY_NPAGE ? SCROLL_ROWS : key == KEY_PPAGE ? -SCROLL_ROWS : 0;
    screen->view.characters.at += key == KEY_SRIGHT  ? SCROLL_COLUMNS
                                  : key == KEY_SLEFT ? -SCROLL_COLUMNS
                                                     : 0;
    return key == KEY_NPAGE || key == KEY_PPAGE || key == KEY_SRIGHT || key == KEY_SLEFT;
}

/* Leaves the game; with unsaved moves, only when asked twice. */
static void leave(struct screen *screen, bool asked_before) {
    screen->asked = play_unsaved(screen->job) && !asked_before;
    screen->drop = asked_before;
    screen->over = !screen->asked;
    if (screen->asked)
        buf_add(&screen->message, "The moves are not saved: s saves the game, q again drops it.");
}

/* Keys of the player itself, such as undo. Returns false for a key that is the puzzle's. */
static bool take_own_key(struct screen *screen, int key) {
    bool asked = screen->asked;
    screen->asked = false;
    switch (key) {
    case 'u':
        play_undo(screen->job, 1, &screen->message);
        return true;
    case 'r':
        play_redo(screen->job, 1, &screen->message);
        return true;
    case 'h':
        think(screen, play_hint);
        return true;
    case 'k':
        think(screen, play_check_soon);
        return true;
    case 's':
        save(screen);
        return true;
    case ':':
        type_move(screen);
        return true;
    case '?':
        show_help(screen);
        return true;
    case 'q':
    case CTRL_C:
        leave(screen, asked);
        return true;
    case CTRL_L:
        clearok(stdscr, true);
        return true;
    case CTRL_Z:
        raise(SIGTSTP);
        return true;
    default:
        return false;
    }
}

static void take_key(struct screen *screen, int key) {
    if (key == ERR) { /* the terminal is gone */
        screen->over = true;
        return;
    }
    if (key == KEY_MOUSE) {
        take_mouse(screen);
        return;
    }
    screen->input.pressed = 0;
    if (scroll_board(screen, key))
        return;
    screen->follow = true;
    if (key == KEY_RESIZE)
        return;
    buf_clear(&screen->message);
    if (!take_own_key(screen, key))
        hand_to_puzzle(screen, key);
}

/* A press and a letting go are told apart at once, without waiting whether it becomes a click. */
static void enter_mouse(void) {
    mousemask(LEFT_DOWN | BUTTON1_RELEASED | RIGHT_DOWN | BUTTON3_RELEASED | BUTTON4_PRESSED |
                  WHEEL_DOWN,
              NULL);
    mouseinterval(0);
}

static bool enter_curses(const struct job *job) {
    if (!newterm(NULL, stdout, stdin))
        return false;
    raw();
    noecho();
    nonl();
    keypad(stdscr, true);
    if (getenv("ESCDELAY") == NULL) /* curses' own; a slow line may need more */
        set_escdelay(ESCAPE_MILLISECONDS);
    curs_set(0);
    if (takes_mouse(job))
        enter_mouse();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    return true;
}

static qd_status finish(struct screen *screen) {
    struct buf text = {0}, ending = {0};
    struct job *job = screen->job;
    size_t count = session_moves(job->session)->count;
    bool kept = play_keep(job, &text) && (screen->drop || play_rescue(job, &text));
    bool solved = session_solved(job->session);
    if (solved && job->puzzle->rules->ending) {
        job->puzzle->rules->ending(session_position(job->session), &ending);
        printf("%s.\n", buf_text(&ending));
    } else {
        printf("%s after %zu %s.\n", solved ? "Solved" : "Ended", count,
               count == 1 ? "move" : "moves");
    }
    buf_free(&ending);
    if (text.size)
        output_note("%.*s", (int)text.size - 1, buf_text(&text));
    buf_free(&text);
    return kept ? QD_YES : QD_FAILURE;
}

/* Called by a searching thread while the player's own waits for it, so that only one paints. */
static void show_waiting(struct job *job, const qd_progress *progress) {
    char line[96];
    (void)job;
    snprintf(line, sizeof line, "thinking for %.0f s; Ctrl-C stops it", progress->seconds);
    mvaddstr(LINES - KEY_ROWS - 1, 0, line);
    clrtoeol();
    refresh();
}

qd_status play_screen(struct job *job, bool *started) {
    struct screen screen = {.job = job, .follow = true};
    *started = enter_curses(job);
    if (!*started)
        return QD_YES;
    job->silent = true;
    job->waiting = show_waiting;
    play_catch_signals(job);
    play_opponents(job, &screen.message);
    while (!screen.over) {
        paint(&screen);
        take_key(&screen, getch());
    }
    leave_curses();
    buf_free(&screen.message);
    return finish(&screen);
}
