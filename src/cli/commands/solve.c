#include <stdio.h>
#include <string.h>

#include "cli/options/wrap.h"
#include "cli/print/moves.h"
#include "cli/run/animation.h"
#include "cli/run/files.h"
#include "session/solution.h"

/* An answer that is being printed. */
struct solve_print {
    struct job *job;
    const struct answer *answer;
    bool gave_up; /* a limit was reached */
    struct move_range range;
    unsigned solutions; /* how many are printed */
    struct move_iterator
        *first;           /* solution 1, opened early: a wrong --from is found before printing */
    struct buf animation; /* of solution 1, if requested */
};

static const char *status_word(qd_verdict verdict) {
    static const char *const words[] = {
        [QD_SOLVED] = "solved", [QD_UNSOLVABLE] = "unsolvable", [QD_UNKNOWN] = "unknown"};
    return words[verdict];
}

/* A solution from the beginning of the range on. NULL if it is too short, which is never the first.
 */
static struct move_iterator *open_solution(struct solve_print *print, unsigned solution) {
    struct move_iterator *iterator = print->first;
    print->first = NULL;
    if (solution == 0 && iterator)
        return iterator;
    return print->job->puzzle->solve->iterate(print->answer, solution, print->range.from, NULL);
}

static struct range_end print_solution(struct solve_print *print, unsigned solution,
                                       void (*put)(void *context, const char *move),
                                       void *context) {
    struct range_end end = {0};
    const struct puzzle *puzzle = print->job->puzzle;
    struct move_iterator *iterator = open_solution(print, solution);
    if (iterator) {
        end = range_print(puzzle, iterator, print->range.limit, put, context);
        puzzle->solve->end(iterator);
    }
    return end;
}

/* The position before the printed moves, NULL if it cannot be reached. */
static struct position *position_before(const struct solve_print *print) {
    const struct session *session = print->job->session;
    if (print->solutions)
        return solution_position(session, print->answer, 0, print->range.from, NULL);
    if (strcmp(print->range.from, "0") != 0)
        return NULL;
    return print->job->puzzle->rules->copy(session_position(session));
}

/* The position after the printed moves, NULL if it cannot be reached. */
static struct position *position_after(const struct solve_print *print) {
    const struct puzzle *puzzle = print->job->puzzle;
    struct position *position = position_before(print);
    if (!position || solution_play(puzzle, print->answer, 0, print->range.from, print->range.limit,
                                   position, NULL))
        return position;
    puzzle->rules->free(position);
    return NULL;
}

static void print_board(const struct job *job, const struct position *position) {
    struct buf board = {0};
    output_board(job->output, job->puzzle, position, job->options, &board);
    fprintf(output_stream(job->output), "%s\n", buf_text(&board));
    buf_free(&board);
}

/* Takes over the position, which may be NULL. */
static void show_board(const struct job *job, struct position *position) {
    if (!position) {
        output_tell(job->output, "the board is more than %d moves away and is not shown",
                    SOLUTION_PLAY_LIMIT);
        return;
    }
    print_board(job, position);
    job->puzzle->rules->free(position);
}

static void put_word(void *context, const char *move) {
    wrap_word(context, move);
}

static void note_range(const struct solve_print *print, const struct range_end *end) {
    if (print->job->output->quiet || print->range.limit == 0 || range_complete(&print->range, end))
        return;
    struct buf text = {0};
    range_describe(&print->range, end, print->answer->fields, &text);
    output_tell(print->job->output, "%s; use --from and --moves to see others", text.text);
    buf_free(&text);
}

/* True if solutions are shown as boards because no moves were requested. */
static bool as_pictures(const struct solve_print *print) {
    const struct request *request = print->job->request;
    return print->job->puzzle->solve->picture && !options_given(request->options, "from") &&
           !options_given(request->options, "moves");
}

/* Two solutions are easier to compare side by side. Returns false if there is no room for that. */
static bool print_side_by_side(const struct solve_print *print) {
    const struct job *job = print->job;
    const struct puzzle *puzzle = job->puzzle;
    struct position *found[2];
    struct buf text = {0};
    for (unsigned solution = 0; solution < 2; solution++)
        found[solution] =
            puzzle->solve->picture(session_position(job->session), print->answer, solution);
    bool fits =
        output_two_boards(job->output, puzzle, (const struct position *const[]){found[0], found[1]},
                          (const char *const[]){"solution 1:", "solution 2:"}, job->options, &text);
    if (fits)
        fprintf(output_stream(job->output), "%s\n", buf_text(&text));
    for (unsigned solution = 0; solution < 2; solution++)
        puzzle->rules->free(found[solution]);
    buf_free(&text);
    return fits;
}

/* For programs: no frame, no clues, an empty line between solutions. */
static void print_bare(const struct solve_print *print) {
    const struct job *job = print->job;
    const struct puzzle *puzzle = job->puzzle;
    const struct puzzle_format *format = puzzle->text->formats;
    while (strcmp(format->name, puzzle->solve->bare) != 0)
        format++;
    for (unsigned solution = 0; solution < print->solutions && !output_broken(); solution++) {
        struct position *found =
            puzzle->solve->picture(session_position(job->session), print->answer, solution);
        struct buf text = {0};
        struct record none = {0};
        puzzle->text->print(found, &none, format, &text, NULL);
        fprintf(output_stream(job->output), "%s%s", solution ? "\n" : "", buf_text(&text));
        buf_free(&text);
        puzzle->rules->free(found);
    }
}

static void print_pictures(const struct solve_print *print) {
    const struct job *job = print->job;
    if (job->output->quiet && job->puzzle->solve->bare) {
        print_bare(print);
        return;
    }
    if (print->solutions == 2 && !job->output->quiet && print_side_by_side(print))
        return;
    for (unsigned solution = 0; solution < print->solutions && !output_broken(); solution++) {
        if (print->solutions > 1 && !job->output->quiet)
            fprintf(output_stream(job->output), "solution %u:\n", solution + 1);
        show_board(job, job->puzzle->solve->picture(session_position(job->session), print->answer,
                                                    solution));
    }
}

static void print_solutions(struct solve_print *print) {
    bool quiet = print->job->output->quiet;
    FILE *out = output_stream(print->job->output);
    for (unsigned solution = 0; solution < print->solutions && !output_broken(); solution++) {
        if (print->solutions > 1 && !quiet)
            fprintf(out, "solution %u:\n", solution + 1);
        struct wrap_words words = {.out = out};
        struct range_end end = print_solution(print, solution, put_word, &words);
        wrap_end(&words);
        note_range(print, &end);
    }
}

/* Standard output holds the animation only; everything else goes to standard error. */
static void print_animation(const struct solve_print *print) {
    if (print->solutions)
        output_write(NULL, buf_text(&print->animation), print->animation.size, NULL);
    else if (!print->job->output->quiet)
        fputs(buf_text(&print->answer->text), stderr);
}

static void note_animation(const struct solve_print *print) {
    const struct request *request = print->job->request;
    if (print->solutions == 0 && animation_wanted(request) == ANIMATION_FILE)
        output_tell(print->job->output, "no solution to animate; %s was not written",
                    request_text(request, "animate"));
}

static void print_text(struct solve_print *print) {
    const struct job *job = print->job;
    FILE *out = output_stream(job->output);
    bool show = request_flag(job->request, "show");
    if (show)
        show_board(job, position_before(print));
    if (!job->output->quiet)
        fputs(buf_text(&print->answer->text), out);
    if (print->gave_up && !job->output->quiet && job->ended != QD_END_NONE)
        fprintf(out, "%s\n", job_end_sentence(job));
    if (as_pictures(print))
        print_pictures(print);
    else
        print_solutions(print);
    if (show && print->solutions && !as_pictures(print)) {
        fputc('\n', out);
        show_board(job, position_after(print));
    }
    if (!job->output->quiet)
        note_animation(print);
}

static void put_item(void *context, const char *move) {
    json_line_item(context, move);
}

/* Solution 1 is "moves", solution 2 "other_moves", and the rare further ones "moves_3" and so on.
 */
static void print_json_solutions(struct solve_print *print, struct json_line *line) {
    bool complete = true;
    for (unsigned solution = 0; solution < print->solutions && !output_broken(); solution++) {
        char name[32] = "moves";
        if (solution > 0)
            snprintf(name, sizeof name, solution == 1 ? "other_moves" : "moves_%u", solution + 1);
        json_line_begin_list(line, name);
        struct range_end end = print_solution(print, solution, put_item, line);
        json_line_end_list(line);
        complete = complete && range_complete(&print->range, &end);
    }
    if (print->solutions)
        job_json_field(line, "complete", json_boolean(complete));
}

/* Takes over the position, which may be NULL. */
static void print_json_board(const struct job *job, struct json_line *line, const char *name,
                             struct position *position) {
    if (!position)
        return;
    job_json_field(line, name, output_board_lines(job->puzzle, position, job->options));
    job->puzzle->rules->free(position);
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
        print_json_board(print->job, &line, "before", position_before(print));
    if (request_flag(print->job->request, "show") && print->solutions)
        print_json_board(print->job, &line, "after", position_after(print));
    if (!as_pictures(print))
        print_json_solutions(print, &line);
    if (print->solutions && animation_wanted(print->job->request) == ANIMATION_FIELD)
        job_json_field(&line, "animation", json_text(buf_text(&print->animation)));
    job_json_end(print->job, &line);
}

/* With --unique a second picture is shown too: it is the counterexample. */
static unsigned solutions_to_print(const struct job *job, const struct answer *answer) {
    const struct options *given = job->request->options;
    int64_t count = options_int(given, cli_options, "count");
    if (request_flag(job->request, "unique") && job->puzzle->solve->picture && count < 2)
        count = 2;
    return answer->solutions < count ? answer->solutions : (unsigned)count;
}

/* Does everything that may fail before anything is printed. Returns QD_YES, or another status with
 * job->error. */
static qd_status prepare(struct solve_print *print) {
    struct job *job = print->job;
    if (!range_choose(job->request, &print->range, &job->error))
        return job->error.status;
    if (!print->solutions)
        return QD_YES;
    print->first = job->puzzle->solve->iterate(print->answer, 0, print->range.from, &job->error);
    if (!print->first)
        return QD_BAD_INPUT;
    if (animation_wanted(job->request) == ANIMATION_NONE)
        return QD_YES;
    return animation_make(job, print->answer, &print->range, &print->animation);
}

static void print_prepared(struct solve_print *print) {
    if (print->job->output->json)
        print_json(print);
    else if (animation_wanted(print->job->request) == ANIMATION_OUTPUT)
        print_animation(print);
    else
        print_text(print);
}

/* Returns QD_YES, or another status with job->error and nothing printed. */
static qd_status print_answer(struct job *job, const struct answer *answer, bool gave_up) {
    struct solve_print print = {.job = job,
                                .answer = answer,
                                .gave_up = gave_up,
                                .solutions = solutions_to_print(job, answer)};
    qd_status status = prepare(&print);
    if (status == QD_YES)
        print_prepared(&print);
    if (print.first)
        job->puzzle->solve->end(print.first);
    buf_free(&print.animation);
    return status;
}

/* The puzzle's own lines for --stats. */
static void print_stats(const struct job *job, const struct buf *stats) {
    if (!job->output->stats || job->output->json)
        return;
    const char *line = buf_text(stats);
    while (*line) {
        int length = (int)strcspn(line, "\n");
        output_tell(job->output, "%.*s", length, line);
        line += length + (line[length] == '\n');
    }
}

static qd_status solve(struct job *job) {
    struct answer answer = {0};
    job_begin(job);
    qd_status status = verb_solve(job->session, job->options, job->control, &answer, &job->error);
    job_end(job);
    bool failed = status == QD_BAD_INPUT || status == QD_FAILURE;
    qd_status printed = failed ? QD_YES : print_answer(job, &answer, status == QD_LIMIT);
    if (!failed && printed == QD_YES)
        print_stats(job, &answer.stats);
    verb_answer_free(job->session, &answer);
    return printed == QD_YES ? status : printed;
}

qd_status cmd_solve(const struct request *request) {
    struct move_range range;
    qd_error error = {0};
    if (!range_choose(request, &range, &error) || !animation_fits(request, &error))
        return output_error(&(struct output){0}, &error, NULL, NULL);
    return run_files(request, &(struct file_verb){.run = solve});
}
