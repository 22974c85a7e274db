/* The functions of libmicrohttpd. The library is loaded when a server starts, not with the program:
 * with its dependencies it would triple the start-up time of every command. */
#ifndef SERVER_HTTP_MHD_H
#define SERVER_HTTP_MHD_H

#include <microhttpd.h>
#include <stdbool.h>

#include <quandary/types.h>

#define MHD_CALLS(CALL)                                                                            \
    CALL(add_response_header)                                                                      \
    CALL(create_response_from_buffer)                                                              \
    CALL(create_response_from_callback)                                                            \
    CALL(destroy_response)                                                                         \
    CALL(get_connection_info)                                                                      \
    CALL(get_connection_values)                                                                    \
    CALL(http_unescape)                                                                            \
    CALL(lookup_connection_value)                                                                  \
    CALL(queue_response)                                                                           \
    CALL(quiesce_daemon)                                                                           \
    CALL(resume_connection)                                                                        \
    CALL(start_daemon)                                                                             \
    CALL(stop_daemon)                                                                              \
    CALL(suspend_connection)

#define MHD_POINTER(name) __typeof__ (&MHD_##name)(name);
struct mhd {
    MHD_CALLS(MHD_POINTER)
};
#undef MHD_POINTER

/* Loads the library. Returns false with an error if it is not there. */
bool mhd_load(struct mhd *mhd, qd_error *error);

#endif
