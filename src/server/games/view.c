#include "server/games/view.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/thread.h"
#include "server/http/request_body.h"
#include "session/verbs.h"

/* What may be searched for an answer that somebody waits for. */
#define LOOK_SECONDS 0.5

static void set(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

/* ---- who ---- */

json_t *view_seat_numbers(unsigned seats) {
    json_t *list = json_array();
    for (unsigned i = 0; i < STORE_SEATS; i++)
        if (seats >> i & 1)
            json_array_append_new(list, json_integer(i + 1));
    return list;
}

json_t *view_seats(const struct cached_game *game, unsigned mine) {
    static const char *const kinds[] = {"person", "open", "engine"};
    json_t *list = json_array();
    for (unsigned i = 0; i < game->stored.seat_count; i++) {
        const struct store_seat *seat = &game->stored.seats[i];
        json_t *object = json_object();
        set(object, "seat", json_integer(i + 1));
        set(object, "kind", json_string(kinds[seat->kind % 3]));
        set(object, "name", seat->name[0] ? json_text(seat->name) : json_null());
        set(object, "level", seat->level[0] ? json_text(seat->level) : json_null());
        set(object, "you", json_boolean(mine >> i & 1));
        json_array_append_new(list, object);
    }
    return list;
}

static unsigned turn_of(const struct cached_game *game) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    if (puzzle->seats)
        return puzzle->seats->turn(session_position(game->session));
    return session_solved(game->session) ? 0 : 1;
}

bool view_engine_moves(const struct cached_game *game) {
    unsigned turn = turn_of(game);
    assert(turn <= game->stored.seat_count);
    return turn && game->stored.seats[turn - 1].kind == STORE_ENGINE;
}

bool view_may_undo(const struct cached_game *game, const struct viewer *viewer) {
    assert(viewer->seats >> game->stored.seat_count == 0);
    for (unsigned i = 0; i < game->stored.seat_count; i++)
        if (game->stored.seats[i].kind != STORE_ENGINE && !(viewer->seats >> i & 1))
            return false;
    return viewer->seats != 0;
}

/* A single player may move on after it is solved. */
static bool may_move(const struct cached_game *game, const struct viewer *viewer) {
    if (!session_puzzle(game->session)->seats)
        return viewer->seats != 0;
    unsigned turn = turn_of(game);
    return turn && viewer->seats >> (turn - 1) & 1;
}

static json_t *viewer_json(const struct cached_game *game, const struct viewer *viewer) {
    json_t *object = json_object();
    set(object, "seats", view_seat_numbers(viewer->seats));
    set(object, "owner", json_boolean(viewer->owner));
    set(object, "to_move", json_boolean(may_move(game, viewer)));
    return object;
}

static bool has_open_seat(const struct cached_game *game) {
    for (unsigned i = 0; i < game->stored.seat_count; i++)
        if (game->stored.seats[i].kind == STORE_OPEN)
            return true;
    return false;
}

/* ---- what ---- */

struct position *view_position(const struct cached_game *game, unsigned seats) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    struct position *position = puzzle->rules->copy(session_position(game->session));
    if (puzzle->seats)
        puzzle->seats->hide(position, seats);
    return position;
}

/* Moves tell all that happened, so only the start and the present have something to hide; a game
 * that is over has nothing. */
struct session *view_session(const struct cached_game *game, unsigned seats) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    struct position *start = puzzle->rules->copy(session_start(game->session));
    bool over = session_solved(game->session);
    if (puzzle->seats && !over)
        puzzle->seats->hide(start, seats);
    struct session *session = session_start_from(puzzle, start);
    const struct record *moves = session_moves(game->session);
    for (size_t i = 0; i < moves->count; i++)
        session_move(session, moves->moves[i].text, NULL, NULL);
    return session;
}

static json_t *text_of(const struct puzzle *puzzle, const struct position *position) {
    struct buf text = {0};
    struct record none = {0};
    qd_error error = {0};
    if (!puzzle->text->print(position, &none, puzzle->text->formats, &text, &error))
        buf_clear(&text);
    json_t *value = json_text(buf_text(&text));
    buf_free(&text);
    return value;
}

static json_t *moves_of(const struct record *record) {
    json_t *list = json_array();
    for (size_t i = 0; i < record->count; i++)
        json_array_append_new(list, json_text(record->moves[i].text));
    return list;
}

/* The legal moves if they are few, and soon found. Games have a map of them instead. */
static json_t *legal_of(const struct puzzle *puzzle, const struct position *position,
                        qd_control *control) {
    struct record legal = {0};
    if (puzzle->seats)
        return json_null();
    qd_status status = puzzle->rules->moves(position, APP_LEGAL + 1, control, &legal);
    bool all = status == QD_YES && legal.count <= APP_LEGAL;
    json_t *list = all ? moves_of(&legal) : json_null();
    record_free(&legal);
    return list;
}

static json_t *ending_of(const struct puzzle *puzzle, const struct position *position) {
    struct buf text = {0};
    if (!puzzle->rules->solved(position))
        return json_null();
    if (puzzle->rules->ending)
        puzzle->rules->ending(position, &text);
    else
        buf_add(&text, "Solved");
    buf_char(&text, '.');
    json_t *value = json_text(buf_text(&text));
    buf_free(&text);
    return value;
}

static json_t *svg_of(const struct puzzle *puzzle, const struct position *position) {
    struct options *options = body_options_new(puzzle);
    struct buf text = {0};
    struct drawing *drawing = puzzle->render->draw(position, options);
    drawing_svg(drawing, &text);
    json_t *value = json_text(buf_text(&text));
    drawing_free(drawing);
    buf_free(&text);
    options_free(options);
    return value;
}

static void set_play(const struct cached_game *game, const struct viewer *viewer,
                     const struct position *position, json_t *object) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    const struct session *session = game->session;
    const qd_limits limits = {.seconds = LOOK_SECONDS};
    qd_control *control = control_new(&limits);
    bool may = view_may_undo(game, viewer);
    set(object, "position", text_of(puzzle, position));
    set(object, "moves", moves_of(session_moves(session)));
    set(object, "start_moves", json_integer((json_int_t)game->start_moves));
    set(object, "can_undo", json_boolean(may && session_moves(session)->count > 0));
    set(object, "can_redo", json_boolean(may && session_redo_count(session) > 0));
    set(object, "undone", json_integer((json_int_t)session_redo_count(session)));
    set(object, "solved", json_boolean(session_solved(session)));
    set(object, "ending", ending_of(puzzle, position));
    set(object, "legal", legal_of(puzzle, position, control));
    set(object, "board", puzzle->view ? puzzle->view->board(position, control) : json_object());
    control_free(control);
}

static void set_people(const struct cached_game *game, const struct viewer *viewer,
                       json_t *object) {
    unsigned turn = turn_of(game);
    bool invites = viewer->known && game->stored.invite[0] && has_open_seat(game);
    set(object, "seats", view_seats(game, viewer->seats));
    set(object, "turn", turn ? json_integer(turn) : json_null());
    set(object, "viewer", viewer_json(game, viewer));
    set(object, "invite", invites ? json_string(game->stored.invite) : json_null());
    set(object, "rematch", game->rematch[0] ? json_string(game->rematch) : json_null());
    set(object, "thinking", json_boolean(game->thinking));
}

json_t *view_game(const struct cached_game *game, const struct viewer *viewer, bool svg) {
    assert(viewer->known || (!viewer->seats && !viewer->owner));
    assert(mutex_is_locked(&game->lock));
    const struct puzzle *puzzle = session_puzzle(game->session);
    struct position *position = view_position(game, viewer->seats);
    json_t *object = json_object();
    set(object, "id", json_string(game->stored.id));
    set(object, "puzzle", json_string(puzzle->name));
    set(object, "version", json_integer((json_int_t)game->version));
    set(object, "created", app_time(game->stored.created));
    set(object, "updated", app_time(game->updated));
    set_people(game, viewer, object);
    set_play(game, viewer, position, object);
    if (svg && puzzle->render)
        set(object, "svg", svg_of(puzzle, position));
    puzzle->rules->free(position);
    return object;
}

json_t *view_created(const struct cached_game *game, const struct viewer *viewer,
                     const char *token) {
    json_t *object = json_object();
    set(object, "game", view_game(game, viewer, false));
    set(object, "token", json_string(token));
    set(object, "seats", view_seat_numbers(viewer->seats));
    return object;
}
