#include "cli/commands/rig_console.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/draw/canvas.h"
#include "base/json.h"
#include "cli/options/wrap.h"
#include "rig/report/event_view.h"
#include "rig/report/report.h"

/* The shortest time between two live pictures. */
#define FRAME_SECONDS 0.04
/* Columns: of the sentences after "known:", and of the continuation lines of an event. */
enum { LABEL_COLUMN = 9, LINE_COLUMN = 12, TEXT_ROOM = 200 };

static double grams_of(const struct rig_console *console, int ring) {
    return ring >= 0 && ring < console->config->rings ? console->config->weight[ring] : 0;
}

/* ---- JSON ---- */

static json_t *board_json(const struct rig_console *console, const struct rig_board *board) {
    char text[TEXT_ROOM];
    rig_board_text(console->config, board, text, sizeof text);
    return json_text(text);
}

static void add_machine(const struct rig_console *console, const struct rig_event *event,
                        json_t *object) {
    json_t *more =
        json_pack("{s:i,s:i,s:[b,b],s:s,s:[f,f,f],s:o,s:s,s:f}", "x", (int)event->x, "y",
                  (int)event->y, "homed", event->homed[RIG_X], event->homed[RIG_Y], "grip",
                  event->grip == RIG_OPEN ? "open" : "closed", "grams", event->grams[0],
                  event->grams[1], event->grams[2], "board", board_json(console, &event->board),
                  "hand", rig_hand_word(event->board.hand), "confidence", event->confidence);
    json_object_update(object, more);
    json_decref(more);
}

static void set_number(json_t *object, const char *name, int number) {
    if (number >= 0)
        json_object_set_new(object, name, json_integer(number));
}

/* What the event is about; fields that do not apply are left out. */
static void add_subject(const struct rig_console *console, const struct rig_event *event,
                        json_t *object) {
    if (event->what != RIG_STEP_NONE)
        json_object_set_new(object, "what", json_text(rig_step_word(event->what)));
    set_number(object, "from", event->from);
    set_number(object, "tower", event->tower);
    if (event->ring >= 0)
        json_object_set_new(object, "ring", json_real(grams_of(console, event->ring)));
    set_number(object, "moves_left", event->moves_left);
    if (event->attempt > 0)
        set_number(object, "attempt", event->attempt);
    if (event->kind == RIG_EVENT_PLAN)
        set_number(object, "moves", event->moves);
    if (event->kind == RIG_EVENT_MOVE)
        json_object_set_new(object, "legal", json_boolean(event->legal));
    if (event->text && *event->text)
        json_object_set_new(object, "text", json_text(event->text));
}

static void print_object(json_t *object) {
    struct json_line line = {.out = stdout};
    json_line_fields(&line, object);
    json_line_end(&line);
    json_decref(object);
    fflush(stdout);
}

static void print_json(const struct rig_console *console, const struct rig_event *event) {
    json_t *object = json_pack("{s:s,s:I,s:I}", "event", rig_event_word(event->kind), "ms",
                               (json_int_t)event->ms, "step", (json_int_t)event->step);
    add_subject(console, event, object);
    add_machine(console, event, object);
    print_object(object);
}

static json_t *numbers(const double *list, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_real(list[i]));
    return array;
}

static void print_json_result(const struct rig_console *console, const struct rig_result *result) {
    json_t *object =
        json_pack("{s:s,s:s,s:s,s:o,s:b,s:s,s:s}", "event", "result", "status",
                  rig_end_word(result->end), "reason", rig_reason_word(result->reason), "board",
                  result->board_known ? board_json(console, &result->board) : json_null(), "arm_up",
                  result->arm_up, "known", result->known, "todo", result->todo);
    json_t *more =
        json_pack("{s:I,s:I,s:I,s:I,s:f}", "steps", (json_int_t)result->steps, "retries",
                  (json_int_t)result->retries, "replans", (json_int_t)result->replans, "moves",
                  (json_int_t)result->moves, "seconds", (double)result->ms / 1000);
    json_object_update(object, more);
    json_decref(more);
    if (console->config->mode == RIG_CALIBRATE) {
        json_object_set_new(object, "zero", numbers(result->calibration.zero, RIG_TOWERS));
        json_object_set_new(object, "gain", numbers(result->calibration.gain, RIG_TOWERS));
        json_object_set_new(object, "noise", numbers(result->noise, RIG_TOWERS));
    }
    if (result->attempt)
        json_object_set_new(object, "attempt", rig_report_json(result->attempt));
    print_object(object);
}

/* ---- lines ---- */

static void add_line(const struct rig_console *console, const struct rig_event *event,
                     struct buf *text) {
    rig_event_line(console->config, event, text);
    if (event->kind == RIG_EVENT_ASK && console->enter)
        buf_add(text, " Enter does the same.");
}

/* Printed even with --quiet: the person must know what to do. */
static void print_request(const struct rig_console *console, const struct rig_event *event) {
    struct buf text = {0};
    add_line(console, event, &text);
    output_note("%s", buf_text(&text));
    buf_free(&text);
}

static void print_line(const struct rig_console *console, const struct rig_event *event) {
    struct buf text = {0}, line = {0};
    add_line(console, event, &text);
    buf_printf(&line, "%8.1f s  %s: ", (double)(event->ms - console->first_ms) / 1000,
               rig_event_word(event->kind));
    size_t column = line.size;
    wrap_text(&line, buf_text(&text), column, LINE_COLUMN);
    fputs(line.text, stdout);
    buf_free(&text);
    buf_free(&line);
}

/* ---- pictures ---- */

static void add_picture(const struct rig_console *console, const struct rig_event *event,
                        struct buf *out) {
    struct canvas *canvas = canvas_new();
    struct rig_event shown = *event;
    shown.ms -= console->first_ms;
    rig_picture_draw(console->config, &console->description, &shown, console->output->ascii,
                     canvas);
    canvas_print(canvas, console->output->colour, out);
    canvas_free(canvas);
}

/* Erases the live picture; the next output begins in its place. */
static void erase_picture(struct rig_console *console) {
    if (console->drawn)
        printf("\033[%dA\r\033[J", rig_picture_rows(console->config));
    console->drawn = false;
}

static void draw_live(struct rig_console *console, const struct rig_event *event) {
    struct buf picture = {0};
    add_picture(console, event, &picture);
    fputs("\033[?25l", stdout);
    if (console->drawn)
        printf("\033[%dA\r", rig_picture_rows(console->config));
    for (const char *at = buf_text(&picture); *at; at++) {
        if (*at == '\n')
            fputs("\033[K", stdout);
        fputc(*at, stdout);
    }
    fflush(stdout);
    console->drawn = true;
    buf_free(&picture);
}

/* Waits until the wall clock has caught up with the machine's clock. */
static void keep_pace(const struct rig_console *console, const struct rig_event *event) {
    double seconds = (double)(event->ms - console->first_ms) / 1000 / console->speed;
    double left = console->first_wall + seconds - clock_wall();
    if (left <= 0)
        return;
    struct timespec wait = {.tv_sec = (time_t)left,
                            .tv_nsec = (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&wait, NULL);
}

static void show_live(struct rig_console *console, const struct rig_event *event) {
    if (console->speed > 0)
        keep_pace(console, event);
    bool told = rig_event_is_told(event->kind);
    if (told) {
        erase_picture(console);
        print_line(console, event);
    }
    bool last = event->kind == RIG_EVENT_DONE || event->kind == RIG_EVENT_STOPPED;
    if (told || last || clock_wall() >= console->next_due) {
        draw_live(console, event);
        console->next_due = clock_wall() + FRAME_SECONDS;
    }
}

/* ---- all ---- */

static void show(struct rig_console *console, const struct rig_event *event) {
    switch (console->view) {
    case RIG_VIEW_QUIET:
        if (event->kind == RIG_EVENT_ASK)
            print_request(console, event);
        break;
    case RIG_VIEW_JSON:
        print_json(console, event);
        break;
    case RIG_VIEW_LIVE:
        show_live(console, event);
        break;
    default:
        if (!rig_event_is_told(event->kind))
            break;
        print_line(console, event);
        if (console->view == RIG_VIEW_PICTURES) {
            struct buf picture = {0};
            add_picture(console, event, &picture);
            fputs(picture.text, stdout);
            buf_free(&picture);
        }
        fflush(stdout);
    }
}

void rig_console_event(void *context, const struct rig_event *event) {
    struct rig_console *console = context;
    if (!console->begun) {
        console->begun = true;
        console->first_ms = event->ms;
        console->first_wall = clock_wall();
    }
    if (console->asked && event->kind == RIG_EVENT_ASK)
        console->asked(console->context);
    show(console, event);
}

static void add_sentences(struct buf *out, const char *label, const char *text) {
    if (!*text)
        return;
    buf_printf(out, "%-*s", LABEL_COLUMN, label);
    wrap_text(out, text, LABEL_COLUMN, LABEL_COLUMN);
}

static void add_calibration(const struct rig_result *result, struct buf *out) {
    for (int i = 0; i < RIG_TOWERS; i++)
        buf_printf(out, "cell %d:  zero %.2f g, gain %.4f, noise %.2f g\n", i,
                   result->calibration.zero[i], result->calibration.gain[i], result->noise[i]);
}

static void add_result(const struct rig_console *console, const struct rig_result *result,
                       struct buf *out) {
    if (result->end == RIG_DONE)
        buf_add(out, "Done.\n");
    else
        buf_printf(out, "%s: %s.\n", result->end == RIG_SAFE_STOP ? "Safe stop" : "Cannot begin",
                   rig_reason_word(result->reason));
    add_sentences(out, "known:", result->known);
    add_sentences(out, "to do:", result->todo);
    if (console->view != RIG_VIEW_QUIET)
        buf_printf(out, "moves %ld, steps %ld, retries %ld, new plans %ld; %.1f s.\n",
                   result->moves, result->steps, result->retries, result->replans,
                   (double)result->ms / 1000);
    if (console->config->mode == RIG_CALIBRATE &&
        (result->end == RIG_DONE || result->reason == RIG_REASON_FILE))
        add_calibration(result, out);
    if (result->attempt) {
        buf_add(out, "\n");
        rig_report_text(result->attempt, out);
    }
}

void rig_console_result(struct rig_console *console, const struct rig_result *result) {
    if (console->view == RIG_VIEW_LIVE)
        rig_console_restore_cursor();
    if (console->view == RIG_VIEW_JSON) {
        print_json_result(console, result);
        return;
    }
    struct buf text = {0};
    add_result(console, result, &text);
    fputs(text.text, stdout);
    buf_free(&text);
}

void rig_console_restore_cursor(void) {
    fputs("\033[?25h", stdout);
    fflush(stdout);
}
