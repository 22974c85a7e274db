#include "cli/print/figures.h"

/* Three digits at most: one after the point below 100. */
static void add_scaled(struct buf *out, double value, const char *unit) {
    buf_printf(out, value < 99.95 ? "%.1f %s" : "%.0f %s", value, unit);
}

void format_count(struct buf *out, double count) {
    static const char *const units[] = {"k", "M", "G", "T", "P", "E"};
    if (count < 999.5) {
        buf_printf(out, "%.0f", count);
        return;
    }
    size_t unit = 0;
    count /= 1000;
    while (count >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        count /= 1000;
        unit++;
    }
    add_scaled(out, count, units[unit]);
}

void format_bytes(struct buf *out, uint64_t bytes) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        buf_printf(out, "%d B", (int)bytes);
        return;
    }
    size_t unit = 0;
    double value = (double)bytes / 1024;
    while (value >= 1023.5 && unit + 1 < sizeof units / sizeof *units) {
        value /= 1024;
        unit++;
    }
    add_scaled(out, value, units[unit]);
}

static void add_minutes(struct buf *out, double seconds) {
    unsigned long long whole = (unsigned long long)seconds;
    if (whole < 3600)
        buf_printf(out, "%llu min %llu s", whole / 60, whole % 60);
    else
        buf_printf(out, "%llu h %llu min", whole / 3600, whole / 60 % 60);
}

void format_seconds(struct buf *out, double seconds) {
    if (seconds < 999.5e-6)
        buf_printf(out, "%.0f us", seconds * 1e6);
    else if (seconds < 0.9995)
        add_scaled(out, seconds * 1e3, "ms");
    else if (seconds < 9.995)
        buf_printf(out, "%.2f s", seconds);
    else if (seconds < 120)
        buf_printf(out, "%.1f s", seconds);
    else
        add_minutes(out, seconds);
}
