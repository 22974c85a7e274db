#include "rig/executor/config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As few digits as give the same number again. */
static void add_number(struct buf *out, double number) {
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    buf_add(out, text);
}

static void add_list(struct buf *out, const char *name, const double *list, int count) {
    buf_printf(out, "%s=", name);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            buf_char(out, ',');
        add_number(out, list[i]);
    }
}

void rig_calibration_write(const struct rig_calibration *calibration, struct buf *out) {
    add_list(out, "zero", calibration->zero, RIG_TOWERS);
    add_list(out, " gain", calibration->gain, RIG_TOWERS);
}

void rig_settings_write(const struct rig_config *config, struct buf *out) {
    buf_printf(out, "mode=%s ", rig_mode_word(config->mode));
    add_list(out, "rings", config->weight, config->rings);
    buf_printf(out, " start=%d goal=%d ", config->start, config->goal);
    rig_calibration_write(&config->calibration, out);
    buf_printf(out, " idle=%d ask=%d limit=", (int)config->idle_ms, (int)config->ask_ms);
    add_number(out, config->seconds_limit);
}

/* Reads a number that ends at the end of the text or at one of the characters; *at moves there. */
static bool read_number(const char **at, const char *ends, double *number) {
    char *end;
    size_t size = strspn(*at, "+-.0123456789e"); /* strtod would take hex, inf and nan as well */
    *number = strtod(*at, &end);
    bool good = size > 0 && end == *at + size && isfinite(*number) && strchr(ends, *end);
    *at = end;
    return good;
}

int rig_numbers_read(const char *text, double *list, int room) {
    for (int count = 0; count < room;) {
        if (!read_number(&text, ",", &list[count++]))
            return -1;
        if (*text++ == '\0')
            return count;
    }
    return -1;
}

static bool read_int(const char *text, int *value) {
    double number;
    if (!read_number(&text, "", &number) || number != floor(number) || fabs(number) > 1e9)
        return false;
    *value = (int)number;
    return true;
}

static bool read_mode(const char *text, enum rig_mode *mode) {
    for (int i = RIG_SOLVE; i <= RIG_CALIBRATE; i++)
        if (strcmp(text, rig_mode_word((enum rig_mode)i)) == 0) {
            *mode = (enum rig_mode)i;
            return true;
        }
    return false;
}

static bool read_rings(const char *text, struct rig_config *config) {
    double list[RIG_RINGS];
    int count = rig_numbers_read(text, list, RIG_RINGS);
    if (count < 1)
        return false;
    config->rings = count;
    memcpy(config->weight, list, (size_t)count * sizeof *list);
    return true;
}

static bool read_ms(const char *text, int32_t *ms) {
    int value;
    if (!read_int(text, &value))
        return false;
    *ms = value;
    return true;
}

static bool read_setting(const char *name, const char *value, struct rig_config *config) {
    struct rig_calibration *calibration = &config->calibration;
    if (strcmp(name, "mode") == 0)
        return read_mode(value, &config->mode);
    if (strcmp(name, "rings") == 0)
        return read_rings(value, config);
    if (strcmp(name, "start") == 0)
        return read_int(value, &config->start);
    if (strcmp(name, "goal") == 0)
        return read_int(value, &config->goal);
    if (strcmp(name, "zero") == 0)
        return rig_numbers_read(value, calibration->zero, RIG_TOWERS) == RIG_TOWERS;
    if (strcmp(name, "gain") == 0)
        return rig_numbers_read(value, calibration->gain, RIG_TOWERS) == RIG_TOWERS;
    if (strcmp(name, "idle") == 0)
        return read_ms(value, &config->idle_ms);
    if (strcmp(name, "ask") == 0)
        return read_ms(value, &config->ask_ms);
    return strcmp(name, "limit") == 0 && read_number(&value, "", &config->seconds_limit);
}

bool rig_settings_read(const char *text, struct rig_config *config) {
    char word[512];
    for (;;) {
        text += strspn(text, " \r\n");
        size_t size = strcspn(text, " \r\n");
        if (size == 0)
            return true;
        if (size >= sizeof word)
            return false;
        memcpy(word, text, size);
        word[size] = '\0';
        char *equals = strchr(word, '=');
        if (!equals)
            return false;
        *equals = '\0';
        if (!read_setting(word, equals + 1, config))
            return false;
        text += size;
    }
}
