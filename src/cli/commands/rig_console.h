/* What a run of the rig shows: lines for people, JSON events, or a live picture; and its end. */
#ifndef CLI_COMMANDS_RIG_CONSOLE_H
#define CLI_COMMANDS_RIG_CONSOLE_H

#include "cli/print/output.h"
#include "rig/executor/run.h"

enum rig_view {
    RIG_VIEW_LINES,    /* a line for each event that matters */
    RIG_VIEW_JSON,     /* an object for every event */
    RIG_VIEW_PICTURES, /* lines, and a picture below each of them */
    RIG_VIEW_LIVE,     /* an animated picture, lines above it */
    RIG_VIEW_QUIET
};

/* The caller sets the first part. */
struct rig_console {
    enum rig_view view;
    const struct output *output;
    const struct rig_config *config;
    struct rig_description description; /* for pictures */
    void (*asked)(void *context); /* called when the rig asks a person for something; or NULL */
    void *context;
    bool enter;   /* Enter is a start button */
    double speed; /* show at most this many times real speed; 0: no limit */

    bool drawn;        /* a live picture is on the terminal */
    bool begun;        /* first_ms and first_wall are set */
    int64_t first_ms;  /* the device's clock at the first event */
    double first_wall; /* our clock at that time */
    double next_due;   /* earliest time of the next live picture */
};

/* A rig_listener; context is the console. */
void rig_console_event(void *context, const struct rig_event *event);

/* After the last event: prints how the run ended. */
void rig_console_result(struct rig_console *console, const struct rig_result *result);

/* Shows the cursor again, which the live picture hides. */
void rig_console_restore_cursor(void);

#endif
