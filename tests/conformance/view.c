/* The board for front ends that draw it, and who may see what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

enum { MOVES_LOOKED_AT = 40 };

static json_t *board_of(const struct instance *instance, const struct session *session) {
    struct call call = begin(&patience);
    json_t *board = instance->puzzle->view->board(session_position(session), call.control);
    done(&call);
    return board;
}

/* Every legal move touches a place. */
static void expect_places(const struct instance *instance, const struct session *session) {
    struct record moves = {0};
    instance->puzzle->rules->moves(session_position(session), MOVES_LOOKED_AT, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct record places = {0};
        instance->puzzle->view->places(session_position(session), moves.moves[i].text, &places);
        /* what is told instead of played, such as a draw in Flows, is nowhere */
        EXPECT(places.count > 0 || instance->puzzle->seats, "%s is nowhere", moves.moves[i].text);
        record_free(&places);
    }
    record_free(&moves);
}

static void expect_no_places(const struct instance *instance, const struct session *session) {
    static const char *const junk[] = {"", "x", "999999999", "%s%n", "A1-", "R0C0=#", "P9Z9T9N"};
    for (size_t i = 0; i < sizeof junk / sizeof *junk; i++) {
        struct record places = {0};
        instance->puzzle->view->places(session_position(session), junk[i], &places);
        EXPECT(places.count == 0, "'%s' is somewhere", junk[i]);
        record_free(&places);
    }
}

void viewed(const struct instance *instance) {
    if (!instance->puzzle->view)
        return;
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    for (int i = 0; i < 3; i++) {
        json_t *board = board_of(instance, session), *again = board_of(instance, session);
        EXPECT(json_is_object(board) && json_object_size(board) > 0, "there is no board");
        EXPECT(json_equal(board, again), "two boards of one position");
        expect_places(instance, session);
        expect_no_places(instance, session);
        char *before = picture_now(session);
        move_at_random(instance, session, &random);
        json_t *after = board_of(instance, session);
        EXPECT(looks_like(session, before) || !json_equal(board, after), "no change is seen");
        free(before);
        json_decref(board);
        json_decref(again);
        json_decref(after);
    }
    session_free(session);
}

/* ---- secrets ---- */

/* The position, dealt by that seed, as players may see it. */
static char *seen_by(const struct instance *instance, const struct session *session, uint64_t seed,
                     unsigned players) {
    const struct puzzle *puzzle = instance->puzzle;
    struct position *position = puzzle->rules->copy(session_start(session));
    puzzle->seats->deal(position, seed);
    EXPECT(puzzle->seats->dealt(position), "it is not dealt");
    puzzle->seats->hide(position, players);
    char *text = picture(puzzle, position);
    puzzle->rules->free(position);
    return text;
}

/* A viewer who does not move sees the same for every seed. */
static void expect_secrets(const struct instance *instance, const struct session *session) {
    const struct puzzle_seats *seats = instance->puzzle->seats;
    unsigned turn = seats->turn(session_start(session));
    if (!turn)
        return;
    unsigned others = ((1U << seats->count(session_start(session))) - 1) & ~(1U << (turn - 1));
    char *first = seen_by(instance, session, 1, others);
    for (uint64_t seed = 2; seed < 20; seed++) {
        char *next = seen_by(instance, session, seed, others);
        EXPECT(strcmp(first, next) == 0, "a seed can be seen:\n%s%s", first, next);
        free(next);
    }
    free(first);
}

static void expect_turns(const struct instance *instance, const struct session *session) {
    const struct puzzle_seats *seats = instance->puzzle->seats;
    const struct position *position = session_position(session);
    unsigned count = seats->count(position), turn = seats->turn(position);
    struct record moves = {0};
    EXPECT(count <= seats->most && turn <= count, "player %u of %u", turn, count);
    EXPECT((turn == 0) == session_solved(session), "it is somebody's turn when it is over");
    instance->puzzle->rules->moves(position, MOVES_LOOKED_AT, NULL, &moves);
    for (size_t i = 0; turn && i < moves.count; i++)
        EXPECT(seats->mover(position, moves.moves[i].text) == turn, "whose move is %s?",
               moves.moves[i].text);
    EXPECT(seats->mover(position, "nonsense") == 0, "nonsense is somebody's move");
    record_free(&moves);
}

static void expect_resigning(const struct instance *instance, struct session *session) {
    const struct puzzle_seats *seats = instance->puzzle->seats;
    struct buf move = {0};
    struct refusal why = {0};
    unsigned turn;
    while ((turn = seats->turn(session_position(session)))) {
        buf_clear(&move);
        EXPECT(seats->resign(session_position(session), turn, &move), "player %u cannot", turn);
        EXPECT(seats->mover(session_position(session), buf_text(&move)) == turn, "another's move");
        EXPECT(session_move(session, buf_text(&move), NULL, &why) == QD_YES, "%s: %s",
               buf_text(&move), buf_text(&why.text));
        EXPECT(!seats->resign(session_position(session), turn, &move), "player %u did", turn);
    }
    buf_free(&move);
    refusal_free(&why);
}

void seats_keep_secrets(const struct instance *instance) {
    if (!instance->puzzle->seats)
        return;
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    expect_secrets(instance, session);
    for (int i = 0; i < 3; i++) {
        expect_turns(instance, session);
        move_at_random(instance, session, &random);
    }
    if (instance->puzzle->seats->count(session_start(session)) > 1)
        expect_resigning(instance, session);
    session_free(session);
}
