/* Numbers with units, rounded for people. */
#ifndef CLI_PRINT_FIGURES_H
#define CLI_PRINT_FIGURES_H

#include <stdint.h>

#include "base/buf.h"

/* Each appends to the buf. */

/* "950", "12.3 k", "4.5 M", "1.2 G". */
void format_count(struct buf *out, double count);
/* "512 B", "1.5 KiB", "34 MiB". */
void format_bytes(struct buf *out, uint64_t bytes);
/* "12 us", "3.4 ms", "1.20 s", "2 min 5 s", "3 h 20 min". */
void format_seconds(struct buf *out, double seconds);

#endif
