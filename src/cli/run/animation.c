#include "cli/run/animation.h"

#include <string.h>

#include "base/draw/svg_animation.h"
#include "session/solution.h"

static double pace_of(const struct request *request) {
    return options_number(request->options, cli_options, "pace");
}

enum animation animation_wanted(const struct request *request) {
    const char *path = request_text(request, "animate");
    if (!path)
        return ANIMATION_NONE;
    if (strcmp(path, "-") != 0)
        return ANIMATION_FILE;
    return request_flag(request, "json") ? ANIMATION_FIELD : ANIMATION_OUTPUT;
}

bool animation_fits(const struct request *request, qd_error *error) {
    enum animation wanted = animation_wanted(request);
    if (request->argument_count > 1 && wanted != ANIMATION_NONE && wanted != ANIMATION_FIELD)
        return error_set(error, QD_BAD_INPUT, "one animation at a time: give one FILE");
    if (pace_of(request) < SVG_ANIMATION_FASTEST)
        return error_set(error, QD_BAD_INPUT, "--pace takes at least %g seconds",
                         SVG_ANIMATION_FASTEST);
    return true;
}

qd_status animation_make(struct job *job, const struct answer *answer,
                         const struct move_range *range, struct buf *svg) {
    const struct solution_part part = {.from = range->from,
                                       .count = range->limit,
                                       .seconds = pace_of(job->request),
                                       .chosen_by = "--from and --moves"};
    qd_status status =
        solution_animate(job->session, answer, &part, job->options, svg, &job->error);
    if (status != QD_YES || animation_wanted(job->request) != ANIMATION_FILE)
        return status;
    const char *path = request_text(job->request, "animate");
    return output_write(path, buf_text(svg), svg->size, &job->error) ? QD_YES : job->error.status;
}
