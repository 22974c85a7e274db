#include "server/http/mhd.h"

#include <dlfcn.h>
#include <string.h>

#include "base/source.h"

/* A function of the library, as bytes: C has no conversion from void * to functions. */
static bool find(void *library, const char *name, void *pointer, size_t size) {
    void *found = dlsym(library, name);
    memcpy(pointer, &found, size);
    return found != NULL;
}

bool mhd_load(struct mhd *mhd, qd_error *error) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(error, QD_FAILURE, "libmicrohttpd is missing: %.200s", dlerror());
    bool good = true;
#define MHD_FIND(name) good = good && find(library, "MHD_" #name, &mhd->name, sizeof mhd->name);
    MHD_CALLS(MHD_FIND)
#undef MHD_FIND
    return good || error_set(error, QD_FAILURE, "libmicrohttpd is too old for this program");
}
