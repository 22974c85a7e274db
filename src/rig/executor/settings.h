/* A rig_config as one line of text, for logs and calibration files:
 *     mode=reset rings=30,60,110 start=0 goal=2 zero=0,0,0 gain=1,1,1 idle=120000 ask=120000 ... */
#ifndef RIG_EXECUTOR_SETTINGS_H
#define RIG_EXECUTOR_SETTINGS_H

#include "base/buf.h"
#include "rig/executor/run.h"

/* Appends all settings but the journal's name, without a line end. Numbers come back exactly. */
void rig_settings_write(const struct rig_config *config, struct buf *out);
/* Appends "zero=... gain=...". */
void rig_calibration_write(const struct rig_calibration *calibration, struct buf *out);

/* Sets what the text says and leaves the rest; words are separated by spaces or line ends. Returns
 * false if a word is not a setting with a value of its form; whether the values make sense together
 * is rig_config_fault's to say. */
bool rig_settings_read(const char *text, struct rig_config *config);

/* Numbers separated by commas into list; returns how many, or -1 if there are more than room or
 * one of them is no number. */
int rig_numbers_read(const char *text, double *list, int room);

#endif
