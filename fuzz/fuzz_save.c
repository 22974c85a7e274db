/* Any bytes as a saved game: refused with a place, or whole. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "session/save.h"

/* Takes everything back and plays it again. */
static void check_history(struct session *session) {
    char *before = fuzz_game(session);
    size_t undone = 0;
    while (session_undo(session, NULL) == QD_YES)
        undone++;
    fuzz_check(session_moves(session)->count == 0, "moves are left");
    for (; undone > 0; undone--)
        fuzz_check(session_redo(session, NULL) == QD_YES, "cannot be redone");
    char *after = fuzz_game(session);
    fuzz_check(strcmp(before, after) == 0, "redo does not restore:\n%s\n%s", before, after);
    while (session_redo_count(session) > 0)
        fuzz_check(session_redo(session, NULL) == QD_YES, "what was undone cannot be redone");
    free(before);
    free(after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    qd_error error = {0};
    struct session *session =
        save_recognise(&source) ? session_open(&source, NULL, NULL, NULL, &error) : NULL;
    if (session) {
        fuzz_check_saved(session);
        check_history(session);
    } else if (save_recognise(&source)) {
        fuzz_check_error(&error);
    }
    session_free(session);
    fuzz_source_free(&source);
    return 0;
}

/* A game of each sample: a few moves, some of them taken back. */
bool fuzz_seed(size_t index, struct buf *out) {
    const struct puzzle *puzzle;
    const struct puzzle_sample *sample = fuzz_sample(index, &puzzle);
    if (!sample)
        return false;
    struct source source = fuzz_source(sample->text, strlen(sample->text));
    struct session *session = session_open(&source, puzzle, NULL, NULL, NULL);
    fuzz_check(session, "sample '%s' of %s", sample->name, puzzle->name);
    for (int i = 0; i < 5; i++) {
        struct record legal = {0};
        puzzle->rules->moves(session_position(session), 8, NULL, &legal);
        if (legal.count > 0)
            session_move(session, legal.moves[(size_t)i % legal.count].text, NULL, NULL);
        record_free(&legal);
    }
    session_undo(session, NULL);
    session_undo(session, NULL);
    session_print(session, out);
    session_free(session);
    fuzz_source_free(&source);
    return true;
}
