/* The functions of libpq, the client of PostgreSQL. The library is found when such a store is
 * opened and not before: with all that it needs it would make every command start more slowly. */
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
    CALL(exec)                                                                                     \
    CALL(execPrepared)                                                                             \
    CALL(finish)                                                                                   \
    CALL(freemem)                                                                                  \
    CALL(getvalue)                                                                                 \
    CALL(notifies)                                                                                 \
    CALL(ntuples)                                                                                  \
    CALL(prepare)                                                                                  \
    CALL(resultErrorField)                                                                         \
    CALL(resultStatus)                                                                             \
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
