/* The XML format of webpbn.com: puzzleset, puzzle, color, clues, line, count, solution, image.
 *
 * Expat reads it. Declarations of entities are refused, and external document types are not loaded,
 * so that nothing can expand without bound or reach outside the file; the few entities of HTML that
 * such files use are built in. */
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/webpbn_xml.h"

/* What the text in an element is. */
enum content {
    CONTENT_NOTHING,
    CONTENT_ABOUT, /* into xml.field */
    CONTENT_COLOUR,
    CONTENT_COUNT,
    CONTENT_IMAGE
};

/* The most bytes inside one element: the largest picture has about a million. */
enum { CONTENT_LIMIT = 4 << 20 };

enum picture { PICTURE_NONE, PICTURE_GOAL, PICTURE_SAVED, PICTURES };

struct xml {
    struct nonogram_draft *draft;
    XML_Parser parser;
    bool failed;
    unsigned puzzles;
    bool in_puzzle;
    int depth, puzzle_depth;
    int side; /* inside clues, else -1 */
    bool seen[NONOGRAM_SIDES];
    bool in_line;
    enum content content;
    size_t content_at; /* where its element begins */
    struct buf text;   /* the content so far */
    size_t *text_at;   /* where its bytes are */
    size_t text_room;
    char **field;
    const char *field_name;
    struct buf colour_name, plain_name, background_name;
    size_t plain_at;
    char colour_mark;
    unsigned count_colour;
    enum picture picture;
    struct nonogram_xml_image image[PICTURES];
};

static size_t place(const struct xml *xml) {
    XML_Index at = XML_GetCurrentByteIndex(xml->parser);
    return at < 0 ? 0 : (size_t)at;
}

static void stop(struct xml *xml) {
    xml->failed = true;
    XML_StopParser(xml->parser, XML_FALSE);
}

static void fail(struct xml *xml, const char *what) {
    if (!xml->failed)
        source_error(xml->draft->source, place(xml), xml->draft->error, "%s", what);
    stop(xml);
}

static void want(struct xml *xml, bool good) {
    if (!good)
        stop(xml);
}

static const char *attribute(const XML_Char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static void begin_content(struct xml *xml, enum content content) {
    xml->content = content;
    xml->content_at = place(xml);
    buf_clear(&xml->text);
}

static void begin_puzzle(struct xml *xml, const XML_Char **attributes) {
    const char *type = attribute(attributes, "type");
    const char *plain = attribute(attributes, "defaultcolor");
    const char *background = attribute(attributes, "backgroundcolor");
    if (xml->puzzles++ > 0) {
        want(xml, nonogram_draft_second(xml->draft, place(xml)));
        return;
    }
    if (type && strcmp(type, "grid") != 0)
        fail(xml, "only puzzles of the type grid can be read");
    xml->in_puzzle = true;
    xml->puzzle_depth = xml->depth;
    buf_add(&xml->plain_name, plain ? plain : "black");
    xml->plain_at = place(xml);
    buf_add(&xml->background_name, background ? background : "white");
}

static void begin_colour(struct xml *xml, const XML_Char **attributes) {
    const char *name = attribute(attributes, "name");
    const char *mark = attribute(attributes, "char");
    if (xml->side >= 0 || xml->seen[0] || xml->seen[1])
        fail(xml, "the colours must come before the clues");
    if (!name)
        fail(xml, "the colour has no name");
    if (mark && (strlen(mark) != 1 || (unsigned char)*mark >= 0x7f))
        fail(xml, "the char of a colour must be one ASCII character");
    buf_clear(&xml->colour_name);
    buf_add(&xml->colour_name, name ? name : "");
    xml->colour_mark = mark ? *mark : '\0';
    begin_content(xml, CONTENT_COLOUR);
}

static void end_colour(struct xml *xml) {
    uint32_t rgb;
    const char *name = buf_text(&xml->colour_name), *text = buf_text(&xml->text);
    if (!nonogram_rgb_of_hex(text, xml->text.size, &rgb)) {
        want(xml, source_error(xml->draft->source, xml->content_at, xml->draft->error,
                               "expected six hexadecimal digits in the element, such as ff0000"));
        return;
    }
    size_t size = xml->colour_name.size, at = xml->content_at;
    if (strcmp(name, buf_text(&xml->background_name)) == 0)
        want(xml, nonogram_draft_background(xml->draft, name, size, xml->colour_mark, rgb, at));
    else
        want(xml, nonogram_draft_colour(xml->draft, name, size, xml->colour_mark, rgb, at));
}

static void begin_clues(struct xml *xml, const XML_Char **attributes) {
    const char *type = attribute(attributes, "type");
    bool rows = type && strcmp(type, "rows") == 0;
    if (!rows && (!type || strcmp(type, "columns") != 0)) {
        fail(xml, "the type of clues must be rows or columns");
        return;
    }
    xml->side = rows ? NONOGRAM_ROWS : NONOGRAM_COLUMNS;
    if (xml->seen[xml->side])
        fail(xml, "there are already clues of this type");
    xml->seen[xml->side] = true;
}

static void begin_line(struct xml *xml, const XML_Char **attributes) {
    (void)attributes;
    if (xml->side < 0 || xml->in_line) {
        fail(xml, "a line must be inside clues");
        return;
    }
    xml->in_line = true;
    want(xml, nonogram_draft_line(xml->draft, (enum nonogram_side)xml->side, place(xml)));
}

/* The colour of counts without one. */
static bool plain_colour(struct xml *xml) {
    struct nonogram_draft *draft = xml->draft;
    const char *name = buf_text(&xml->plain_name);
    int colour = nonogram_draft_name(draft, name, xml->plain_name.size);
    if (colour < 1 && strcmp(name, "black") == 0)
        return nonogram_draft_plain(draft, place(xml), &xml->count_colour);
    xml->count_colour = (unsigned)colour;
    return colour >= 1 || source_error(draft->source, xml->plain_at, draft->error,
                                       "the default colour is not one of the puzzle's colours");
}

static void begin_count(struct xml *xml, const XML_Char **attributes) {
    const char *name = attribute(attributes, "color");
    if (!xml->in_line) {
        fail(xml, "a count must be inside a line");
        return;
    }
    if (!name || (strcmp(name, "black") == 0 && nonogram_draft_name(xml->draft, name, 5) < 0)) {
        bool given = name && strcmp(name, "black") == 0;
        want(xml, given ? nonogram_draft_plain(xml->draft, place(xml), &xml->count_colour)
                        : plain_colour(xml));
    } else {
        int colour = nonogram_draft_name(xml->draft, name, strlen(name));
        if (colour < 1)
            fail(xml, colour == 0 ? "a count cannot have the background's colour"
                                  : "this is not one of the puzzle's colours");
        xml->count_colour = (unsigned)colour;
    }
    begin_content(xml, CONTENT_COUNT);
}

static void trim(struct buf *text, const char **from, size_t *size) {
    *from = buf_text(text);
    *size = text->size;
    while (*size > 0 && strchr(" \t\n", **from)) {
        ++*from;
        --*size;
    }
    while (*size > 0 && strchr(" \t\n", (*from)[*size - 1]))
        --*size;
}

static void end_count(struct xml *xml) {
    const char *from;
    size_t size, at = place(xml);
    trim(&xml->text, &from, &size);
    struct source inner = {.name = "", .data = from, .size = size};
    unsigned length;
    if (size > 0)
        at = xml->text_at[from - xml->text.text];
    if (!word_unsigned(&inner, (struct word){0, size}, UINT16_MAX, &length))
        want(xml, source_error(xml->draft->source, at, xml->draft->error,
                               "expected a clue, a number from 1 to %d", NONOGRAM_SIDE));
    else
        want(xml, nonogram_draft_clue(xml->draft, (enum nonogram_side)xml->side, length,
                                      xml->count_colour, at));
}

static void begin_solution(struct xml *xml, const XML_Char **attributes) {
    const char *type = attribute(attributes, "type");
    bool saved = type && strcmp(type, "saved") == 0;
    if (type && !saved && strcmp(type, "goal") != 0 && strcmp(type, "solution") != 0)
        fail(xml, "the type of a solution must be goal, solution or saved");
    xml->picture = saved ? PICTURE_SAVED : PICTURE_GOAL;
}

static void begin_image(struct xml *xml, const XML_Char **attributes) {
    (void)attributes;
    if (xml->picture == PICTURE_NONE)
        fail(xml, "an image must be inside a solution");
    else if (xml->image[xml->picture].text)
        fail(xml, xml->picture == PICTURE_GOAL ? "there is already a goal"
                                               : "there is already a saved solution");
    xml->image[xml->picture].begins = place(xml);
    begin_content(xml, CONTENT_IMAGE);
}

static void end_image(struct xml *xml) {
    struct nonogram_xml_image *image = &xml->image[xml->picture];
    image->size = xml->text.size;
    image->text = buf_take(&xml->text);
    image->at = xml->text_at;
    xml->text_at = NULL;
    xml->text_room = 0;
}

static void begin_about(struct xml *xml, const char *name) {
    struct nonogram_about *about = &xml->draft->about;
    const struct {
        const char *name;
        char **field;
    } fields[] = {
        {"title", &about->title},     {"author", &about->author},
        {"source", &about->source},   {"description", &about->description},
        {"id", &about->id},           {"copyright", &about->copyright},
        {"license", &about->license}, {"catalogue", &about->catalogue},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, name) == 0) {
            xml->field = fields[i].field;
            xml->field_name = fields[i].name;
            begin_content(xml, CONTENT_ABOUT);
        }
}

static const struct {
    const char *name;
    void (*begin)(struct xml *xml, const XML_Char **attributes);
} elements[] = {
    {"color", begin_colour}, {"clues", begin_clues},       {"line", begin_line},
    {"count", begin_count},  {"solution", begin_solution}, {"image", begin_image},
};

/* An element of a puzzle; unknown ones are skipped. */
static void begin_element(struct xml *xml, const char *name, const XML_Char **attributes) {
    if (xml->content != CONTENT_NOTHING) {
        fail(xml, "only text is expected here");
        return;
    }
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp(elements[i].name, name) == 0) {
            elements[i].begin(xml, attributes);
            return;
        }
    if (xml->depth == xml->puzzle_depth + 1)
        begin_about(xml, name);
}

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    struct xml *xml = data;
    xml->depth++;
    if (xml->failed)
        return;
    if (strcmp(name, "puzzle") == 0)
        begin_puzzle(xml, attributes);
    else if (xml->in_puzzle)
        begin_element(xml, name, attributes);
    else if (xml->depth == 1 && strcmp(name, "puzzleset") != 0)
        fail(xml, "expected the element puzzleset or puzzle");
}

static void end_content(struct xml *xml) {
    switch (xml->content) {
    case CONTENT_COLOUR:
        end_colour(xml);
        break;
    case CONTENT_COUNT:
        end_count(xml);
        break;
    case CONTENT_IMAGE:
        end_image(xml);
        break;
    case CONTENT_ABOUT:
        want(xml, nonogram_draft_about(xml->draft, xml->field, xml->field_name,
                                       buf_text(&xml->text), xml->text.size, xml->content_at));
        break;
    default:
        break;
    }
    xml->content = CONTENT_NOTHING;
}

static void on_end(void *data, const XML_Char *name) {
    struct xml *xml = data;
    xml->depth--;
    if (xml->failed)
        return;
    if (xml->content != CONTENT_NOTHING)
        end_content(xml);
    else if (strcmp(name, "line") == 0)
        xml->in_line = false;
    else if (strcmp(name, "clues") == 0)
        xml->side = -1;
    else if (strcmp(name, "solution") == 0)
        xml->picture = PICTURE_NONE;
    else if (strcmp(name, "puzzle") == 0)
        xml->in_puzzle = false;
}

static void on_text(void *data, const XML_Char *text, int size) {
    struct xml *xml = data;
    if (xml->failed || xml->content == CONTENT_NOTHING)
        return;
    if (xml->text.size > CONTENT_LIMIT) {
        fail(xml, "this text is too long");
        return;
    }
    size_t at = place(xml);
    for (int i = 0; i < size; i++) {
        xml->text_at =
            mem_grow(xml->text_at, xml->text.size, &xml->text_room, sizeof *xml->text_at);
        xml->text_at[xml->text.size] = at + (size_t)i;
        buf_char(&xml->text, text[i]);
    }
}

static void on_skipped_entity(void *data, const XML_Char *name, int is_parameter) {
    struct xml *xml = data;
    const char *known = is_parameter ? NULL : nonogram_entity(name, strlen(name));
    if (known)
        on_text(data, known, (int)strlen(known));
    else if (!is_parameter)
        fail(xml, "this entity is not known");
}

static void on_entity_declaration(void *data, const XML_Char *name, int is_parameter,
                                  const XML_Char *value, int size, const XML_Char *base,
                                  const XML_Char *system, const XML_Char *public,
                                  const XML_Char *notation) {
    (void)name, (void)is_parameter, (void)value, (void)size;
    (void)base, (void)system, (void)public, (void)notation;
    fail(data, "entities may not be declared");
}

/* Without clues, the goal determines them. */
static bool finish(struct xml *xml) {
    struct nonogram_draft *draft = xml->draft;
    if (xml->puzzles == 0)
        return source_error(draft->source, draft->source->size, draft->error,
                            "there is no puzzle in this text");
    unsigned black;
    if (draft->colours == 0 && !nonogram_draft_plain(draft, 0, &black))
        return false;
    bool clues = xml->seen[NONOGRAM_ROWS] || xml->seen[NONOGRAM_COLUMNS];
    if ((clues || !xml->image[PICTURE_GOAL].text) && !nonogram_draft_puzzle(draft))
        return false;
    return nonogram_xml_picture(draft, &xml->image[PICTURE_GOAL], false) &&
           nonogram_xml_picture(draft, &xml->image[PICTURE_SAVED], true);
}

static bool parse(struct xml *xml) {
    const struct source *source = xml->draft->source;
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetSkippedEntityHandler(xml->parser, on_skipped_entity);
    XML_SetEntityDeclHandler(xml->parser, on_entity_declaration);
    enum XML_Status status = XML_Parse(xml->parser, source->data, (int)source->size, XML_TRUE);
    if (xml->failed)
        return false;
    if (status != XML_STATUS_OK)
        return source_error(source, place(xml), xml->draft->error, "not valid XML: %s",
                            XML_ErrorString(XML_GetErrorCode(xml->parser)));
    return true;
}

bool nonogram_read_xml(struct nonogram_draft *draft) {
    struct xml xml = {.draft = draft, .side = -1};
    xml.parser = XML_ParserCreate(NULL);
    if (!xml.parser)
        return error_set(draft->error, QD_FAILURE, "out of memory");
    bool good = parse(&xml) && finish(&xml);
    XML_ParserFree(xml.parser);
    buf_free(&xml.text);
    buf_free(&xml.colour_name);
    buf_free(&xml.plain_name);
    buf_free(&xml.background_name);
    free(xml.text_at);
    for (int i = 0; i < PICTURES; i++) {
        free(xml.image[i].text);
        free(xml.image[i].at);
    }
    return good;
}
