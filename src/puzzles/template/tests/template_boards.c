#include "puzzles/template/tests/template_boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/puzzle_texts.h"

struct position *template_parse(const char *text, struct record *moves, qd_error *error) {
    struct source source = {.name = "test", .data = text, .size = strlen(text)};
    return text_parse(&template_text, &source, moves, error);
}

struct position *template_read(const char *text) {
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = template_parse(text, &moves, &error);
    if (!position)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    record_free(&moves);
    return position;
}

struct position *template_board(int rows, int columns, uint64_t lit) {
    struct buf text = {0};
    buf_add(&text, TEMPLATE_KEYWORD "\n");
    for (int i = 0; i < rows * columns; i++)
        buf_printf(&text, "%c%s", lit >> i & 1 ? '#' : '.', (i + 1) % columns ? "" : "\n");
    struct position *position = template_read(text.text);
    buf_free(&text);
    return position;
}

struct position *template_sample(const char *name) {
    const struct puzzle_sample *at = template_puzzle.samples;
    while (at->name && strcmp(at->name, name) != 0)
        at++;
    assert_non_null(at->name);
    return template_read(at->text);
}

/* The options that all puzzles share, as the command line has them. */
static const struct option_spec common[] = {
    {.name = "count", .kind = OPTION_INT, .low = 1, .high = 1000000},
    {.name = "unique", .kind = OPTION_FLAG},
    {.name = "threads", .kind = OPTION_INT, .low = 1, .high = 64},
    {.name = NULL},
};

struct options *template_asked(const char *count, bool unique, const char *threads) {
    struct options *options = options_new(NULL);
    if (count)
        assert_true(options_set(options, option_find(common, "count"), count, NULL));
    if (unique)
        assert_true(options_set(options, option_find(common, "unique"), NULL, NULL));
    if (threads)
        assert_true(options_set(options, option_find(common, "threads"), threads, NULL));
    return options;
}

struct template_run template_run_solve(const struct position *position, struct options *options,
                                       const qd_limits *limits) {
    struct template_run run = {.options = options, .control = control_new(limits)};
    qd_error error = {0};
    run.status = template_solve.solve(position, options, run.control, &run.answer, &error);
    qd_progress progress;
    control_progress(run.control, &progress);
    run.nodes = progress.nodes;
    return run;
}

void template_run_done(struct template_run *run) {
    if (run->answer.data)
        template_solve.release(&run->answer);
    buf_free(&run->answer.text);
    json_decref(run->answer.fields);
    control_free(run->control);
    options_free(run->options);
}

uint32_t template_presses(const struct position *position, const struct answer *answer,
                          unsigned solution) {
    struct move_iterator *iterator = template_solve.iterate(answer, solution, NULL, NULL);
    assert_non_null(iterator);
    struct buf move = {0};
    uint32_t presses = 0;
    while (buf_clear(&move), template_solve.next(iterator, &move))
        presses ^= 1u << template_find(position, buf_text(&move));
    buf_free(&move);
    template_solve.end(iterator);
    return presses;
}
