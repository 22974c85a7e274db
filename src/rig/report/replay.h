/* A log of every call that a run makes and of every answer, and a device that plays it again.
 *
 * The log is text, one line a call:
 *     quandary rig log 1
 *     config mode=reset rings=30,60,110 ...
 *     describe = ok 0 500000 ...
 *     name = simulated rig
 *     clock = 120
 *     move x 120000 5000 = ok
 *     sleep 20
 *     weigh = bus
 * The statuses are ok, bus, refused and gone; values stand behind ok. Each line is written before
 * the run goes on, so that a program that ends in the middle leaves a good log. */
#ifndef RIG_REPORT_REPLAY_H
#define RIG_REPORT_REPLAY_H

#include <quandary/types.h>

#include "rig/executor/run.h"

struct rig_record;

/* Begins a log in a new file (one that is there is replaced) of the calls on a device, with the
 * settings in its head. Returns NULL with an error (QD_FAILURE). */
struct rig_record *rig_record_open(const char *path, const struct rig_config *config,
                                   struct rig_device *device, qd_error *error);
/* A device that hands everything on and writes it down. */
struct rig_device *rig_record_device(struct rig_record *record);
/* Ends the log; record may be NULL. Returns false with an error if something could not be written
 * (the run was not disturbed by it). */
bool rig_record_close(struct rig_record *record, qd_error *error);

struct rig_replay;

/* Reads a log. Returns NULL with an error: it cannot be read, or its head is not that of a log. */
struct rig_replay *rig_replay_open(const char *path, qd_error *error);
/* Sets what the log's head says about the run that was recorded. */
void rig_replay_settings(const struct rig_replay *replay, struct rig_config *config);
/* What the machine said about itself first, without playing anything. Returns false if it never
 * did. */
bool rig_replay_description(const struct rig_replay *replay, struct rig_description *description);
/* The device; it stays the replay's. A call that is not the next one of the log is RIG_DIVERGED,
 * and so is every call behind it. */
struct rig_device *rig_replay_device(struct rig_replay *replay);
/* True with an error, which names file and line, if the run and the log have diverged. */
bool rig_replay_diverged(const struct rig_replay *replay, qd_error *error);
/* How many lines of the log were not played; 0 at the end of a whole replay. */
size_t rig_replay_left(const struct rig_replay *replay);
/* replay may be NULL. */
void rig_replay_free(struct rig_replay *replay);

#endif
