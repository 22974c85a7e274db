/* The handlers of requests, as docs/openapi.json describes them, in files api_*.c. */
#ifndef SERVER_API_API_H
#define SERVER_API_API_H

#include "server/games/app.h"
#include "server/jobs/jobs.h"

void api_health(struct app *app, const struct call *call, struct reply *reply);
void api_puzzles(struct app *app, const struct call *call, struct reply *reply);
void api_create(struct app *app, const struct call *call, struct reply *reply);
void api_draft(struct app *app, const struct call *call, struct reply *reply);
void api_game(struct app *app, const struct call *call, struct reply *reply);
void api_log(struct app *app, const struct call *call, struct reply *reply);
void api_moves(struct app *app, const struct call *call, struct reply *reply);
void api_undo(struct app *app, const struct call *call, struct reply *reply);
void api_redo(struct app *app, const struct call *call, struct reply *reply);
void api_resign(struct app *app, const struct call *call, struct reply *reply);
void api_rematch(struct app *app, const struct call *call, struct reply *reply);
void api_engine(struct app *app, const struct call *call, struct reply *reply);
void api_export(struct app *app, const struct call *call, struct reply *reply);
void api_board_svg(struct app *app, const struct call *call, struct reply *reply);
void api_board_png(struct app *app, const struct call *call, struct reply *reply);
void api_invitation(struct app *app, const struct call *call, struct reply *reply);
void api_join(struct app *app, const struct call *call, struct reply *reply);
void api_solve(struct app *app, const struct call *call, struct reply *reply);
void api_hint(struct app *app, const struct call *call, struct reply *reply);
void api_check(struct app *app, const struct call *call, struct reply *reply);
void api_rate(struct app *app, const struct call *call, struct reply *reply);
void api_rig(struct app *app, const struct call *call, struct reply *reply);
void api_rig_run(struct app *app, const struct call *call, struct reply *reply);
void api_rig_stop(struct app *app, const struct call *call, struct reply *reply);
void api_job(struct app *app, const struct call *call, struct reply *reply);
void api_cancel(struct app *app, const struct call *call, struct reply *reply);

/* Tells a stream of these topics the versions that the games have now. */
void api_events_first(struct app *app, const char *topics, struct stream *stream);

/* server/api/create.c: keeps the game that a job has made; see jobs_new. context is the app. */
json_t *api_made(void *context, const struct job_wish *wish, struct session *session,
                 qd_error *error);

#endif
