/* A log of every call that a run makes and of its answer, and a device that replays it.
 *
 * The log is text, one line per call:
 *     quandary rig log 1
 *     config mode=reset rings=30,60,110 ...
 *     describe = ok 0 500000 ...
 *     name = simulated rig
 *     clock = 120
 *     move x 120000 5000 = ok
 *     sleep 20
 *     weigh = bus
 * The statuses are ok, bus, refused and gone; values follow ok. Each line is written before the run
 * goes on, so that a program that is killed leaves a valid log. */
#ifndef RIG_REPORT_REPLAY_H
#define RIG_REPORT_REPLAY_H

#include <quandary/types.h>

#include "rig/executor/run.h"

struct rig_record;

/* Creates a log (replacing an existing file) of the calls on a device, with the settings at its
 * beginning. Returns NULL with an error (QD_FAILURE). */
struct rig_record *rig_record_open(const char *path, const struct rig_config *config,
                                   struct rig_device *device, qd_error *error);
/* An adapter that forwards every call and logs it. */
struct rig_device *rig_record_device(struct rig_record *record);
/* Closes the log; record may be NULL. Returns false with an error if something could not be
 * written, which did not affect the run. */
bool rig_record_close(struct rig_record *record, qd_error *error);

struct rig_replay;

/* Opens a log. Returns NULL with an error if it cannot be read or does not begin like a log. */
struct rig_replay *rig_replay_open(const char *path, qd_error *error);
/* Copies the settings of the recorded run; the journal stays. */
void rig_replay_settings(const struct rig_replay *replay, struct rig_config *config);
/* The first description of the machine in the log, without replaying anything. Returns false if
 * there is none. */
bool rig_replay_description(const struct rig_replay *replay, struct rig_description *description);
/* The device; it belongs to the replay. A call that is not the next one in the log is RIG_DIVERGED,
 * and so is every later call. */
struct rig_device *rig_replay_device(struct rig_replay *replay);
/* True with an error, which names file and line, if the run and the log have diverged. */
bool rig_replay_diverged(const struct rig_replay *replay, qd_error *error);
/* How many lines of the log were not replayed; 0 after a complete replay. */
size_t rig_replay_left(const struct rig_replay *replay);
/* replay may be NULL. */
void rig_replay_free(struct rig_replay *replay);

#endif
