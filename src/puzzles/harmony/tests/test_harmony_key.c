/* The keys of the table of dead states: two states with one key are both dead or both alive, by a
 * brute force. */
#include "puzzles/harmony/tests/harmony_bench.h"

enum { KEYS = 1 << 14 };

/* Keys of states with what is true of them. */
struct key_book {
    struct state_key *key;
    uint8_t *value; /* 0: free, else 1 + truth */
    size_t count;
};

/* Returns false if the same key was noted with another truth. */
static bool note_key(struct key_book *book, const struct state_key *key, unsigned words,
                     bool truth) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++)
        hash = (hash ^ key->word[i]) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 31);
    size_t at = (size_t)(hash ^ hash >> 32) % KEYS;
    while (book->value[at] && memcmp(&book->key[at], key, words * sizeof key->word[0]) != 0)
        at = (at + 1) % KEYS;
    if (book->value[at])
        return book->value[at] == 1 + truth;
    assert_true(++book->count < KEYS);
    memcpy(&book->key[at], key, words * sizeof key->word[0]);
    book->value[at] = (uint8_t)(1 + truth);
    return true;
}

/* Random choices from the root on: two states with one key are both dead or both alive. */
static void random_dives(struct bench *bench, struct sums *sums) {
    struct engine *engine = bench->engine;
    struct key_book book = {.key = calloc(KEYS, sizeof *book.key), .value = calloc(KEYS, 1)};
    struct state state;
    for (unsigned dive = 0; dive < 150; dive++) {
        state_copy(&engine->grid, &state, &engine->root);
        engine->trail_count = 0;
        while (settle_forced(engine, &state) && state.swaps_left > 0) {
            struct state_key key;
            sums->counts.crossing += state_key(&engine->grid, &engine->layout, &state, &key);
            struct plain plain = plain_of(&engine->grid, &state);
            if (!note_key(&book, &key, engine->layout.words,
                          has_solution(&engine->grid, &plain, &bench->memo))) {
                say_where(bench, "a dead and a live state have the same key");
                fail();
            }
            unsigned cell = pick_cell(engine, &state);
            if (cell == NO_CELL)
                break;
            struct choices choices;
            list_choices(engine, &state, cell, 0, &choices);
            struct choice choice = choices.list[random_below(&bench->random, choices.count)];
            if (choice.wait)
                state_wait(&state, cell, choice.partner);
            else if (trail_add(engine, cell, choice.partner),
                     !state_swap(&engine->grid, &state, cell, choice.partner))
                break;
        }
    }
    sums->counts.dead_added += book.count;
    free(book.key);
    free(book.value);
}

static void states_with_one_key_are_alike(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(random_dives, (struct harmony_solver_options){.without = HARMONY_PART_WAITS}, 34,
              &sums);
    print_message("%llu keys, %llu states with a decision between columns\n",
                  (unsigned long long)sums.counts.dead_added,
                  (unsigned long long)sums.counts.crossing);
    assert_true(sums.counts.crossing > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_with_one_key_are_alike),
    };
    return cmocka_run_group_tests_name("harmony_key", tests, NULL, NULL);
}
