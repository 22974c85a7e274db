/* The film of a simulated run of the rig. It grows while the run is computed, and is sent piece by
 * piece. */
#ifndef SERVER_JOBS_RIG_FILM_H
#define SERVER_JOBS_RIG_FILM_H

#include <jansson.h>

#include "rig/report/film.h"

/* Frames in one answer, and in a film: a longer run is stopped by the exit button. */
#define FILM_PIECE 250
#define FILM_MOST  24000

struct film;

/* An empty film of a scene, of at most `most` frames (FILM_MOST; fewer for tests). Never NULL. */
struct film *film_new(const struct rig_scene *scene, size_t most);
void film_free(struct film *film); /* NULL does nothing */
const struct rig_scene *film_scene(const struct film *film);
/* Runs the scene, once, on any thread. Returns the object Result, or NULL with an error. */
json_t *film_run(struct film *film, qd_control *control, qd_error *error);
/* The frames from `since` on, as the object Film; also while it runs on another thread. */
json_t *film_piece(struct film *film, uint64_t since);

#endif
