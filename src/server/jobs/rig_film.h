/* The film of a run of the simulated rig: it grows while the run is computed, and is given out
 * piece by piece. */
#ifndef SERVER_JOBS_RIG_FILM_H
#define SERVER_JOBS_RIG_FILM_H

#include <jansson.h>

#include "rig/report/film.h"

/* Frames in one answer, and in a film: one that gets longer is stopped by the exit button. */
#define FILM_PIECE 250
#define FILM_MOST  24000

struct film;

/* An empty film of a scene, of most frames (FILM_MOST; fewer for tests). Never NULL. */
struct film *film_new(const struct rig_scene *scene, size_t most);
void film_free(struct film *film); /* NULL does nothing */
const struct rig_scene *film_scene(const struct film *film);
/* Runs the scene, once, on any thread. Returns the Result object, or NULL with an error. */
json_t *film_run(struct film *film, qd_control *control, qd_error *error);
/* What there is from that frame on, as the object Film; also while it runs on another thread. */
json_t *film_piece(struct film *film, uint64_t since);

#endif
