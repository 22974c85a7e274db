/* The web server: all puzzles, played in a browser. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

struct server_config {
    const char *bind;        /* a numeric address; NULL: the loopback address */
    uint16_t port;           /* 0: any free one */
    const char *store;       /* a URL for store_open; NULL: a file in the user's data folder */
    uint64_t most_games;     /* 0: any number */
    unsigned retention_days; /* how long an untouched game is kept; 0: forever */
    const char *version;     /* of the program */
    bool quiet;              /* print nothing but the address */
};

/* Serves until SIGINT or SIGTERM, then ends the streams and jobs and closes the store. Prints the
 * address on standard output as soon as it listens. Returns QD_YES; QD_BAD_INPUT or QD_FAILURE
 * with an error if it could not begin. */
qd_status server_run(const struct server_config *config, qd_error *error);

#endif
