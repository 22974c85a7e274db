#include "server/store/libpq.h"

#include <dlfcn.h>
#include <string.h>

#include "base/source.h"

/* A function of the library, as bytes: C has no conversion from void * to functions. */
static bool find(void *library, const char *name, void *pointer, size_t size) {
    void *found = dlsym(library, name);
    memcpy(pointer, &found, size);
    return found != NULL;
}

bool pq_load(struct pq *pq, qd_error *error) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(error, QD_FAILURE, "libpq is missing: %.200s", dlerror());
    bool good = true;
#define PQ_FIND(name) good = good && find(library, "PQ" #name, &pq->name, sizeof pq->name);
    PQ_CALLS(PQ_FIND)
#undef PQ_FIND
    return good || error_set(error, QD_FAILURE, "libpq is too old for this program");
}
