#include "cli/play/screen.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ESCAPE = 27,
    CTRL_C = 3,
    CTRL_H = 8, /* some terminals' backspace */
    CTRL_L = 12,
    CTRL_Z = 26,
    ESCAPE_MILLISECONDS = 25,
    MOUSE_EVENTS = 8, /* the size of curses' queue */
    SCROLL_ROWS = 5,
    SCROLL_COLUMNS = 10
};

/* Older versions of curses know only four buttons. */
#ifdef BUTTON5_PRESSED
#define WHEEL_DOWN BUTTON5_PRESSED
#else
#define WHEEL_DOWN 0
#endif

/* Curses merges a quick press and release into a click, and drops it unless clicks are requested.
 */
#define LEFT_DOWN  (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)
#define RIGHT_DOWN (BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON3_DOUBLE_CLICKED)
#define LEFT_UP    (BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)
#define RIGHT_UP   (BUTTON3_RELEASED | BUTTON3_CLICKED | BUTTON3_DOUBLE_CLICKED)

static void leave_curses(void) {
    endwin();
}

/* In raw mode Ctrl-C is a key; during a search it must be a signal, which stops the search. */
static void think(struct screen *screen, void (*ask)(struct job *job, struct buf *out)) {
    buf_clear(&screen->message);
    buf_add(&screen->message, "thinking; press Ctrl-C to stop");
    screen_paint(screen);
    noraw();
    cbreak();
    buf_clear(&screen->message);
    ask(screen->job, &screen->message);
    raw();
}

/* Reads a line at the bottom of the screen. */
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

/* Plays moves separated by blanks, up to the first that is not legal. */
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
        type_line("save to file: ", path, sizeof path);
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
               "Moves are written as %s. PgUp and PgDn scroll a large board up and "
               "down, Shift with the left and right arrow scroll it sideways. Ctrl-L repaints it. ",
               job->puzzle->moves);
    if (takes_mouse(job))
        buf_add(&screen->message,
                "You can play with the left and right mouse button, by clicking or "
                "dragging; the wheel scrolls a large board. In most terminals Shift "
                "selects text instead.");
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

/* A button was pressed or released. Its place is looked up in the view at the time of the press:
 * the press may have changed the message and so the room for the board. */
static void point_at(struct screen *screen, int row, int column, int button) {
    const struct job *job = screen->job;
    struct buf moves = {0};
    int line = -1, character = -1;
    if (button != PLAY_LET_GO)
        screen->pressed = screen->view;
    row -= SCREEN_BOARD_ROW;
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

/* Several events may be announced by one key, and curses returns the newest first. */
static void take_mouse(struct screen *screen) {
    MEVENT events[MOUSE_EVENTS];
    int count = 0;
    while (count < MOUSE_EVENTS && getmouse(&events[count]) == OK)
        count++;
    while (count > 0)
        take_mouse_event(screen, &events[--count]);
}

/* Handles the keys that scroll a large board. Returns false for any other key. */
static bool scroll_board(struct screen *screen, int key) {
    screen->view.lines.at += key == KEY_NPAGE ? SCROLL_ROWS : key == KEY_PPAGE ? -SCROLL_ROWS : 0;
    screen->view.characters.at += key == KEY_SRIGHT  ? SCROLL_COLUMNS
                                  : key == KEY_SLEFT ? -SCROLL_COLUMNS
                                                     : 0;
    return key == KEY_NPAGE || key == KEY_PPAGE || key == KEY_SRIGHT || key == KEY_SLEFT;
}

/* Quits; with unsaved moves, only if asked twice in a row. */
static void leave(struct screen *screen, bool asked_before) {
    screen->asked = play_unsaved(screen->job) && !asked_before;
    screen->drop = asked_before;
    screen->over = !screen->asked;
    if (screen->asked)
        buf_add(&screen->message,
                "Some moves are not saved. Press s to save the game, or q again to discard them.");
}

/* Handles the keys that all puzzles share, such as undo. Returns false for any other key. */
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
    if (key == ERR) { /* the terminal was closed */
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

/* Press and release are reported at once, without waiting for a click. */
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
    if (getenv("ESCDELAY") == NULL) /* the user's choice for a slow connection comes first */
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
    bool saved = play_autosave(job, &text) && (screen->drop || play_save_unsaved(job, &text));
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
    return saved ? QD_YES : QD_FAILURE;
}

/* Called on a searching thread while the main thread waits for it, so only one thread paints. */
static void show_waiting(struct job *job, const qd_progress *progress) {
    char line[96];
    (void)job;
    snprintf(line, sizeof line, "thinking for %.0f s; press Ctrl-C to stop", progress->seconds);
    mvaddstr(LINES - SCREEN_KEY_ROWS - 1, 0, line);
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
        screen_paint(&screen);
        take_key(&screen, getch());
    }
    leave_curses();
    buf_free(&screen.message);
    return finish(&screen);
}
