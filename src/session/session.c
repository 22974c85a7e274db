#include "session/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/interface/registry.h"
#include "session/save.h"

/* A snapshot of the position is kept every so many moves, so that undo replays only a few. */
enum { SNAPSHOT_EVERY = 32 };

struct session {
    const struct puzzle *puzzle;
    struct position *position;
    struct position **snapshots; /* snapshots[i]: the position after i * SNAPSHOT_EVERY moves */
    size_t snapshot_count;
    size_t snapshot_room;
    struct record played;
    struct record undone; /* the last one is the next to redo */
};

static void keep_snapshot(struct session *session) {
    session->snapshots = mem_grow(session->snapshots, session->snapshot_count,
                                  &session->snapshot_room, sizeof *session->snapshots);
    assert(session->played.count == session->snapshot_count * SNAPSHOT_EVERY);
    session->snapshots[session->snapshot_count++] = session->puzzle->rules->copy(session->position);
}

struct session *session_start_from(const struct puzzle *puzzle, struct position *start) {
    struct session *session = MEM_NEW(struct session);
    assert(puzzle && start);
    session->puzzle = puzzle;
    session->position = start;
    keep_snapshot(session);
    return session;
}

void session_free(struct session *session) {
    if (!session)
        return;
    const struct puzzle_rules *rules = session->puzzle->rules;
    for (size_t i = 0; i < session->snapshot_count; i++)
        rules->free(session->snapshots[i]);
    free(session->snapshots);
    rules->free(session->position);
    record_free(&session->played);
    record_free(&session->undone);
    free(session);
}

const struct puzzle *session_puzzle(const struct session *session) {
    return session->puzzle;
}

const struct position *session_start(const struct session *session) {
    return session->snapshots[0];
}

const struct position *session_position(const struct session *session) {
    return session->position;
}

const struct record *session_moves(const struct session *session) {
    return &session->played;
}

bool session_solved(const struct session *session) {
    return session->puzzle->rules->solved(session->position);
}

static bool play(struct session *session, const char *move, size_t offset, struct buf *why) {
    if (strlen(move) > MOVE_LIMIT) {
        buf_printf(why, "a move has at most %d characters", MOVE_LIMIT);
        return false;
    }
    if (!session->puzzle->rules->move(session->position, move, why))
        return false;
    record_add(&session->played, move, offset);
    if (session->played.count % SNAPSHOT_EVERY == 0)
        keep_snapshot(session);
    return true;
}

bool session_move(struct session *session, const char *move, struct buf *why) {
    if (!play(session, move, 0, why))
        return false;
    record_cut(&session->undone, 0);
    return true;
}

/* Goes back to the nearest snapshot and plays on from there. */
static void rewind_to(struct session *session, size_t count) {
    const struct puzzle_rules *rules = session->puzzle->rules;
    assert(count <= session->played.count);
    while (session->snapshot_count > count / SNAPSHOT_EVERY + 1)
        rules->free(session->snapshots[--session->snapshot_count]);
    rules->free(session->position);
    session->position = rules->copy(session->snapshots[session->snapshot_count - 1]);
    struct buf why = {0};
    for (size_t i = count / SNAPSHOT_EVERY * SNAPSHOT_EVERY; i < count; i++)
        rules->move(session->position, session->played.moves[i].text, &why);
    buf_free(&why);
    record_cut(&session->played, count);
    assert(session->snapshot_count == count / SNAPSHOT_EVERY + 1);
}

bool session_undo(struct session *session) {
    if (session->played.count == 0)
        return false;
    size_t last = session->played.count - 1;
    record_add(&session->undone, session->played.moves[last].text, 0);
    rewind_to(session, last);
    return true;
}

bool session_redo(struct session *session) {
    if (session->undone.count == 0)
        return false;
    size_t last = session->undone.count - 1;
    struct buf why = {0};
    bool done = play(session, session->undone.moves[last].text, 0, &why);
    buf_free(&why);
    if (done)
        record_cut(&session->undone, last);
    return done;
}

/* ---- for tests ---- */

static void assert_same(const struct session *session, const struct position *one,
                        const struct position *other) {
    const struct puzzle_text *text = session->puzzle->text;
    struct buf first = {0}, second = {0};
    struct record none = {0};
    text->print(one, &none, text->formats, &first, NULL);
    text->print(other, &none, text->formats, &second, NULL);
    assert(strcmp(buf_text(&first), buf_text(&second)) == 0);
    buf_free(&first);
    buf_free(&second);
}

/* Plays a move that was legal once. */
static void play_again(const struct session *session, struct position *position, const char *move) {
    struct buf why = {0};
    bool legal = session->puzzle->rules->move(position, move, &why);
    assert(legal);
    (void)legal;
    buf_free(&why);
}

void session_check(const struct session *session) {
    const struct puzzle_rules *rules = session->puzzle->rules;
    size_t played = session->played.count;
    struct position *position = rules->copy(session->snapshots[0]);
    assert(session->snapshot_count == played / SNAPSHOT_EVERY + 1);
    for (size_t i = 0; i <= played; i++) {
        if (i % SNAPSHOT_EVERY == 0)
            assert_same(session, position, session->snapshots[i / SNAPSHOT_EVERY]);
        if (i < played)
            play_again(session, position, session->played.moves[i].text);
    }
    assert_same(session, position, session->position);
    for (size_t i = session->undone.count; i > 0; i--)
        play_again(session, position, session->undone.moves[i - 1].text);
    rules->free(position);
}

size_t session_redo_count(const struct session *session) {
    return session->undone.count;
}

const struct puzzle *session_recognise(const struct source *source, qd_error *error) {
    const struct puzzle *best = NULL;
    int best_score = 0;
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        int score = puzzle->text->recognise(source);
        if (puzzle->hidden)
            score = score > 0;
        if (score > best_score) {
            best = puzzle;
            best_score = score;
        }
    }
    if (!best)
        source_error(source, 0, error,
                     source->size ? SESSION_UNKNOWN : "the text is empty; a puzzle was expected");
    return best;
}

static void describe_fault(struct session_fault *fault, const struct source *source,
                           const struct record_move *move, size_t number) {
    fault->found = true;
    fault->number = number;
    size_t size = strnlen(move->text, MOVE_LIMIT);
    memcpy(fault->move, move->text, size);
    fault->move[size] = '\0';
    source_error(source, move->offset, &fault->error, "move %zu, '%.64s': %s", number, move->text,
                 buf_text(&fault->why));
}

/* Plays what a text lists; stops at the first move that cannot be played. */
static void play_listed(struct session *session, const struct record *moves,
                        const struct source *source, struct session_fault *fault) {
    for (size_t i = 0; i < moves->count; i++) {
        if (play(session, moves->moves[i].text, moves->moves[i].offset, &fault->why))
            continue;
        describe_fault(fault, source, &moves->moves[i], i + 1);
        return;
    }
}

void session_fault_free(struct session_fault *fault) {
    buf_free(&fault->why);
}

static struct session *open_puzzle(const struct source *source, const struct puzzle *puzzle,
                                   struct session_fault *fault, qd_error *error) {
    struct record moves = {0};
    struct position *start = puzzle->text->parse(source, &moves, error);
    struct session *session = NULL;
    if (start) {
        session = session_start_from(puzzle, start);
        play_listed(session, &moves, source, fault);
    }
    record_free(&moves);
    return session;
}

/* Plays what was taken back too, to see that it can be redone, and takes it back again. */
static void restore_moves(struct session *session, const struct save *save,
                          const struct source *source, struct session_fault *fault) {
    play_listed(session, &save->played, source, fault);
    size_t count = session->played.count;
    if (!fault->found)
        play_listed(session, &save->undone, source, fault);
    while (session->played.count > count && session_undo(session)) {
    }
}

/* A text inside a text: the error keeps its own place in words, and points at the key. */
static void place_in_save(const struct source *source, qd_error *error) {
    if (!error)
        return;
    qd_error inner = *error;
    source_error(source, save_place(source, "start"), error,
                 "saved game: in line %d, column %d of \"start\": %s", inner.line, inner.column,
                 inner.message);
}

static struct session *open_saved(const struct source *source, const struct puzzle *as,
                                  struct session_fault *fault, qd_error *error) {
    struct save save;
    if (!save_read(source, &save, error))
        return NULL;
    struct session *session = NULL;
    if (as && as != save.puzzle)
        source_error(source, 0, error, "this is a saved game of %s, not of %s", save.puzzle->name,
                     as->name);
    else if (!(session = open_puzzle(&save.start, save.puzzle, fault, error)))
        place_in_save(source, error);
    if (session && (session->played.count || fault->found)) {
        source_error(source, save_place(source, "start"), error,
                     "saved game: the text in \"start\" lists moves of its own");
        session_free(session);
        session = NULL;
    }
    if (session)
        restore_moves(session, &save, source, fault);
    save_free(&save);
    return session;
}

struct session *session_open(const struct source *source, const struct puzzle *as,
                             struct session_fault *fault, qd_error *error) {
    struct session_fault own = {0};
    struct session_fault *seen = fault ? fault : &own;
    struct session *session = NULL;
    if (save_recognise(source)) {
        session = open_saved(source, as, seen, error);
    } else {
        const struct puzzle *puzzle = as ? as : session_recognise(source, error);
        session = puzzle ? open_puzzle(source, puzzle, seen, error) : NULL;
    }
    if (session && own.found) {
        if (error)
            *error = own.error;
        session_free(session);
        session = NULL;
    }
    session_fault_free(&own);
    return session;
}

void session_print(const struct session *session, struct buf *out) {
    save_print(session->puzzle, session->snapshots[0], &session->played, &session->undone, out);
}

bool session_save(const struct session *session, const char *path, qd_error *error) {
    struct buf text = {0};
    session_print(session, &text);
    bool done = file_replace(path, text.text, text.size, error);
    buf_free(&text);
    return done;
}
