/* Lets one check of a unit test run alone: `make test ONLY=test_buf/grows` sets QUANDARY_CHECK. It
 * is linked into every test program, so that no test has to ask for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void choose_checks(void) {
    const char *pattern = getenv("QUANDARY_CHECK");
    if (pattern)
        cmocka_set_test_filter(pattern);
}
