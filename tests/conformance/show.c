/* Pictures and keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/interface/terminal/player.h"
#include "tests/conformance/conformance.h"

static void expect_text_picture(const struct instance *instance, const struct session *session,
                                bool ascii) {
    static const struct option_spec spec = {.name = "ascii", .kind = OPTION_FLAG};
    struct call call = begin(NULL);
    struct buf out = {0};
    struct canvas *canvas = canvas_new();
    options_set(call.options, &spec, ascii ? "yes" : "no", NULL);
    instance->puzzle->render->text(session_position(session), call.options, canvas);
    canvas_print(canvas, false, &out);
    EXPECT(canvas_rows(canvas) > 0 && out.size > 1, "nothing is shown");
    for (size_t i = 0; i < out.size; i++)
        EXPECT(!ascii || (unsigned char)out.text[i] < 0x80, "not ASCII:\n%s", out.text);
    canvas_free(canvas);
    buf_free(&out);
    done(&call);
}

/* Bytes 16 to 19 of a PNG are its width, the next four its height. */
static unsigned png_side(const struct buf *png, size_t at) {
    const unsigned char *bytes = (const unsigned char *)png->text + at;
    return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

static void expect_drawing(const struct instance *instance, const struct session *session) {
    struct call call = begin(NULL);
    struct buf svg = {0}, png = {0};
    struct drawing *drawing =
        instance->puzzle->render->draw(session_position(session), call.options);
    EXPECT(drawing, "nothing is drawn");
    drawing_svg(drawing, &svg);
    EXPECT(svg.size > 0 && strstr(svg.text, "<svg") && strstr(svg.text, "</svg>"), "no SVG");
    EXPECT(drawing_png(drawing, 1, &png, &call.error) == QD_YES, "PNG: %s", call.error.message);
    EXPECT(png.size > 24 && memcmp(png.text, "\x89PNG\r\n\x1a\n", 8) == 0, "no PNG");
    EXPECT(png_side(&png, 16) >= 16 && png_side(&png, 20) >= 16, "drawn in too small units");
    drawing_free(drawing);
    buf_free(&svg);
    buf_free(&png);
    done(&call);
}

void shown(const struct instance *instance) {
    if (!instance->puzzle->render)
        return;
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    for (int i = 0; i < 3; i++) {
        expect_text_picture(instance, session, true);
        expect_text_picture(instance, session, false);
        expect_drawing(instance, session);
        move_at_random(instance, session, &random);
    }
    session_free(session);
}

/* The board with the cursor's mark on it. */
static struct canvas *marked_board(const struct instance *instance, const struct session *session,
                                   const struct play_input *input, const struct options *options) {
    struct canvas *canvas = canvas_new();
    instance->puzzle->render->text(session_position(session), options, canvas);
    instance->puzzle->terminal->mark(session_position(session), input, options, canvas);
    return canvas;
}

static struct play_place place_of(const struct instance *instance, const struct session *session,
                                  const struct play_input *input, const struct options *options,
                                  const struct canvas *canvas) {
    struct play_place place = {.bottom = canvas_rows(canvas), .end = canvas_rows(canvas)};
    instance->puzzle->terminal->place(session_position(session), input, options, &place);
    return place;
}

/* The cursor is on the canvas, and stays where it is when the mouse points at it. */
static void expect_cursor(const struct instance *instance, const struct session *session,
                          const struct play_input *input, const struct options *options) {
    const struct puzzle_terminal *play = instance->puzzle->terminal;
    if (!play->place)
        return;
    struct canvas *canvas = marked_board(instance, session, input, options);
    struct play_place place = place_of(instance, session, input, options, canvas);
    EXPECT(place.row >= place.top && place.row < place.end && place.width > 0 &&
               place.column >= place.left && place.column + place.width <= canvas_cols(canvas) &&
               place.bottom <= place.end && place.end <= canvas_rows(canvas),
           "the cursor is at %d, %d", place.row, place.column);
    struct play_input other = *input;
    struct buf moves = {0};
    if (play->point) {
        play->point(session_position(session), &other, options, place.row, place.column,
                    PLAY_BUTTON_LEFT, &moves);
        buf_clear(&moves);
        EXPECT(!play->point(session_position(session), &other, options, place.row, place.column,
                            PLAY_LET_GO, &moves),
               "a click on one place is taken for a drag: %s", buf_text(&moves));
        struct play_place now = place_of(instance, session, &other, options, canvas);
        EXPECT(now.row == place.row && now.column == place.column, "from %d, %d to %d, %d",
               place.row, place.column, now.row, now.column);
    }
    buf_free(&moves);
    canvas_free(canvas);
}

static bool press_key(const struct instance *instance, const struct session *session,
                      struct play_input *input, struct random *random, struct buf *moves) {
    int key = random_below(random, 2) ? PLAY_UP + (int)random_below(random, 5)
                                      : (int)random_below(random, 256);
    return instance->puzzle->terminal->key(session_position(session), input, key, moves);
}

/* Somewhere on the board or beside it. */
static bool press_button(const struct instance *instance, const struct session *session,
                         struct play_input *input, const struct options *options,
                         struct random *random, struct buf *moves) {
    static const int buttons[] = {PLAY_BUTTON_LEFT, PLAY_LET_GO, PLAY_BUTTON_RIGHT};
    struct canvas *canvas = marked_board(instance, session, input, options);
    int row = (int)random_below(random, (uint64_t)canvas_rows(canvas) + 2) - 1;
    int column = (int)random_below(random, (uint64_t)canvas_cols(canvas) + 2) - 1;
    canvas_free(canvas);
    return instance->puzzle->terminal->point(session_position(session), input, options, row, column,
                                             buttons[random_below(random, 3)], moves);
}

static void expect_moves(const struct instance *instance, struct session *session, char *moves) {
    char *rest = NULL;
    const char *move = strtok_r(moves, " ", &rest);
    EXPECT(move, "a move without a text");
    for (; move; move = strtok_r(NULL, " ", &rest)) {
        struct refusal why = {0};
        EXPECT(session_move(session, move, NULL, &why) == QD_YES || why.text.size > 0, "no reason");
        refusal_free(&why);
    }
}

/* Any keys and buttons in any order: every move that comes of it is legal or refused. */
void keys_play(const struct instance *instance) {
    const struct puzzle_terminal *play = instance->puzzle->terminal;
    if (!play)
        return;
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    struct call call = begin(NULL);
    struct play_input input = {0};
    EXPECT(play->help && *play->help, "no help");
    for (int i = 0; i < 2000; i++) {
        struct buf moves = {0};
        bool mouse = play->point && random_below(&random, 2);
        if (mouse ? press_button(instance, session, &input, call.options, &random, &moves)
                  : press_key(instance, session, &input, &random, &moves))
            expect_moves(instance, session, moves.text);
        expect_cursor(instance, session, &input, call.options);
        buf_free(&moves);
    }
    done(&call);
    session_free(session);
}
