/* The functions of libpq, the client of PostgreSQL. The library is loaded when such a store is
 * opened: with its dependencies it would slow down the start of every command. */
#ifndef SERVER_STORE_LIBPQ_H
#define SERVER_STORE_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

#include <quandary/types.h>

#define PQ_CALLS(CALL)                                                                             \
    CALL(clear)                                                                                    \
    CALL(cmdTuples)                                                                                \
    CALL(connectdbParams)                                                                          \
    CALL(consumeInput)                                                                             \
    CALL(errorMessage)                                                                             \
    CALL(finish)                                                                                   \
    CALL(flush)                                                                                    \
    CALL(freemem)                                                                                  \
    CALL(getResult)                                                                                \
    CALL(getvalue)                                                                                 \
    CALL(isBusy)                                                                                   \
    CALL(notifies)                                                                                 \
    CALL(ntuples)                                                                                  \
    CALL(resultErrorField)                                                                         \
    CALL(resultStatus)                                                                             \
    CALL(sendPrepare)                                                                              \
    CALL(sendQuery)                                                                                \
    CALL(sendQueryPrepared)                                                                        \
    CALL(setnonblocking)                                                                           \
    CALL(socket)                                                                                   \
    CALL(status)

#define PQ_POINTER(name) __typeof__ (&PQ##name)(name);
struct pq {
    PQ_CALLS(PQ_POINTER)
};
#undef PQ_POINTER

/* Loads the library. Returns false with an error if it is not there. */
bool pq_load(struct pq *pq, qd_error *error);

#endif
