/* A move is decided once, within the limits of its control, and the reason comes from that
 * decision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/tests/flows_positions.h"
#include "puzzles/flows/tests/flows_same.h"

/* Boards for three teams, each with a tile for an empty hex that is refused after a search. */
struct hard_move {
    const char *board;
    unsigned hex;
    char tile;
};

static const struct hard_move all_collide = {"...L.SAW.TBGU.O....U..I.....P.EES.P.F", 4, 'W'};
static const struct hard_move two_collide = {".TP.EUJ..FEIU..N.INN.B.UX.K..NNTS.AAW", 3, 'H'};

/* Here it takes a search to find a legal place for a tile. */
static const struct hard_move slow_draw = {".H.G.GXXEVJ.O.X...H.....OA..X.U.E.U.G", 0, 'A'};

static struct position *position_before(const struct hard_move *hard) {
    struct position *position = flows_position_new();
    struct flows_setup setup;
    flows_setup_start(&setup, 3, 3);
    flows_game_start(&position->game, &setup);
    board_from_text(&position->game.board, 3, 7, hard->board);
    memset(position->game.board.left, 5, sizeof position->game.board.left);
    assert_int_equal(flows_game_settle(&position->game, NULL), QD_YES);
    assert_int_equal(position->game.outcome, FLOWS_GOES_ON);
    return position;
}

static struct flows_move move_of(const struct position *position, const struct hard_move *hard) {
    return (struct flows_move){.kind = FLOWS_LAY,
                               .player = (uint8_t)flows_game_player(&position->game),
                               .hex = (uint8_t)hard->hex,
                               .tile = (uint8_t)(hard->tile - 'A')};
}

/* Plays it through the rules. *nodes (may be NULL) becomes what it took. */
static qd_status play(struct position *position, struct flows_move move, qd_limits limits,
                      struct refusal *refusal, uint64_t *nodes) {
    qd_control *control = control_new(&limits);
    struct flows_game before = position->game;
    struct buf text = {0};
    qd_progress progress;
    flows_move_add(&position->game.setup, move, &text);
    qd_status status = flows_rules.move(position, text.text, control, refusal);
    control_progress(control, &progress);
    if (nodes)
        *nodes = progress.nodes;
    if (status != QD_YES)
        flows_expect_same(&before, &position->game);
    buf_free(&text);
    control_free(control);
    return status;
}

/* What flows_join takes for these teams once the tile lies there. */
static uint64_t nodes_for(const struct position *position, struct flows_move move, unsigned axes) {
    struct flows_board after = position->game.board;
    struct flows_net net;
    struct flows_routes routes;
    qd_progress progress;
    qd_control *control = control_new(NULL);
    flows_place(&after, move.hex, move.tile);
    flows_net_start(&net, &after);
    flows_join(&net, axes, NULL, control, &routes, NULL);
    control_progress(control, &progress);
    control_free(control);
    return progress.nodes;
}

static void a_limit_leaves_the_move_undecided(void **state) {
    (void)state;
    struct position *position = position_before(&all_collide);
    struct flows_move move = move_of(position, &all_collide);
    struct refusal refusal = {0};
    assert_int_equal(play(position, move, (qd_limits){.nodes = 1}, &refusal, NULL), QD_LIMIT);
    assert_int_equal(refusal.text.size, 0);
    assert_null(refusal.fields);
    assert_int_equal(play(position, move, (qd_limits){0}, &refusal, NULL), QD_NO);
    assert_true(refusal.text.size > 0);
    refusal_free(&refusal);
    flows_rules.free(position);
}

static void a_stopped_control_decides_nothing(void **state) {
    (void)state;
    struct position *position = position_before(&all_collide);
    struct flows_decision decision;
    struct flows_move move = move_of(position, &all_collide);
    qd_control *control = control_new(NULL);
    control_stop(control);
    assert_int_equal(flows_decide(&position->game, move, control, &decision), QD_LIMIT);
    assert_int_equal(flows_decide(&position->game, move, control, NULL), QD_LIMIT);
    control_free(control);
    flows_rules.free(position);
}

/* To draw a tile is always allowed, but whether it has a legal place must be known as well. */
static void what_follows_from_a_move_is_limited_too(void **state) {
    (void)state;
    struct position *position = position_before(&slow_draw);
    struct flows_move draw = {.kind = FLOWS_DRAW,
                              .player = (uint8_t)flows_game_player(&position->game),
                              .tile = (uint8_t)flows_tile(0, 0)};
    struct refusal refusal = {0};
    assert_int_equal(flows_decide(&position->game, draw, NULL, NULL), QD_YES);
    assert_int_equal(play(position, draw, (qd_limits){.nodes = 1}, &refusal, NULL), QD_LIMIT);
    assert_int_equal(play(position, draw, (qd_limits){0}, &refusal, NULL), QD_YES);
    flows_rules.free(position);
}

static void a_list_that_is_cut_short_says_so(void **state) {
    (void)state;
    struct position *position = position_before(&all_collide);
    struct record some = {0}, all = {0};
    qd_control *control = control_new(&(qd_limits){.nodes = 1});
    assert_int_equal(flows_rules.moves(position, SIZE_MAX, control, &some), QD_LIMIT);
    assert_int_equal(flows_rules.moves(position, SIZE_MAX, NULL, &all), QD_YES);
    assert_true(some.count > 0 && some.count <= all.count);
    for (size_t i = 0, at = 0; i < some.count; i++) { /* nothing that is not legal is among them */
        while (at < all.count && strcmp(all.moves[at].text, some.moves[i].text) != 0)
            at++;
        assert_true(at < all.count);
    }
    record_free(&some);
    record_free(&all);
    control_free(control);
    flows_rules.free(position);
}

static json_int_t first_seat(const json_t *fields) {
    return json_integer_value(json_array_get(json_object_get(fields, "seats"), 0));
}

/* The search for all teams is made once; what more there is goes to smaller sets of teams. The
 * sentence and the fields add nothing. */
static void a_refused_move_is_decided_once(void **state) {
    (void)state;
    struct position *position = position_before(&all_collide);
    struct flows_move move = move_of(position, &all_collide);
    struct refusal refusal = {0};
    uint64_t nodes, once = nodes_for(position, move, 7), smaller = 0;
    for (unsigned axes = 1; axes < 7; axes++)
        smaller += nodes_for(position, move, axes);
    assert_int_equal(play(position, move, (qd_limits){0}, &refusal, &nodes), QD_NO);
    assert_true(once > smaller);
    assert_int_equal(nodes, once + smaller);
    assert_string_equal(refusal.text.text, "there are no ways for P1, P2 and P3 at the same time");
    assert_string_equal(json_string_value(json_object_get(refusal.fields, "kind")), "collide");
    assert_int_equal(json_array_size(json_object_get(refusal.fields, "seats")), 3);
    refusal_free(&refusal);
    flows_rules.free(position);
}

/* The verdict stands even if the control ends while a smaller set of teams is looked for. */
static void a_reason_may_be_cut_short(void **state) {
    (void)state;
    struct position *position = position_before(&two_collide);
    struct flows_move move = move_of(position, &two_collide);
    uint64_t once = nodes_for(position, move, 7);
    struct refusal exact = {0}, rough = {0};
    assert_int_equal(play(position, move, (qd_limits){0}, &exact, NULL), QD_NO);
    assert_int_equal(json_array_size(json_object_get(exact.fields, "seats")), 2);
    assert_int_equal(first_seat(exact.fields), 1);
    assert_int_equal(play(position, move, (qd_limits){.nodes = once + 2}, &rough, NULL), QD_NO);
    assert_string_equal(json_string_value(json_object_get(rough.fields, "kind")), "collide");
    assert_int_equal(json_array_size(json_object_get(rough.fields, "seats")), 3);
    refusal_free(&exact);
    refusal_free(&rough);
    flows_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_leaves_the_move_undecided),
        cmocka_unit_test(a_stopped_control_decides_nothing),
        cmocka_unit_test(what_follows_from_a_move_is_limited_too),
        cmocka_unit_test(a_list_that_is_cut_short_says_so),
        cmocka_unit_test(a_refused_move_is_decided_once),
        cmocka_unit_test(a_reason_may_be_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
