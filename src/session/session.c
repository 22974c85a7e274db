#include "session/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/interface/registry.h"
#include "session/save.h"
#include "session/snapshots.h"

struct session {
    const struct puzzle *puzzle;
    struct position *position;
    struct snapshots snapshots;
    struct record played;
    struct record undone; /* the last one is the next to redo */
};

struct session *session_start_from(const struct puzzle *puzzle, struct position *start) {
    struct session *session = MEM_NEW(struct session);
    assert(puzzle && start);
    session->puzzle = puzzle;
    session->position = start;
    snapshots_begin(&session->snapshots, puzzle->rules, start);
    return session;
}

void session_free(struct session *session) {
    if (!session)
        return;
    snapshots_free(&session->snapshots);
    session->puzzle->rules->free(session->position);
    record_free(&session->played);
    record_free(&session->undone);
    free(session);
}

const struct puzzle *session_puzzle(const struct session *session) {
    return session->puzzle;
}

const struct position *session_start(const struct session *session) {
    return session->snapshots.all[0].position;
}

const struct position *session_position(const struct session *session) {
    return session->position;
}

const struct record *session_moves(const struct session *session) {
    return &session->played;
}

const struct record *session_undone(const struct session *session) {
    return &session->undone;
}

bool session_solved(const struct session *session) {
    return session->puzzle->rules->solved(session->position);
}

static qd_status play(struct session *session, const char *move, size_t offset, qd_control *control,
                      struct refusal *refusal) {
    if (strlen(move) > MOVE_LIMIT) {
        buf_printf(&refusal->text, "a move has at most %d characters", MOVE_LIMIT);
        return QD_NO;
    }
    qd_status status = session->puzzle->rules->move(session->position, move, control, refusal);
    if (status != QD_YES)
        return status;
    record_add(&session->played, move, offset);
    snapshots_note(&session->snapshots, session->position, session->played.count,
                   session->played.count);
    return QD_YES;
}

qd_status session_move(struct session *session, const char *move, qd_control *control,
                       struct refusal *refusal) {
    struct refusal own = {0};
    qd_status status = play(session, move, 0, control, refusal ? refusal : &own);
    refusal_free(&own);
    if (status == QD_YES)
        record_cut(&session->undone, 0);
    return status;
}

/* Goes back to where the game was after that many moves: plays on from the last snapshot before it,
 * and leaves snapshots on the way for those who go back further. Returns false if the control ended
 * first; the session still has its position. */
static bool go_back(struct session *session, size_t moves, qd_control *control) {
    const struct puzzle_rules *rules = session->puzzle->rules;
    const struct snapshot *from = snapshots_before(&session->snapshots, moves);
    struct position *position = rules->copy(from->position);
    struct refusal refusal = {0};
    qd_status status = QD_YES;
    size_t at = from->moves;
    assert(moves <= session->played.count);
    snapshots_cut(&session->snapshots, moves);
    while (status == QD_YES && at < moves) {
        status = rules->move(position, session->played.moves[at].text, control, &refusal);
        if (status == QD_YES)
            snapshots_note(&session->snapshots, position, ++at, moves);
    }
    assert(status != QD_NO && "what was played is legal");
    refusal_free(&refusal);
    if (status == QD_YES) {
        struct position *ahead = session->position;
        session->position = position;
        position = ahead;
    }
    rules->free(position);
    return status == QD_YES;
}

qd_status session_rewind(struct session *session, size_t count, qd_control *control) {
    if (count > session->played.count)
        return QD_NO;
    size_t left = session->played.count - count;
    if (!go_back(session, left, control))
        return QD_LIMIT;
    for (size_t i = session->played.count; i > left; i--)
        record_add(&session->undone, session->played.moves[i - 1].text, 0);
    record_cut(&session->played, left);
    return QD_YES;
}

qd_status session_undo(struct session *session, qd_control *control) {
    return session_rewind(session, 1, control);
}

qd_status session_redo(struct session *session, qd_control *control) {
    if (session->undone.count == 0)
        return QD_NO;
    size_t last = session->undone.count - 1;
    struct refusal refusal = {0};
    qd_status status = play(session, session->undone.moves[last].text, 0, control, &refusal);
    assert(status != QD_NO && "what was taken back was legal");
    refusal_free(&refusal);
    if (status == QD_YES)
        record_cut(&session->undone, last);
    return status;
}

static size_t common_moves(const struct record *one, const struct record *other) {
    size_t count = 0;
    while (count < one->count && count < other->count &&
           strcmp(one->moves[count].text, other->moves[count].text) == 0)
        count++;
    return count;
}

qd_status session_become(struct session *session, const struct record *played,
                         const struct record *undone, qd_control *control) {
    size_t common = common_moves(&session->played, played);
    qd_status status = session_rewind(session, session->played.count - common, control);
    for (size_t i = common; status == QD_YES && i < played->count; i++)
        status = session_move(session, played->moves[i].text, control, NULL);
    record_cut(&session->undone, 0);
    for (size_t i = 0; status == QD_YES && i < undone->count; i++)
        record_add(&session->undone, undone->moves[i].text, 0);
    return status;
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

void session_check(const struct session *session) {
    const struct puzzle_rules *rules = session->puzzle->rules;
    size_t played = session->played.count;
    struct position *position = rules->copy(session_start(session));
    snapshots_check(&session->snapshots, played);
    for (size_t i = 0; i <= played; i++) {
        const struct snapshot *snapshot = snapshots_before(&session->snapshots, i);
        if (snapshot->moves == i)
            assert_same(session, position, snapshot->position);
        if (i < played)
            rules_replay(rules, position, session->played.moves[i].text);
    }
    assert_same(session, position, session->position);
    for (size_t i = session->undone.count; i > 0; i--)
        rules_replay(rules, position, session->undone.moves[i - 1].text);
    rules->free(position);
}

size_t session_bytes(const struct session *session) {
    return sizeof *session + session->puzzle->rules->bytes(session->position) +
           session->snapshots.all[0].bytes + session->snapshots.bytes +
           record_memory(&session->played) + record_memory(&session->undone);
}

size_t session_redo_count(const struct session *session) {
    return session->undone.count;
}

/* The surest puzzle; its puzzle is NULL if none is. */
static struct recognised surest(const struct source *source) {
    struct recognised best = {0};
    const struct puzzle *puzzle;
    int best_score = 0, score;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        const struct puzzle_format *format = puzzle->text->recognise(source, &score);
        if (puzzle->hidden)
            score = score > 0;
        if (score > best_score) {
            best = (struct recognised){.puzzle = puzzle, .format = format};
            best_score = score;
        }
    }
    return best;
}

bool session_recognise(const struct source *source, const struct puzzle *as,
                       struct recognised *recognised, qd_error *error) {
    int sure;
    *recognised = (struct recognised){.saved = save_recognise(source), .puzzle = as};
    if (recognised->saved)
        return true;
    if (as)
        recognised->format = as->text->recognise(source, &sure);
    else
        *recognised = surest(source);
    if (!recognised->puzzle)
        source_error(source, 0, error,
                     source->size ? SESSION_UNKNOWN : "the text is empty; a puzzle was expected");
    return recognised->puzzle != NULL;
}

static void describe_fault(struct session_fault *fault, const struct source *source,
                           const struct record_move *move, size_t number) {
    fault->found = true;
    fault->number = number;
    size_t size = strnlen(move->text, MOVE_LIMIT);
    memcpy(fault->move, move->text, size);
    fault->move[size] = '\0';
    source_error(source, move->offset, &fault->error, "move %zu, '%.64s': %s", number, move->text,
                 buf_text(&fault->refusal.text));
}

static void describe_limit(const struct source *source, const struct record_move *move,
                           size_t number, qd_error *error) {
    source_error(source, move->offset, error,
                 "move %zu, '%.64s': a limit was reached before it was clear whether it is legal",
                 number, move->text);
    if (error)
        error->status = QD_LIMIT;
}

/* A text that is being opened. */
struct opening {
    const struct source *source;
    qd_control *control;
    struct session_fault *fault;
    qd_error *error;
};

/* Says what is wrong with a move of the text, if anything is. */
static qd_status judge_listed(const struct opening *opening, const struct record_move *move,
                              size_t number, qd_status status) {
    if (status == QD_NO)
        describe_fault(opening->fault, opening->source, move, number);
    if (status == QD_LIMIT)
        describe_limit(opening->source, move, number, opening->error);
    return status;
}

/* Plays what a text lists, up to the first move that is not legal. Returns false with an error if
 * the control ended first. */
static bool play_listed(const struct opening *opening, struct session *session,
                        const struct record *moves) {
    qd_status status = QD_YES;
    for (size_t i = 0; status == QD_YES && i < moves->count; i++) {
        const struct record_move *move = &moves->moves[i];
        status = judge_listed(
            opening, move, i + 1,
            play(session, move->text, move->offset, opening->control, &opening->fault->refusal));
    }
    return status != QD_LIMIT;
}

void session_fault_free(struct session_fault *fault) {
    refusal_free(&fault->refusal);
}

static struct session *open_puzzle(const struct opening *opening,
                                   const struct recognised *recognised) {
    const struct puzzle *puzzle = recognised->puzzle;
    struct record moves = {0};
    struct position *start = puzzle->text->parse(opening->source, recognised->format,
                                                 opening->control, &moves, opening->error);
    struct session *session = start ? session_start_from(puzzle, start) : NULL;
    if (session && !play_listed(opening, session, &moves)) {
        session_free(session);
        session = NULL;
    }
    record_free(&moves);
    return session;
}

/* Keeps the moves that were taken back, up to the first that cannot be redone. Returns false as
 * play_listed does. */
static bool restore_undone(const struct opening *opening, struct session *session,
                           const struct record *undone) {
    const struct puzzle_rules *rules = session->puzzle->rules;
    struct position *position = rules->copy(session->position);
    qd_status status = QD_YES;
    size_t legal = 0;
    while (status == QD_YES && legal < undone->count) {
        const struct record_move *move = &undone->moves[legal];
        status = judge_listed(
            opening, move, legal + 1,
            rules->move(position, move->text, opening->control, &opening->fault->refusal));
        legal += status == QD_YES;
    }
    rules->free(position);
    while (legal > 0)
        record_add(&session->undone, undone->moves[--legal].text, 0);
    return status != QD_LIMIT;
}

static bool restore_moves(const struct opening *opening, struct session *session,
                          const struct save *save) {
    return play_listed(opening, session, &save->played) &&
           (opening->fault->found || restore_undone(opening, session, &save->undone));
}

/* A text inside a text: the error keeps its own place in words, and points at the key. */
static void place_in_save(const struct source *source, qd_error *error) {
    if (!error)
        return;
    qd_error inner = *error;
    source_error(source, save_place(source, "start"), error,
                 "saved game: in line %d, column %d of \"start\": %s", inner.line, inner.column,
                 inner.message);
    error->status = inner.status;
}

/* The start of a saved game, whose moves are kept beside it. */
static struct session *open_start(const struct opening *opening, const struct save *save) {
    struct opening inner = *opening;
    struct recognised recognised = {.puzzle = save->puzzle};
    int sure;
    inner.source = &save->start;
    recognised.format = save->puzzle->text->recognise(inner.source, &sure);
    struct session *session = open_puzzle(&inner, &recognised);
    if (!session) {
        place_in_save(opening->source, opening->error);
        return NULL;
    }
    if (!session->played.count && !opening->fault->found)
        return session;
    source_error(opening->source, save_place(opening->source, "start"), opening->error,
                 "saved game: the text in \"start\" lists moves of its own");
    session_free(session);
    return NULL;
}

static struct session *open_saved(const struct opening *opening, const struct puzzle *as) {
    struct save save;
    if (!save_read(opening->source, &save, opening->error))
        return NULL;
    struct session *session = NULL;
    if (as && as != save.puzzle)
        source_error(opening->source, 0, opening->error, "this is a saved game of %s, not of %s",
                     save.puzzle->name, as->name);
    else
        session = open_start(opening, &save);
    if (session && !restore_moves(opening, session, &save)) {
        session_free(session);
        session = NULL;
    }
    save_free(&save);
    return session;
}

struct session *session_open_as(const struct source *source, const struct recognised *recognised,
                                qd_control *control, struct session_fault *fault, qd_error *error) {
    struct session_fault own = {0};
    const struct opening opening = {
        .source = source, .control = control, .fault = fault ? fault : &own, .error = error};
    struct session *session = recognised->saved ? open_saved(&opening, recognised->puzzle)
                                                : open_puzzle(&opening, recognised);
    if (session && own.found) {
        if (error)
            *error = own.error;
        session_free(session);
        session = NULL;
    }
    session_fault_free(&own);
    return session;
}

struct session *session_open(const struct source *source, const struct puzzle *as,
                             qd_control *control, struct session_fault *fault, qd_error *error) {
    struct recognised recognised;
    return session_recognise(source, as, &recognised, error)
               ? session_open_as(source, &recognised, control, fault, error)
               : NULL;
}

void session_print(const struct session *session, struct buf *out) {
    save_print(session->puzzle, session_start(session), &session->played, &session->undone, out);
}

bool session_save(const struct session *session, const char *path, qd_error *error) {
    struct buf text = {0};
    session_print(session, &text);
    bool done = file_replace(path, text.text, text.size, error);
    buf_free(&text);
    return done;
}
