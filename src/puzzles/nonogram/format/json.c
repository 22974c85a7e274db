/* JSON: an object with rows and columns, each a list of lists of numbers, as several programs have
 * it. Optional are width, height, title and so on, colours (a clue is then a text: "3a"), and the
 * goal and the known cells as lists of rows. ThomasR's content (1 filled, -1 empty, 0 unknown) is
 * read too.
 *
 * Jansson reads the values; a walk through the text finds the place of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

struct walk {
    const struct source *source;
    size_t at;
    bool lost; /* the place is unknown, because a key was written in an unusual way */
};

static void skip_space(struct walk *walk) {
    while (walk->at < walk->source->size && strchr(" \t\r\n", walk->source->data[walk->at]) &&
           walk->source->data[walk->at])
        walk->at++;
}

static void skip_string(struct walk *walk) {
    const char *data = walk->source->data;
    for (walk->at++; walk->at < walk->source->size && data[walk->at] != '"'; walk->at++)
        walk->at += data[walk->at] == '\\';
    walk->at++;
}

/* Skips the value at the walk; the text is known to be valid JSON. */
static void skip_value(struct walk *walk) {
    const char *data = walk->source->data;
    size_t depth = 0;
    skip_space(walk);
    do {
        char c = walk->at < walk->source->size ? data[walk->at] : '\0';
        if (c == '"') {
            skip_string(walk);
        } else if (c == '[' || c == '{') {
            depth++;
            walk->at++;
        } else if (c == ']' || c == '}') {
            depth--;
            walk->at++;
        } else {
            size_t size = strcspn(data + walk->at, depth ? "[]{}\"" : ",]} \t\r\n");
            walk->at += size;
        }
    } while (depth > 0 && walk->at < walk->source->size);
}

/* Goes to the first element of the list at the walk, or to the next one. Returns false, after the
 * end of the list, if there is none. */
static bool next_element(struct walk *walk, bool first) {
    if (walk->lost)
        return false;
    skip_space(walk);
    const char *data = walk->source->data;
    if (!first && data[walk->at] == ']') {
        walk->at++;
        return false;
    }
    walk->at++; /* the bracket or the comma */
    skip_space(walk);
    if (data[walk->at] != ']')
        return true;
    walk->at++;
    return false;
}

/* A walk at the value of a key of the whole object. */
static struct walk walk_to(const struct source *source, const char *key) {
    struct walk walk = {.source = source};
    size_t size = strlen(key);
    skip_space(&walk);
    walk.at++;
    while (walk.at < source->size) {
        skip_space(&walk);
        size_t name = walk.at + 1;
        if (source->data[walk.at] != '"')
            break;
        skip_string(&walk);
        bool found = walk.at - 1 - name == size && memcmp(source->data + name, key, size) == 0;
        skip_space(&walk);
        walk.at++; /* the colon */
        skip_space(&walk);
        if (found)
            return walk;
        skip_value(&walk);
        skip_space(&walk);
        walk.at++; /* the comma */
    }
    return (struct walk){.source = source, .lost = true};
}

struct reading {
    struct nonogram_draft *draft;
    json_t *root;
};

static bool wrong(struct reading *reading, size_t at, const char *what) {
    return source_error(reading->draft->source, at, reading->draft->error, "%s", what);
}

/* Goes to the element of this index; called for each in turn. */
static void step(struct walk *walk, size_t index) {
    if (index > 0 && !walk->lost)
        skip_value(walk);
    next_element(walk, index == 0);
}

static bool read_clue(struct reading *reading, enum nonogram_side side, const json_t *value,
                      size_t at) {
    struct nonogram_draft *draft = reading->draft;
    unsigned colour = 1;
    if (json_is_string(value)) {
        /* A clue needs no escapes, so it is the same in the source. */
        size_t size = json_string_length(value);
        if (at + 1 + size < draft->source->size &&
            memcmp(draft->source->data + at + 1, json_string_value(value), size) == 0)
            return nonogram_draft_clue_word(draft, side, (struct word){at + 1, at + 1 + size});
        return wrong(reading, at, "expected a clue: a number and the letter of its colour");
    }
    json_int_t length = json_integer_value(value);
    if (!json_is_integer(value) || length < 0 || length > UINT16_MAX)
        return source_error(draft->source, at, draft->error,
                            "expected a clue, a number from 1 to %d, or 0 for an empty line",
                            NONOGRAM_SIDE);
    if (length > 0 && !nonogram_draft_plain(draft, at, &colour))
        return false;
    return nonogram_draft_clue(draft, side, (unsigned)length, colour, at);
}

static bool read_line(struct reading *reading, enum nonogram_side side, const json_t *line,
                      struct walk *walk) {
    if (!json_is_array(line))
        return wrong(reading, walk->at, "expected a list of clues");
    if (!nonogram_draft_line(reading->draft, side, walk->at))
        return false;
    size_t count = json_array_size(line);
    for (size_t i = 0; i < count; i++) {
        step(walk, i);
        if (!read_clue(reading, side, json_array_get(line, i), walk->at))
            return false;
    }
    if (walk->lost)
        return true;
    if (count > 0)
        skip_value(walk);
    next_element(walk, count == 0); /* now after the list */
    return true;
}

static bool read_side(struct reading *reading, enum nonogram_side side, const char *key) {
    const json_t *lines = json_object_get(reading->root, key);
    struct walk walk = walk_to(reading->draft->source, key);
    if (!json_is_array(lines))
        return source_error(reading->draft->source, walk.at, reading->draft->error,
                            "expected \"%s\", a list of lists of numbers", key);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        next_element(&walk, i == 0);
        if (!read_line(reading, side, json_array_get(lines, i), &walk))
            return false;
    }
    return true;
}

static bool read_size(struct reading *reading, enum nonogram_side side, const char *key) {
    const json_t *value = json_object_get(reading->root, key);
    json_int_t count = json_integer_value(value);
    if (!value)
        return true;
    if (!json_is_integer(value) || count < 1 || count > NONOGRAM_SIDE)
        count = 0;
    return nonogram_draft_size(reading->draft, side, (unsigned)count,
                               walk_to(reading->draft->source, key).at);
}

static bool read_about(struct reading *reading) {
    struct nonogram_about *about = &reading->draft->about;
    const struct {
        const char *key;
        char **field;
    } fields[] = {
        {"title", &about->title},     {"name", &about->title},
        {"author", &about->author},   {"copyright", &about->copyright},
        {"license", &about->license}, {"catalogue", &about->catalogue},
        {"source", &about->source},   {"description", &about->description},
        {"id", &about->id},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const json_t *value = json_object_get(reading->root, fields[i].key);
        if (json_is_string(value) && !*fields[i].field &&
            !nonogram_draft_about(reading->draft, fields[i].field, fields[i].key,
                                  json_string_value(value), json_string_length(value),
                                  walk_to(reading->draft->source, fields[i].key).at))
            return false;
    }
    return true;
}

static bool read_colour(struct reading *reading, const json_t *value, size_t index, size_t at) {
    const json_t *name = json_object_get(value, "name"), *mark = json_object_get(value, "letter");
    const json_t *hex = json_object_get(value, "rgb");
    uint32_t rgb;
    if (!json_is_string(name) || !json_is_string(mark) || json_string_length(mark) != 1 ||
        !json_is_string(hex) ||
        !nonogram_rgb_of_hex(json_string_value(hex), json_string_length(hex), &rgb))
        return wrong(reading, at,
                     "expected a colour: {\"name\": \"red\", \"letter\": \"r\", \"rgb\": "
                     "\"#FF0000\"}");
    char letter = *json_string_value(mark);
    if (index == 0)
        return nonogram_draft_background(reading->draft, json_string_value(name),
                                         json_string_length(name), letter, rgb, at);
    return nonogram_draft_colour(reading->draft, json_string_value(name), json_string_length(name),
                                 letter, rgb, at);
}

/* The background first, then the others. */
static bool read_colours(struct reading *reading) {
    const char *key = json_object_get(reading->root, "colours") ? "colours" : "colors";
    const json_t *list = json_object_get(reading->root, key);
    struct walk walk = walk_to(reading->draft->source, key);
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) < 2)
        return wrong(reading, walk.at, "expected a list of colours, the background first");
    for (size_t i = 0; i < json_array_size(list); i++) {
        step(&walk, i);
        if (!read_colour(reading, json_array_get(list, i), i, walk.at))
            return false;
    }
    if (reading->draft->colours == 1)
        reading->draft->plain = 1;
    return true;
}

static int cell_of(const struct nonogram_draft *draft, char c, bool known) {
    int marked = nonogram_draft_mark(draft, c);
    if (marked >= 0)
        return marked;
    if (c == '.')
        return NONOGRAM_EMPTY;
    if (c == '?' && known)
        return NONOGRAM_UNKNOWN;
    return c == '#' && draft->colours == 1 ? 1 : -1;
}

static bool read_row(struct reading *reading, const json_t *row, bool known, uint8_t *cells,
                     size_t at) {
    unsigned width = reading->draft->puzzle->width;
    if (!json_is_string(row) || json_string_length(row) != width)
        return source_error(reading->draft->source, at, reading->draft->error,
                            "expected a row of the picture: a text of %u characters", width);
    for (unsigned i = 0; i < width; i++) {
        int cell = cell_of(reading->draft, json_string_value(row)[i], known);
        if (cell < 0)
            return wrong(reading, at + 1 + i, "expected the letter of a colour, or . for empty");
        cells[i] = (uint8_t)cell;
    }
    return true;
}

static bool read_picture(struct reading *reading, const char *key, bool known, uint8_t *cells) {
    const struct nonogram_puzzle *puzzle = reading->draft->puzzle;
    const json_t *rows = json_object_get(reading->root, key);
    struct walk walk = walk_to(reading->draft->source, key);
    if (!json_is_array(rows) || json_array_size(rows) != puzzle->height)
        return source_error(reading->draft->source, walk.at, reading->draft->error,
                            "expected a list of %u rows", puzzle->height);
    for (unsigned i = 0; i < puzzle->height; i++) {
        step(&walk, i);
        if (!read_row(reading, json_array_get(rows, i), known, cells + (size_t)i * puzzle->width,
                      walk.at))
            return false;
    }
    return true;
}

/* ThomasR's list of cells. */
static bool read_content(struct reading *reading, uint8_t *cells) {
    const struct nonogram_puzzle *puzzle = reading->draft->puzzle;
    const json_t *list = json_object_get(reading->root, "content");
    struct walk walk = walk_to(reading->draft->source, "content");
    size_t count = (size_t)puzzle->width * puzzle->height;
    if (!json_is_array(list) || json_array_size(list) != count || puzzle->colours > 1)
        return source_error(reading->draft->source, walk.at, reading->draft->error,
                            "expected a list of %zu cells: 1, -1 or 0", count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        json_int_t cell = json_integer_value(value);
        step(&walk, i);
        if (!json_is_integer(value) || cell < -1 || cell > 1)
            return wrong(reading, walk.at, "expected a cell: 1 filled, -1 empty, 0 not known");
        cells[i] = cell == 0 ? NONOGRAM_UNKNOWN : cell == 1 ? 1 : NONOGRAM_EMPTY;
    }
    return true;
}

static bool read_known(struct reading *reading) {
    struct nonogram_draft *draft = reading->draft;
    bool rows = json_object_get(reading->root, "known");
    if (!rows && !json_object_get(reading->root, "content"))
        return true;
    draft->known = mem_new((size_t)draft->puzzle->width * draft->puzzle->height, 1);
    return rows ? read_picture(reading, "known", true, draft->known)
                : read_content(reading, draft->known);
}

static bool read_goal(struct reading *reading) {
    struct nonogram_draft *draft = reading->draft;
    if (!json_object_get(reading->root, "goal"))
        return true;
    uint8_t *goal = mem_new((size_t)draft->puzzle->width * draft->puzzle->height, 1);
    if (read_picture(reading, "goal", false, goal))
        return nonogram_draft_goal(draft, goal, walk_to(draft->source, "goal").at, 0);
    free(goal);
    return false;
}

static bool read_all(struct reading *reading) {
    const char *columns = json_object_get(reading->root, "columns") ? "columns"
                          : json_object_get(reading->root, "cols")  ? "cols"
                                                                    : "columns";
    if (!json_is_object(reading->root))
        return wrong(reading, 0, "expected an object with \"rows\" and \"columns\"");
    return read_about(reading) && read_colours(reading) &&
           read_size(reading, NONOGRAM_ROWS, "height") &&
           read_size(reading, NONOGRAM_COLUMNS, "width") &&
           read_side(reading, NONOGRAM_ROWS, "rows") &&
           read_side(reading, NONOGRAM_COLUMNS, columns) && nonogram_draft_puzzle(reading->draft) &&
           read_known(reading) && read_goal(reading);
}

bool nonogram_read_json(struct nonogram_draft *draft) {
    struct reading reading = {.draft = draft, .root = json_read(draft->source, draft->error)};
    if (!reading.root)
        return false;
    bool good = read_all(&reading);
    json_decref(reading.root);
    return good;
}

static bool has_key(const struct source *source, size_t size, const char *key) {
    return memmem(source->data, size, key, strlen(key));
}

/* A key may be far down, after the other one's list. */
int nonogram_recognise_json(const struct source *source) {
    struct walk walk = {.source = source};
    skip_space(&walk);
    if (walk.at >= source->size || source->data[walk.at] != '{' ||
        has_key(source, source->size < 100 ? source->size : 100, "\"quandary_game\""))
        return 0;
    int rows = has_key(source, source->size, "\"rows\"");
    int columns =
        has_key(source, source->size, "\"columns\"") || has_key(source, source->size, "\"cols\"");
    return rows && columns ? 95 : rows || columns ? 65 : 0;
}

/* ---- writing: the known cells, but not the order of the moves ---- */

/* Adds a field on a line of its own. Takes over the value. */
static void add_field(struct buf *out, const char *key, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    buf_printf(out, "%s\n \"%s\": %s", out->size > 0 && out->text[out->size - 1] == '{' ? "" : ",",
               key, text);
    free(text);
    json_decref(value);
}

static void add_about(struct buf *out, const char *key, const char *text) {
    if (text)
        add_field(out, key, json_text(text));
}

static json_t *json_of_letter(char letter) {
    return json_stringn(&letter, 1);
}

static json_t *colours_of(const struct nonogram_puzzle *puzzle) {
    json_t *list = json_array();
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        char rgb[8];
        snprintf(rgb, sizeof rgb, "#%06X", (unsigned)puzzle->palette[i].rgb & 0xFFFFFF);
        json_t *colour = json_object();
        json_object_set_new(colour, "name", json_text(puzzle->palette[i].name));
        json_object_set_new(colour, "letter", json_of_letter(puzzle->palette[i].letter));
        json_object_set_new(colour, "rgb", json_string(rgb));
        json_array_append_new(list, colour);
    }
    return list;
}

static json_t *clue_of(const struct nonogram_puzzle *puzzle, struct nonogram_clue clue) {
    if (puzzle->colours == 1)
        return json_integer(clue.length);
    char text[16];
    snprintf(text, sizeof text, "%u%c", clue.length, puzzle->palette[clue.colour].letter);
    return json_string(text);
}

static json_t *lines_of(const struct nonogram_puzzle *puzzle, const struct nonogram_line *lines,
                        unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        json_t *line = json_array();
        for (unsigned k = 0; k < lines[i].count; k++)
            json_array_append_new(line, clue_of(puzzle, lines[i].clues[k]));
        json_array_append_new(list, line);
    }
    return list;
}

static json_t *picture_of(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    json_t *list = json_array();
    struct buf row = {0};
    for (unsigned i = 0; i < puzzle->height; i++) {
        nonogram_write_row(puzzle, cells, i, &row);
        json_array_append_new(list, json_text(buf_text(&row)));
        buf_clear(&row);
    }
    buf_free(&row);
    return list;
}

static bool is_black_on_white(const struct nonogram_puzzle *puzzle) {
    struct nonogram_puzzle *usual = nonogram_puzzle_new(1, 1);
    bool same = puzzle->colours == 1;
    for (int i = 0; same && i < 2; i++)
        same = puzzle->palette[i].rgb == usual->palette[i].rgb &&
               strcmp(puzzle->palette[i].name, usual->palette[i].name) == 0;
    nonogram_puzzle_free(usual);
    return same;
}

bool nonogram_write_json(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    const struct nonogram_about *about = &puzzle->about;
    buf_char(out, '{');
    add_about(out, "title", about->title);
    add_about(out, "author", about->author);
    add_about(out, "copyright", about->copyright);
    add_about(out, "license", about->license);
    add_about(out, "catalogue", about->catalogue);
    add_about(out, "source", about->source);
    add_about(out, "description", about->description);
    add_about(out, "id", about->id);
    add_field(out, "width", json_integer(puzzle->width));
    add_field(out, "height", json_integer(puzzle->height));
    if (!is_black_on_white(puzzle))
        add_field(out, "colours", colours_of(puzzle));
    add_field(out, "rows", lines_of(puzzle, puzzle->rows, puzzle->height));
    add_field(out, "columns", lines_of(puzzle, puzzle->columns, puzzle->width));
    if (puzzle->goal)
        add_field(out, "goal", picture_of(puzzle, puzzle->goal));
    if (game->any_known)
        add_field(out, "known", picture_of(puzzle, game->cells));
    buf_add(out, "\n}\n");
    return true;
}
