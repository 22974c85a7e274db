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

/* One run, and what it runs on. */
struct run {
    const struct request *request;
    struct output output;
    struct rig_wish wish;
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

/* The simulated person does what is asked for: helps, or plays. */
static void person_asked(void *context) {
    struct run *run = context;
    if (run->wish.config.mode == RIG_PARTICIPANT && !run->playing)
        rig_wish_play(run->request, run->sim);
    run->playing = true;
    rig_sim_asked(run->sim);
}

static bool open_sim(struct run *run) {
    run->sim = rig_wish_sim(run->request, &run->wish);
    run->console.asked = person_asked;
    run->console.context = run;
    run->device = rig_sim_device(run->sim);
    if (!options_given(run->request->options, "seed") && !run->output.json && !run->output.quiet)
        output_note("--seed %" PRIu64 " makes this again", run->wish.seed);
    return true;
}

static void keyboard_asked(void *context) {
    struct run *run = context;
    rig_keyboard_ask(&run->keyboard);
}

static bool open_serial(struct run *run) {
    int64_t speed = options_int(run->request->options, cli_options, "baud");
    run->serial = rig_serial_open(run->wish.path, speed, &run->error);
    if (!run->serial)
        return false;
    run->device = rig_serial_device(run->serial);
    if (run->wish.config.mode == RIG_CALIBRATE) { /* the other modes wait for nobody */
        run->device = rig_keyboard_open(&run->keyboard, run->device);
        run->console.enter = true;
        run->console.asked = keyboard_asked;
        run->console.context = run;
    }
    return true;
}

/* The log knows what was wanted; what is given here counts more. */
static bool open_replay(struct run *run) {
    run->replay = rig_replay_open(run->wish.path, &run->error);
    if (!run->replay)
        return false;
    rig_replay_settings(run->replay, &run->wish.config);
    run->device = rig_replay_device(run->replay);
    return rig_wish_settings(run->request, &run->wish.config, &run->error) &&
           rig_wish_fits_mode(run->request, run->wish.config.mode, &run->error);
}

static bool open_machine(struct run *run) {
    switch (run->wish.machine) {
    case RIG_MACHINE_SIM:
        return open_sim(run);
    case RIG_MACHINE_DEVICE:
        return open_serial(run);
    default:
        return open_replay(run);
    }
}

static bool open_record(struct run *run) {
    if (!run->wish.record)
        return true;
    run->record = rig_record_open(run->wish.record, &run->wish.config, run->device, &run->error);
    if (run->record)
        run->device = rig_record_device(run->record);
    return run->record != NULL;
}

/* Only a picture needs to know the machine before the run does; it must not be in the log. */
static bool know_machine(struct run *run) {
    struct rig_description *description = &run->console.description;
    struct rig_device *device = run->device;
    if (run->replay)
        return rig_replay_description(run->replay, description);
    return device->describe(device->self, description) == RIG_OK;
}

/* ---- what is shown ---- */

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
    run->console.config = &run->wish.config;
    run->console.view = wanted_view(run);
    bool pictures = run->console.view == RIG_VIEW_LIVE || run->console.view == RIG_VIEW_PICTURES;
    if (pictures && (!know_machine(run) || rig_description_fault(&run->console.description)))
        run->console.view = RIG_VIEW_LINES;
    /* A real machine has its own pace. */
    if (run->wish.machine != RIG_MACHINE_DEVICE)
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
    add[run->wish.report_form](attempt, &out);
    bool written = output_write(run->wish.report, buf_text(&out), out.size, &run->error);
    buf_free(&out);
    return written;
}

static bool write_calibration(struct run *run, const struct rig_result *result) {
    struct buf out = {0};
    rig_calibration_write(&result->calibration, &out);
    buf_char(&out, '\n');
    bool written = output_write(run->wish.calibration, out.text, out.size, &run->error);
    buf_free(&out);
    return written;
}

/* Ends the log and writes the files that were asked for. Returns false with an error. */
static bool write_files(struct run *run, const struct rig_result *result) {
    struct rig_record *record = run->record;
    run->record = NULL;
    if (!rig_record_close(record, &run->error))
        return false;
    bool calibrated = run->wish.config.mode == RIG_CALIBRATE && result->end == RIG_DONE;
    if (calibrated && run->wish.calibration && !write_calibration(run, result))
        return false;
    return !run->wish.report || !result->attempt || write_report(run, result->attempt);
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

/* Says what the machine's side has to add, which the result does not know. */
static void tell_more(struct run *run, const struct rig_result *result) {
    qd_error error = {0};
    if (run->replay && rig_replay_diverged(run->replay, &error))
        output_error(&run->output, &error, NULL, run->wish.path);
    if (run->serial && result->reason == RIG_REASON_BUS && !run->output.json)
        output_note("%s", rig_serial_error(run->serial));
}

/* What was to be kept is not: nobody shall read "done". */
static void not_done(struct rig_result *result) {
    if (result->end != RIG_DONE)
        return;
    result->end = RIG_SAFE_STOP;
    result->reason = RIG_REASON_FILE;
    snprintf(
        result->todo, sizeof result->todo,
        "Make room for the file, or name another one; what should be in it is lost but for what "
        "is shown here.");
}

static qd_status work(struct run *run) {
    struct rig_result result;
    struct watch watch;
    qd_control *control = control_new(NULL);
    struct watch_view view = watch_control(control);
    watch_begin(&watch, &view, WATCH_SILENT,
                run->console.view == RIG_VIEW_LIVE ? rig_console_farewell : NULL);
    rig_run(&run->wish.config, run->device, rig_console_event, &run->console, control, &result);
    watch_end(&watch);
    bool written = write_files(run, &result);
    if (!written)
        not_done(&result);
    rig_console_result(&run->console, &result);
    tell_more(run, &result);
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
    if (rig_wish_read(request, &run.wish, &run.error) && open_machine(&run)) {
        prepare_console(&run);
        status = open_record(&run) ? work(&run)
                                   : output_error(&run.output, &run.error, NULL, run.wish.record);
    } else {
        status = output_error(&run.output, &run.error, NULL, run.wish.path);
    }
    close_machine(&run);
    return status;
}
