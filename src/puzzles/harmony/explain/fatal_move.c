/* Which move of a game lost it. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/outlook.h"

/* For each position on the way; a few seconds at the most. */
#define NODES_EACH 100000

/* What is known of position number i, after i moves. */
enum known { NOT_ASKED, ALIVE, DEAD, UNDECIDED };

struct history {
    struct harmony_board *board; /* by number */
    uint8_t *known;              /* enum known, by number */
    uint64_t nodes;
    qd_control *control;
};

static void past_make(const struct game *game, struct history *past) {
    size_t count = game->moves->count;
    past->board = mem_new(count + 1, sizeof *past->board);
    past->known = mem_new(count + 1, sizeof *past->known);
    past->board[0] = game->start->board;
    past->known[count] = DEAD;
    for (size_t i = 0; i < count; i++) {
        struct harmony_swap swap = {0, 0};
        struct buf why = {0};
        harmony_swap_read(past->board, game->moves->moves[i].text, &swap, &why);
        past->board[i + 1] = harmony_after(&past->board[i], swap);
        buf_free(&why);
    }
}

static enum known past_ask(struct history *past, size_t number) {
    static const enum known meaning[] = {[QD_YES] = ALIVE, [QD_NO] = DEAD, [QD_LIMIT] = UNDECIDED};
    if (past->known[number] == NOT_ASKED)
        past->known[number] =
            (uint8_t)meaning[harmony_outlook_ask(&past->board[number], past->nodes, past->control)];
    return (enum known)past->known[number];
}

/* The first position from low to high that counts as dead, by halving; high does. */
static size_t first_dead(struct history *past, size_t low, size_t high, bool undecided_is_dead) {
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        enum known known = past_ask(past, middle);
        if (known == DEAD || (known == UNDECIDED && undecided_is_dead))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The first position that a quick test rejects, or the last one: all that follow are dead too. */
static size_t first_rejected(const struct history *past, size_t count) {
    size_t number = 0;
    while (number < count && !harmony_invalid_death(&past->board[number]))
        number++;
    return number;
}

void harmony_fatal_find(const struct game *game, uint64_t nodes, qd_control *control,
                        struct harmony_fatal *fatal) {
    struct history past = {.nodes = nodes, .control = control};
    past_make(game, &past);
    size_t rejected = first_rejected(&past, game->moves->count);
    size_t dead = first_dead(&past, 0, rejected, false);
    size_t doubtful = first_dead(&past, 0, dead, true);
    *fatal = (struct harmony_fatal){
        .status = doubtful < dead ? QD_LIMIT
                  : dead == 0     ? QD_NO
                                  : QD_YES,
        .number = dead,
        .low = doubtful,
        .high = dead,
    };
    free(past.board);
    free(past.known);
}

/* ---- in words ---- */

static void tell_known(const struct game *game, size_t number, struct buf *text, json_t **fields) {
    const char *move = game->moves->moves[number - 1].text;
    size_t undo = game->moves->count - number + 1;
    buf_printf(text, "Undo %zu move%s: move %zu, %s, was the one that lost it.\n", undo,
               harmony_plural(undo), number, move);
    fields_set(fields, "fatal_move", json_string(move));
    fields_set(fields, "fatal_number", json_integer((json_int_t)number));
    fields_set(fields, "undo", json_integer((json_int_t)undo));
}

static void tell_unknown(const struct harmony_fatal *fatal, struct buf *text) {
    if (fatal->low == 0 && fatal->high > 0)
        buf_printf(text,
                   "Which move lost it is not known, only that none after move %zu did; perhaps "
                   "there was no solution at the start.\n",
                   fatal->high);
    else if (fatal->low > 0)
        buf_printf(text, "Which move lost it is not known, only that it is one of %zu to %zu.\n",
                   fatal->low, fatal->high);
}

static void tell_fatal(const struct game *game, qd_control *control, struct buf *text,
                       json_t **fields) {
    struct harmony_fatal fatal;
    harmony_fatal_find(game, NODES_EACH, control, &fatal);
    if (fatal.status == QD_YES) {
        tell_known(game, fatal.number, text, fields);
        return;
    }
    fields_set(fields, "fatal_move", json_null());
    fields_set(fields, "fatal_number", fatal.status == QD_NO ? json_integer(0) : json_null());
    if (fatal.status == QD_NO)
        buf_add(text, "No move is to blame: there was no solution at the start.\n");
    else
        tell_unknown(&fatal, text);
}

void harmony_outlook_tell(const struct game *game, const struct harmony_outlook *outlook,
                          qd_control *control, struct buf *text, json_t **fields) {
    const char *verdict = game->moves->count ? "No solution is left." : "There is no solution.";
    struct buf blame = {0};
    fields_set(fields, "dead_by", json_string(outlook->test ? outlook->test->name : "search"));
    if (game->moves->count)
        tell_fatal(game, control, &blame, fields);
    harmony_death_tell(game->position, outlook->test, verdict, buf_text(&blame), text, fields);
    buf_free(&blame);
}
