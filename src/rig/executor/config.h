/* The configuration of a run: what to do, and with which rings. It is checked before the run
 * begins, and can be written as one line of text for logs and calibration files:
 *
 *     mode=reset rings=30,60,110 start=0 goal=2 zero=0,0,0 gain=1,1,1 idle=120000 ask=120000 ...
 */
#ifndef RIG_EXECUTOR_CONFIG_H
#define RIG_EXECUTOR_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "rig/device/device.h"

enum rig_mode {
    RIG_SOLVE,       /* all rings to the goal tower */
    RIG_RESET,       /* all rings to the start tower */
    RIG_PARTICIPANT, /* a person plays from start to goal; the arm rests, the cells record */
    RIG_CALIBRATE    /* tare and gain of the cells, with a person's help */
};

/* "solve", "reset" ...: as in texts and in JSON. */
const char *rig_mode_word(enum rig_mode mode);

/* Corrections of the cells: load = (reading - zero) * gain. 0 and 1 without a calibration. */
struct rig_calibration {
    double zero[RIG_TOWERS]; /* grams, within +-RIG_ZERO_LIMIT */
    double gain[RIG_TOWERS]; /* from RIG_GAIN_LOW to RIG_GAIN_HIGH */
};
#define RIG_ZERO_LIMIT 1000.0
#define RIG_GAIN_LOW   0.5
#define RIG_GAIN_HIGH  2.0

struct rig_config {
    enum rig_mode mode;
    int rings;                /* 1 .. RIG_RINGS */
    double weight[RIG_RINGS]; /* grams, ascending; see rig_config_fault */
    int start;                /* the tower to start from, and to reset to */
    int goal;                 /* the tower to solve to; not start */
    struct rig_calibration calibration;
    const char *journal; /* a file that is written before and after every physical step, and read at
                            the start; NULL: none, and a power cut loses what only it records */
    int32_t idle_ms;     /* participant: the attempt ends after this long without a change */
    int32_t ask_ms;      /* how long a person may take to do what is asked */
    double seconds_limit; /* the run ends in a safe stop after this much of the device's time */
};

/* Sets the defaults: reset, 3 rings of 30, 60 and 110 g, start 0, goal 2, no calibration, no
 * journal, idle 120 s, ask 120 s, limit 4 hours. */
void rig_config_init(struct rig_config *config);

/* The largest error a cell may have while the weights still determine where every ring is: a little
 * less than half the smallest difference, in the cell that differs most, between two distributions
 * of the rings over the towers. 9.99 g for 30, 60 and 110. 0 if two distributions weigh the same.
 */
double rig_config_tolerance(const struct rig_config *config);

/* Writes what is wrong with a configuration to text. Returns false if it is valid. Refused are
 * counts and towers out of range; weights that do not ascend, are below 5 g or above 5 kg; sets of
 * rings that weigh the same within RIG_LEAST_TOLERANCE (the two sets are named); times that are not
 * positive. */
bool rig_config_fault(const struct rig_config *config, char *text, size_t size);
#define RIG_LEAST_TOLERANCE 2.0

/* ---- as text (config_text.c) ---- */

/* Appends all settings except the journal, without a line end. Numbers are read back exactly. */
void rig_settings_write(const struct rig_config *config, struct buf *out);
/* Appends "zero=... gain=...". */
void rig_calibration_write(const struct rig_calibration *calibration, struct buf *out);

/* Sets what the text says and leaves the rest; words are separated by spaces or line ends. Returns
 * false if a word is not a setting with a well-formed value; rig_config_fault checks the values. */
bool rig_settings_read(const char *text, struct rig_config *config);

/* Reads numbers separated by commas into list; returns how many, or -1 if there are more than room
 * or one is not a number. */
int rig_numbers_read(const char *text, double *list, int room);

#endif
