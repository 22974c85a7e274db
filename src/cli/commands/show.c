#include <string.h>
#include <unistd.h>

#include "base/draw/drawing.h"
#include "cli/run/files.h"

enum picture { PICTURE_TEXT, PICTURE_SVG, PICTURE_PNG };

static enum picture wanted_picture(const struct request *request) {
    return request_flag(request, "png")   ? PICTURE_PNG
           : request_flag(request, "svg") ? PICTURE_SVG
                                          : PICTURE_TEXT;
}

/* --color auto means no colours in a file, even if standard output is a terminal. */
static bool wants_colour(const struct job *job) {
    bool always = strcmp(request_text(job->request, "color"), "always") == 0;
    return request_text(job->request, "output") ? always : job->output->colour;
}

static qd_status draw_text(struct job *job, struct buf *out) {
    struct output output = *job->output;
    output.colour = wants_colour(job);
    output_board(&output, job->puzzle, session_position(job->session), job->options, out);
    return QD_YES;
}

/* Appends the picture's bytes. */
static qd_status draw(struct job *job, enum picture picture, struct buf *out) {
    const struct position *position = session_position(job->session);
    if (picture == PICTURE_TEXT)
        return draw_text(job, out);
    if (!job->puzzle->render || !job->puzzle->render->draw) {
        error_set(&job->error, QD_BAD_INPUT, "%s cannot be drawn as a picture", job->puzzle->name);
        return QD_BAD_INPUT;
    }
    struct drawing *drawing = job->puzzle->render->draw(position, job->options);
    qd_status status = QD_YES;
    double scale = options_number(job->request->options, cli_options, "scale");
    if (picture == PICTURE_SVG)
        drawing_svg(drawing, out);
    else
        status = drawing_png(drawing, scale, out, &job->error);
    drawing_free(drawing);
    return status;
}

static void print_json(const struct job *job, enum picture picture, const struct buf *bytes,
                       const char *path) {
    struct json_line line;
    job_json_begin(job, &line, "ok");
    if (picture == PICTURE_TEXT)
        job_json_field(
            &line, "board",
            output_board_lines(job->puzzle, session_position(job->session), job->options));
    if (picture == PICTURE_SVG && !path)
        job_json_field(&line, "svg", json_text(buf_text(bytes)));
    job_json_field(&line, "solved", json_boolean(session_solved(job->session)));
    job_json_end(job, &line);
}

static qd_status show(struct job *job) {
    enum picture picture = wanted_picture(job->request);
    const char *path = request_text(job->request, "output");
    struct buf bytes = {0};
    qd_status status = draw(job, picture, &bytes);
    bool written = path || !job->output->json;
    if (status == QD_YES && written && !job_write(job, path, &bytes))
        status = QD_FAILURE;
    if (status == QD_YES && job->output->json)
        print_json(job, picture, &bytes, path);
    buf_free(&bytes);
    return status;
}

/* True if the output can hold several results. */
static bool many_fit(const struct request *request) {
    bool picture = wanted_picture(request) != PICTURE_TEXT;
    return !request_text(request, "output") && (!picture || request_flag(request, "json"));
}

/* Refuses combinations whose output could not be used. */
static bool fits_together(const struct request *request, qd_error *error) {
    const char *path = request_text(request, "output");
    bool png = request_flag(request, "png");
    if (request->argument_count > 1 && !many_fit(request))
        return error_set(error, QD_BAD_INPUT, "only one picture at a time; name only one FILE");
    if (png && !path && request_flag(request, "json"))
        return error_set(error, QD_BAD_INPUT, "--png with --json needs -o FILE");
    if (png && !path && isatty(STDOUT_FILENO))
        return error_set(error, QD_BAD_INPUT,
                         "a PNG cannot be printed on a terminal; name a file with -o FILE");
    return true;
}

qd_status cmd_show(const struct request *request) {
    qd_error error = {0};
    if (!fits_together(request, &error))
        return output_error(&(struct output){0}, &error, NULL, NULL);
    bool picture = wanted_picture(request) != PICTURE_TEXT;
    return run_files(
        request, &(struct file_verb){.run = show, .bare = picture, .single = !many_fit(request)});
}
