/* "Did you mean", against the plain recursive definition of the distance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/suggest.h"

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The definition itself: exponential, for words of a few letters. */
static size_t slow_distance(const char *a, size_t i, const char *b, size_t j) {
    if (i == 0 || j == 0)
        return i + j;
    size_t best = slow_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
    best = least(best, slow_distance(a, i - 1, b, j) + 1);
    best = least(best, slow_distance(a, i, b, j - 1) + 1);
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = least(best, slow_distance(a, i - 2, b, j - 2) + 1);
    return best;
}

static void random_word(struct random *random, char *word) {
    size_t length = random_below(random, 7);
    for (size_t i = 0; i < length; i++)
        word[i] = (char)('a' + random_below(random, 3));
    word[length] = '\0';
}

/* The distance by which the candidate is suggested for the word, or -1 if it is not. */
static int suggested(const char *word, const char *candidate) {
    struct suggest suggest = {.word = word};
    suggest_consider(&suggest, candidate);
    return suggest.best ? (int)suggest.distance : -1;
}

/* What suggest.h promises, by the definition of the distance. */
static int expected(const char *word, const char *candidate) {
    size_t length = strlen(word);
    size_t distance = slow_distance(word, length, candidate, strlen(candidate));
    if (length >= 2 && strncmp(word, candidate, length) == 0)
        return distance > 1 ? 1 : (int)distance;
    return distance <= (length < 4 ? 1 : length / 3 + 1) ? (int)distance : -1;
}

static void the_distance_is_the_defined_one(void **state) {
    (void)state;
    const uint64_t seed = 20240511;
    print_message("# seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    int near = 0;
    for (int i = 0; i < 4000; i++) {
        char a[8], b[8];
        random_word(&random, a);
        random_word(&random, b);
        assert_int_equal(suggested(a, b), expected(a, b));
        near += expected(a, b) >= 0;
    }
    assert_true(near > 500 && near < 3500);
}

static void single_changes_are_one_apart(void **state) {
    (void)state;
    assert_int_equal(suggested("solve", "solve"), 0);
    assert_int_equal(suggested("solv", "solve"), 1);
    assert_int_equal(suggested("solvee", "solve"), 1);
    assert_int_equal(suggested("sokve", "solve"), 1);
    assert_int_equal(suggested("slove", "solve"), 1);
    assert_int_equal(suggested("", "solve"), -1);
}

static const char *nearest(const char *word) {
    static const char *const verbs[] = {"solve", "show", "hint", "check", "generate", "play"};
    struct suggest suggest = {.word = word};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        suggest_consider(&suggest, verbs[i]);
    return suggest.best;
}

static void typing_mistakes_are_understood(void **state) {
    (void)state;
    assert_string_equal(nearest("slove"), "solve");
    assert_string_equal(nearest("shwo"), "show");
    assert_string_equal(nearest("hitn"), "hint");
    assert_string_equal(nearest("genreate"), "generate");
    assert_string_equal(nearest("gen"), "generate");
    assert_string_equal(nearest("ch"), "check");
}

static void strangers_are_not_suggested(void **state) {
    (void)state;
    assert_null(nearest("banana"));
    assert_null(nearest("x"));
    assert_null(nearest(""));
    assert_null(nearest("sol ve the puzzle"));
}

static void the_nearest_wins_and_the_first_of_equals(void **state) {
    (void)state;
    struct suggest suggest = {.word = "board"};
    suggest_consider(&suggest, "boar");
    suggest_consider(&suggest, "beard");
    assert_string_equal(suggest.best, "boar");
    suggest_consider(&suggest, "board");
    assert_string_equal(suggest.best, "board");
    assert_int_equal(suggest.distance, 0);
}

static void long_words_are_cut_not_overrun(void **state) {
    (void)state;
    char word[5000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_int_equal(suggested(word, word), 0);
    assert_int_equal(suggested(word, "solve"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_is_the_defined_one),
        cmocka_unit_test(single_changes_are_one_apart),
        cmocka_unit_test(typing_mistakes_are_understood),
        cmocka_unit_test(strangers_are_not_suggested),
        cmocka_unit_test(the_nearest_wins_and_the_first_of_equals),
        cmocka_unit_test(long_words_are_cut_not_overrun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
