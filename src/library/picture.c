#include "library/library.h"

/* The puzzle's renderer; NULL with an error if it has none. */
static const struct puzzle_render *renderer(const struct puzzle *puzzle, qd_error *error) {
    if (!puzzle->render)
        error_set(error, QD_BAD_INPUT, "%s cannot be shown", puzzle->name);
    return puzzle->render;
}

char *qd_session_board(const qd_session *session, const qd_options *options, bool colour,
                       qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session->game);
    struct call call;
    if (!call_begin(&call, puzzle, CAN_SHOW, BOARD_PRINTED, options, NULL, error))
        return NULL;
    const struct puzzle_render *render = renderer(puzzle, call.error);
    struct buf out = {0};
    if (render) {
        struct canvas *canvas = canvas_new();
        render->text(session_position(session->game), call.options, canvas);
        canvas_print(canvas, colour, &out);
        canvas_free(canvas);
    }
    call_end(&call);
    return render ? buf_take(&out) : NULL;
}

/* The board as shapes; NULL with an error. */
static struct drawing *draw(const qd_session *session, const qd_options *options, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session->game);
    struct call call;
    if (!call_begin(&call, puzzle, CAN_SHOW, BOARD_DRAWN, options, NULL, error))
        return NULL;
    const struct puzzle_render *render = renderer(puzzle, call.error);
    struct drawing *drawing = NULL;
    if (render)
        drawing = render->draw(session_position(session->game), call.options);
    call_end(&call);
    return drawing;
}

char *qd_session_svg(const qd_session *session, const qd_options *options, qd_error *error) {
    struct drawing *drawing = draw(session, options, error);
    if (!drawing)
        return NULL;
    struct buf out = {0};
    drawing_svg(drawing, &out);
    drawing_free(drawing);
    return buf_take(&out);
}

unsigned char *qd_session_png(const qd_session *session, const qd_options *options, double scale,
                              size_t *size, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    struct drawing *drawing = draw(session, options, error);
    if (!drawing)
        return NULL;
    struct buf out = {0};
    qd_status status = drawing_png(drawing, scale, &out, error);
    drawing_free(drawing);
    if (status != QD_YES) {
        buf_free(&out);
        return NULL;
    }
    *size = out.size;
    return (unsigned char *)buf_take(&out);
}
