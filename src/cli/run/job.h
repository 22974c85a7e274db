/* One puzzle on its way through a command: open it, search, report. */
#ifndef CLI_RUN_JOB_H
#define CLI_RUN_JOB_H

#include "base/json.h"
#include "cli/print/output.h"
#include "cli/run/worker_slot.h"
#include "session/collection.h"
#include "session/verbs.h"

struct job {
    const struct request *request;
    const struct output *output;
    const char *file; /* as given on the command line; NULL if none */
    struct source source;
    const struct puzzle *puzzle; /* NULL until recognised */
    struct session *session;
    struct session_fault fault; /* filled only if job_open_part was asked to */
    struct options *options;    /* for the puzzle */
    qd_control *control;        /* between job_begin and job_free */
    struct worker_slot *slot;   /* in a batch; NULL: the job has a watch of its own */
    int parallel_jobs;          /* jobs that share the machine; 0 or 1: only this one */
    size_t number;              /* jobs that come before this one */
    bool one_thread;            /* search with one thread unless --threads is given */
    struct watch watch;
    /* Called every second of a search, to tell the player why nothing happens; may be NULL. */
    void (*waiting)(struct job *job, const qd_progress *progress);
    bool told_waiting;             /* the player was told, since job_begin */
    bool unsaved;                  /* play: some moves are not in a file yet */
    size_t lost;                   /* play: after this many moves no solution was left; 0: never */
    bool silent;                   /* show no progress */
    bool keep_running;             /* play: see struct watch_view */
    bool interrupted;              /* by Ctrl-C */
    double cpu_start, cpu_seconds; /* since it was opened; this thread's if parallel_jobs > 1 */
    qd_end ended;                  /* why the last search ended early */
    qd_progress progress;          /* of the last search */
    qd_error error;
};

/* Initialise a job to zero except for request and output. Call job_free even if opening failed. */
void job_free(struct job *job);

/* Reads the file ("-" is standard input), recognises the puzzle, plays the listed moves within the
 * given limits and checks the options. If the file holds several puzzles, its name must choose one
 * (FILE#3). Returns false with job->error. */
bool job_open(struct job *job, const char *file);
/* The same for one puzzle (number counts from 1) of a file that was read; messages call it file.
 * keep_fault: an illegal listed move goes to job->fault and is not an error. */
bool job_open_part(struct job *job, struct collection *collection, size_t number, const char *file,
                   bool keep_fault);
/* The same for a sample that comes with the program. */
bool job_open_text(struct job *job, const struct puzzle *puzzle, const char *text);
/* For a command that needs no text: only checks the options. */
bool job_open_none(struct job *job, const struct puzzle *puzzle);

/* Creates job->control with the given limits, and registers it with job->slot or starts a watch. */
void job_begin(struct job *job);
/* Ends the watch and sets ended, interrupted, progress and cpu_seconds. The control stays valid
 * until the next job_begin or job_free. */
void job_end(struct job *job);

/* Why the search gave up, as a word ("time") and as a sentence. */
const char *job_end_word(const struct job *job);
const char *job_end_sentence(const struct job *job);

/* Writes the bytes to the file, or to the job's output if path is NULL. Returns false with
 * job->error. */
bool job_write(struct job *job, const char *path, const struct buf *bytes);
/* Prints job->error; returns the exit status. */
qd_status job_report_error(const struct job *job);
/* Prints the line of --stats, if that is given. */
void job_print_stats(const struct job *job);

/* Begins the JSON object of the job: puzzle, file, status. */
void job_json_begin(const struct job *job, struct json_line *line, const char *status);
/* Adds the fields of an answer, a hint or a finding; fields may be NULL. Skips the names that the
 * commands write themselves: puzzle, file, status, text, moves, other_moves, complete, before,
 * after, ended, stats, animation. */
void job_json_fields(struct json_line *line, json_t *fields);
/* Adds another field, and takes ownership of value. */
void job_json_field(struct json_line *line, const char *name, json_t *value);
/* Adds stats, and ends the line. */
void job_json_end(const struct job *job, struct json_line *line);

#endif
