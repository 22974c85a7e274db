#include "server/jobs/jobs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/thread_pool.h"
#include "server/http/upload.h"

enum {
    QUICK_THREADS = 2,  /* hint, check, rig, and drafts that take no longer */
    LONG_THREADS = 2,   /* solve, rate, generate */
    MOST_WAITING = 32,  /* in each pool */
    MOST_OF_ONE = 6,    /* of one token, waiting or running */
    MOST_KEPT = 256,    /* jobs that have ended, */
    MOST_FILMS = 24,    /* and those of them with a film, which is larger */
    MOST_MOVES = 400000 /* moves in all their results, about 100 bytes each; see size_of */
};
#define KEPT_SECONDS  600.0
#define QUICK_SECONDS 2.0

enum state { QUEUED, RUNNING, DONE, FAILED, CANCELLED };
static const char *const state_words[] = {"queued", "running", "done", "failed", "cancelled"};
static const char *const kind_words[JOB_KINDS] = {"solve",    "hint",  "check", "rate",
                                                  "generate", "draft", "rig"};

struct job {
    char id[SECRET_LONG + 1];
    struct jobs *jobs;
    struct job_request request;
    bool quick;
    enum state state;
    bool cancelled;      /* on request */
    qd_control *control; /* while it runs */
    qd_progress last;    /* when it has ended */
    double ended;
    json_t *result;    /* Result, when it is done */
    struct film *film; /* rig */
    qd_error error;
    struct job *next; /* older */
};

struct jobs {
    struct events *events;
    qd_limits limits; /* of each */
    json_t *(*made)(void *context, const struct job_request *request, struct session *session,
                    qd_error *error);
    void *context;
    struct thread_pool *quick, *lengthy;
    struct mutex lock;
    struct job *first;
    bool stopping;
};

void job_request_free(struct job_request *request) {
    session_free(request->session);
    options_free(request->options);
    free(request->from);
    upload_remove(request->file);
    film_free(request->film);
    request->session = NULL;
    request->options = NULL;
    request->from = request->file = NULL;
    request->film = NULL;
}

static void free_job(struct job *job) {
    job_request_free(&job->request);
    film_free(job->film);
    json_decref(job->result);
    free(job);
}

struct jobs *jobs_new(struct events *events, const qd_limits *limits,
                      json_t *(*made)(void *context, const struct job_request *request,
                                      struct session *session, qd_error *error),
                      void *context) {
    struct jobs *jobs = MEM_NEW(struct jobs);
    jobs->events = events;
    jobs->limits = *limits;
    jobs->made = made;
    jobs->context = context;
    mutex_init(&jobs->lock);
    jobs->quick = thread_pool_new(QUICK_THREADS, MOST_WAITING);
    jobs->lengthy = thread_pool_new(LONG_THREADS, MOST_WAITING);
    return jobs;
}

void jobs_stop(struct jobs *jobs) {
    mutex_lock(&jobs->lock);
    jobs->stopping = true;
    for (struct job *job = jobs->first; job; job = job->next) {
        job->cancelled = true;
        if (job->control)
            control_stop(job->control);
    }
    mutex_unlock(&jobs->lock);
    thread_pool_stop(jobs->quick);
    thread_pool_stop(jobs->lengthy);
}

void jobs_free(struct jobs *jobs) {
    thread_pool_free(jobs->quick);
    thread_pool_free(jobs->lengthy);
    for (struct job *job = jobs->first, *next; job; job = next) {
        next = job->next;
        free_job(job);
    }
    mutex_destroy(&jobs->lock);
    free(jobs);
}

/* ---- forgetting; with the lock held ---- */

/* How large a result is, in moves. A game counts for more than its text: its board is a large
 * object. */
static size_t size_of(const json_t *result) {
    const json_t *draft = json_object_get(result, "draft"), *game = json_object_get(result, "game");
    return json_array_size(json_object_get(result, "moves")) +
           json_string_length(json_object_get(draft, "text")) / 100 +
           json_string_length(json_object_get(game, "position")) / 5;
}

/* Forgets the oldest first. */
static void forget_old(struct jobs *jobs, double now) {
    assert(mutex_is_locked(&jobs->lock));
    size_t kept = 0, films = 0, moves = 0;
    for (struct job **at = &jobs->first; *at;) {
        struct job *job = *at;
        bool over = job->state >= DONE;
        assert(!over || job->ended > 0); /* its thread is done with it */
        films += over && job->film;
        moves += over ? size_of(job->result) : 0;
        if (over && (++kept > MOST_KEPT || now - job->ended > KEPT_SECONDS ||
                     (kept > 1 && moves > MOST_MOVES) || (job->film && films > MOST_FILMS))) {
            *at = job->next;
            free_job(job);
        } else
            at = &job->next;
    }
}

/* ---- running ---- */

/* Returns NULL if the job was cancelled before it began. It counts as queued until it ends, so that
 * nobody forgets it before that. */
static qd_control *begin(struct job *job) {
    qd_limits limits = job->jobs->limits;
    if (job->request.seconds > 0 && job->request.seconds < limits.seconds)
        limits.seconds = job->request.seconds;
    mutex_lock(&job->jobs->lock);
    assert(job->state == QUEUED && !job->control);
    if (!job->cancelled) {
        job->control = control_new(&limits);
        job->state = RUNNING;
    }
    qd_control *control = job->control;
    mutex_unlock(&job->jobs->lock);
    return control;
}

static json_t *generate(struct job *job, qd_control *control, qd_error *error) {
    struct finding finding = {0};
    struct session *session = job_make(&job->request, control, &finding, error);
    json_t *game =
        session ? job->jobs->made(job->jobs->context, &job->request, session, error) : NULL;
    json_t *result = NULL;
    if (game) {
        result = json_object();
        json_object_set_new(result, "status", json_string("made"));
        json_object_set_new(result, "text", json_text(buf_text(&finding.text)));
        json_object_set_new(result, "fields",
                            finding.fields ? json_incref(finding.fields) : json_object());
        json_object_set_new(result, "game", game);
    }
    finding_free(&finding);
    return result;
}

static void end(struct job *job, json_t *result, const qd_error *error) {
    struct jobs *jobs = job->jobs;
    mutex_lock(&jobs->lock);
    qd_control *control = job->control;
    assert(job->state == (control ? RUNNING : QUEUED) && !job->result);
    if (control)
        control_progress(control, &job->last);
    job->control = NULL;
    job->state = job->cancelled ? CANCELLED : result ? DONE : FAILED;
    if (result) {
        json_object_set_new(result, "seconds", json_real(job->last.seconds));
        json_object_set_new(result, "nodes", json_integer((json_int_t)job->last.nodes));
    }
    job->result = result;
    job->error = *error;
    job->ended = clock_wall();
    job_request_free(&job->request);
    const char *word = state_words[job->state];
    char id[SECRET_LONG + 1];
    memcpy(id, job->id, sizeof id);
    forget_old(jobs, clock_wall()); /* perhaps this one too, so it is not used below */
    mutex_unlock(&jobs->lock);
    if (error->status == QD_FAILURE)
        fprintf(stderr, "quandary serve: a job has failed: %s\n", error->message);
    control_free(control);
    events_job(jobs->events, id, word);
}

static void run(void *context) {
    struct job *job = context;
    qd_error error = {0};
    qd_control *control = begin(job);
    json_t *result = NULL;
    if (control && job->request.kind == JOB_GENERATE)
        result = generate(job, control, &error);
    else if (control && job->film)
        result = film_run(job->film, control, &error);
    else if (control)
        result = job_work(&job->request, control, &error);
    end(job, result, &error);
}

/* ---- looking; with the lock held ---- */

static unsigned before(const struct job *job) {
    unsigned count = 0;
    for (const struct job *other = job->next; other; other = other->next)
        count += other->state == QUEUED && other->quick == job->quick;
    return job->state == QUEUED ? count : 0;
}

static json_t *progress_of(const struct job *job) {
    qd_progress progress = job->last;
    if (job->control)
        control_progress(job->control, &progress);
    json_t *object = json_object();
    json_object_set_new(object, "seconds", json_real(progress.seconds));
    json_object_set_new(object, "nodes", json_integer((json_int_t)progress.nodes));
    json_object_set_new(object, "fraction",
                        progress.fraction >= 0 ? json_real(progress.fraction) : json_null());
    json_object_set_new(object, "note", json_text(progress.note));
    json_object_set_new(object, "before", json_integer(before(job)));
    return object;
}

static json_t *error_of(const struct job *job) {
    struct response response = {0};
    if (job->state != FAILED)
        return json_null();
    if (job->error.status == QD_NO)
        response_problem(&response, 507, "store_full", "%s", job->error.message);
    else if (job->error.status == QD_FAILURE)
        response_problem(&response, 500, "failure", "the server has failed; its log says why");
    else
        response_problem(&response, 422, "unsupported", "%s", job->error.message);
    json_t *object = json_incref(response.json);
    response_free(&response);
    return object;
}

/* A rig that was stopped has a result, too. */
static bool shows_result(const struct job *job) {
    return job->state == DONE || (job->film && job->result);
}

static json_t *job_json(const struct job *job, uint64_t since) {
    json_t *object = json_object();
    bool of_game = job->request.game[0] != '\0';
    json_object_set_new(object, "id", json_string(job->id));
    json_object_set_new(object, "kind", json_string(kind_words[job->request.kind]));
    json_object_set_new(object, "game", of_game ? json_string(job->request.game) : json_null());
    json_object_set_new(object, "version",
                        of_game ? json_integer((json_int_t)job->request.version) : json_null());
    json_object_set_new(object, "state", json_string(state_words[job->state]));
    json_object_set_new(object, "progress", progress_of(job));
    json_object_set_new(object, "result",
                        shows_result(job) ? json_incref(job->result) : json_null());
    json_object_set_new(object, "error", error_of(job));
    if (job->film)
        json_object_set_new(object, "film", film_piece(job->film, since));
    return object;
}

/* ---- the table; with the lock held ---- */

static unsigned waiting_for(const struct jobs *jobs, const uint8_t hash[SECRET_HASH]) {
    unsigned count = 0;
    assert(mutex_is_locked(&jobs->lock));
    for (const struct job *job = jobs->first; job; job = job->next)
        count += job->state < DONE && secret_same(job->request.hash, hash);
    return count;
}

/* Generators may use all the time that they get. */
static bool is_quick(const struct job_request *request) {
    if (request->kind == JOB_DRAFT)
        return request->session || (request->seconds > 0 && request->seconds <= QUICK_SECONDS);
    return request->kind == JOB_HINT || request->kind == JOB_CHECK || request->kind == JOB_RIG;
}

static struct job *add(struct jobs *jobs, struct job_request *request) {
    struct job *job = MEM_NEW(struct job);
    secret_name(job->id, SECRET_LONG);
    job->jobs = jobs;
    job->request = *request;
    job->film = request->film;
    job->request.film = NULL;
    job->quick = is_quick(request);
    job->last.fraction = -1;
    job->next = jobs->first;
    jobs->first = job;
    return job;
}

void jobs_start(struct jobs *jobs, struct job_request *request, struct response *response) {
    mutex_lock(&jobs->lock);
    forget_old(jobs, clock_wall());
    if (jobs->stopping) {
        response_problem(response, 503, "stopping", "the server is about to stop");
        job_request_free(request);
    } else if (waiting_for(jobs, request->hash) >= MOST_OF_ONE) {
        response_problem(response, 429, "too_many",
                         "you have too many jobs; wait until one has ended");
        response->retry = 2;
        job_request_free(request);
    } else {
        struct job *job = add(jobs, request);
        if (thread_pool_submit(job->quick ? jobs->quick : jobs->lengthy, run, job)) {
            json_t *object = json_object();
            json_object_set_new(object, "job", job_json(job, 0));
            response_json(response, 202, object);
        } else {
            assert(jobs->first == job && job->state == QUEUED);
            jobs->first = job->next;
            free_job(job);
            response_problem(response, 503, "busy", "too many jobs are waiting; try again soon");
            response->retry = 5;
        }
    }
    mutex_unlock(&jobs->lock);
}

/* Finds a job that the token may see; the caller holds the lock. Returns NULL with a problem. */
static struct job *find(struct jobs *jobs, const char *id, const uint8_t *hash,
                        struct response *response) {
    struct job *job = jobs->first;
    assert(mutex_is_locked(&jobs->lock));
    while (job && strcmp(job->id, id) != 0)
        job = job->next;
    if (!job)
        response_problem(response, 404, "not_found",
                         "there is no such job, or it ended some time ago");
    else if (!hash || !secret_same(hash, job->request.hash)) {
        response_problem(response, 401, "unauthorized",
                         "this needs the token that the job was started with");
        job = NULL;
    }
    return job;
}

void jobs_get(struct jobs *jobs, const char *id, const uint8_t *hash, bool cancel, uint64_t since,
              struct response *response) {
    mutex_lock(&jobs->lock);
    struct job *job = find(jobs, id, hash, response);
    if (job && cancel && job->state < DONE) {
        job->cancelled = true;
        if (job->control)
            control_stop(job->control);
    }
    if (job)
        response_json(response, 200, job_json(job, since));
    mutex_unlock(&jobs->lock);
}

bool jobs_scene(struct jobs *jobs, const char *id, const uint8_t *hash, struct job_request *request,
                struct rig_scene *scene, struct response *response) {
    mutex_lock(&jobs->lock);
    const struct job *job = find(jobs, id, hash, response);
    bool good = job && job->film;
    if (good) {
        *scene = *film_scene(job->film);
        memcpy(request->game, job->request.game, sizeof request->game);
        memcpy(request->hash, job->request.hash, sizeof request->hash);
        request->version = job->request.version;
    } else if (job)
        response_problem(response, 422, "unsupported",
                         "only a run of the robot can be stopped like this");
    mutex_unlock(&jobs->lock);
    return good;
}

void jobs_forget(struct jobs *jobs, double now) {
    mutex_lock(&jobs->lock);
    forget_old(jobs, now);
    mutex_unlock(&jobs->lock);
}

/* ---- for tests and asserts ---- */

/* Each state has what belongs to it, and nothing else. */
static bool is_consistent(const struct job *job) {
    bool over = job->state >= DONE;
    return (job->state == RUNNING) == (job->control != NULL) && (over || !job->result) &&
           (job->state != DONE || job->result) && (job->state != FAILED || !job->result) &&
           !(over && (job->request.session || job->request.options || job->request.file)) &&
           (job->film != NULL) == (job->request.kind == JOB_RIG) && !job->request.film;
}

struct census {
    size_t kept, films, running[2], waiting[2];
};

static void count_job(const struct job *job, struct census *census) {
    census->kept += job->state >= DONE;
    census->films += job->state >= DONE && job->film;
    census->running[job->quick] += job->state == RUNNING;
    census->waiting[job->quick] += job->state == QUEUED;
}

/* A job that a thread has just taken from its queue still counts as queued. */
static bool is_within_limits(const struct census *census) {
    return census->kept <= MOST_KEPT && census->films <= MOST_FILMS &&
           census->running[0] <= LONG_THREADS && census->running[1] <= QUICK_THREADS &&
           census->waiting[0] <= MOST_WAITING + LONG_THREADS &&
           census->waiting[1] <= MOST_WAITING + QUICK_THREADS;
}

bool jobs_check(struct jobs *jobs) {
    struct census census = {0};
    bool good = thread_pool_check(jobs->quick) && thread_pool_check(jobs->lengthy);
    mutex_lock(&jobs->lock);
    for (const struct job *job = jobs->first; job; job = job->next) {
        count_job(job, &census);
        good = good && job->jobs == jobs && is_consistent(job) &&
               (job->state >= DONE || waiting_for(jobs, job->request.hash) <= MOST_OF_ONE);
    }
    good = good && is_within_limits(&census);
    mutex_unlock(&jobs->lock);
    return good;
}
