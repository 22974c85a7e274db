#include "cli/play/play.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/print/moves.h"

/* A solution of at most this many moves is shown in full. */
enum { SHORT_SOLUTION = 24 };

/* The time limit of a check on the full screen, where the player waits for it. */
enum { CHECK_SECONDS = 5 };

static void add_error(const struct job *job, struct buf *out) {
    buf_printf(out, "%s\n", job->error.message);
}

static bool failed(qd_status status) {
    return status == QD_BAD_INPUT || status == QD_FAILURE;
}

/* A stop without Ctrl-C comes from stop_when_late. */
static void add_limit(const struct job *job, qd_status status, struct buf *out) {
    bool late = job->ended == QD_END_STOPPED && !job->interrupted;
    if (status == QD_LIMIT && late)
        buf_printf(out, "Gave up after %d seconds; allow more with --time.\n", CHECK_SECONDS);
    else if (status == QD_LIMIT)
        buf_printf(out, "%s\n", job_end_sentence(job));
}

static void add_step(const struct hint *hint, struct buf *out) {
    bool in_short = hint->brief.size > 0;
    for (size_t i = 0; i < hint->moves.count && !in_short; i++)
        buf_printf(out, "%s%s", i ? " " : "", hint->moves.moves[i].text);
    buf_printf(out, "%s%s", hint->moves.count && !in_short ? ": " : "", buf_text(&hint->text));
    if (in_short)
        buf_printf(out, "%s\n", buf_text(&hint->brief));
}

void play_hint(struct job *job, struct buf *out) {
    struct hint hint = {0};
    job_begin(job);
    qd_status status = verb_hint(job->session, job->options, job->control, &hint, &job->error);
    job_end(job);
    if (failed(status)) {
        add_error(job, out);
    } else {
        add_step(&hint, out);
        add_limit(job, status, out);
    }
    hint_free(&hint);
}

static void put_move(void *context, const char *move) {
    struct buf *moves = context;
    buf_printf(moves, " %s", move);
}

/* "3 moves to go: 0>1 0>2 1>2", or only the first ones of a long solution. */
static void add_solution(struct job *job, const struct answer *answer, struct buf *out) {
    const struct puzzle *puzzle = job->puzzle;
    struct move_iterator *iterator = puzzle->solve->iterate(answer, 0, NULL, NULL);
    if (!iterator)
        return;
    struct buf moves = {0};
    struct range_end end = range_print(puzzle, iterator, SHORT_SOLUTION, put_move, &moves);
    puzzle->solve->end(iterator);
    if (end.more)
        buf_printf(out, "It begins with%s ...\n", buf_text(&moves));
    else if (end.count)
        buf_printf(out, "%d %s to go:%s\n", (int)end.count, end.count == 1 ? "move" : "moves",
                   buf_text(&moves));
    buf_free(&moves);
}

void play_solve(struct job *job, struct buf *out) {
    struct answer answer = {0};
    job_begin(job);
    qd_status status = verb_solve(job->session, job->options, job->control, &answer, &job->error);
    job_end(job);
    if (failed(status)) {
        add_error(job, out);
    } else {
        buf_add(out, buf_text(&answer.text));
        add_limit(job, status, out);
        if (answer.solutions)
            add_solution(job, &answer, out);
    }
    verb_answer_free(job->session, &answer);
}

/* Between job_begin and job_end. */
static qd_status check(struct job *job, struct finding *finding) {
    return verb_check(job->session, job->options, job->control, finding, &job->error);
}

static void add_finding(const struct job *job, qd_status status, const struct finding *finding,
                        struct buf *out) {
    if (failed(status)) {
        add_error(job, out);
        return;
    }
    buf_add(out, buf_text(&finding->text));
    add_limit(job, status, out);
}

void play_check(struct job *job, struct buf *out) {
    struct finding finding = {0};
    job_begin(job);
    qd_status status = check(job, &finding);
    job_end(job);
    add_finding(job, status, &finding, out);
    finding_free(&finding);
}

static void stop_when_late(void *control, const qd_progress *progress) {
    if (progress->seconds >= CHECK_SECONDS)
        control_stop(control);
}

/* Joins lines into one paragraph, which takes less room. */
static void join_lines(struct buf *text, size_t from) {
    for (size_t i = from; i + 1 < text->size; i++)
        if (text->text[i] == '\n')
            text->text[i] = ' ';
}

void play_check_soon(struct job *job, struct buf *out) {
    struct finding finding = {0};
    size_t from = out->size;
    job_begin(job);
    if (!options_given(job->request->options, "time"))
        control_report(job->control, 0.1, stop_when_late, job->control);
    qd_status status = check(job, &finding);
    job_end(job);
    add_finding(job, status, &finding, out);
    join_lines(out, from);
    finding_free(&finding);
}

static void add_if_solved(const struct job *job, struct buf *out) {
    size_t count = session_moves(job->session)->count;
    const char *text = job->puzzle->rules->ending ? "The game is over after" : "Solved in";
    if (session_solved(job->session))
        buf_printf(out, "%s %zu %s.\n", text, count, count == 1 ? "move" : "moves");
}

/* ---- opponents ---- */

static bool program_moves_next(const struct job *job) {
    const struct puzzle_opponent *opponent = job->puzzle->opponent;
    return opponent && opponent->moves_next(session_position(job->session), job->options);
}

/* Returns false if the program found no move, with the reason. */
static bool play_opponent(struct job *job, struct buf *out) {
    struct hint hint = {0};
    job_begin(job);
    qd_status status = verb_opponent(job->session, job->options, job->control, &hint, &job->error);
    job_end(job);
    bool moved = !failed(status) && hint.moves.count > 0 &&
                 session_move(job->session, hint.moves.moves[0].text, NULL, NULL) == QD_YES;
    if (moved)
        add_step(&hint, out);
    else
        add_error(job, out);
    hint_free(&hint);
    return moved;
}

void play_opponents(struct job *job, struct buf *out) {
    bool any = false;
    while (program_moves_next(job) && play_opponent(job, out))
        any = true;
    if (!any)
        return;
    job->unsaved = true;
    add_if_solved(job, out);
    play_autosave(job, out);
}

/* ---- moves ---- */

/* True if it can be proven in an instant that no solution is left. */
static bool is_lost(const struct job *job) {
    const qd_limits instant = {.seconds = 0.3, .nodes = 200000};
    struct options *options = options_copy(job->options);
    qd_control *control = control_new(&instant);
    struct answer answer = {0};
    options_set(options, option_find(cli_options, "threads"), "1", NULL);
    qd_status status = verb_solve(job->session, options, control, &answer, NULL);
    verb_answer_free(job->session, &answer);
    control_free(control);
    options_free(options);
    return status == QD_NO;
}

/* Warns once if the last move made the puzzle unsolvable. Where moves can be reversed by others, it
 * is up to the player to find a mistake, or to ask for a check. */
static void add_if_lost(struct job *job, struct buf *out) {
    bool final = job->puzzle->rules->irreversible && job->puzzle->solve;
    if (!final || job->lost || session_solved(job->session) || !is_lost(job))
        return;
    job->lost = session_moves(job->session)->count;
    buf_add(out, "After this move there is no solution left; undo takes it back.\n");
}

bool play_move(struct job *job, const char *move, struct buf *out) {
    struct refusal refusal = {0};
    job_begin(job);
    qd_status status = session_move(job->session, move, job->control, &refusal);
    job_end(job);
    if (status == QD_YES) {
        job->unsaved = true;
        add_if_solved(job, out);
        add_if_lost(job, out);
        play_autosave(job, out);
        play_opponents(job, out);
    } else if (status == QD_NO) {
        buf_printf(out, "%.*s: %s\n", MOVE_LIMIT, move, buf_text(&refusal.text));
    } else {
        buf_printf(out, "%.*s: could not tell whether this is legal. %s\n", MOVE_LIMIT, move,
                   job_end_sentence(job));
    }
    refusal_free(&refusal);
    return status == QD_YES;
}

/* session_undo or session_redo. */
typedef qd_status step_function(struct session *session, qd_control *control);

/* A step goes from one turn of the person to another, and includes the program's moves between. */
static qd_status take_steps(struct job *job, long count, step_function *step, long *done) {
    qd_status status = QD_YES;
    for (*done = 0; status == QD_YES && *done < count;) {
        status = step(job->session, job->control);
        *done += status == QD_YES;
        qd_status more = status;
        while (more == QD_YES && program_moves_next(job))
            more = step(job->session, job->control);
        if (more == QD_LIMIT)
            status = QD_LIMIT;
    }
    return status;
}

static void repeat(struct job *job, long count, step_function *step, const char *nothing,
                   struct buf *out) {
    long done;
    job_begin(job);
    qd_status status = take_steps(job, count, step, &done);
    job_end(job);
    if (status == QD_NO)
        buf_printf(out, "%s\n", nothing);
    add_limit(job, status, out);
    if (session_moves(job->session)->count < job->lost)
        job->lost = 0;
    job->unsaved = job->unsaved || done;
    if (done)
        play_autosave(job, out);
}

void play_undo(struct job *job, long count, struct buf *out) {
    repeat(job, count, session_undo, "There are no moves to undo.", out);
    play_opponents(job, out);
}

void play_redo(struct job *job, long count, struct buf *out) {
    repeat(job, count, session_redo, "There are no moves to redo.", out);
    add_if_solved(job, out);
    play_opponents(job, out);
}

/* session_save would replace a device by a file, so the text goes through output_write. */
static bool write_game(struct job *job, const char *path, struct buf *out) {
    struct buf game = {0};
    qd_error error = {0};
    session_print(job->session, &game);
    bool written = output_write(path, buf_text(&game), game.size, &error);
    if (!written)
        buf_printf(out, "%s: %s\n", path, error.message);
    job->unsaved = job->unsaved && !written;
    buf_free(&game);
    return written;
}

bool play_save(struct job *job, const char *path, struct buf *out) {
    path = path ? path : request_text(job->request, "save");
    if (!path) {
        buf_add(out, "Name a file: save FILE\n");
        return true;
    }
    bool written = write_game(job, path, out);
    if (written)
        buf_printf(out, "saved to %s\n", path);
    return written;
}

bool play_autosave(struct job *job, struct buf *out) {
    const char *path = request_text(job->request, "save");
    return !path || write_game(job, path, out);
}

bool play_unsaved(const struct job *job) {
    return job->unsaved && session_moves(job->session)->count > 0 && !session_solved(job->session);
}

bool play_save_unsaved(struct job *job, struct buf *out) {
    char path[64];
    if (!play_unsaved(job))
        return true;
    snprintf(path, sizeof path, "unsaved-%.30s.json", job->puzzle->name);
    for (int i = 2; access(path, F_OK) == 0 && i < INT_MAX; i++)
        snprintf(path, sizeof path, "unsaved-%.30s-%d.json", job->puzzle->name, i);
    bool written = write_game(job, path, out);
    if (written)
        buf_printf(out, "The game was saved to %s; continue it with quandary play %s\n", path,
                   path);
    return written;
}

static void do_nothing(int number) {
    (void)number;
}

void play_catch_signals(struct job *job) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = do_nothing}; /* no SA_RESTART: reads return */
    struct sigaction before;
    job->keep_running = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}
