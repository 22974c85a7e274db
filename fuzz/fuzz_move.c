/* Any bytes as a game: the first byte chooses a sample, each line after it is a move, or one of
 *   <        undo
 *   >        redo
 *   !N       the legal move number N (modulo their number)
 * Refused moves change nothing, and at the end the moves played from the start lead to where the
 * game is. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LINES = 200 };

static struct session *open_sample(unsigned char choice) {
    const struct puzzle *puzzle;
    size_t count = 0;
    while (fuzz_sample(count, &puzzle))
        count++;
    const struct puzzle_sample *sample = fuzz_sample(choice % count, &puzzle);
    struct source source = fuzz_source(sample->text, strlen(sample->text));
    struct session *session = session_open(&source, puzzle, NULL, NULL, NULL);
    fuzz_check(session, "sample '%s' of %s", sample->name, puzzle->name);
    fuzz_source_free(&source);
    return session;
}

static void try_move(struct session *session, const char *move, bool must_be_legal) {
    char *before = fuzz_game(session);
    struct refusal why = {0};
    if (session_move(session, move, NULL, &why) != QD_YES) {
        fuzz_check(!must_be_legal, "%s is listed, but: %s", move, buf_text(&why.text));
        fuzz_check(why.text.size > 0, "no reason");
        char *after = fuzz_game(session);
        fuzz_check(strcmp(before, after) == 0, "a refused move changed the game");
        free(after);
    }
    refusal_free(&why);
    free(before);
}

static void play_listed(struct session *session, unsigned long number) {
    struct record legal = {0};
    session_puzzle(session)->rules->moves(session_position(session), 1000, NULL, &legal);
    if (legal.count > 0)
        try_move(session, legal.moves[number % legal.count].text, true);
    record_free(&legal);
}

static void play_line(struct session *session, const char *line) {
    if (strcmp(line, "<") == 0)
        session_undo(session, NULL);
    else if (strcmp(line, ">") == 0)
        session_redo(session, NULL);
    else if (line[0] == '!')
        play_listed(session, strtoul(line + 1, NULL, 10));
    else
        try_move(session, line, false);
}

static void play_lines(struct session *session, const uint8_t *data, size_t size) {
    for (int lines = 0; size > 0 && lines < LINES; lines++) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        char *line = mem_new(length + 1, 1);
        memcpy(line, data, length);
        play_line(session, line);
        free(line);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

static void check_replay(const struct session *session) {
    const struct puzzle_rules *rules = session_puzzle(session)->rules;
    const struct record *moves = session_moves(session);
    struct refusal why = {0};
    struct session *again =
        session_start_from(session_puzzle(session), rules->copy(session_start(session)));
    for (size_t i = 0; i < moves->count; i++)
        fuzz_check(session_move(again, moves->moves[i].text, NULL, &why) == QD_YES, "%s: %s",
                   moves->moves[i].text, buf_text(&why.text));
    char *left = fuzz_picture(session), *right = fuzz_picture(again);
    fuzz_check(strcmp(left, right) == 0, "the moves lead elsewhere:\n%s\n%s", left, right);
    free(left);
    free(right);
    refusal_free(&why);
    session_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    struct session *session = open_sample(data[0]);
    play_lines(session, data + 1, size - 1);
    check_replay(session);
    fuzz_check_saved(session);
    session_free(session);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    const struct puzzle *puzzle;
    if (index > 255 || !fuzz_sample(index, &puzzle))
        return false;
    buf_char(out, (char)index);
    buf_add(out, "!0\n!1\n!2\n<\n<\n>\nA1\n0>2\n!7\n<\n!3\n!5\n");
    return true;
}
