/* The names of events, steps, modes and reasons, as in texts and in JSON. */
#include "rig/executor/run.h"

const char *rig_event_word(enum rig_event_kind kind) {
    static const char *const words[] = {
        "begin",     "step",  "arm",   "weights", "decoded", "plan", "verified", "move",    "retry",
        "replanned", "doubt", "found", "foreign", "fault",   "ask",  "input",    "stopped", "done"};
    return words[kind];
}

const char *rig_step_word(enum rig_step step) {
    static const char *const words[] = {"none", "home-y", "home-x",  "travel", "lower",
                                        "grip", "lift",   "release", "press",  "tare"};
    return words[step];
}

const char *rig_mode_word(enum rig_mode mode) {
    static const char *const words[] = {"solve", "reset", "participant", "calibrate"};
    return words[mode];
}

const char *rig_hand_word(enum rig_hand hand) {
    static const char *const words[] = {"empty", "holds", "maybe"};
    return words[hand];
}

const char *rig_rule_word(enum rig_rule rule) {
    static const char *const words[] = {"legal", "on-smaller", "not-top", "several"};
    return words[rule];
}

const char *rig_end_word(enum rig_end end) {
    static const char *const words[] = {"done", "safe-stop", "bad-config"};
    return words[end];
}

const char *rig_reason_word(enum rig_reason reason) {
    static const char *const words[] = {"none",      "config",      "journal",  "exit",  "time",
                                        "bus",       "replay",      "axis",     "steps", "cell",
                                        "unsure",    "missing",     "foreign",  "grip",  "release",
                                        "disturbed", "calibration", "unsolved", "file"};
    return words[reason];
}
