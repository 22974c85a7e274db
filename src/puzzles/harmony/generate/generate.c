/* New boards, scrambled backwards: from the solved board two tiles of one row or column swap and
 * each gains a move, again and again. The same swaps in the opposite order solve it.
 *
 * No swap is trivially undone. Left out are:
 * - two tiles that swapped with each other last, with nothing that either of them did in between:
 *   the second swap would only take the first one back, whatever happened elsewhere;
 * - two tiles of one colour (unless the option alike asks for them): the board would look the
 *   same as before, and the swap would only spend moves.
 *
 * If a difficulty or few solutions are asked for, one scramble after the other is made until one
 * fits; that is then known, not hoped for. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/explain/rate.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/count.h"
#include "search/control.h"

/* A scramble may get stuck on a board without a swap to make; this many are tried. */
enum { TRIES = 100 };

void harmony_board_solve(struct harmony_board *board, unsigned rows, unsigned columns) {
    *board = (struct harmony_board){.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++)
            board->colour[harmony_cell(row, column)] = (uint8_t)row;
}

void harmony_name_colours(struct position *position) {
    static const char *const names[HARMONY_SIDE] = {
        "RED",   "BLUE", "GREEN", "YELLOW", "PURPLE", "ORANGE",    "CYAN",       "PINK",
        "BROWN", "GREY", "WHITE", "BLACK",  "NAVY",   "DARKGREEN", "LIGHTGREEN", "LAVENDER"};
    for (unsigned row = 0; row < position->board.rows; row++) {
        snprintf(position->name[row], sizeof position->name[row], "%s", names[row]);
        position->number[row] = (uint8_t)row;
    }
}

/* A board being scrambled. */
struct scramble {
    struct harmony_board *board;
    bool alike;
    unsigned latest[HARMONY_CELLS]; /* the number of the tile's latest swap, from 1; 0: none */
    struct harmony_swap *choice;    /* the swaps that may come next */
    unsigned choices;
};

static void consider(struct scramble *scramble, unsigned a, unsigned b) {
    const struct harmony_board *board = scramble->board;
    bool full = board->moves[a] == HARMONY_MAX_MOVES || board->moves[b] == HARMONY_MAX_MOVES;
    bool undoes = scramble->latest[a] && scramble->latest[a] == scramble->latest[b];
    bool alike = board->colour[a] == board->colour[b];
    if (!full && !undoes && (!alike || scramble->alike))
        scramble->choice[scramble->choices++] =
            (struct harmony_swap){.a = (uint8_t)a, .b = (uint8_t)b};
}

static void list_choices(struct scramble *scramble) {
    unsigned rows = scramble->board->rows, columns = scramble->board->columns;
    scramble->choices = 0;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++) {
            unsigned cell = harmony_cell(row, column);
            for (unsigned right = column + 1; right < columns; right++)
                consider(scramble, cell, harmony_cell(row, right));
            for (unsigned below = row + 1; below < rows; below++)
                consider(scramble, cell, harmony_cell(below, column));
        }
}

static void exchange(uint8_t *values, struct harmony_swap swap, int gain) {
    uint8_t value = values[swap.a];
    values[swap.a] = (uint8_t)(values[swap.b] + gain);
    values[swap.b] = (uint8_t)(value + gain);
}

static void swap_back(struct scramble *scramble, struct harmony_swap swap, unsigned number) {
    exchange(scramble->board->colour, swap, 0);
    exchange(scramble->board->moves, swap, 1);
    scramble->latest[swap.a] = scramble->latest[swap.b] = number;
}

unsigned harmony_scramble(struct harmony_board *board, unsigned swaps, bool alike,
                          struct random *random, qd_control *control,
                          struct harmony_swap *solution) {
    struct scramble *scramble = MEM_NEW(struct scramble);
    *scramble = (struct scramble){.board = board, .alike = alike};
    scramble->choice = mem_new((size_t)HARMONY_CELLS * HARMONY_SIDE, sizeof *scramble->choice);
    unsigned made = 0;
    while (made < swaps && control_spend(control, 1)) {
        list_choices(scramble);
        if (scramble->choices == 0)
            break;
        struct harmony_swap swap = scramble->choice[random_below(random, scramble->choices)];
        swap_back(scramble, swap, ++made);
        if (solution)
            solution[swaps - made] = swap;
    }
    free(scramble->choice);
    free(scramble);
    return made;
}

/* What was asked for. */
struct request {
    unsigned swaps;
    bool alike;
    const char *difficulty; /* NULL: any */
    uint64_t solutions;     /* at most; 0: any number */
    unsigned tries;
    const struct options *options; /* for the names in messages */
};

static void read_request(const struct options *options, struct request *request) {
    request->options = options;
    request->swaps = (unsigned)options_int(options, harmony_options, "swaps");
    request->alike = options_flag(options, "alike");
    request->difficulty = options_text(options, harmony_options, "difficulty");
    request->solutions = (uint64_t)options_int(options, harmony_options, "solutions");
    request->tries = (unsigned)options_int(options, harmony_options, "tries");
}

static bool limit_reached(qd_error *error) {
    return error_set(error, QD_LIMIT, "a limit was reached before the board was ready");
}

static bool scramble_position(struct position *position, const struct request *request,
                              struct random *random, qd_control *control, qd_error *error) {
    unsigned rows = position->board.rows, columns = position->board.columns, most = 0;
    for (int tried = 0; tried < TRIES; tried++) {
        harmony_board_solve(&position->board, rows, columns);
        unsigned made = harmony_scramble(&position->board, request->swaps, request->alike, random,
                                         control, NULL);
        if (made == request->swaps)
            return true;
        if (!control_going(control))
            return limit_reached(error);
        most = made > most ? made : most;
    }
    return error_set(error, QD_BAD_INPUT,
                     "%u swaps that do not undo each other were not found on a board of %u x %u; "
                     "the longest of %d scrambles has %u",
                     request->swaps, rows, columns, TRIES, most);
}

/* How many boards were refused, and why. */
struct refused {
    unsigned by_solutions;
    unsigned rated[HARMONY_DIFFICULTIES];
};

/* The count of solutions comes first: it ends with the first one too many. */
static bool fits(const struct harmony_board *board, const struct request *request,
                 qd_control *control, struct refused *refused) {
    uint64_t count;
    struct harmony_rating rating;
    if (request->solutions &&
        harmony_ways_count(board, request->solutions, control, &count) != QD_YES) {
        refused->by_solutions++;
        return false;
    }
    if (!request->difficulty)
        return true;
    if (harmony_rating_find(board, control, &rating) != QD_YES)
        return false;
    refused->rated[rating.difficulty]++;
    return strcmp(harmony_difficulty_name(rating.difficulty), request->difficulty) == 0;
}

static bool none_fits(const struct position *position, const struct request *request,
                      const struct refused *refused, qd_error *error) {
    struct buf text = {0};
    buf_printf(&text, "none of %u boards of %u x %u with %u swaps fits:", request->tries,
               position->board.rows, position->board.columns, request->swaps);
    if (request->solutions)
        buf_printf(&text, " %u have more than %" PRIu64 " solution%s, or too many to tell%s",
                   refused->by_solutions, request->solutions, harmony_plural(request->solutions),
                   request->difficulty ? "," : "");
    for (unsigned i = 0; request->difficulty && i < HARMONY_DIFFICULTIES; i++)
        if (refused->rated[i])
            buf_printf(&text, " %u %s %s,", refused->rated[i],
                       refused->rated[i] == 1 ? "is" : "are",
                       harmony_difficulty_name((enum harmony_difficulty)i));
    if (text.text[text.size - 1] == ',')
        text.text[--text.size] = '\0';
    options_error(request->options, error, QD_LIMIT,
                  "%s; another number of swaps, or more " OPTION("tries") ", may help", text.text);
    buf_free(&text);
    return false;
}

static bool make(struct position *position, const struct request *request, uint64_t seed,
                 qd_control *control, qd_error *error) {
    struct random random;
    struct refused refused = {0};
    unsigned rows = position->board.rows, columns = position->board.columns;
    if (2 * request->swaps > rows * columns * HARMONY_MAX_MOVES)
        return error_set(
            error, QD_BAD_INPUT,
            "%u swaps are too many for a board of %u x %u: a tile has at most %d moves",
            request->swaps, rows, columns, HARMONY_MAX_MOVES);
    random_seed(&random, seed);
    for (unsigned tried = 0; tried < request->tries; tried++) {
        if (!scramble_position(position, request, &random, control, error))
            return false;
        if (fits(&position->board, request, control, &refused))
            return true;
        if (!control_going(control))
            return limit_reached(error);
    }
    return none_fits(position, request, &refused, error);
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    (void)finding;
    struct position *position = MEM_NEW(struct position);
    struct request request;
    read_request(options, &request);
    position->board.rows = (uint8_t)options_int(options, harmony_options, "rows");
    position->board.columns = (uint8_t)options_int(options, harmony_options, "columns");
    harmony_name_colours(position);
    if (make(position, &request, seed, control, error))
        return position;
    free(position);
    return NULL;
}

const struct puzzle_generate harmony_generate = {.generate = generate};
