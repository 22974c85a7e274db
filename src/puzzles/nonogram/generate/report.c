/* What is reported about a new puzzle. */
#include "base/json.h"
#include "puzzles/nonogram/generate/generate.h"

/* The one-line description lists at most LISTED cells. A picture with more than SHOWN rows or
 * columns is not shown. */
enum { LISTED = 20, SHOWN = 100 };

static void add_place(struct buf *text, const struct nonogram_puzzle *puzzle, size_t cell) {
    buf_printf(text, "R%zuC%zu", cell / puzzle->width + 1, cell % puzzle->width + 1);
}

/* "changed 2 cells (R1C2=#, R3C4=.) so that there is one solution; fewer would not do" */
void nonogram_generated_describe(const struct nonogram_generated *made, struct buf *text) {
    const struct nonogram_repair *repair = &made->repair;
    if (repair->count == 0)
        return;
    buf_printf(text, "changed %u cell%s (", repair->count, repair->count == 1 ? "" : "s");
    for (unsigned i = 0; i < repair->count && i < LISTED; i++) {
        buf_add(text, i ? ", " : "");
        add_place(text, made->puzzle, repair->changes[i].cell);
        buf_printf(text, "=%c", made->puzzle->palette[repair->changes[i].to].letter);
    }
    buf_printf(text, "%s) so that %s; ", repair->count > LISTED ? ", ..." : "",
               made->for_lines ? "lines alone solve it" : "there is only one solution");
    if (repair->fewest)
        buf_add(text, "fewer would not do");
    else
        buf_add(text, "whether fewer would do is not known");
}

/* '+' now filled, '-' now empty, '*' now another colour. */
static char mark_of(const struct nonogram_change *change) {
    return change->from == NONOGRAM_EMPTY ? '+' : change->to == NONOGRAM_EMPTY ? '-' : '*';
}

static void add_picture(const struct nonogram_generated *made, struct buf *text) {
    const struct nonogram_puzzle *puzzle = made->puzzle;
    unsigned next = 0;
    for (size_t cell = 0; cell < (size_t)puzzle->width * puzzle->height; cell++) {
        bool changed = next < made->repair.count && made->repair.changes[next].cell == cell;
        buf_char(text, changed ? mark_of(&made->repair.changes[next])
                               : puzzle->palette[puzzle->goal[cell]].letter);
        next += changed;
        if ((cell + 1) % puzzle->width == 0)
            buf_char(text, '\n');
    }
}

static json_t *letter_text(const struct nonogram_generated *made, uint8_t colour) {
    char text[2] = {made->puzzle->palette[colour].letter, '\0'};
    return json_text(text);
}

static json_t *list_changes(const struct nonogram_generated *made) {
    json_t *list = json_array();
    struct buf place = {0};
    for (unsigned i = 0; i < made->repair.count; i++) {
        const struct nonogram_change *change = &made->repair.changes[i];
        json_t *entry = json_object();
        buf_clear(&place);
        add_place(&place, made->puzzle, change->cell);
        json_object_set_new(entry, "cell", json_text(buf_text(&place)));
        json_object_set_new(entry, "from", letter_text(made, change->from));
        json_object_set_new(entry, "to", letter_text(made, change->to));
        json_array_append_new(list, entry);
    }
    buf_free(&place);
    return list;
}

static void tell_changes(const struct nonogram_generated *made, struct buf *text) {
    size_t start = text->size;
    nonogram_generated_describe(made, text);
    if (text->size == start)
        return;
    text->text[start] = 'C';
    buf_add(text, ".\n");
    if (made->random_picture || made->puzzle->width > SHOWN || made->puzzle->height > SHOWN)
        return;
    buf_printf(text, "In the picture + is filled now, - is empty now%s:\n",
               made->puzzle->colours > 1 ? ", * has another colour now" : "");
    add_picture(made, text);
}

/* The rows of the picture, a letter a cell, and what the letters stand for: for a front end that
 * shows its maker what became of an image. */
static void set_picture(const struct nonogram_puzzle *puzzle, json_t **fields) {
    json_t *rows = json_array(), *colours = json_array();
    struct buf row = {0};
    for (size_t cell = 0; cell < (size_t)puzzle->width * puzzle->height; cell++) {
        buf_char(&row, puzzle->palette[puzzle->goal[cell]].letter);
        if ((cell + 1) % puzzle->width != 0)
            continue;
        json_array_append_new(rows, json_text(buf_text(&row)));
        buf_clear(&row);
    }
    for (unsigned i = 0; i <= puzzle->colours; i++)
        json_array_append_new(colours,
                              json_pack("{s:o, s:o}", "letter",
                                        json_sprintf("%c", puzzle->palette[i].letter), "fill",
                                        json_sprintf("#%06x", puzzle->palette[i].rgb)));
    fields_set(fields, "picture", rows);
    fields_set(fields, "colours", colours);
    buf_free(&row);
}

void nonogram_generated_report(const struct nonogram_generated *made, struct finding *finding) {
    tell_changes(made, &finding->text);
    fields_set(&finding->fields, "unique",
               made->checked_unique || made->by_lines ? json_true() : json_null());
    fields_set(&finding->fields, "by_lines", json_boolean(made->by_lines));
    if (made->rated)
        fields_set(&finding->fields, "difficulty", json_text(nonogram_level_name(made->level)));
    fields_set(&finding->fields, "tried", json_integer(made->tried));
    if (!made->random_picture)
        set_picture(made->puzzle, &finding->fields);
    if (!made->checked_unique)
        return;
    fields_set(&finding->fields, "changed", list_changes(made));
    fields_set(&finding->fields, "fewest", json_boolean(made->repair.fewest));
}
