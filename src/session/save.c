#include "session/save.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "puzzles/interface/registry.h"

enum { SAVE_VERSION = 1 };

bool save_recognise(const struct source *source) {
    static const char key[] = "\"quandary_game\"";
    size_t at = 0;
    while (at < source->size && isspace((unsigned char)source->data[at]))
        at++;
    if (at == source->size || source->data[at++] != '{')
        return false;
    while (at < source->size && isspace((unsigned char)source->data[at]))
        at++;
    return source->size - at >= sizeof key - 1 &&
           memcmp(source->data + at, key, sizeof key - 1) == 0;
}

size_t save_place(const struct source *source, const char *key) {
    struct buf quoted = {0};
    buf_printf(&quoted, "\"%s\"", key);
    const char *at = memmem(source->data, source->size, quoted.text, quoted.size);
    buf_free(&quoted);
    return at ? (size_t)(at - source->data) : 0;
}

static bool wrong(const struct source *source, const char *key, qd_error *error, const char *what) {
    return source_error(source, save_place(source, key), error, "saved game: \"%s\" must be %s",
                        key, what);
}

static bool read_moves(const struct source *source, const char *key, struct save *save,
                       struct record *moves, qd_error *error) {
    const json_t *list = json_object_get(save->json, key);
    if (!json_is_array(list))
        return wrong(source, key, error, "a list of moves");
    size_t offset = save_place(source, key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *move = json_string_value(json_array_get(list, i));
        if (!move || strlen(move) > MOVE_LIMIT)
            return wrong(source, key, error, "a list of moves");
        record_add(moves, move, offset);
    }
    return true;
}

static bool read_fields(const struct source *source, struct save *save, qd_error *error) {
    if (json_integer_value(json_object_get(save->json, "quandary_game")) != SAVE_VERSION)
        return wrong(source, "quandary_game", error, "1, the version this program knows");
    const char *name = json_string_value(json_object_get(save->json, "puzzle"));
    save->puzzle = name ? registry_find(name) : NULL;
    if (!save->puzzle)
        return wrong(source, "puzzle", error, "the name of a puzzle");
    const json_t *start = json_object_get(save->json, "start");
    if (!json_is_string(start))
        return wrong(source, "start", error, "the puzzle's text");
    save->start = (struct source){
        .name = source->name, .data = json_string_value(start), .size = json_string_length(start)};
    return read_moves(source, "moves", save, &save->played, error) &&
           read_moves(source, "undone", save, &save->undone, error);
}

bool save_read(const struct source *source, struct save *save, qd_error *error) {
    *save = (struct save){.json = json_read(source, error)};
    if (!save->json)
        return false;
    if (read_fields(source, save, error))
        return true;
    save_free(save);
    return false;
}

void save_free(struct save *save) {
    record_free(&save->played);
    record_free(&save->undone);
    json_decref(save->json);
    save->json = NULL;
}

static json_t *list_of(const struct record *moves, bool reversed) {
    json_t *list = json_array();
    for (size_t i = 0; i < moves->count; i++) {
        size_t at = reversed ? moves->count - 1 - i : i;
        assert(strlen(moves->moves[at].text) <= MOVE_LIMIT);
        json_array_append_new(list, json_text(moves->moves[at].text));
    }
    return list;
}

void save_print(const struct puzzle *puzzle, const struct position *start,
                const struct record *played, const struct record *undone, struct buf *out) {
    struct buf text = {0};
    struct record none = {0};
    bool printed = puzzle->text->print(start, &none, puzzle->text->formats, &text, NULL);
    assert(printed && "the first format can hold every position");
    (void)printed;
    json_t *game = json_object();
    json_object_set_new(game, "quandary_game", json_integer(SAVE_VERSION));
    json_object_set_new(game, "puzzle", json_text(puzzle->name));
    json_object_set_new(game, "start", json_text(buf_text(&text)));
    json_object_set_new(game, "moves", list_of(played, false));
    json_object_set_new(game, "undone", list_of(undone, true));
    char *dumped = json_dumps(game, JSON_INDENT(1));
    buf_add(out, dumped);
    buf_char(out, '\n');
    free(dumped);
    json_decref(game);
    buf_free(&text);
}
