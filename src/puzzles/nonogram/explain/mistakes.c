#include "puzzles/nonogram/explain/mistakes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/board.h"
#include "puzzles/nonogram/explain/sentences.h"
#include "puzzles/nonogram/solve/solver.h"

/* The solver's limits for the puzzle itself and for the cells that are set: about a second for the
 * hardest, since a player is waiting. */
#define PUZZLE_NODES 5000
#define CELLS_NODES  10000
/* How often the control of the whole call is checked meanwhile, in seconds. */
#define LOOK_UP_SECONDS 0.02

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

/* ---- lines ---- */

/* The first line that no arrangement fits. */
static bool impossible_line(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                            unsigned *line) {
    struct nonogram_board *board = nonogram_board_new(puzzle, cells);
    bool found = false;
    for (unsigned i = 0; i < nonogram_line_count(puzzle) && !found; i++)
        if (!nonogram_is_line_possible(board, i)) {
            *line = i;
            found = true;
        }
    nonogram_board_free(board);
    return found;
}

static unsigned clue_sum(const struct nonogram_line *line, unsigned colour) {
    unsigned sum = 0;
    for (unsigned i = 0; i < line->count; i++)
        sum += line->clues[i].colour == colour ? line->clues[i].length : 0;
    return sum;
}

static unsigned longest_clue(const struct nonogram_line *line, unsigned colour) {
    unsigned longest = 0;
    for (unsigned i = 0; i < line->count; i++)
        if (line->clues[i].colour == colour && line->clues[i].length > longest)
            longest = line->clues[i].length;
    return longest;
}

static unsigned count_cells(const struct nonogram_view *view, uint8_t value) {
    unsigned count = 0;
    for (unsigned i = 0; i < view->length; i++)
        count += view->cells[i] == value;
    return count;
}

static unsigned longest_run(const struct nonogram_view *view, uint8_t value) {
    unsigned longest = 0, run = 0;
    for (unsigned i = 0; i < view->length; i++) {
        run = view->cells[i] == value ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* How many cells there are from the first to the last one of a colour. */
static unsigned span_of(const struct nonogram_view *view, uint8_t value) {
    unsigned first = view->length, end = 0;
    for (unsigned i = 0; i < view->length; i++)
        if (view->cells[i] == value) {
            first = first < i ? first : i;
            end = i + 1;
        }
    return end > first ? end - first : 0;
}

static bool is_only_clue(const struct nonogram_line *line, unsigned colour) {
    unsigned count = 0;
    for (unsigned i = 0; i < line->count; i++)
        count += line->clues[i].colour == colour;
    return count == 1;
}

/* A reason that concerns one colour alone. */
static bool say_colour(const struct nonogram_puzzle *puzzle, const struct nonogram_view *view,
                       uint8_t colour, struct buf *out) {
    const char *name = nonogram_say_value(puzzle, colour);
    unsigned sum = clue_sum(view->line, colour), there = count_cells(view, colour);
    unsigned room = there + count_cells(view, NONOGRAM_UNKNOWN);
    const char *sum_of = view->line->count == 1 ? "its clue is" : "its clues add up to";
    if (there > sum)
        buf_printf(out, " has %u %s cell%s, but %s %u", there, name, there == 1 ? "" : "s", sum_of,
                   sum);
    else if (longest_run(view, colour) > longest_clue(view->line, colour))
        buf_printf(out, " has a run of %u, longer than any of its clues",
                   longest_run(view, colour));
    else if (is_only_clue(view->line, colour) && span_of(view, colour) > sum)
        buf_printf(out, " has %s cells too far apart for one run of %u", name, sum);
    else if (room < sum)
        buf_printf(out, " has room for only %u %s cell%s, but %s %u", room, name,
                   room == 1 ? "" : "s", sum_of, sum);
    else
        return false;
    return true;
}

void nonogram_say_impossible_line(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                                  unsigned line, struct buf *out) {
    struct nonogram_board *board = nonogram_board_new(puzzle, cells);
    struct nonogram_view view = nonogram_board_view(board, line);
    unsigned needs = nonogram_line_needs(view.line);
    bool said = needs > view.length;
    nonogram_say_line_and_clues(out, puzzle, line, true);
    if (said)
        buf_printf(out, " has %u cells, but its clues need %u with the gaps", view.length, needs);
    for (unsigned colour = 1; colour <= puzzle->colours && !said; colour++)
        said = say_colour(puzzle, &view, (uint8_t)colour, out);
    if (!said)
        buf_add(out, " cannot be completed: its clues do not fit the cells that are set");
    buf_char(out, '.');
    nonogram_board_free(board);
}

/* ---- the solver, within limits of its own ---- */

struct aside {
    qd_control *whole, *own;
};

static void look_up(void *context, const qd_progress *progress) {
    struct aside *aside = context;
    (void)progress;
    if (!control_spend(aside->whole, 0))
        control_stop(aside->own);
}

static qd_status solve_aside(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                             unsigned most, uint64_t nodes, qd_control *control,
                             struct nonogram_solutions *solutions) {
    struct nonogram_solver_options options = {.most = most};
    struct aside aside = {.whole = control, .own = control_new(&(qd_limits){.nodes = nodes})};
    control_report(aside.own, LOOK_UP_SECONDS, look_up, &aside);
    qd_status status = nonogram_solver_solve(puzzle, cells, &options, aside.own, solutions);
    qd_progress progress;
    control_progress(aside.own, &progress);
    control_spend(control, progress.nodes);
    control_free(aside.own);
    return status;
}

/* What positions are judged by. */
struct judge {
    const struct nonogram_puzzle *puzzle;
    qd_status status;       /* of the puzzle itself, as the solver says */
    const uint8_t *picture; /* the only solution, or NULL */
    uint64_t nodes;         /* what the solver may spend on a position; 0: as much as it needs */
    qd_control *control;
};

/* QD_LIMIT only if the whole call ended; what would take too long counts as QD_YES. */
static qd_status solve_from(const struct judge *judge, const uint8_t *cells) {
    struct nonogram_solutions solutions = {0};
    qd_status status =
        solve_aside(judge->puzzle, cells, 1, judge->nodes, judge->control, &solutions);
    nonogram_solutions_free(&solutions);
    return status == QD_LIMIT && control_going(judge->control) ? QD_YES : status;
}

/* ---- which move ---- */

static size_t count_wrong(const struct judge *judge, const uint8_t *cells) {
    size_t wrong = 0;
    for (size_t i = 0; i < cell_count(judge->puzzle); i++)
        wrong += cells[i] != NONOGRAM_UNKNOWN && cells[i] != judge->picture[i];
    return wrong;
}

static bool is_good(const struct judge *judge, const uint8_t *cells) {
    unsigned line;
    if (judge->picture)
        return count_wrong(judge, cells) == 0;
    return !impossible_line(judge->puzzle, cells, &line) && solve_from(judge, cells) != QD_NO;
}

static struct position *play_to(const struct game *game, size_t moves) {
    struct position *position = nonogram_rules.copy(game->start);
    for (size_t i = 0; i < moves; i++)
        rules_replay(&nonogram_rules, position, game->moves->moves[i].text);
    return position;
}

static bool good_after(const struct game *game, const struct judge *judge, size_t moves) {
    struct position *position = play_to(game, moves);
    bool good = is_good(judge, position->cells);
    nonogram_rules.free(position);
    return good;
}

/* How many moves from the start are good. Bisection finds a move that turns good into wrong; there
 * may be several, since cells can be set twice. */
static size_t good_moves(const struct game *game, const struct judge *judge) {
    size_t good = 0, wrong = game->moves->count;
    while (wrong - good > 1) {
        size_t middle = good + (wrong - good) / 2;
        if (good_after(game, judge, middle))
            good = middle;
        else
            wrong = middle;
    }
    return good;
}

static void find_move(const struct game *game, const struct judge *judge,
                      struct nonogram_mistakes *mistakes) {
    if (!game->moves || game->moves->count == 0 || !good_after(game, judge, 0))
        return;
    size_t good = good_moves(game, judge);
    mistakes->move = good + 1;
    assert(good < game->moves->count);
    mistakes->undo = game->moves->count - good;
}

/* ---- the search for mistakes ---- */

static void find_row(const struct judge *judge, const uint8_t *cells,
                     struct nonogram_mistakes *mistakes) {
    for (size_t i = cell_count(judge->puzzle); i-- > 0;)
        if (cells[i] != NONOGRAM_UNKNOWN && cells[i] != judge->picture[i]) {
            mistakes->has_line = true;
            mistakes->line = (unsigned)(i / judge->puzzle->width);
            mistakes->value = cells[i];
        }
}

static bool nothing_set(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    for (size_t i = 0; i < cell_count(puzzle); i++)
        if (cells[i] != NONOGRAM_UNKNOWN)
            return false;
    return true;
}

/* Whether a solution has the cells. */
static qd_status judge_cells(const struct game *game, const struct judge *judge,
                             struct nonogram_mistakes *mistakes) {
    const uint8_t *cells = game->position->cells;
    if (judge->status == QD_NO) {
        mistakes->kind = NONOGRAM_MISTAKE_PUZZLE;
        return QD_NO;
    }
    if (judge->picture) {
        mistakes->wrong = count_wrong(judge, cells);
        if (mistakes->wrong == 0)
            return QD_YES;
        mistakes->kind = NONOGRAM_MISTAKE_CELL;
        find_row(judge, cells, mistakes);
        return QD_NO;
    }
    if (nothing_set(judge->puzzle, cells))
        return QD_YES;
    qd_status status = solve_from(judge, cells);
    if (status == QD_NO)
        mistakes->kind = NONOGRAM_MISTAKE_CELL;
    return status;
}

static qd_status look_for(const struct game *game, struct judge *judge,
                          struct nonogram_mistakes *mistakes) {
    unsigned line = 0;
    *mistakes = (struct nonogram_mistakes){0};
    bool broken = impossible_line(judge->puzzle, game->position->cells, &line);
    qd_status status =
        broken && judge->status != QD_NO ? QD_NO : judge_cells(game, judge, mistakes);
    if (mistakes->kind == NONOGRAM_MISTAKE_PUZZLE)
        broken = impossible_line(judge->puzzle, NULL, &line);
    if (broken) {
        mistakes->has_line = true;
        mistakes->line = line;
    }
    if (broken && mistakes->kind == NONOGRAM_MISTAKE_NONE) {
        mistakes->kind = NONOGRAM_MISTAKE_LINE;
        mistakes->wrong = judge->picture ? count_wrong(judge, game->position->cells) : 0;
    }
    judge->nodes = CELLS_NODES;
    if (status == QD_NO && mistakes->kind != NONOGRAM_MISTAKE_PUZZLE)
        find_move(game, judge, mistakes);
    return status;
}

qd_status nonogram_mistakes_find(const struct game *game, qd_control *control,
                                 struct nonogram_mistakes *mistakes) {
    struct nonogram_solutions solutions = {0};
    struct judge judge = {
        .puzzle = game->position->puzzle, .nodes = CELLS_NODES, .control = control};
    judge.status = solve_aside(judge.puzzle, NULL, 2, PUZZLE_NODES, control, &solutions);
    if (judge.status == QD_YES && solutions.complete && solutions.count == 1)
        judge.picture = solutions.pictures[0];
    qd_status status = look_for(game, &judge, mistakes);
    nonogram_solutions_free(&solutions);
    return status;
}

qd_status nonogram_mistakes_judge(const struct game *game, qd_status puzzle_status,
                                  const uint8_t *picture, qd_control *control,
                                  struct nonogram_mistakes *mistakes) {
    struct judge judge = {.puzzle = game->position->puzzle,
                          .status = puzzle_status,
                          .picture = picture,
                          .control = control};
    return look_for(game, &judge, mistakes);
}

/* ---- words ---- */

static void say_cell(const struct nonogram_puzzle *puzzle, const struct nonogram_mistakes *mistakes,
                     struct buf *text) {
    buf_add(text,
            "Each line can still be completed, but no picture has all the cells that are set.\n");
    if (!mistakes->has_line)
        return;
    buf_printf(text, "One of the %s cells in row %u is wrong",
               mistakes->value == NONOGRAM_EMPTY  ? "empty"
               : nonogram_black_and_white(puzzle) ? "filled"
                                                  : "coloured",
               mistakes->line + 1);
    if (mistakes->wrong > 1)
        buf_printf(text, " (%zu cells are wrong in all)", mistakes->wrong);
    buf_add(text, ".\n");
}

void nonogram_mistakes_say_what(const struct game *game, const struct nonogram_mistakes *mistakes,
                                struct buf *text) {
    const struct nonogram_puzzle *puzzle = game->position->puzzle;
    if (mistakes->kind == NONOGRAM_MISTAKE_PUZZLE)
        buf_add(text, "The puzzle has no solution: no picture has these clues.\n");
    if (mistakes->kind == NONOGRAM_MISTAKE_PUZZLE && mistakes->has_line) {
        nonogram_say_impossible_line(puzzle, NULL, mistakes->line, text);
        buf_char(text, '\n');
    }
    if (mistakes->kind == NONOGRAM_MISTAKE_CELL)
        say_cell(puzzle, mistakes, text);
    if (mistakes->kind == NONOGRAM_MISTAKE_LINE) {
        nonogram_say_impossible_line(puzzle, game->position->cells, mistakes->line, text);
        buf_char(text, '\n');
    }
}

static const char *const kinds[] = {
    [NONOGRAM_MISTAKE_NONE] = "none",
    [NONOGRAM_MISTAKE_LINE] = "line",
    [NONOGRAM_MISTAKE_CELL] = "cell",
    [NONOGRAM_MISTAKE_PUZZLE] = "puzzle",
};

void nonogram_mistakes_fields(const struct game *game, const struct nonogram_mistakes *mistakes,
                              json_t **fields) {
    fields_set(fields, "mistake", json_string(kinds[mistakes->kind]));
    if (mistakes->has_line) {
        struct buf line = {0};
        nonogram_say_line(&line, game->position->puzzle, mistakes->line);
        fields_set(fields, "line", json_string(buf_text(&line)));
        buf_free(&line);
    }
    if (mistakes->move) {
        fields_set(fields, "fatal_move", json_string(game->moves->moves[mistakes->move - 1].text));
        fields_set(fields, "fatal_number", json_integer((json_int_t)mistakes->move));
        fields_set(fields, "undo", json_integer((json_int_t)mistakes->undo));
    }
}

void nonogram_mistakes_say(const struct game *game, const struct nonogram_mistakes *mistakes,
                           struct buf *text, json_t **fields) {
    nonogram_mistakes_say_what(game, mistakes, text);
    if (mistakes->move)
        buf_printf(text, "Undo %zu move%s: move %zu, %s, is the first that cannot be right.\n",
                   mistakes->undo, mistakes->undo == 1 ? "" : "s", mistakes->move,
                   game->moves->moves[mistakes->move - 1].text);
    nonogram_mistakes_fields(game, mistakes, fields);
}
