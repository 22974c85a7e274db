/* One input and the work on it: open, search under watch, report. */
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
    const char *file; /* as it was given; NULL if there is none */
    struct source source;
    const struct puzzle *puzzle; /* NULL until it is known */
    struct session *session;
    struct session_fault fault; /* filled only if job_open_part was asked to */
    struct options *options;    /* for the puzzle */
    qd_control *control;        /* between job_begin and job_free */
    struct post *post;          /* of several jobs under one watch; NULL: the job has its own */
    int at_once;                /* so many jobs share the machine; 0 or 1: this one alone */
    size_t number;              /* how many other jobs come before it */
    bool one_thread;            /* search with one thread, unless --threads says otherwise */
    struct watch watch;
    /* Called while it searches, so that people know why they wait; NULL: nobody does. */
    void (*waiting)(struct job *job, const qd_progress *progress);
    bool told_waiting; /* by it, since job_begin */
    bool unsaved;      /* play: moves were made that are in no file */
    size_t lost;       /* play: that many moves left no solution; 0: none did */
    bool silent;       /* show no progress */
    bool stays;        /* play: see struct watch_view */
    bool interrupted;  /* there was a Ctrl-C */
    double cpu_start,
        cpu_seconds;      /* from the beginning of its opening; of this thread if at_once > 1 */
    qd_end ended;         /* why the last work ended early */
    qd_progress progress; /* of the last work */
    qd_error error;
};

/* Zero-initialise a job with request and output set; job_free in any case. */
void job_free(struct job *job);

/* Reads the file ("-" is standard input), finds the puzzle, plays the listed moves within the
 * limits that were given and checks the options. Of several puzzles in it the name must choose one.
 * Returns false with job->error. */
bool job_open(struct job *job, const char *file);
/* The same for one puzzle (number from 1) of a file that was read. file is what it is called.
 * keep_fault: a listed move that cannot be played goes to job->fault and is no error. */
bool job_open_part(struct job *job, struct collection *collection, size_t number, const char *file,
                   bool keep_fault);
/* The same for a text that comes with the program. */
bool job_open_text(struct job *job, const struct puzzle *puzzle, const char *text);
/* For work that begins without a text: checks the options only. */
bool job_open_none(struct job *job, const struct puzzle *puzzle);

/* Makes job->control with the limits that were given, and watches over it, or has it watched at
 * job->post. */
void job_begin(struct job *job);
/* Ends the watch; ended, interrupted, progress and cpu_seconds are then set. The control lives on
 * until the next job_begin or job_free. */
void job_end(struct job *job);

/* Why it gave up, as a word ("time") and as a sentence. */
const char *job_end_word(const struct job *job);
const char *job_end_sentence(const struct job *job);

/* Writes the bytes to the file, or where results are printed if path is NULL. Returns false with
 * job->error. */
bool job_write(struct job *job, const char *path, const struct buf *bytes);
/* Prints job->error; returns the exit status. */
qd_status job_report_error(const struct job *job);
/* The --stats line, if it was asked for. */
void job_print_stats(const struct job *job);

/* Begins the JSON object of the job: puzzle, file, status. */
void job_json_begin(const struct job *job, struct json_line *line, const char *status);
/* The fields of an answer, a hint or a finding; fields may be NULL. Names that this program gives
 * fields of its own (puzzle, file, status, text, moves, other_moves, complete, before, after,
 * ended, stats, animation) are left out. */
void job_json_fields(struct json_line *line, json_t *fields);
/* Another field. Takes over value. */
void job_json_field(struct json_line *line, const char *name, json_t *value);
/* stats, and the end of the line. */
void job_json_end(const struct job *job, struct json_line *line);

#endif
