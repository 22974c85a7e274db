/* Any bytes as options: each line is "name value" or "name". The options are those of all puzzles,
 * and one of each kind. What is accepted is kept and within its limits. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/interface/registry.h"

static const struct option_spec kinds[] = {
    {.name = "flag", .kind = OPTION_FLAG},
    {.name = "int", .kind = OPTION_INT, .argument = "N", .low = -5, .high = 1000},
    {.name = "number", .kind = OPTION_NUMBER, .argument = "N", .low = -2, .high = 10},
    {.name = "size", .kind = OPTION_SIZE, .argument = "SIZE"},
    {.name = "choice", .kind = OPTION_CHOICE, .argument = "auto|always|never"},
    {.name = "text", .kind = OPTION_TEXT, .argument = "TEXT"},
    {.name = NULL},
};

/* The table at the index: the kinds, then the puzzles' own; NULL after the last. */
static const struct option_spec *table_at(size_t index) {
    if (index == 0)
        return kinds;
    const struct puzzle *puzzle = registry_at(index - 1);
    return puzzle ? puzzle->options ? puzzle->options : kinds : NULL;
}

static void check_kept(const struct options *options, const struct option_spec *table,
                       const struct option_spec *spec, const char *value) {
    const char *name = spec->name;
    fuzz_check(options_given(options, name), "%s is not kept", name);
    if (spec->kind == OPTION_INT) {
        int64_t kept = options_int(options, table, name);
        fuzz_check(kept >= spec->low && kept <= spec->high, "%s: %s", name, value);
    } else if (spec->kind == OPTION_NUMBER) {
        double kept = options_number(options, table, name);
        fuzz_check(kept >= (double)spec->low && kept <= (double)spec->high, "%s: %s", name, value);
    } else if (spec->kind == OPTION_SIZE) {
        uint64_t kept = options_size(options, table, name);
        fuzz_check(kept >= strtoull(value, NULL, 10), "%s: %s", name, value);
    } else if (spec->kind == OPTION_FLAG) {
        fuzz_check(options_flag(options, name) == (!value || strcmp(value, "yes") == 0), "flag");
    } else {
        fuzz_check(strcmp(options_text(options, table, name), value) == 0, "%s: %s", name, value);
    }
}

static void set_line(struct options *options, const struct option_spec *table, char *line) {
    char *value = strchr(line, ' ');
    if (value)
        *value++ = '\0';
    const struct option_spec *spec = option_find(table, line);
    if (!spec)
        return;
    qd_error error = {0};
    if (options_set(options, spec, value, &error))
        check_kept(options, table, spec, value);
    else
        fuzz_check(error.status == QD_BAD_INPUT && error.message[0], "no error");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct option_spec *table;
    for (size_t i = 0; (table = table_at(i)); i++) {
        char *lines = mem_new(size + 1, 1);
        if (size)
            memcpy(lines, data, size);
        struct options *options = options_new(NULL);
        char *rest = lines;
        for (char *line; (line = strsep(&rest, "\n"));)
            set_line(options, table, line);
        options_free(options);
        free(lines);
    }
    return 0;
}

static const char *const values[] = {"7", "-5", "1.25", "500M", "2G", "auto", "no", "999999"};

bool fuzz_seed(size_t index, struct buf *out) {
    const struct option_spec *table = table_at(index);
    size_t number = 0;
    for (const struct option_spec *spec = table; spec && spec->name; spec++) {
        const char *value = spec->initial ? spec->initial : values[number++ % 8];
        buf_printf(out, "%s %s\n%s\n%s %s\n", spec->name, value, spec->name, spec->name,
                   values[number++ % 8]);
    }
    return table != NULL;
}
