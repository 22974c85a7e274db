/* Any text as the number of the move that a solution is opened at: refused with a message, or an
 * iterator whose moves are legal from the position there. The first byte chooses the puzzle. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "puzzles/interface/registry.h"
#include "session/solution.h"
#include "session/verbs.h"

enum { MOVES = 5, NODES = 20000 };

/* Plays the next moves of the iterator, as far as there are any. */
static void check_walk(const struct puzzle *puzzle, struct move_iterator *iterator,
                       struct position *position) {
    struct buf move = {0};
    struct refusal why = {0};
    for (int i = 0; i < MOVES && (buf_clear(&move), puzzle->solve->next(iterator, &move)); i++)
        fuzz_check(puzzle->rules->move(position, buf_text(&move), NULL, &why) == QD_YES, "%s: %s",
                   buf_text(&move), buf_text(&why.text));
    buf_free(&move);
    refusal_free(&why);
}

static void check_way(const struct session *session, const struct answer *answer,
                      const char *from) {
    const struct puzzle *puzzle = session_puzzle(session);
    qd_error error = {0};
    struct move_iterator *iterator = puzzle->solve->iterate(answer, 0, from, &error);
    fuzz_check(iterator || error.message[0], "refused without a message: '%s'", from);
    if (!iterator)
        return;
    struct position *position = solution_position(session, answer, 0, from, &error);
    fuzz_check(position || error.message[0], "no position, and no message: '%s'", from);
    if (position) {
        check_walk(puzzle, iterator, position);
        puzzle->rules->free(position);
    }
    puzzle->solve->end(iterator);
}

static void solve_and_check(const struct puzzle *puzzle, const char *from) {
    const char *text = puzzle->samples->text;
    struct source source = fuzz_source(text, strlen(text));
    struct session *session = session_open(&source, puzzle, NULL, NULL, NULL);
    struct options *options = options_new(NULL);
    qd_control *control = control_new(&(qd_limits){.nodes = NODES});
    struct answer answer = {0};
    qd_error error = {0};
    if (session && puzzle->solve &&
        verb_solve(session, options, control, &answer, &error) == QD_YES && answer.solutions > 0)
        check_way(session, &answer, from);
    verb_answer_free(session, &answer);
    control_free(control);
    options_free(options);
    session_free(session);
    fuzz_source_free(&source);
}

static size_t count_puzzles(void) {
    size_t count = 0;
    while (registry_at(count))
        count++;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    struct source from = fuzz_source(data + 1, size - 1);
    solve_and_check(registry_at(data[0] % count_puzzles()), from.data);
    fuzz_source_free(&from);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    static const char *const numbers[] = {
        "0", "1", "3", "007", "1000000", "18446744073709551616", "-1", "+1", " 2", "", "1e3", "0x1",
    };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    if (index >= NUMBERS * count_puzzles())
        return false;
    buf_char(out, (char)(index / NUMBERS));
    buf_add(out, numbers[index % NUMBERS]);
    return true;
}
