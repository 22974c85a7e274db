#include "cli/print/moves.h"

#include <inttypes.h>
#include <string.h>

#include "cli/print/output.h"

static bool all_digits(const char *text) {
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static const char *without_zeros(const char *digits) {
    while (digits[0] == '0' && digits[1])
        digits++;
    return digits;
}

/* A number that does not fit into 64 bits means all moves. */
static uint64_t count_from(const char *digits) {
    uint64_t value = 0;
    for (; *digits; digits++) {
        uint64_t digit = (uint64_t)(*digits - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return UINT64_MAX;
        value = value * 10 + digit;
    }
    return value;
}

bool range_choose(const struct request *request, struct move_range *range, qd_error *error) {
    const char *from = request_text(request, "from"), *moves = request_text(request, "moves");
    if (!all_digits(from))
        return error_set(error, QD_BAD_INPUT, "--from takes a whole number, not '%.40s'", from);
    bool all = strcmp(moves, "all") == 0;
    if (!all && !all_digits(moves))
        return error_set(error, QD_BAD_INPUT, "--moves takes a whole number or all, not '%.40s'",
                         moves);
    *range = (struct move_range){.from = without_zeros(from),
                                 .limit = all ? UINT64_MAX : count_from(moves)};
    return true;
}

struct range_end range_print(const struct puzzle *puzzle, struct move_iterator *iterator,
                             uint64_t limit, void (*put)(void *context, const char *move),
                             void *context) {
    struct range_end end = {0};
    struct buf move = {0};
    while (!output_broken()) {
        buf_clear(&move);
        if (!puzzle->solve->next(iterator, &move))
            break;
        if (end.count == limit) {
            end.more = true;
            break;
        }
        put(context, buf_text(&move));
        end.count++;
    }
    buf_free(&move);
    return end;
}

bool range_complete(const struct move_range *range, const struct range_end *end) {
    return strcmp(range->from, "0") == 0 && !end->more;
}

static void add_total(const json_t *fields, struct buf *out) {
    const json_t *length = json_object_get(fields, "length");
    if (json_is_string(length))
        buf_printf(out, " of %s", json_string_value(length));
    else if (json_is_integer(length))
        buf_printf(out, " of %" JSON_INTEGER_FORMAT, json_integer_value(length));
}

void range_describe(const struct move_range *range, const struct range_end *end,
                    const json_t *fields, struct buf *out) {
    if (end->count == 0) {
        buf_add(out, "no moves");
    } else {
        buf_printf(out, "moves %s to ", range->from);
        buf_decimal_sum(out, range->from, end->count - 1);
    }
    add_total(fields, out);
}
