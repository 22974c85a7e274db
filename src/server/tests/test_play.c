/* Moves that cannot be decided in time are neither played nor called illegal. */
#include "server/tests/small_app.h"

#include "server/api/api.h"

/* It takes a search to see that the move is not legal. */
static const char *const position = "flows\nradius: 3\nplayers: 3\nseats: 0 2 4\nboard:\n"
                                    "        .   2S  .   0NW\n"
                                    "      2S  .   0SW 0SW 3S\n"
                                    "    1NW .   .   .   .   .\n"
                                    "  .   .   .   .   3S  .   .\n"
                                    "    3SW 0SW 1S  3S  .   2NW\n"
                                    "      .   3S  0S  3S  .\n"
                                    "        .   .   .   1SE\n";
static const char *const undecided = "P3C1T3S", *const quick = "P3D4T0N";
static const char *const token = "AAAAAAAAAAAAAAAAAAAAAA";

struct table {
    struct small_app *small;
    char id[SECRET_ID + 1];
};

/* A game of three that one person plays for all. */
static struct table open_table(qd_limits deciding) {
    struct table table = {.small = small_app_new("sqlite::memory:")};
    struct session *session = small_session(position);
    struct store_game game;
    uint8_t hash[SECRET_HASH];
    qd_error error = {0};
    table.small->app.deciding = deciding;
    create_begin(&game, session);
    session_free(session);
    game.seat_count = 3;
    for (unsigned seat = 0; seat < 3; seat++)
        game.seats[seat].kind = STORE_PERSON;
    secret_hash(token, hash);
    create_token(&game, hash, 7, true);
    assert_int_equal(store_create(table.small->app.store, &game, 0, &error), QD_YES);
    memcpy(table.id, game.id, SECRET_ID + 1);
    store_game_free(&game);
    return table;
}

typedef void handler(struct app *app, const struct request *request, struct response *response);

/* Asks for something, and checks how it is answered and which version the game has then. */
static void ask(const struct table *table, handler *handle, json_t *body, int status,
                const char *code, uint64_t version) {
    const struct request request = {.parameter = {table->id}, .token = token, .body = body};
    struct response response = {0};
    handle(&table->small->app, &request, &response);
    assert_int_equal(response.status, status);
    const json_t *error = json_object_get(response.json, "error");
    if (code)
        assert_string_equal(json_string_value(json_object_get(error, "code")), code);
    assert_int_equal(error != NULL, code != NULL);
    response_free(&response);
    json_decref(body);
    struct cached_game *game = small_lock(table->small, table->id);
    assert_int_equal(game->version, version);
    assert_int_equal(session_moves(game->session)->count, version);
    game_cache_unlock(table->small->app.cache, game);
}

static json_t *one_move(const char *move, int version) {
    return json_pack("{s:s,s:i}", "move", move, "version", version);
}

static void an_undecided_move_is_not_played(void **state) {
    (void)state;
    struct table table = open_table((qd_limits){.nodes = 1});
    ask(&table, api_moves, one_move(undecided, 0), 503, "undecided", 0);
    ask(&table, api_moves, one_move(quick, 0), 200, NULL, 1);
    small_app_free(table.small);
}

static void without_a_limit_it_is_refused(void **state) {
    (void)state;
    struct table table = open_table((qd_limits){0});
    ask(&table, api_moves, one_move(undecided, 0), 422, "illegal_move", 0);
    small_app_free(table.small);
}

static void a_text_with_such_a_move_is_not_opened(void **state) {
    (void)state;
    struct table table = open_table((qd_limits){.nodes = 1});
    struct buf text = {0};
    buf_printf(&text, "%smoves: %s\n", position, undecided);
    ask(&table, api_create, json_pack("{s:s}", "text", text.text), 503, "undecided", 0);
    table.small->app.deciding = (qd_limits){0};
    ask(&table, api_create, json_pack("{s:s}", "text", text.text), 422, "bad_text", 0);
    buf_free(&text);
    small_app_free(table.small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undecided_move_is_not_played),
        cmocka_unit_test(without_a_limit_it_is_refused),
        cmocka_unit_test(a_text_with_such_a_move_is_not_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
