/* What the command line asks of the rig: which machine, which run, and for the simulator which
 * rings stand where, what goes wrong and who plays. */
#ifndef CLI_COMMANDS_RIG_OPTIONS_H
#define CLI_COMMANDS_RIG_OPTIONS_H

#include "cli/options/args.h"
#include "rig/sim/sim.h"

enum rig_machine { RIG_MACHINE_SIM, RIG_MACHINE_DEVICE, RIG_MACHINE_REPLAY };

enum rig_report_form { RIG_REPORT_TEXT, RIG_REPORT_CSV, RIG_REPORT_JSON, RIG_REPORT_SVG };

struct rig_wish {
    enum rig_machine machine;
    const char *path; /* of the device or the log */
    struct rig_config config;
    const char *record, *report, *calibration; /* files; NULL: none */
    enum rig_report_form report_form;          /* by the report's name */
    uint64_t seed;
    struct rig_board board; /* of the simulator, as it begins */
};

/* Reads everything that can be judged without the machine; a log's own settings are not yet in it.
 * Returns false with an error. */
bool rig_wish_read(const struct request *request, struct rig_wish *wish, qd_error *error);

/* Sets the settings that were given on the command line; those that were not stay. Returns false
 * with an error. */
bool rig_wish_settings(const struct request *request, struct rig_config *config, qd_error *error);

/* Refuses options that this mode would not carry out. Returns false with an error. */
bool rig_wish_fits_mode(const struct request *request, enum rig_mode mode, qd_error *error);

/* A new simulator as it was asked for: rings and faults. rig_sim_free. */
struct rig_sim *rig_wish_sim(const struct request *request, const struct rig_wish *wish);
/* The participant begins to play what was asked for. */
void rig_wish_play(const struct request *request, struct rig_sim *sim);

#endif
