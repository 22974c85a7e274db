#include <stdio.h>

#include "cli/print/output.h"

#ifdef HAVE_SERVER
#include "server/server.h"

qd_status cmd_serve(const struct request *request) {
    struct output output;
    qd_error error = {0};
    output_choose(&output, request);
    const struct server_config config = {
        .bind = request_text(request, "bind"),
        .port = (uint16_t)options_int(request->options, cli_options, "port"),
        .store = request_text(request, "store"),
        .most_games = (uint64_t)options_int(request->options, cli_options, "games"),
        .retention_days = (unsigned)options_int(request->options, cli_options, "keep"),
        .version = QUANDARY_VERSION,
        .quiet = output.quiet};
    qd_status status = server_run(&config, &error);
    return status == QD_YES ? status : output_error(&output, &error, NULL, NULL);
}
#else
qd_status cmd_serve(const struct request *request) {
    struct output output;
    qd_error error = {.status = QD_BAD_INPUT};
    output_choose(&output, request);
    snprintf(error.message, sizeof error.message,
             "this program was built without the server: libmicrohttpd, sqlite3 or nettle was "
             "missing (Debian: libmicrohttpd-dev libsqlite3-dev nettle-dev)");
    return output_error(&output, &error, NULL, NULL);
}
#endif
