#include <stdio.h>

#include "moves.h"
#include "run_files.h"
#include "wrap.h"

/* The longest way that is played through to show the board at its end. */
enum { LONGEST_SHOWN = 100000 };

/* An answer on its way to the reader. */
struct solve_print {
    struct job *job;
    const struct answer *answer;
    bool gave_up; /* a limit was reached */
    struct window window;
    unsigned ways;      /* how many are printed */
    struct walk *first; /* way 1, opened early so that a wrong --from is found before printing */
};

static const char *status_word(qd_verdict verdict) {
    static const char *const words[] = {
        [QD_SOLVED] = "solved", [QD_UNSOLVABLE] = "unsolvable", [QD_UNKNOWN] = "unknown"};
    return words[verdict];
}

/* A way at the window's beginning. NULL for another way than the first if it is too short. */
static struct walk *open_way(struct solve_print *print, unsigned way) {
    struct walk *walk = print->first;
    print->first = NULL;
    if (way == 0 && walk)
        return walk;
    return print->job->puzzle->solve->walk(print->answer, way, print->window.from, NULL);
}

static struct window_end print_way(struct solve_print *print, unsigned way,
                                   void (*put)(void *context, const char *move), void *context) {
    struct window_end end = {0};
    const struct puzzle *puzzle = print->job->puzzle;
    struct walk *walk = open_way(print, way);
    if (walk) {
        end = window_walk(puzzle, walk, print->window.limit, put, context);
        puzzle->solve->end(walk);
    }
    return end;
}

/* The position at the end of way 1, NULL if that is too far away. */
static struct position *final_position(const struct job *job, const struct answer *answer) {
    const struct puzzle *puzzle = job->puzzle;
    struct walk *walk = puzzle->solve->walk(answer, 0, NULL, NULL);
    if (!walk)
        return NULL;
    struct position *position = puzzle->rules->copy(session_position(job->session));
    struct buf move = {0}, why = {0};
    size_t count = 0;
    while (puzzle->solve->next(walk, &move) && count++ < LONGEST_SHOWN) {
        puzzle->rules->move(position, buf_text(&move), &why);
        buf_clear(&move);
    }
    puzzle->solve->end(walk);
    buf_free(&move);
    buf_free(&why);
    if (count <= LONGEST_SHOWN)
        return position;
    puzzle->rules->free(position);
    return NULL;
}

static void print_board(const struct job *job, const struct position *position) {
    struct buf board = {0};
    output_board(job->output, job->puzzle, position, job->options, &board);
    printf("%s\n", buf_text(&board));
    buf_free(&board);
}

static void print_final_board(const struct job *job, const struct answer *answer) {
    struct position *position = final_position(job, answer);
    if (!position) {
        output_note("the way is longer than %d moves; its end is not shown", LONGEST_SHOWN);
        return;
    }
    fputc('\n', stdout);
    print_board(job, position);
    job->puzzle->rules->free(position);
}

static void put_word(void *context, const char *move) {
    wrap_word(context, move);
}

static void note_window(const struct solve_print *print, const struct window_end *end) {
    if (print->job->output->quiet || print->window.limit == 0 ||
        window_complete(&print->window, end))
        return;
    struct buf text = {0};
    window_describe(&print->window, end, print->answer->fields, &text);
    output_note("%s; --from and --moves show others", text.text);
    buf_free(&text);
}

static void print_ways(struct solve_print *print) {
    bool quiet = print->job->output->quiet;
    for (unsigned way = 0; way < print->ways && !output_broken(); way++) {
        if (print->ways > 1 && !quiet)
            printf("way %u:\n", way + 1);
        struct wrap_words words = {.out = stdout};
        struct window_end end = print_way(print, way, put_word, &words);
        wrap_end(&words);
        note_window(print, &end);
    }
}

static void print_text(struct solve_print *print) {
    const struct job *job = print->job;
    bool show = request_flag(job->request, "show");
    if (show)
        print_board(job, session_position(job->session));
    if (!job->output->quiet)
        fputs(buf_text(&print->answer->text), stdout);
    if (print->gave_up && !job->output->quiet)
        printf("%s\n", job_end_sentence(job));
    print_ways(print);
    if (show && print->ways)
        print_final_board(job, print->answer);
}

static void put_item(void *context, const char *move) {
    json_line_item(context, move);
}

/* Way 1 is "moves", way 2 "other_moves", and the rare further ones "moves_3" and so on. */
static void print_json_ways(struct solve_print *print, struct json_line *line) {
    bool complete = true;
    for (unsigned way = 0; way < print->ways && !output_broken(); way++) {
        char name[32] = "moves";
        if (way > 0)
            snprintf(name, sizeof name, way == 1 ? "other_moves" : "moves_%u", way + 1);
        json_line_begin_list(line, name);
        struct window_end end = print_way(print, way, put_item, line);
        json_line_end_list(line);
        complete = complete && window_complete(&print->window, &end);
    }
    if (print->ways)
        job_json_field(line, "complete", json_boolean(complete));
}

static void print_json_boards(const struct solve_print *print, struct json_line *line) {
    const struct job *job = print->job;
    job_json_field(line, "before",
                   output_board_lines(job->puzzle, session_position(job->session), job->options));
    struct position *after = print->ways ? final_position(job, print->answer) : NULL;
    if (!after)
        return;
    job_json_field(line, "after", output_board_lines(job->puzzle, after, job->options));
    job->puzzle->rules->free(after);
}

static void print_json(struct solve_print *print) {
    const struct answer *answer = print->answer;
    struct json_line line;
    job_json_begin(print->job, &line, status_word(answer->verdict));
    job_json_fields(&line, answer->fields);
    job_json_field(&line, "text", json_text(buf_text(&answer->text)));
    if (print->gave_up)
        job_json_field(&line, "ended", json_text(job_end_word(print->job)));
    if (request_flag(print->job->request, "show"))
        print_json_boards(print, &line);
    print_json_ways(print, &line);
    job_json_end(print->job, &line);
}

static unsigned wanted_ways(const struct job *job, const struct answer *answer) {
    int64_t count = options_int(job->request->options, cli_options, "count");
    return answer->ways < count ? answer->ways : (unsigned)count;
}

/* Returns false, with an error, before anything is printed if the window does not fit. */
static bool print_answer(struct job *job, const struct answer *answer, bool gave_up) {
    struct solve_print print = {
        .job = job, .answer = answer, .gave_up = gave_up, .ways = wanted_ways(job, answer)};
    if (!window_choose(job->request, &print.window, &job->error))
        return false;
    if (print.ways) {
        print.first = job->puzzle->solve->walk(answer, 0, print.window.from, &job->error);
        if (!print.first)
            return false;
    }
    if (job->output->json)
        print_json(&print);
    else
        print_text(&print);
    return true;
}

static qd_status solve(struct job *job) {
    struct answer answer = {0};
    job_begin(job);
    qd_status status = work_solve(job->session, job->options, job->control, &answer, &job->error);
    job_end(job);
    bool failed = status == QD_BAD_INPUT || status == QD_FAILURE;
    if (!failed && !print_answer(job, &answer, status == QD_LIMIT))
        status = QD_BAD_INPUT;
    work_answer_free(job->session, &answer);
    return status;
}

qd_status cmd_solve(const struct request *request) {
    struct window window;
    qd_error error = {0};
    if (!window_choose(request, &window, &error))
        return output_error(&(struct output){0}, &error, NULL, NULL);
    return run_files(request, &(struct file_verb){.run = solve});
}
