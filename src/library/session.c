#include "session/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "library/library.h"
#include "session/collection.h"
#include "session/verbs.h"

static qd_session *handle_of(struct session *game) {
    if (!game)
        return NULL;
    qd_session *session = MEM_NEW(qd_session);
    session->game = game;
    assert(session_puzzle(game));
    return session;
}

/* name may be NULL: recognised. */
static qd_session *open_source(const struct source *source, const char *name, qd_control *control,
                               qd_error *error) {
    const struct puzzle *puzzle = name ? puzzle_named(name, error) : NULL;
    if (name && !puzzle)
        return NULL;
    return handle_of(session_open(source, puzzle, control, NULL, error));
}

qd_session *qd_open_text(const char *text, size_t size, const char *name, const char *puzzle,
                         qd_control *control, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    if (size > SOURCE_LIMIT) {
        error_set(error, QD_BAD_INPUT, "the text is larger than %zu MiB, which is the limit",
                  SOURCE_LIMIT >> 20);
        return NULL;
    }
    struct buf copy = {0}; /* parsers rely on a NUL after the text */
    buf_bytes(&copy, text, size);
    struct source source = {
        .name = name ? name : "<text>", .data = buf_text(&copy), .size = copy.size};
    qd_session *session = open_source(&source, puzzle, control, error);
    buf_free(&copy);
    return session;
}

qd_session *qd_open_file(const char *path, const char *name, qd_control *control, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    const struct puzzle *puzzle = name ? puzzle_named(name, error) : NULL;
    struct collection collection;
    if ((name && !puzzle) || !collection_read(path, puzzle, &collection, error))
        return NULL;
    qd_session *session = NULL;
    if (collection_is_clear(&collection, path, error)) {
        struct source source;
        collection_part(&collection, collection.chosen ? collection.chosen : 1, &source);
        session = handle_of(session_open_as(&source, &collection.recognised, control, NULL, error));
        file_close(&source);
    }
    collection_free(&collection);
    return session;
}

qd_session *qd_generate(const char *puzzle, const qd_options *options, uint64_t seed,
                        qd_control *control, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    const struct puzzle *kind = puzzle_named(puzzle, error);
    struct call call;
    if (!kind || !call_begin(&call, kind, CAN_GENERATE, BOARD_NONE, options, control, error))
        return NULL;
    struct finding made = {0};
    struct session *game = verb_generate(kind, call.options, seed, call.control, &made, call.error);
    call_end(&call);
    qd_session *session = handle_of(game);
    if (session)
        session->made = made;
    else
        finding_free(&made);
    return session;
}

void qd_session_free(qd_session *session) {
    if (!session)
        return;
    session_free(session->game);
    finding_free(&session->made);
    free(session);
}

const qd_puzzle *qd_session_puzzle(const qd_session *session) {
    return puzzle_handle(session_puzzle(session->game));
}

char *qd_session_position(const qd_session *session, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    const struct puzzle_text *text = session_puzzle(session->game)->text;
    struct record none = {0};
    struct buf out = {0};
    if (text->print(session_position(session->game), &none, text->formats, &out, error))
        return buf_take(&out);
    buf_free(&out);
    return NULL;
}

char *qd_session_convert(const qd_session *session, const char *format, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    struct buf out = {0};
    if (verb_convert(session->game, format, &out, error)) {
        if (strlen(buf_text(&out)) == out.size)
            return buf_take(&out);
        error_set(error, QD_BAD_INPUT, "the format %.40s is no text", format);
    }
    buf_free(&out);
    return NULL;
}

char *qd_session_game(const qd_session *session) {
    struct buf out = {0};
    session_print(session->game, &out);
    return buf_take(&out);
}

bool qd_session_save(const qd_session *session, const char *path, qd_error *error) {
    qd_error own;
    return session_save(session->game, path, error_begin(error, &own));
}
