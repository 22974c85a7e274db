/* What a run of the rig shows: lines for people, JSON events, or a live picture; and its end. */
#ifndef CLI_COMMANDS_RIG_CONSOLE_H
#define CLI_COMMANDS_RIG_CONSOLE_H

#include "cli/print/output.h"
#include "rig/executor/run.h"

enum rig_view {
    RIG_VIEW_LINES,    /* a line for what matters */
    RIG_VIEW_JSON,     /* an object for every event */
    RIG_VIEW_PICTURES, /* lines, and a picture below each of them */
    RIG_VIEW_LIVE,     /* a picture that moves, lines above it */
    RIG_VIEW_QUIET
};

/* Fill the first part. */
struct rig_console {
    enum rig_view view;
    const struct output *output;
    const struct rig_config *config;
    struct rig_description description; /* for pictures */
    void (*asked)(void *context);       /* told when a person is asked for something; or NULL */
    void *context;
    bool enter;   /* Enter is a start button */
    double speed; /* the picture is held back to so many times real time; 0: not at all */

    bool drawn;        /* a live picture stands on the terminal */
    bool begun;        /* the next two are set */
    int64_t first_ms;  /* the device's clock, */
    double first_wall; /* and ours, at the first event */
    double next_due;   /* when the next live picture may be drawn */
};

/* A rig_listener; context is the console. */
void rig_console_event(void *context, const struct rig_event *event);

/* Behind the last event: prints how the run ended. */
void rig_console_result(struct rig_console *console, const struct rig_result *result);

/* Puts the terminal in order; for a program that ends at once. */
void rig_console_farewell(void);

#endif
