/* Games as files and pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/api.h"
#include "server/games/view.h"
#include "server/http/request_body.h"
#include "session/verbs.h"

/* ---- files ---- */

static const struct puzzle_format *find_format(const struct puzzle *puzzle, const char *name) {
    const struct puzzle_format *format = puzzle->text->formats;
    while (format->name && name && strcmp(format->name, name) != 0)
        format++;
    return format->name ? format : NULL;
}

static const char *type_of(const struct buf *bytes) {
    if (bytes->size > 4 && memcmp(bytes->text, "\x89PNG", 4) == 0)
        return "image/png";
    return memchr(buf_text(bytes), 0, bytes->size) ? "application/octet-stream"
                                                   : "text/plain; charset=utf-8";
}

static void write_format(const struct session *session, const char *name, const char *id,
                         struct reply *reply) {
    qd_error error = {0};
    const struct puzzle *puzzle = session_puzzle(session);
    const struct puzzle_format *format = find_format(puzzle, name);
    if (!format) {
        reply_problem(reply, 400, "bad_request", "format: %s has no such format", puzzle->name);
        reply_detail(reply, "field", json_string("format"));
    } else if (!verb_convert(session, name, &reply->body, &error)) {
        reply_bad_text(reply, &error);
    } else {
        reply->status = 200;
        reply->type = type_of(&reply->body);
        snprintf(reply->name, sizeof reply->name, "%s-%s%s", puzzle->name, id, format->extension);
    }
}

static void write_game(const struct session *session, const char *id, struct reply *reply) {
    session_print(session, &reply->body);
    reply->status = 200;
    reply->type = "application/json";
    snprintf(reply->name, sizeof reply->name, "%s-%s.json", session_puzzle(session)->name, id);
}

void api_export(struct app *app, const struct call *call, struct reply *reply) {
    struct viewer viewer;
    const char *format = call_query(call, "format");
    struct live *live = app_take(app, call, false, &viewer, reply);
    if (!live)
        return;
    struct session *session = state_session(live, viewer.seats);
    lives_leave(app->lives, live);
    if (format && strcmp(format, "game") == 0)
        write_game(session, call->part[0], reply);
    else
        write_format(session, format, call->part[0], reply);
    session_free(session);
}

/* ---- pictures ---- */

/* Options of show that stand in the query. */
struct show {
    const struct puzzle *puzzle;
    struct options *options;
    struct reply *reply;
    bool bad;
};

static void see_option(void *context, const char *name, const char *value) {
    struct show *show = context;
    if (strcmp(name, "scale") != 0 && !show->bad)
        show->bad = !wish_set(show->options, show->puzzle, CAN_SHOW, name, value, show->reply);
}

/* The drawing as this viewer may see it; NULL with a problem. */
static struct drawing *draw(struct app *app, const struct call *call, struct reply *reply) {
    struct viewer viewer;
    struct drawing *drawing = NULL;
    struct live *live = app_take(app, call, false, &viewer, reply);
    if (!live)
        return NULL;
    struct show show = {.puzzle = session_puzzle(live->session),
                        .options = request_options_new(session_puzzle(live->session)),
                        .reply = reply};
    struct position *position = state_position(live, viewer.seats);
    lives_leave(app->lives, live);
    call_queries(call, see_option, &show);
    show.bad = show.bad || !wish_options_fit(show.options, show.puzzle, CAN_SHOW, reply);
    if (!show.bad && show.puzzle->render)
        drawing = show.puzzle->render->draw(position, show.options);
    else if (!show.bad)
        reply_problem(reply, 422, "unsupported", "%s cannot be drawn", show.puzzle->name);
    show.puzzle->rules->free(position);
    options_free(show.options);
    return drawing;
}

void api_board_svg(struct app *app, const struct call *call, struct reply *reply) {
    struct drawing *drawing = draw(app, call, reply);
    if (!drawing)
        return;
    drawing_svg(drawing, &reply->body);
    reply->status = 200;
    reply->type = "image/svg+xml";
    drawing_free(drawing);
}

void api_board_png(struct app *app, const struct call *call, struct reply *reply) {
    const char *text = call_query(call, "scale");
    char *end = NULL;
    double scale = text ? strtod(text, &end) : 1;
    qd_error error = {0};
    if (text && (!*text || *end || !(scale >= 0.1 && scale <= 8))) {
        reply_problem(reply, 400, "bad_request", "scale: a number from 0.1 to 8 was expected");
        return;
    }
    struct drawing *drawing = draw(app, call, reply);
    if (!drawing)
        return;
    double pixels = drawing_pixels(drawing, scale);
    if (pixels > APP_PIXELS) {
        reply_problem(reply, 422, "unsupported",
                      "the picture would have %.0f pixels; at most %d are drawn here: a smaller "
                      "scale, or board.svg, would do",
                      pixels, APP_PIXELS);
    } else if (drawing_png(drawing, scale, &reply->body, &error) == QD_YES) {
        reply->status = 200;
        reply->type = "image/png";
    } else {
        reply_problem(reply, 422, "unsupported", "%s", error.message);
    }
    drawing_free(drawing);
}
