/* Any bytes as the text of one puzzle (FUZZ_PUZZLE): read, written, read again; shown; moved;
 * solved within small limits, which the checker must then agree with. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "puzzles/interface/registry.h"
#include "session/collection.h"
#include "session/verbs.h"

static const struct puzzle *this_puzzle(void) {
    const struct puzzle *puzzle = registry_find(FUZZ_PUZZLE);
    fuzz_check(puzzle, "there is no puzzle " FUZZ_PUZZLE);
    return puzzle;
}

static void check_recognised(const struct source *source) {
    int score;
    const struct puzzle_text *text = this_puzzle()->text;
    const struct puzzle_format *format = text->recognise(source, &score), *one = text->formats;
    fuzz_check(score >= 0 && score <= 100, "score %d", score);
    while (format && one->name && one != format)
        one++;
    fuzz_check(format ? one == format : score == 0, "a format of its own, score %d", score);
    qd_error error = {0};
    struct recognised recognised;
    if (!session_recognise(source, NULL, &recognised, &error))
        fuzz_check_error(&error);
}

/* Written, read and written again: the second text is the first. Formats other than the puzzle's
 * own may be unable to hold this one. */
static void check_format(const struct session *session, const struct puzzle_format *format) {
    qd_error error = {0};
    struct buf first = {0}, second = {0};
    bool own = format == this_puzzle()->text->formats;
    bool held = verb_convert(session, format->name, &first, &error);
    fuzz_check(held || (!own && error.message[0]), "cannot be written as %s", format->name);
    struct source source = fuzz_source(first.text, first.size);
    struct session *again = held ? session_open(&source, this_puzzle(), NULL, NULL, &error) : NULL;
    fuzz_check(again || !held, "its text as %s: %d:%d: %s\n%s", format->name, error.line,
               error.column, error.message, buf_text(&first));
    if (again) {
        fuzz_check(verb_convert(again, format->name, &second, &error), "%s", error.message);
        fuzz_check(first.size == second.size && memcmp(first.text, second.text, first.size) == 0,
                   "%s changed:\n%s\n%s", format->name, first.text, second.text);
    }
    session_free(again);
    fuzz_source_free(&source);
    buf_free(&first);
    buf_free(&second);
}

static void check_shown(const struct session *session) {
    const struct puzzle_render *render = this_puzzle()->render;
    if (!render)
        return;
    struct options *options = options_new(NULL);
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    render->text(session_position(session), options, canvas);
    canvas_print(canvas, true, &out);
    fuzz_check(out.size > 0, "nothing is shown");
    struct drawing *drawing = render->draw(session_position(session), options);
    buf_clear(&out);
    drawing_svg(drawing, &out);
    fuzz_check(out.size > 0, "nothing is drawn");
    drawing_free(drawing);
    canvas_free(canvas);
    options_free(options);
    buf_free(&out);
}

/* Plays some of the listed moves, and takes each back. */
static void check_moves(struct session *session) {
    struct record legal = {0};
    char *before = fuzz_picture(session);
    this_puzzle()->rules->moves(session_position(session), 8, NULL, &legal);
    for (size_t i = 0; i < legal.count; i++) {
        struct refusal why = {0};
        fuzz_check(session_move(session, legal.moves[i].text, NULL, &why) == QD_YES, "%s: %s",
                   legal.moves[i].text, buf_text(&why.text));
        refusal_free(&why);
        fuzz_check(session_undo(session, NULL) == QD_YES, "cannot be undone");
        char *after = fuzz_picture(session);
        fuzz_check(strcmp(before, after) == 0, "undo does not restore:\n%s\n%s", before, after);
        free(after);
    }
    free(before);
    record_free(&legal);
}

static void check_solved(const struct session *session) {
    if (!this_puzzle()->solve)
        return;
    const qd_limits limits = {.seconds = 0.5, .bytes = 16 << 20, .nodes = 2000};
    struct options *options = options_new(NULL);
    qd_control *control = control_new(&limits);
    struct answer answer = {0};
    qd_error error = {0};
    qd_status status = verb_solve(session, options, control, &answer, &error);
    fuzz_check(status != QD_FAILURE, "%s", error.message);
    fuzz_check(status != QD_LIMIT || answer.verdict == QD_UNKNOWN, "verdict %d", answer.verdict);
    fuzz_check(status != QD_YES || answer.verdict == QD_SOLVED, "verdict %d", answer.verdict);
    verb_answer_free(session, &answer);
    control_free(control);
    options_free(options);
}

/* The puzzles of a text that holds several follow each other, and each can be opened or has
 * an error in its own place. */
static void check_cut(const struct source *source) {
    const struct puzzle_text *text = this_puzzle()->text;
    struct collection collection = {.whole = *source};
    session_recognise(source, this_puzzle(), &collection.recognised, NULL);
    size_t count =
        text->cut ? text->cut(source, collection.recognised.format, &collection.parts) : 0;
    size_t end = 0;
    collection.count = count;
    for (size_t i = 0; i < count; i++) {
        fuzz_check(collection.parts[i].from >= end &&
                       collection.parts[i].to > collection.parts[i].from &&
                       collection.parts[i].to <= source->size,
                   "part %zu of %zu", i, count);
        end = collection.parts[i].to;
        struct source part;
        qd_error error = {0};
        collection_part(&collection, i + 1, &part);
        struct session *session =
            session_open_as(&part, &collection.recognised, NULL, NULL, &error);
        if (!session)
            fuzz_check_error(&error);
        session_free(session);
        file_close(&part);
    }
    free(collection.parts);
}

static void check_all(struct session *session) {
    for (const struct puzzle_format *f = this_puzzle()->text->formats; f->name; f++)
        check_format(session, f);
    check_shown(session);
    check_moves(session);
    fuzz_check_saved(session);
    check_solved(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    qd_error error = {0};
    check_recognised(&source);
    check_cut(&source);
    struct session *session = session_open(&source, this_puzzle(), NULL, NULL, &error);
    if (session)
        check_all(session);
    else
        fuzz_check_error(&error);
    session_free(session);
    fuzz_source_free(&source);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    const struct puzzle_sample *sample = this_puzzle()->samples;
    for (; sample->name && index > 0; index--)
        sample++;
    if (sample->name)
        buf_add(out, sample->text);
    return sample->name != NULL;
}
