#include "puzzles/harmony/solve/classic/invalidity.h"

#include <string.h>
#include <time.h>

#include "base/suggest.h"

/* Registration order: the cheapest first. */
static const struct harmony_invalid_test *const all_tests[] = {
    &harmony_wrong_row_zero_moves, &harmony_blocked_swap,      &harmony_shared_landing,
    &harmony_lonely_last_move,     &harmony_isolated_tile,     &harmony_no_way_home,
    &harmony_stuck_tile,           &harmony_stuck_tiles_v1,    &harmony_stuck_tiles,
    &harmony_stuck_tiles_foreign,  &harmony_stuck_tiles_v2,    &harmony_component_sum,
    &harmony_component_largest,    &harmony_component_colours,
};

enum { TESTS = sizeof all_tests / sizeof all_tests[0], MEASURE_EVERY = 64 };
_Static_assert(TESTS <= HARMONY_INVALID_MOST, "a set has room for all tests");

unsigned harmony_invalid_tests(void) {
    return TESTS;
}

const struct harmony_invalid_test *harmony_invalid_at(unsigned index) {
    return all_tests[index];
}

const struct harmony_invalid_test *harmony_invalid_named(const char *name) {
    for (unsigned i = 0; i < TESTS; i++)
        if (strcmp(all_tests[i]->name, name) == 0)
            return all_tests[i];
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
    for (unsigned i = 0; i < TESTS; i++)
        if (word_means(text, size, all_tests[i]))
            meant |= 1U << i;
    *known = meant != 0 || is_word(text, size, "none");
    return meant;
}

static void say_unknown(const char *text, size_t size, struct buf *problem) {
    struct buf word = {0};
    buf_bytes(&word, text, size);
    struct suggest suggest = {.word = buf_text(&word)};
    for (unsigned i = 0; i < TESTS; i++)
        suggest_consider(&suggest, all_tests[i]->name);
    for (unsigned i = 0; i < SET_WORDS; i++)
        suggest_consider(&suggest, set_words[i]);
    buf_printf(problem, "there is no invalidity test '%s'", buf_text(&word));
    if (suggest.best != NULL)
        buf_printf(problem, "; did you mean '%s'?", suggest.best);
    buf_free(&word);
    buf_add(problem, "; there are");
    for (unsigned i = 0; i < SET_WORDS; i++)
        buf_printf(problem, " %s,", set_words[i]);
    for (unsigned i = 0; i < TESTS; i++)
        buf_printf(problem, " %s%s", all_tests[i]->name, i + 1 < TESTS ? "," : "");
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
    for (unsigned i = 0; i < TESTS; i++)
        if ((chosen >> i & 1) != 0)
            set->test[set->count++] = all_tests[i];
    return true;
}

/* ---- running ---- */

static uint64_t now_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* What is asked: the board, and the swap that made it if only what it touched is looked at. */
struct question {
    const struct harmony_board *board;
    const struct harmony_swap *last; /* NULL: the whole board */
};

static bool ask(const struct harmony_invalid_test *test, const struct question *question) {
    const struct harmony_board *board = question->board;
    const struct harmony_swap *last = question->last;
    if (last && test->of_cell)
        return test->of_cell(board, last->a) || test->of_cell(board, last->b);
    if (last && test->of_row)
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
    for (unsigned i = 0; i < HARMONY_INVALID_MOST; i++) {
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
