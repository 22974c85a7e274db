/* Jobs are requests that take long: solve, hint, check, rate, generate, draft, rig. They wait in
 * queues of limited length, run with limits of time and memory, can be watched and cancelled, and
 * are forgotten some minutes after their end. Quick kinds never wait for slow ones. */
#ifndef SERVER_JOBS_JOBS_H
#define SERVER_JOBS_JOBS_H

#include "server/games/events.h"
#include "server/http/response.h"
#include "server/jobs/rig_film.h"
#include "server/store/tokens.h"
#include "session/session.h"

enum job_kind {
    JOB_SOLVE,
    JOB_HINT,
    JOB_CHECK,
    JOB_RATE,
    JOB_GENERATE,
    JOB_DRAFT,
    JOB_RIG,
    JOB_KINDS
};

/* Limits of a job. */
#define JOBS_SECONDS 60.0
#define JOBS_BYTES   ((uint64_t)512 << 20)

/* What a job is to do. jobs_start takes over all pointers. */
struct job_request {
    enum job_kind kind;
    const struct puzzle *puzzle;
    struct session *session; /* NULL for generate and rig; draft: NULL if it is to be generated */
    struct options *options;
    char game[SECRET_ID + 1]; /* "" for none */
    uint64_t version;
    uint8_t hash[SECRET_HASH]; /* of the token that may see it */
    char *from;                /* solve: the number of the first move; NULL is 0 */
    uint64_t count;            /* solve: the most moves to return */
    uint64_t seed;             /* generate, draft */
    bool check;                /* draft: check it, too */
    double seconds;            /* at most; 0: JOBS_SECONDS */
    char *file;                /* an upload, removed at the end; NULL: none */
    char name[161];            /* generate: of the game's owner */
    struct film *film;         /* rig: still empty */
};

struct jobs;

/* made: stores a game that a job has made (and takes the session over) for the request's token.
 * Returns it as Game; NULL with an error, of status QD_NO if the store is full. limits: of each
 * job. */
struct jobs *jobs_new(struct events *events, const qd_limits *limits,
                      json_t *(*made)(void *context, const struct job_request *request,
                                      struct session *session, qd_error *error),
                      void *context);
/* Cancels all jobs and refuses new ones. */
void jobs_stop(struct jobs *jobs);
void jobs_free(struct jobs *jobs);

/* Starts a job and answers with it (202), or with a problem if too many are waiting. The caller may
 * add fields to the answer. */
void jobs_start(struct jobs *jobs, struct job_request *request, struct response *response);
/* Answers with the job, or a problem. cancel: cancels it first. hash: of the request's token; NULL:
 * none. since: the first frame of a film to send. */
void jobs_get(struct jobs *jobs, const char *id, const uint8_t *hash, bool cancel, uint64_t since,
              struct response *response);
/* Fills the scene of a rig job, and game, version and hash for another job like it. Returns false
 * with a problem. */
bool jobs_scene(struct jobs *jobs, const char *id, const uint8_t *hash, struct job_request *request,
                struct rig_scene *scene, struct response *response);

/* Forgets the jobs that ended long before `now`, a time of clock_wall. So do jobs_start and the end
 * of a job. */
void jobs_forget(struct jobs *jobs, double now);
/* Walks all jobs. Returns false if one contradicts its state, or there are too many. */
bool jobs_check(struct jobs *jobs);

/* ---- work.c ---- */

/* Does the job. Returns the object Result, or NULL with an error. */
json_t *job_work(const struct job_request *request, qd_control *control, qd_error *error);
/* Makes a new puzzle, and says in the finding how. Returns NULL with an error. */
struct session *job_make(const struct job_request *request, qd_control *control,
                         struct finding *finding, qd_error *error);
/* Releases what a request holds. */
void job_request_free(struct job_request *request);

#endif
