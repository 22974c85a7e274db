#include "puzzles/harmony/solve/classic/invalidity.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "base/suggest.h"
#include "puzzles/harmony/solve/classic/invalidity_tests.h"

enum { MEASURE_EVERY = 64 };

#define SOUND                               .sound = true,
#define DEFAULT                             SOUND.by_default = true,
#define SEED                                .by_document = true,
#define SEED_V1                             .by_document_v1 = true,
#define TOUCHED                             .touched = true,
#define CELL(condition, sentence)           .of_cell = condition, .say_cell = sentence,
#define ROW(condition, sentence)            .of_row = condition, .say_row = sentence,
#define UNEXPLAINED_ROW(condition)          .of_row = condition,
#define TEST(name, summary, flags, reasons) {#name, summary, harmony_test_##name, flags reasons},

static const struct harmony_invalid_test table[HARMONY_INVALID_TESTS] = {
#include "puzzles/harmony/solve/classic/invalidity_tests.def"
};

const struct harmony_invalid_test *harmony_invalid_at(unsigned index) {
    assert(index < HARMONY_INVALID_TESTS);
    return &table[index];
}

const struct harmony_invalid_test *harmony_invalid_named(const char *name) {
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        if (strcmp(harmony_invalid_at(i)->name, name) == 0)
            return harmony_invalid_at(i);
    return NULL;
}

/* ---- choosing ---- */

static const char *const set_words[] = {"default", "seed", "seed_v1", "all", "none"};

enum { SET_WORDS = sizeof set_words / sizeof set_words[0] };

static bool is_word(const char *text, size_t size, const char *word) {
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* True if the word stands for the test, alone or among others. */
static bool word_means(const char *text, size_t size, const struct harmony_invalid_test *test) {
    return is_word(text, size, test->name) ||
           (is_word(text, size, "default") && test->by_default) ||
           (is_word(text, size, "seed") && test->by_document) ||
           (is_word(text, size, "seed_v1") && test->by_document_v1) ||
           (is_word(text, size, "all") && test->sound);
}

/* Bit i is set if the word stands for test i; known says whether it is a word at all. */
static unsigned tests_meant(const char *text, size_t size, bool *known) {
    unsigned meant = 0;
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        if (word_means(text, size, harmony_invalid_at(i)))
            meant |= 1U << i;
    *known = meant != 0 || is_word(text, size, "none");
    return meant;
}

static void say_unknown(const char *text, size_t size, struct buf *problem) {
    struct buf word = {0};
    buf_bytes(&word, text, size);
    struct suggest suggest = {.word = buf_text(&word)};
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        suggest_consider(&suggest, harmony_invalid_at(i)->name);
    for (unsigned i = 0; i < SET_WORDS; i++)
        suggest_consider(&suggest, set_words[i]);
    buf_printf(problem, "there is no invalidity test '%s'", buf_text(&word));
    if (suggest.best != NULL)
        buf_printf(problem, "; did you mean '%s'?", suggest.best);
    buf_free(&word);
    buf_add(problem, "; there are");
    for (unsigned i = 0; i < SET_WORDS; i++)
        buf_printf(problem, " %s,", set_words[i]);
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        buf_printf(problem, " %s%s", harmony_invalid_at(i)->name,
                   i + 1 < HARMONY_INVALID_TESTS ? "," : "");
}

bool harmony_invalid_choose(struct harmony_invalid_set *set, const char *list,
                            struct buf *problem) {
    unsigned chosen = 0;
    for (const char *word = list;; word++) {
        size_t size = strcspn(word, ",");
        bool known;
        chosen |= tests_meant(word, size, &known);
        if (!known) {
            say_unknown(word, size, problem);
            return false;
        }
        word += size;
        if (*word == '\0')
            break;
    }
    set->count = 0;
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        if ((chosen >> i & 1) != 0)
            set->test[set->count++] = harmony_invalid_at(i);
    return true;
}

/* ---- running ---- */

static uint64_t now_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* The board to test, and the swap that made it if only what that touched is looked at. */
struct question {
    const struct harmony_board *board;
    const struct harmony_swap *last; /* NULL: the whole board */
};

static bool ask(const struct harmony_invalid_test *test, const struct question *question) {
    const struct harmony_board *board = question->board;
    const struct harmony_swap *last = question->last;
    if (last && test->touched && test->of_cell)
        return test->of_cell(board, last->a) || test->of_cell(board, last->b);
    if (last && test->touched && test->of_row)
        return test->of_row(board, harmony_row(last->a)) ||
               test->of_row(board, harmony_row(last->b));
    return test->is_invalid(board);
}

static bool ask_measured(const struct harmony_invalid_test *test, const struct question *question,
                         struct harmony_invalid_count *count) {
    uint64_t start = now_nanoseconds();
    bool invalid = ask(test, question);
    count->nanoseconds += now_nanoseconds() - start;
    count->measured++;
    return invalid;
}

static bool ask_counted(const struct harmony_invalid_test *test, const struct question *question,
                        struct harmony_invalid_count *count) {
    bool measure = count->called++ % MEASURE_EVERY == 0;
    bool invalid = measure ? ask_measured(test, question, count) : ask(test, question);
    count->rejected += invalid;
    return invalid;
}

static const struct harmony_invalid_test *ask_all(const struct harmony_invalid_set *set,
                                                  const struct question *question,
                                                  struct harmony_invalid_stats *stats) {
    for (unsigned i = 0; i < set->count; i++) {
        const struct harmony_invalid_test *test = set->test[i];
        if (stats ? ask_counted(test, question, &stats->of[i]) : ask(test, question))
            return test;
    }
    return NULL;
}

const struct harmony_invalid_test *harmony_invalid_run(const struct harmony_invalid_set *set,
                                                       const struct harmony_board *board,
                                                       struct harmony_invalid_stats *stats) {
    return ask_all(set, &(struct question){.board = board}, stats);
}

const struct harmony_invalid_test *
harmony_invalid_run_touched(const struct harmony_invalid_set *set,
                            const struct harmony_board *board, struct harmony_swap last,
                            struct harmony_invalid_stats *stats) {
    return ask_all(set, &(struct question){.board = board, .last = &last}, stats);
}

void harmony_invalid_add(struct harmony_invalid_stats *to,
                         const struct harmony_invalid_stats *from) {
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        to->of[i].called += from->of[i].called;
        to->of[i].rejected += from->of[i].rejected;
        to->of[i].measured += from->of[i].measured;
        to->of[i].nanoseconds += from->of[i].nanoseconds;
    }
}

double harmony_invalid_time(const struct harmony_invalid_count *count) {
    if (count->measured == 0)
        return 0;
    return (double)count->nanoseconds / (double)count->measured * (double)count->called;
}

const struct harmony_invalid_test *harmony_invalid_death(const struct harmony_board *board) {
    struct harmony_invalid_set set;
    struct buf problem = {0};
    harmony_invalid_choose(&set, "all", &problem);
    buf_free(&problem);
    return harmony_invalid_run(&set, board, NULL);
}

/* ---- explaining ---- */

static bool name_cell(const struct position *position, const struct harmony_invalid_test *test,
                      struct buf *out) {
    for (unsigned row = 0; test->say_cell && row < position->board.rows; row++)
        for (unsigned column = 0; column < position->board.columns; column++)
            if (test->of_cell(&position->board, harmony_cell(row, column))) {
                test->say_cell(position, harmony_cell(row, column), out);
                return true;
            }
    return false;
}

static bool name_row(const struct position *position, const struct harmony_invalid_test *test,
                     struct buf *out) {
    for (unsigned row = 0; test->say_row && row < position->board.rows; row++)
        if (test->of_row(&position->board, row)) {
            test->say_row(position, row, out);
            return true;
        }
    return false;
}

bool harmony_invalid_name(const struct position *position, const struct harmony_invalid_test *test,
                          struct buf *out) {
    return name_cell(position, test, out) || name_row(position, test, out);
}

void harmony_invalid_explain(const struct position *position,
                             const struct harmony_invalid_test *test, struct buf *out) {
    if (!harmony_invalid_name(position, test, out))
        buf_printf(out, "There is %s.", test->summary);
}
