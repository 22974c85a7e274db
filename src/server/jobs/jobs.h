/* Long work that is asked for: solve, hint, check, rate, generate, draft, rig. Jobs wait in queues
 * of limited length, run with limits of time and memory, can be watched and cancelled, and are
 * forgotten some minutes after their end. Short kinds never wait for long ones. */
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

/* What is asked for. jobs_start takes over all pointers. */
struct job_request {
    enum job_kind kind;
    const struct puzzle *puzzle;
    struct session *session; /* NULL for generate and rig; draft: NULL if it is to be generated */
    struct options *options;
    char game[SECRET_ID + 1]; /* "" for none */
    uint64_t version;
    uint8_t hash[SECRET_HASH]; /* of the token that may look at it */
    char *from;                /* solve: the first move that is wanted; NULL is 0 */
    uint64_t count;            /* solve: the most moves */
    uint64_t seed;             /* generate, draft */
    bool check;                /* draft: with what a check says */
    double seconds;            /* the limit of time; 0: JOBS_SECONDS */
    char *file;                /* of upload_write, removed at the end; NULL: none */
    char name[161];            /* generate: what the owner of the game wants to be called */
    struct film *film;         /* rig: still empty */
};

struct jobs;

/* made: keeps a game that a job has made (which is taken over) for the token of the wish, and
 * returns it as Game; NULL with an error, of status QD_NO if no more games can be kept. limits: of
 * each job. */
struct jobs *jobs_new(struct events *events, const qd_limits *limits,
                      json_t *(*made)(void *context, const struct job_request *request,
                                      struct session *session, qd_error *error),
                      void *context);
/* Ends all jobs and takes no more. */
void jobs_stop(struct jobs *jobs);
void jobs_free(struct jobs *jobs);

/* Starts a job and answers with it, status 202; or with a problem if too much waits. The reply's
 * object may get more fields. */
void jobs_start(struct jobs *jobs, struct job_request *request, struct response *response);
/* Answers with the job of that id, or a problem. cancel: ends it first. hash: of the token that was
 * given; NULL: none was. since: the first frame that is wanted of a film. */
void jobs_get(struct jobs *jobs, const char *id, const uint8_t *hash, bool cancel, uint64_t since,
              struct response *response);
/* What the rig does in the job of that id: fills the scene, and of the wish for another job like it
 * game, version and hash. Returns false with a problem. */
bool jobs_scene(struct jobs *jobs, const char *id, const uint8_t *hash, struct job_request *request,
                struct rig_scene *scene, struct response *response);

/* Forgets the jobs that ended long before now, a time of clock_wall. jobs_start and the end of a
 * job do so too. */
void jobs_forget(struct jobs *jobs, double now);
/* Walks all jobs. Returns false if one is not what its state says, or there are more than may be.
 */
bool jobs_check(struct jobs *jobs);

/* ---- job_work.c ---- */

/* Does what is wished. Returns the Result object, or NULL with an error. */
json_t *job_work(const struct job_request *request, qd_control *control, qd_error *error);
/* Makes a new puzzle. The finding gets what is to be said. Returns NULL with an error. */
struct session *job_make(const struct job_request *request, qd_control *control,
                         struct finding *finding, qd_error *error);
/* Releases what a wish holds. */
void job_request_free(struct job_request *request);

#endif
