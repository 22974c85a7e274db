/* The options of `quandary rig`: the machine, the run, and for the simulator its board, its faults
 * and the moves of its participant. */
#ifndef CLI_COMMANDS_RIG_OPTIONS_H
#define CLI_COMMANDS_RIG_OPTIONS_H

#include "cli/options/args.h"
#include "rig/sim/sim.h"

enum rig_machine { RIG_MACHINE_SIM, RIG_MACHINE_DEVICE, RIG_MACHINE_REPLAY };

enum rig_report_form { RIG_REPORT_TEXT, RIG_REPORT_CSV, RIG_REPORT_JSON, RIG_REPORT_SVG };

struct rig_options {
    enum rig_machine machine;
    const char *path; /* of the device or the log */
    struct rig_config config;
    const char *record, *report, *calibration; /* files; NULL: none */
    enum rig_report_form report_form;          /* by the report's extension */
    uint64_t seed;
    struct rig_board board; /* where the simulator starts */
};

/* Reads and checks everything that does not need the machine; the settings in a log are not applied
 * yet. Returns false with an error. */
bool rig_options_read(const struct request *request, struct rig_options *options, qd_error *error);

/* Overrides the settings that are given on the command line. Returns false with an error. */
bool rig_options_apply(const struct request *request, struct rig_config *config, qd_error *error);

/* Refuses options that this mode would ignore. Returns false with an error. */
bool rig_options_fit_mode(const struct request *request, enum rig_mode mode, qd_error *error);

/* Creates the simulator with its board and faults. The caller frees it with rig_sim_free. */
struct rig_sim *rig_options_new_sim(const struct request *request,
                                    const struct rig_options *options);
/* Makes the simulated participant play the moves of --play. */
void rig_options_play(const struct request *request, struct rig_sim *sim);

#endif
