#include "base/option.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/source.h"

struct value {
    char *name;
    char *text;
    atomic_bool read; /* the value was read, perhaps by several threads at once */
};

struct options {
    struct option_spelling spelling;
    struct value *values;
    size_t count;
    size_t room;
};

struct options *options_new(const struct option_spelling *spelling) {
    static const struct option_spelling plain = {.before = "<", .is = " ", .after = ">"};
    struct options *options = MEM_NEW(struct options);
    options->spelling = spelling ? *spelling : plain;
    return options;
}

void options_free(struct options *options) {
    if (!options)
        return;
    for (size_t i = 0; i < options->count; i++) {
        free(options->values[i].name);
        free(options->values[i].text);
    }
    free(options->values);
    free(options);
}

static struct value *find_value(const struct options *options, const char *name) {
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->values[i].name, name) == 0)
            return &options->values[i];
    return NULL;
}

/* The value, counted as read. */
static const struct value *read_value(const struct options *options, const char *name) {
    struct value *value = find_value(options, name);
    if (value && !atomic_load_explicit(&value->read, memory_order_relaxed))
        atomic_store_explicit(&value->read, true, memory_order_relaxed);
    return value;
}

static void keep_value(struct options *options, const char *name, const char *text) {
    struct value *value = find_value(options, name);
    assert(name[0] && text);
    if (!value) {
        options->values =
            mem_grow(options->values, options->count, &options->room, sizeof *options->values);
        value = &options->values[options->count++];
        value->name = mem_text(name);
        value->text = NULL;
    }
    atomic_init(&value->read, false);
    free(value->text);
    value->text = mem_text(text);
    assert(find_value(options, name) == value);
}

static bool read_int(const char *text, int64_t *value) {
    char *end;
    const char *digits = text + (*text == '-');
    if (*digits < '0' || *digits > '9') /* strtoll would take blanks and a plus sign too */
        return false;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return *end == '\0' && errno == 0;
}

/* Reads digits, a point and digits: the same in every locale, and nothing else (no inf, no hex). */
static bool read_number(const char *text, double *value) {
    const char *at = text + (*text == '-');
    double scale = 1;
    bool point = false, digit = false;
    *value = 0;
    for (; *at; at++) {
        if (*at == '.' && !point) {
            point = true;
            continue;
        }
        if (*at < '0' || *at > '9')
            return false;
        digit = true;
        *value = *value * 10 + (*at - '0');
        scale *= point ? 10 : 1;
    }
    *value = (*text == '-' ? -*value : *value) / scale;
    return digit && isfinite(*value);
}

static bool read_size(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtoull(text, &end, 10);
    if (errno)
        return false;
    static const char units[] = "KkMmGgTt";
    const char *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)((unit - units) / 2 + 1) : 0;
    if (unit)
        end++;
    if (*end || (shift && *value >> (64 - shift)))
        return false;
    *value <<= shift;
    return true;
}

static bool is_choice(const char *choices, const char *text) {
    size_t length = strlen(text);
    for (const char *at = choices; at && *at;) {
        size_t size = strcspn(at, "|");
        if (length && size == length && strncmp(at, text, size) == 0)
            return true;
        at += size + (at[size] == '|');
    }
    return false;
}

/* ---- messages ---- */

QD_PRINTF(3, 0)
static void print_spelled(const struct options *options, struct buf *out, const char *format,
                          va_list args) {
    struct buf marked = {0};
    buf_vprintf(&marked, format, args);
    option_spell(&options->spelling, buf_text(&marked), out);
    buf_free(&marked);
}

void options_printf(const struct options *options, struct buf *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_spelled(options, out, format, args);
    va_end(args);
}

bool options_error(const struct options *options, qd_error *error, qd_status status,
                   const char *format, ...) {
    struct buf text = {0};
    va_list args;
    va_start(args, format);
    print_spelled(options, &text, format, args);
    va_end(args);
    error_set(error, status, "%s", buf_text(&text));
    buf_free(&text);
    return false;
}

/* ---- values ---- */

static bool check_int(const struct options *options, const struct option_spec *spec,
                      const char *text, qd_error *error) {
    int64_t value;
    assert(spec->low <= spec->high);
    if (read_int(text, &value) && value >= spec->low && value <= spec->high)
        return true;
    return options_error(options, error, QD_BAD_INPUT,
                         OPTION("%s") " takes a whole number from %lld to %lld, not '%.40s'",
                         spec->name, (long long)spec->low, (long long)spec->high, text);
}

static bool check_number(const struct options *options, const struct option_spec *spec,
                         const char *text, qd_error *error) {
    double value;
    assert(spec->low <= spec->high);
    if (read_number(text, &value) && value >= (double)spec->low && value <= (double)spec->high)
        return true;
    return options_error(options, error, QD_BAD_INPUT,
                         OPTION("%s") " takes a number from %lld to %lld, not '%.40s'", spec->name,
                         (long long)spec->low, (long long)spec->high, text);
}

static bool check_value(const struct options *options, const struct option_spec *spec,
                        const char *text, qd_error *error) {
    uint64_t size;
    switch (spec->kind) {
    case OPTION_INT:
        return check_int(options, spec, text, error);
    case OPTION_NUMBER:
        return check_number(options, spec, text, error);
    case OPTION_SIZE:
        return read_size(text, &size) ||
               options_error(options, error, QD_BAD_INPUT,
                             OPTION("%s") " takes a size such as 500M or 2G, not '%.40s'",
                             spec->name, text);
    case OPTION_CHOICE:
        return is_choice(spec->argument, text) ||
               options_error(options, error, QD_BAD_INPUT,
                             OPTION("%s") " takes one of %s, not '%.40s'", spec->name,
                             spec->argument, text);
    case OPTION_FLAG:
        return is_choice("yes|no", text) ||
               options_error(options, error, QD_BAD_INPUT, OPTION("%s") " takes no value",
                             spec->name);
    case OPTION_LIST:
        return !strchr(text, '\n') ||
               options_error(options, error, QD_BAD_INPUT, OPTION("%s") " must be a single line",
                             spec->name);
    case OPTION_TEXT:
        break;
    }
    return true;
}

/* Appends an item to a list. */
static void keep_item(struct options *options, const char *name, const char *text) {
    const struct value *value = find_value(options, name);
    struct buf list = {0};
    if (value)
        buf_printf(&list, "%s\n", value->text);
    buf_add(&list, text);
    keep_value(options, name, list.text);
    buf_free(&list);
}

struct options *options_copy(const struct options *options) {
    struct options *copy = options_new(&options->spelling);
    for (size_t i = 0; i < options->count; i++)
        keep_value(copy, options->values[i].name, options->values[i].text);
    return copy;
}

bool options_set(struct options *options, const struct option_spec *spec, const char *value,
                 qd_error *error) {
    assert(spec->name && spec->name[0]);
    if (!value && spec->kind != OPTION_FLAG)
        return options_error(options, error, QD_BAD_INPUT, OPTION("%s") " needs a value: %s",
                             spec->name, spec->argument);
    const char *text = value ? value : "yes";
    if (!check_value(options, spec, text, error))
        return false;
    if (spec->kind == OPTION_LIST)
        keep_item(options, spec->name, text);
    else
        keep_value(options, spec->name, text);
    return true;
}

bool options_given(const struct options *options, const char *name) {
    return find_value(options, name) != NULL;
}

bool options_flag(const struct options *options, const char *name) {
    const struct value *value = read_value(options, name);
    return value && strcmp(value->text, "yes") == 0;
}

const char *options_text(const struct options *options, const struct option_spec *table,
                         const char *name) {
    const struct value *value = read_value(options, name);
    if (value)
        return value->text;
    const struct option_spec *spec = option_find(table, name);
    return spec ? spec->initial : NULL;
}

int64_t options_int(const struct options *options, const struct option_spec *table,
                    const char *name) {
    const char *text = options_text(options, table, name);
    int64_t value = 0;
    return text && read_int(text, &value) ? value : 0;
}

double options_number(const struct options *options, const struct option_spec *table,
                      const char *name) {
    const char *text = options_text(options, table, name);
    double value = 0;
    return text && read_number(text, &value) ? value : 0;
}

uint64_t options_size(const struct options *options, const struct option_spec *table,
                      const char *name) {
    const char *text = options_text(options, table, name);
    uint64_t value = 0;
    return text && read_size(text, &value) ? value : 0;
}

const struct option_spec *option_find(const struct option_spec *table, const char *name) {
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

const char *options_name(const struct options *options, size_t index) {
    return index < options->count ? options->values[index].name : NULL;
}

bool options_was_read(const struct options *options, const char *name) {
    struct value *value = find_value(options, name);
    return value && atomic_load_explicit(&value->read, memory_order_relaxed);
}

void options_note_read(const struct options *options, const struct options *copy) {
    for (size_t i = 0; i < options->count; i++)
        if (options_was_read(copy, options->values[i].name))
            atomic_store_explicit(&options->values[i].read, true, memory_order_relaxed);
}

/* The rules say "name" or "name=value". A flag that was set to no counts as not given. */
static bool is_given(const struct options *options, const char *item, size_t size) {
    size_t name_size = strcspn(item, "=|");
    for (size_t i = 0; i < options->count; i++) {
        const struct value *value = &options->values[i];
        if (strlen(value->name) != name_size || strncmp(value->name, item, name_size) != 0)
            continue;
        if (name_size == size)
            return strcmp(value->text, "no") != 0;
        size_t text_size = size - name_size - 1;
        return strlen(value->text) == text_size &&
               strncmp(value->text, item + name_size + 1, text_size) == 0;
    }
    return false;
}

/* The first item of the list (| between them) that was given, with its size; NULL if none was. */
static const char *first_given(const struct options *options, const char *list, size_t *size) {
    for (; *list; list += *size + (list[*size] == '|')) {
        *size = strcspn(list, "|");
        if (is_given(options, list, *size))
            return list;
    }
    return NULL;
}

/* An item of a rule is written as OPTION and OPTION_IS write it: "method=classic". */
static void add_item(const struct options *options, struct buf *out, const char *item,
                     size_t size) {
    options_printf(options, out, OPTION("%.*s"), (int)size, item);
}

static void add_list(const struct options *options, struct buf *out, const char *list) {
    while (*list) {
        size_t size = strcspn(list, "|");
        add_item(options, out, list, size);
        if (list[size])
            buf_add(out, " or ");
        list += size + (list[size] == '|');
    }
}

/* Appends what is wrong, if anything is. */
static void apply_rule(const struct options *options, const struct option_rule *rule,
                       struct buf *wrong) {
    size_t size, other_size = 0;
    const char *name = first_given(options, rule->name, &size), *other = NULL;
    if (!name || (rule->when && !first_given(options, rule->when, &other_size)))
        return;
    if (rule->against)
        other = first_given(options, rule->against, &other_size);
    bool alone = rule->needs && !first_given(options, rule->needs, &other_size);
    if (!alone && !other)
        return;
    add_item(options, wrong, name, size);
    buf_add(wrong, alone ? " needs " : " and ");
    if (alone)
        add_list(options, wrong, rule->needs);
    else
        add_item(options, wrong, other, other_size);
    buf_add(wrong, alone ? "" : " cannot be combined");
}

bool options_agree(const struct options *options, const struct option_rule *rules, unsigned scope,
                   qd_error *error) {
    struct buf wrong = {0};
    for (; rules && rules->name && wrong.size == 0; rules++)
        if (rules->scope == 0 || rules->scope & scope)
            apply_rule(options, rules, &wrong);
    if (wrong.size)
        error_set(error, QD_BAD_INPUT, "%s", wrong.text);
    bool agree = wrong.size == 0;
    buf_free(&wrong);
    return agree;
}
