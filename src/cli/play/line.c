#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/options/wrap.h"
#include "cli/play/play.h"

/* The most legal moves to list. */
enum { MOVES_LISTED = 200 };

struct line_game {
    struct job *job;
    bool over;
    bool asked;   /* the last command was quit, and it warned about unsaved moves */
    bool drop;    /* quit was repeated: discard the unsaved moves */
    bool endless; /* the last line was too long */
};

static void print_lines(const struct buf *text) {
    struct buf wrapped = {0};
    if (text->size)
        wrap_text(&wrapped, buf_text(text), 0, 0);
    fputs(buf_text(&wrapped), stdout);
    buf_free(&wrapped);
}

static void print_board(const struct job *job) {
    struct buf board = {0};
    output_board(job->output, job->puzzle, session_position(job->session), job->options, &board);
    fputs(buf_text(&board), stdout);
    buf_free(&board);
}

static void run_board(struct line_game *game, const char *argument) {
    (void)argument;
    print_board(game->job);
}

/* Prints what one of the play_ functions says. */
static void print_said(struct job *job, void (*say)(struct job *job, struct buf *out)) {
    struct buf text = {0};
    say(job, &text);
    print_lines(&text);
    buf_free(&text);
}

static void run_hint(struct line_game *game, const char *argument) {
    (void)argument;
    print_said(game->job, play_hint);
}

static void run_solve(struct line_game *game, const char *argument) {
    (void)argument;
    print_said(game->job, play_solve);
}

static void run_check(struct line_game *game, const char *argument) {
    (void)argument;
    print_said(game->job, play_check);
}

static void run_moves(struct line_game *game, const char *argument) {
    (void)argument;
    struct record moves = {0};
    struct job *job = game->job;
    job_begin(job);
    qd_status status = job->puzzle->rules->moves(session_position(job->session), MOVES_LISTED,
                                                 job->control, &moves);
    job_end(job);
    struct wrap_words words = {.out = stdout};
    for (size_t i = 0; i < moves.count; i++)
        wrap_word(&words, moves.moves[i].text);
    if (moves.count == MOVES_LISTED)
        wrap_word(&words, "...");
    wrap_end(&words);
    if (status == QD_LIMIT)
        puts(job_end_sentence(job));
    else if (moves.count == 0)
        puts("There are no legal moves.");
    record_free(&moves);
}

/* Undoes or redoes several moves; without an argument, one. */
static void run_steps(struct line_game *game, const char *argument,
                      void (*step)(struct job *job, long count, struct buf *out)) {
    char *end = NULL;
    errno = 0;
    long count = argument ? strtol(argument, &end, 10) : 1;
    if (errno || count < 1 || (end && *end)) {
        printf("'%s' is not a number of moves\n", argument);
        return;
    }
    struct buf text = {0};
    step(game->job, count, &text);
    print_board(game->job);
    print_lines(&text);
    buf_free(&text);
}

static void run_undo(struct line_game *game, const char *argument) {
    run_steps(game, argument, play_undo);
}

static void run_redo(struct line_game *game, const char *argument) {
    run_steps(game, argument, play_redo);
}

static void run_save(struct line_game *game, const char *argument) {
    struct buf text = {0};
    play_save(game->job, argument, &text);
    print_lines(&text);
    buf_free(&text);
}

static void run_quit(struct line_game *game, const char *argument) {
    (void)argument;
    bool ask = play_unsaved(game->job) && !game->asked && isatty(STDIN_FILENO);
    if (ask)
        puts("Some moves are not saved. Type save FILE to save the game, or quit again to discard "
             "them.");
    game->drop = game->asked && isatty(STDIN_FILENO);
    game->over = !ask;
    game->asked = ask;
}

static void run_help(struct line_game *game, const char *argument);

static const struct command {
    const char *name, *argument, *help;
    void (*run)(struct line_game *game, const char *argument);
} commands[] = {{"undo", "[N]", "take back the last move, or the last N moves", run_undo},
                {"redo", "[N]", "play moves again that were taken back", run_redo},
                {"hint", "", "show and explain the next step", run_hint},
                {"solve", "", "show a solution", run_solve},
                {"check", "", "check the game so far", run_check},
                {"moves", "", "list the legal moves", run_moves},
                {"board", "", "show the board again", run_board},
                {"save", "[FILE]", "save the game to a file", run_save},
                {"help", "", "show this list", run_help},
                {"quit", "", "end the game", run_quit}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void run_help(struct line_game *game, const char *argument) {
    (void)argument;
    printf("Type one or more moves, written as\n  %s\nor a command:\n", game->job->puzzle->moves);
    for (size_t i = 0; i < COMMANDS; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].argument);
        printf("  %-12s %s\n", left, commands[i].help);
    }
}

static const struct command *find_command(const char *word) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, word) == 0)
            return &commands[i];
    return NULL;
}

static const char *nearest_command(const char *word) {
    struct suggest suggest = {.word = word};
    for (size_t i = 0; i < COMMANDS; i++)
        suggest_consider(&suggest, commands[i].name);
    return suggest.best;
}

/* Plays the words of the line as moves, up to the first that is not legal. */
static void run_as_moves(struct line_game *game, const char *word, char *rest) {
    struct buf text = {0};
    bool any = false, legal = true;
    for (; word && legal; word = strtok_r(NULL, " \t\r\n", &rest)) {
        legal = play_move(game->job, word, &text);
        any = any || legal;
        const char *near = legal ? NULL : nearest_command(word);
        if (near)
            buf_printf(&text, "did you mean %s?\n", near);
    }
    if (any)
        print_board(game->job);
    print_lines(&text);
    buf_free(&text);
}

static void run_line(struct line_game *game, char *line) {
    char *rest = NULL;
    const char *word = strtok_r(line, " \t\r\n", &rest);
    if (!word)
        return;
    const struct command *command = find_command(word);
    game->asked = game->asked && command && command->run == run_quit;
    if (command)
        command->run(game, strtok_r(NULL, " \t\r\n", &rest));
    else
        run_as_moves(game, word, rest);
}

static void print_greeting(const struct job *job) {
    printf("%s. Type a move, help or quit. Moves are written as\n  %s\n", job->puzzle->title,
           job->puzzle->moves);
}

/* Room for thousands of moves, but an endless line must not take all memory. */
enum { LONGEST_LINE = 1 << 20 };

/* Appends characters up to the end of the line or the input, at most one more than the limit.
 * Returns false at the end of the input. */
static bool read_characters(struct buf *line) {
    int c = 0;
    while (line->size <= LONGEST_LINE && (c = getc(stdin)) != EOF && c != '\n')
        buf_char(line, (char)c);
    return c != EOF || (line->size > 0 && !ferror(stdin));
}

/* Prints the prompt and reads a line. Unless it was typed on a terminal, it is echoed so that the
 * output reads like a game. Returns false at the end of the input, and if the line is too long. */
static bool read_line(struct line_game *game, struct buf *line) {
    fputs("> ", stdout);
    fflush(stdout);
    buf_clear(line);
    bool read = read_characters(line);
    game->endless = line->size > LONGEST_LINE;
    if (!read || game->endless || !isatty(STDIN_FILENO))
        printf("%.*s\n", read && !game->endless ? (int)strcspn(buf_text(line), "\r") : 0,
               buf_text(line));
    return read && !game->endless;
}

static qd_status save_at_end(struct line_game *game) {
    struct buf text = {0};
    bool kept =
        play_autosave(game->job, &text) && (game->drop || play_save_unsaved(game->job, &text));
    if (text.size)
        output_note("%.*s", (int)text.size - 1, buf_text(&text));
    buf_free(&text);
    return kept ? QD_YES : QD_FAILURE;
}

/* Tells once that a search takes long, where no progress line does. */
static void tell_waiting(struct job *job, const qd_progress *progress) {
    (void)progress;
    if (!job->told_waiting)
        output_tell(job->output, "still thinking; press Ctrl-C to stop");
    job->told_waiting = true;
}

static bool sees_progress(const struct job *job) {
    return job->output->progress != WATCH_SILENT ||
           strcmp(request_text(job->request, "progress"), "never") == 0;
}

qd_status play_line(struct job *job) {
    struct line_game game = {.job = job};
    struct buf line = {0};
    if (!sees_progress(job))
        job->waiting = tell_waiting;
    play_catch_signals(job);
    print_greeting(job);
    print_said(job, play_opponents);
    print_board(job);
    while (!game.over && !output_broken() && read_line(&game, &line))
        if (line.size)
            run_line(&game, line.text);
    buf_free(&line);
    qd_status kept = save_at_end(&game);
    if (!game.endless || kept != QD_YES)
        return kept;
    error_set(&job->error, QD_BAD_INPUT, "a line of the input is longer than %d characters",
              LONGEST_LINE);
    return QD_BAD_INPUT;
}
