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
                         struct response *response) {
    qd_error error = {0};
    const struct puzzle *puzzle = session_puzzle(session);
    const struct puzzle_format *format = find_format(puzzle, name);
    if (!format) {
        response_problem(response, 400, "bad_request", "format: %s has no such format",
                         puzzle->name);
        response_detail(response, "field", json_string("format"));
    } else if (!verb_convert(session, name, &response->body, &error)) {
        response_bad_text(response, &error);
    } else {
        response->status = 200;
        response->type = type_of(&response->body);
        snprintf(response->name, sizeof response->name, "%s-%s%s", puzzle->name, id,
                 format->extension);
    }
}

static void write_game(const struct session *session, const char *id, struct response *response) {
    session_print(session, &response->body);
    response->status = 200;
    response->type = "application/json";
    snprintf(response->name, sizeof response->name, "%s-%s.json", session_puzzle(session)->name,
             id);
}

void api_export(struct app *app, const struct request *request, struct response *response) {
    struct viewer viewer;
    const char *format = request_query(request, "format");
    struct cached_game *game = app_lock_game(app, request, false, &viewer, response);
    if (!game)
        return;
    struct session *session = view_session(game, viewer.seats);
    game_cache_unlock(app->cache, game);
    if (format && strcmp(format, "game") == 0)
        write_game(session, request->parameter[0], response);
    else
        write_format(session, format, request->parameter[0], response);
    session_free(session);
}

/* ---- pictures ---- */

/* Options of show that stand in the query. */
struct show {
    const struct puzzle *puzzle;
    struct options *options;
    struct response *response;
    bool bad;
};

static void see_option(void *context, const char *name, const char *value) {
    struct show *show = context;
    if (strcmp(name, "scale") != 0 && !show->bad)
        show->bad =
            !body_option_set(show->options, show->puzzle, CAN_SHOW, name, value, show->response);
}

/* The drawing as this viewer may see it; NULL with a problem. */
static struct drawing *draw(struct app *app, const struct request *request,
                            struct response *response) {
    struct viewer viewer;
    struct drawing *drawing = NULL;
    struct cached_game *game = app_lock_game(app, request, false, &viewer, response);
    if (!game)
        return NULL;
    struct show show = {.puzzle = session_puzzle(game->session),
                        .options = body_options_new(session_puzzle(game->session)),
                        .response = response};
    struct position *position = view_position(game, viewer.seats);
    game_cache_unlock(app->cache, game);
    request_queries(request, see_option, &show);
    show.bad = show.bad || !body_options_fit(show.options, show.puzzle, CAN_SHOW, response);
    if (!show.bad && show.puzzle->render)
        drawing = show.puzzle->render->draw(position, show.options);
    else if (!show.bad)
        response_problem(response, 422, "unsupported", "%s cannot be drawn", show.puzzle->name);
    show.puzzle->rules->free(position);
    options_free(show.options);
    return drawing;
}

void api_board_svg(struct app *app, const struct request *request, struct response *response) {
    struct drawing *drawing = draw(app, request, response);
    if (!drawing)
        return;
    drawing_svg(drawing, &response->body);
    response->status = 200;
    response->type = "image/svg+xml";
    drawing_free(drawing);
}

void api_board_png(struct app *app, const struct request *request, struct response *response) {
    const char *text = request_query(request, "scale");
    char *end = NULL;
    double scale = text ? strtod(text, &end) : 1;
    qd_error error = {0};
    if (text && (!*text || *end || !(scale >= 0.1 && scale <= 8))) {
        response_problem(response, 400, "bad_request",
                         "scale: a number from 0.1 to 8 was expected");
        return;
    }
    struct drawing *drawing = draw(app, request, response);
    if (!drawing)
        return;
    double pixels = drawing_pixels(drawing, scale);
    if (pixels > APP_PIXELS) {
        response_problem(response, 422, "unsupported",
                         "the picture would have %.0f pixels; at most %d are drawn here: a smaller "
                         "scale, or board.svg, would do",
                         pixels, APP_PIXELS);
    } else if (drawing_png(drawing, scale, &response->body, &error) == QD_YES) {
        response->status = 200;
        response->type = "image/png";
    } else {
        response_problem(response, 422, "unsupported", "%s", error.message);
    }
    drawing_free(drawing);
}
