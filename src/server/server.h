/* The web server: all puzzles, played in a browser. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

struct server_config {
    const char *bind;    /* a numeric address; NULL: the loopback address */
    uint16_t port;       /* 0: the system chooses */
    const char *store;   /* a URL as store_open takes it; NULL: a file in the user's data folder */
    uint64_t most_games; /* that are kept; 0: any number */
    unsigned retention_days; /* how long they are kept untouched; 0: for ever */
    const char *version;     /* of the program */
    bool quiet;              /* print nothing but the address */
};

/* Serves until SIGINT or SIGTERM, then ends the streams and jobs and closes the store. Prints the
 * address on standard output as soon as it listens. Returns QD_YES; QD_BAD_INPUT or QD_FAILURE
 * with an error if it could not begin. */
qd_status server_run(const struct server_config *config, qd_error *error);

#endif
