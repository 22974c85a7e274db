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

static void the_distance_is_the_defined_one(void **state) {
    (void)state;
    const uint64_t seed = 20240511;
    print_message("# seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    for (int i = 0; i < 2000; i++) {
        char a[8], b[8];
        random_word(&random, a);
        random_word(&random, b);
        assert_int_equal(suggest_distance(a, b), slow_distance(a, strlen(a), b, strlen(b)));
        assert_int_equal(suggest_distance(a, b), suggest_distance(b, a));
    }
}

static void single_changes_are_one_apart(void **state) {
    (void)state;
    assert_int_equal(suggest_distance("solve", "solve"), 0);
    assert_int_equal(suggest_distance("solv", "solve"), 1);
    assert_int_equal(suggest_distance("solvee", "solve"), 1);
    assert_int_equal(suggest_distance("sokve", "solve"), 1);
    assert_int_equal(suggest_distance("slove", "solve"), 1);
    assert_int_equal(suggest_distance("", "solve"), 5);
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
    assert_int_equal(suggest_distance(word, word), 0);
    assert_true(suggest_distance(word, "b") >= 63);
    struct suggest suggest = {.word = word};
    suggest_consider(&suggest, "solve");
    assert_null(suggest.best);
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
