/* Pictures and keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conformance.h"

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

/* The width stands in bytes 16 to 19 of a PNG, the height in the next four. */
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

/* Any keys in any order: every move that comes of it is legal or refused. */
void keys_play(const struct instance *instance) {
    const struct puzzle_play *play = instance->puzzle->play;
    if (!play)
        return;
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    struct call call = begin(NULL);
    struct play_input input = {0};
    EXPECT(play->help && *play->help, "no help");
    for (int i = 0; i < 2000; i++) {
        struct buf move = {0}, why = {0};
        int key = random_below(&random, 2) ? PLAY_UP + (int)random_below(&random, 5)
                                           : (int)random_below(&random, 256);
        if (play->key(session_position(session), &input, key, &move))
            EXPECT(session_move(session, buf_text(&move), &why) || why.size > 0, "no reason");
        struct canvas *canvas = canvas_new();
        instance->puzzle->render->text(session_position(session), call.options, canvas);
        play->mark(session_position(session), &input, call.options, canvas);
        canvas_free(canvas);
        buf_free(&move);
        buf_free(&why);
    }
    done(&call);
    session_free(session);
}
