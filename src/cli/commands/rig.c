#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/rig_console.h"
#include "cli/commands/rig_keyboard.h"
#include "cli/commands/rig_options.h"
#include "rig/device/serial.h"
#include "rig/executor/config.h"
#include "rig/report/replay.h"
#include "rig/report/report.h"

/* One run and the machine that it runs on. */
struct run {
    const struct request *request;
    struct output output;
    struct rig_options options;
    struct rig_console console;
    struct rig_sim *sim;
    bool playing; /* the simulated participant has begun */
    struct rig_serial *serial;
    struct rig_keyboard keyboard; /* a start button for the serial's machine */
    struct rig_replay *replay;
    struct rig_record *record;
    struct rig_device *device; /* of one of them */
    qd_error error;
};

static qd_status list_faults(void) {
    for (int i = 0; i < RIG_FAULTS; i++)
        printf("%-16s %s\n", rig_fault_word((enum rig_fault)i), rig_fault_help((enum rig_fault)i));
    return QD_YES;
}

/* ---- the machine ---- */

/* The simulated person does what the rig asks for: helps, or plays. */
static void person_asked(void *context) {
    struct run *run = context;
    if (run->options.config.mode == RIG_PARTICIPANT && !run->playing)
        rig_options_play(run->request, run->sim);
    run->playing = true;
    rig_sim_asked(run->sim);
}

static bool open_sim(struct run *run) {
    run->sim = rig_options_new_sim(run->request, &run->options);
    run->console.asked = person_asked;
    run->console.context = run;
    run->device = rig_sim_device(run->sim);
    if (!options_given(run->request->options, "seed") && !run->output.json && !run->output.quiet)
        output_note("made with --seed %" PRIu64, run->options.seed);
    return true;
}

static void keyboard_asked(void *context) {
    struct run *run = context;
    rig_keyboard_ask(&run->keyboard);
}

static bool open_serial(struct run *run) {
    int64_t speed = options_int(run->request->options, cli_options, "baud");
    run->serial = rig_serial_open(run->options.path, speed, &run->error);
    if (!run->serial)
        return false;
    run->device = rig_serial_device(run->serial);
    if (run->options.config.mode == RIG_CALIBRATE) { /* the other modes ask for nothing */
        run->device = rig_keyboard_open(&run->keyboard, run->device);
        run->console.enter = true;
        run->console.asked = keyboard_asked;
        run->console.context = run;
    }
    return true;
}

/* The log holds the settings of its run; options on the command line override them. */
static bool open_replay(struct run *run) {
    run->replay = rig_replay_open(run->options.path, &run->error);
    if (!run->replay)
        return false;
    rig_replay_settings(run->replay, &run->options.config);
    run->device = rig_replay_device(run->replay);
    return rig_options_apply(run->request, &run->options.config, &run->error) &&
           rig_options_fit_mode(run->request, run->options.config.mode, &run->error);
}

static bool open_machine(struct run *run) {
    switch (run->options.machine) {
    case RIG_MACHINE_SIM:
        return open_sim(run);
    case RIG_MACHINE_DEVICE:
        return open_serial(run);
    default:
        return open_replay(run);
    }
}

static bool open_record(struct run *run) {
    if (!run->options.record)
        return true;
    run->record =
        rig_record_open(run->options.record, &run->options.config, run->device, &run->error);
    if (run->record)
        run->device = rig_record_device(run->record);
    return run->record != NULL;
}

/* Only pictures need the description before the run. Asked before recording, so that the log does
 * not contain it. */
static bool describe_machine(struct run *run) {
    struct rig_description *description = &run->console.description;
    struct rig_device *device = run->device;
    if (run->replay)
        return rig_replay_description(run->replay, description);
    return device->describe(device->self, description) == RIG_OK;
}

/* ---- the view ---- */

static enum rig_view wanted_view(const struct run *run) {
    const char *picture = request_text(run->request, "picture");
    if (run->output.json)
        return RIG_VIEW_JSON;
    if (run->output.quiet)
        return RIG_VIEW_QUIET;
    if (strcmp(picture, "never") == 0)
        return RIG_VIEW_LINES;
    if (isatty(STDOUT_FILENO))
        return RIG_VIEW_LIVE;
    return strcmp(picture, "always") == 0 ? RIG_VIEW_PICTURES : RIG_VIEW_LINES;
}

static void prepare_console(struct run *run) {
    run->console.output = &run->output;
    run->console.config = &run->options.config;
    run->console.view = wanted_view(run);
    bool pictures = run->console.view == RIG_VIEW_LIVE || run->console.view == RIG_VIEW_PICTURES;
    if (pictures && (!describe_machine(run) || rig_description_fault(&run->console.description)))
        run->console.view = RIG_VIEW_LINES;
    /* A real machine sets its own pace. */
    if (run->options.machine != RIG_MACHINE_DEVICE)
        run->console.speed = options_number(run->request->options, cli_options, "speed");
}

/* ---- the end ---- */

static void add_svg(const struct rig_attempt *attempt, struct buf *out) {
    struct drawing *drawing = rig_report_draw(attempt);
    drawing_svg(drawing, out);
    drawing_free(drawing);
}

static void add_json(const struct rig_attempt *attempt, struct buf *out) {
    json_t *object = rig_report_json(attempt);
    char *text = json_dumps(object, JSON_INDENT(2));
    buf_printf(out, "%s\n", text ? text : "");
    free(text);
    json_decref(object);
}

static bool write_report(struct run *run, const struct rig_attempt *attempt) {
    static void (*const add[])(const struct rig_attempt *attempt,
                               struct buf *out) = {[RIG_REPORT_TEXT] = rig_report_text,
                                                   [RIG_REPORT_CSV] = rig_report_csv,
                                                   [RIG_REPORT_JSON] = add_json,
                                                   [RIG_REPORT_SVG] = add_svg};
    struct buf out = {0};
    add[run->options.report_form](attempt, &out);
    bool written = output_write(run->options.report, buf_text(&out), out.size, &run->error);
    buf_free(&out);
    return written;
}

static bool write_calibration(struct run *run, const struct rig_result *result) {
    struct buf out = {0};
    rig_calibration_write(&result->calibration, &out);
    buf_char(&out, '\n');
    bool written = output_write(run->options.calibration, out.text, out.size, &run->error);
    buf_free(&out);
    return written;
}

/* Closes the log and writes the files that were requested. Returns false with an error. */
static bool write_files(struct run *run, const struct rig_result *result) {
    struct rig_record *record = run->record;
    run->record = NULL;
    if (!rig_record_close(record, &run->error))
        return false;
    bool calibrated = run->options.config.mode == RIG_CALIBRATE && result->end == RIG_DONE;
    if (calibrated && run->options.calibration && !write_calibration(run, result))
        return false;
    return !run->options.report || !result->attempt || write_report(run, result->attempt);
}

static qd_status status_of(const struct rig_result *result) {
    if (result->end == RIG_DONE)
        return QD_YES;
    if (result->end == RIG_BAD_CONFIG)
        return QD_BAD_INPUT;
    switch (result->reason) {
    case RIG_REASON_EXIT:
    case RIG_REASON_TIME:
        return QD_LIMIT;
    case RIG_REASON_JOURNAL:
        return QD_FAILURE;
    case RIG_REASON_REPLAY:
        return QD_BAD_INPUT;
    default:
        return QD_NO;
    }
}

/* Prints what only the replay or the serial port knows about the end of the run. */
static void print_cause(struct run *run, const struct rig_result *result) {
    qd_error error = {0};
    if (run->replay && rig_replay_diverged(run->replay, &error))
        output_error(&run->output, &error, NULL, run->options.path);
    if (run->serial && result->reason == RIG_REASON_BUS && !run->output.json)
        output_note("%s", rig_serial_error(run->serial));
}

/* A file could not be written, so the run must not be reported as done. */
static void mark_not_written(struct rig_result *result) {
    if (result->end != RIG_DONE)
        return;
    result->end = RIG_SAFE_STOP;
    result->reason = RIG_REASON_FILE;
    snprintf(result->todo, sizeof result->todo,
             "Free some disk space, or name another file; the data for this file is lost, except "
             "for what "
             "is printed here.");
}

static qd_status work(struct run *run) {
    struct rig_result result;
    struct watch watch;
    qd_control *control = control_new(NULL);
    struct watch_view view = watch_control(control);
    watch_begin(&watch, &view, WATCH_SILENT,
                run->console.view == RIG_VIEW_LIVE ? rig_console_restore_cursor : NULL);
    rig_run(&run->options.config, run->device, rig_console_event, &run->console, control, &result);
    watch_end(&watch);
    bool written = write_files(run, &result);
    if (!written)
        mark_not_written(&result);
    rig_console_result(&run->console, &result);
    print_cause(run, &result);
    qd_status status = status_of(&result);
    if (!written)
        status = output_error(&run->output, &run->error, NULL, run->error.file);
    rig_result_free(&result);
    control_free(control);
    return status;
}

static void close_machine(struct run *run) {
    rig_replay_free(run->replay);
    rig_serial_free(run->serial);
    if (run->sim)
        rig_sim_free(run->sim);
}

qd_status cmd_rig(const struct request *request) {
    struct run run = {.request = request};
    if (request_flag(request, "faults"))
        return list_faults();
    output_choose(&run.output, request);
    qd_status status;
    if (rig_options_read(request, &run.options, &run.error) && open_machine(&run)) {
        prepare_console(&run);
        status = open_record(&run)
                     ? work(&run)
                     : output_error(&run.output, &run.error, NULL, run.options.record);
    } else {
        status = output_error(&run.output, &run.error, NULL, run.options.path);
    }
    close_machine(&run);
    return status;
}
