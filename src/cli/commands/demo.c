#include <stdio.h>

#include "cli/print/figures.h"
#include "cli/run/job.h"
#include "puzzles/interface/registry.h"

static void print_board(const struct job *job) {
    struct buf board = {0};
    output_board(job->output, job->puzzle, session_position(job->session), job->options, &board);
    printf("%s\n", buf_text(&board));
    buf_free(&board);
}

/* The board before and after, side by side if there is room. */
static void print_both(const struct job *job) {
    struct buf boards = {0};
    const struct position *const both[] = {session_start(job->session),
                                           session_position(job->session)};
    if (output_two_boards(job->output, job->puzzle, both,
                          (const char *const[]){"before:", "after:"}, job->options, &boards)) {
        printf("%s\n", buf_text(&boards));
    } else {
        output_board(job->output, job->puzzle, both[0], job->options, &boards);
        printf("%s\n", buf_text(&boards));
        print_board(job);
    }
    buf_free(&boards);
}

static void play_to_end(struct job *job, const struct answer *answer) {
    const struct puzzle *puzzle = job->puzzle;
    struct move_iterator *iterator = puzzle->solve->iterate(answer, 0, NULL, NULL);
    struct buf move = {0};
    while (iterator && puzzle->solve->next(iterator, &move)) {
        session_move(job->session, buf_text(&move), NULL, NULL);
        buf_clear(&move);
    }
    if (iterator)
        puzzle->solve->end(iterator);
    buf_free(&move);
}

static void print_time(const struct job *job) {
    struct buf text = {0};
    format_seconds(&text, job->cpu_seconds);
    printf("Found in %s of CPU time.\n\n", text.text);
    buf_free(&text);
}

static void print_answer(struct job *job, const struct answer *answer) {
    if (answer->solutions)
        play_to_end(job, answer);
    print_both(job);
    fputs(buf_text(&answer->text), stdout);
    print_time(job);
}

static qd_status solve_sample(struct job *job) {
    const struct puzzle *puzzle = job->puzzle;
    struct answer answer = {0};
    printf("%s\n%s\n\n", puzzle->title, puzzle->summary);
    job_begin(job);
    qd_status status = verb_solve(job->session, job->options, job->control, &answer, &job->error);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE)
        print_answer(job, &answer);
    verb_answer_free(job->session, &answer);
    return status;
}

/* Plays the moves that the hint proposes. Returns false if there are none. */
static bool play_hint_once(struct job *job, qd_status *status) {
    struct hint hint = {0};
    *status = verb_hint(job->session, job->options, job->control, &hint, &job->error);
    bool moved = *status == QD_YES && hint.moves.count > 0;
    for (size_t i = 0; moved && i < hint.moves.count; i++)
        session_move(job->session, hint.moves.moves[i].text, NULL, NULL);
    hint_free(&hint);
    return moved;
}

/* A game for several people: the program plays all of them to the end. */
static qd_status finish_sample(struct job *job) {
    qd_status status;
    size_t count = session_moves(job->session)->count;
    printf("%s\n%s\n\n", job->puzzle->title, job->puzzle->summary);
    job_begin(job);
    while (play_hint_once(job, &status))
        ;
    job_end(job);
    count = session_moves(job->session)->count - count;
    print_both(job);
    printf("The program played all seats to the end: %zu %s.\n\n", count,
           count == 1 ? "move" : "moves");
    return status == QD_NO ? QD_YES : status;
}

static bool is_game(const struct puzzle *puzzle) {
    return puzzle->hint && puzzle->rules->ending;
}

static qd_status demonstrate(struct job *job, const struct puzzle *puzzle) {
    qd_status status = QD_BAD_INPUT;
    if (job_open_text(job, puzzle, puzzle->samples[0].text))
        status = is_game(puzzle) ? finish_sample(job) : solve_sample(job);
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        return job_report_error(job);
    job_print_stats(job);
    return status;
}

/* Prints a command, with the program called as it was called just now so that the line can be
 * copied, and what it does. */
static void print_step(const char *program, const char *meaning, const char *what, const char *on,
                       const char *how) {
    struct buf command = {0};
    buf_printf(&command, "%s %s%s%s", program, what, on, how);
    printf("  %-48s %s\n", command.text, meaning);
    buf_free(&command);
}

static void print_next_steps(const char *program, const struct puzzle *maker) {
    printf("What to try next:\n");
    if (maker) {
        struct buf output = {0};
        buf_printf(&output, " -o my.%s", maker->name);
        print_step(program, "makes a puzzle", "generate ", maker->name, output.text);
        print_step(program, "solves it", "solve my.", maker->name, " --show");
        print_step(program, "lets you play it", "play my.", maker->name, "");
        buf_free(&output);
    }
    print_step(program, "lists the puzzles", "puzzles", "", "");
    print_step(program, "lists the commands", "help", "", "");
}

qd_status cmd_demo(const struct request *request) {
    struct output output;
    output_choose(&output, request);
    qd_status worst = QD_YES;
    const struct puzzle *puzzle, *maker = NULL;
    bool interrupted = false;
    for (size_t i = 0; (puzzle = registry_at(i)) && !interrupted && !output_broken(); i++) {
        if (puzzle->hidden || !(puzzle->solve || is_game(puzzle)) || !puzzle->samples ||
            !puzzle->samples[0].name)
            continue;
        struct job job = {.request = request, .output = &output};
        qd_status status = demonstrate(&job, puzzle);
        worst = status > worst ? status : worst;
        interrupted = job.interrupted;
        if (!maker && puzzle->generate)
            maker = puzzle;
        job_free(&job);
    }
    print_next_steps(request->program, maker);
    return worst;
}
