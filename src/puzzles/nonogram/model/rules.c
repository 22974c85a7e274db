/* The rules of play: a move sets a cell. Any cell may be set to anything at any time, wrong or
 * right: finding out is the player's game. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/model/position.h"

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

struct position *nonogram_position_new(struct nonogram_puzzle *puzzle) {
    struct position *position = MEM_NEW(struct position);
    position->puzzle = puzzle;
    position->cells = mem_new(cell_count(puzzle), 1);
    memset(position->cells, NONOGRAM_UNKNOWN, cell_count(puzzle));
    return position;
}

static struct position *copy(const struct position *position) {
    struct position *other = MEM_NEW(struct position);
    other->puzzle = nonogram_puzzle_share(position->puzzle);
    other->cells = mem_copy(position->cells, cell_count(position->puzzle));
    return other;
}

static size_t bytes(const struct position *position) {
    return sizeof *position + cell_count(position->puzzle);
}

static void release(struct position *position) {
    if (!position)
        return;
    nonogram_puzzle_free(position->puzzle);
    free(position->cells);
    free(position);
}

/* Reads a letter (in either case) and the number after it, which has no leading zeros and at most
 * four digits. Returns 0 if they are not there. */
static unsigned read_number(const char **text, char letter) {
    if (toupper((unsigned char)**text) != letter)
        return 0;
    const char *digits = *text + 1;
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 4 || *digits == '0')
        return 0;
    *text = digits + count;
    return (unsigned)strtoul(digits, NULL, 10);
}

/* "'#', '.' (empty) or '?' (unknown)" */
static void add_choices(const struct nonogram_puzzle *puzzle, struct buf *why) {
    for (unsigned i = 1; i <= puzzle->colours; i++)
        buf_printf(why, "'%c', ", puzzle->palette[i].letter);
    buf_add(why, "'.' (empty) or '?' (unknown)");
}

static bool read_value(const struct nonogram_puzzle *puzzle, const char *text, uint8_t *value,
                       struct buf *why) {
    int colour = text[0] && !text[1] ? nonogram_colour_find(puzzle, text[0]) : -1;
    bool unknown = strcmp(text, "?") == 0;
    if (colour < 0 && !unknown) {
        buf_add(why, "a cell holds ");
        add_choices(puzzle, why);
        return false;
    }
    *value = unknown ? NONOGRAM_UNKNOWN : (uint8_t)colour;
    return true;
}

bool nonogram_move_read(const struct nonogram_puzzle *puzzle, const char *text, unsigned *row,
                        unsigned *column, uint8_t *value, struct buf *why) {
    const char *rest = text;
    unsigned down = read_number(&rest, 'R');
    unsigned across = down ? read_number(&rest, 'C') : 0;
    if (!across || *rest != '=') {
        buf_add(why, "not a move; expected a cell and what it holds, such as R3C7=");
        buf_char(why, puzzle->palette[1].letter);
        return false;
    }
    if (down > puzzle->height || across > puzzle->width) {
        buf_printf(why, "there is no cell R%uC%u; the cells are R1C1 to R%uC%u", down, across,
                   puzzle->height, puzzle->width);
        return false;
    }
    *row = down - 1;
    *column = across - 1;
    return read_value(puzzle, rest + 1, value, why);
}

void nonogram_move_add(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned row,
                       unsigned column, uint8_t value) {
    buf_printf(out, "R%uC%u=%c", row + 1, column + 1,
               value == NONOGRAM_UNKNOWN ? '?' : puzzle->palette[value].letter);
}

static qd_status play_move(struct position *position, const char *text, qd_control *control,
                           struct refusal *refusal) {
    unsigned row, column;
    uint8_t value;
    (void)control; /* nothing is searched for */
    if (!nonogram_move_read(position->puzzle, text, &row, &column, &value, &refusal->text))
        return QD_NO;
    position->cells[(size_t)row * position->puzzle->width + column] = value;
    return QD_YES;
}

static void list_move(const struct nonogram_puzzle *puzzle, size_t cell, uint8_t value,
                      struct record *moves) {
    struct buf text = {0};
    nonogram_move_add(&text, puzzle, (unsigned)(cell / puzzle->width),
                      (unsigned)(cell % puzzle->width), value);
    record_add(moves, text.text, 0);
    buf_free(&text);
}

/* Cell by cell in reading order: the colours, empty, unknown. Setting a cell to what it holds is
 * legal but not listed. */
static qd_status list_moves(const struct position *position, size_t limit, qd_control *control,
                            struct record *moves) {
    (void)control;
    const struct nonogram_puzzle *puzzle = position->puzzle;
    size_t most = limit < SIZE_MAX - moves->count ? moves->count + limit : SIZE_MAX;
    for (size_t cell = 0; cell < cell_count(puzzle) && moves->count < most; cell++)
        for (unsigned choice = 1; choice <= puzzle->colours + 2 && moves->count < most; choice++) {
            uint8_t value = choice <= puzzle->colours       ? (uint8_t)choice
                            : choice == puzzle->colours + 1 ? NONOGRAM_EMPTY
                                                            : NONOGRAM_UNKNOWN;
            if (value != position->cells[cell])
                list_move(puzzle, cell, value, moves);
        }
    return QD_YES;
}

/* Only the filled cells count: a player need not mark the empty ones. */
static bool solved(const struct position *position) {
    size_t count = cell_count(position->puzzle);
    uint8_t *picture = mem_copy(position->cells, count);
    for (size_t cell = 0; cell < count; cell++)
        if (picture[cell] == NONOGRAM_UNKNOWN)
            picture[cell] = NONOGRAM_EMPTY;
    bool fits = nonogram_picture_fits(position->puzzle, picture, NULL, NULL);
    free(picture);
    return fits;
}

const struct puzzle_rules nonogram_rules = {
    .copy = copy,
    .free = release,
    .bytes = bytes,
    .move = play_move,
    .moves = list_moves,
    .solved = solved,
};
