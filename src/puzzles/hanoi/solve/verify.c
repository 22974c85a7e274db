#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/solution.h"

/* Solutions up to WHOLE moves are played through, longer ones only the first and last PART moves.
 */
enum { WHOLE = 1 << 20, PART = 4096 };

static bool wrong(struct buf *why, const char *what) {
    buf_add(why, what);
    return false;
}

/* Plays at most limit moves of the path; the disc that moves must be the one it names. */
static bool play(struct position *position, struct hanoi_path *path, uint64_t limit,
                 uint64_t *played, struct buf *why) {
    struct hanoi_move move;
    for (*played = 0; *played < limit && path->next(path, &move); ++*played) {
        if (!hanoi_move_legal(position, move.from, move.to, why))
            return false;
        if (position->board.top[move.from] != move.disc)
            return wrong(why, "a move names another disc than it moves");
        hanoi_board_move(&position->board, move.from, move.to);
    }
    return true;
}

static bool whole_path_holds(const struct position *position, struct hanoi_path *path,
                             uint64_t length, struct buf *why) {
    struct position *reached = hanoi_rules.copy(position);
    uint64_t played;
    bool holds = play(reached, path, length + 1, &played, why);
    if (holds && played != length)
        holds = wrong(why, "the solution does not have the length it claims");
    if (holds && !hanoi_rules.solved(reached))
        holds = wrong(why, "the solution does not end at the goal");
    hanoi_rules.free(reached);
    return holds;
}

/* Takes moves back from the goal, the last one first; each must have been legal. */
static bool take_back(struct position *position, const struct hanoi_move *moves, size_t count,
                      struct buf *why) {
    while (count-- > 0) {
        const struct hanoi_move *move = &moves[count];
        if (position->board.top[move->to] != move->disc)
            return wrong(why, "the last moves do not lead to the goal");
        hanoi_board_move(&position->board, move->to, move->from);
        if (!hanoi_move_legal(position, move->from, move->to, why))
            return false;
    }
    return true;
}

static bool end_holds(const struct position *position, struct hanoi_path *path, struct buf *why) {
    struct hanoi_move *moves = mem_new(PART + 1, sizeof *moves);
    size_t count = 0;
    while (count <= PART && path->next(path, &moves[count]))
        count++;
    struct position *goal = hanoi_rules.copy(position);
    goal->board = goal->setup->goal;
    bool holds = count == PART ? take_back(goal, moves, count, why)
                               : wrong(why, "the solution does not have the length it claims");
    hanoi_rules.free(goal);
    free(moves);
    return holds;
}

static bool beginning_holds(const struct position *position, struct hanoi_path *path,
                            struct buf *why) {
    struct position *reached = hanoi_rules.copy(position);
    uint64_t played;
    bool holds = play(reached, path, PART, &played, why);
    hanoi_rules.free(reached);
    return holds;
}

static bool long_path_holds(const struct position *position, const struct hanoi_solution *solution,
                            unsigned index, struct hanoi_path *path, struct buf *why) {
    if (!beginning_holds(position, path, why))
        return false;
    mpz_t skip;
    mpz_init(skip);
    mpz_sub_ui(skip, solution->length, PART);
    struct hanoi_path *end = hanoi_solution_open(solution, index, skip);
    mpz_clear(skip);
    if (!end)
        return wrong(why, "the end of the solution cannot be opened");
    bool holds = end_holds(position, end, why);
    end->free(end);
    return holds;
}

static bool path_holds(const struct position *position, const struct hanoi_solution *solution,
                       unsigned index, struct buf *why) {
    mpz_t skip;
    mpz_init(skip);
    struct hanoi_path *path = hanoi_solution_open(solution, index, skip);
    mpz_clear(skip);
    if (!path)
        return wrong(why, "the solution cannot be opened");
    bool whole = mpz_cmp_ui(solution->length, WHOLE) <= 0;
    bool holds = whole ? whole_path_holds(position, path, mpz_get_ui(solution->length), why)
                       : long_path_holds(position, solution, index, path, why);
    path->free(path);
    return holds;
}

/* The distance from a state to one in which the `discs` smallest are all on one peg, by the
 * textbook recursion: if disc i is not on the goal, the smaller ones must first go to the third
 * peg, and from there 2^i moves remain. */
static void to_perfect(const uint8_t *peg, unsigned discs, unsigned goal, mpz_ptr moves) {
    mpz_set_ui(moves, 0);
    for (unsigned disc = discs; disc-- > 0;) {
        if (peg[disc] == goal)
            continue;
        mpz_setbit(moves, disc);
        goal = 3 - goal - peg[disc];
    }
}

/* Three pegs, every move allowed: the largest disc moves once or twice, whichever is shorter. */
static void classic_distance(const uint8_t *from, const uint8_t *to, unsigned discs,
                             mpz_ptr moves) {
    while (discs > 0 && from[discs - 1] == to[discs - 1])
        discs--;
    mpz_set_ui(moves, 0);
    if (discs == 0)
        return;
    unsigned largest = discs - 1, a = from[largest], b = to[largest], c = 3 - a - b;
    mpz_t part, twice;
    mpz_inits(part, twice, NULL);
    to_perfect(from, largest, c, moves);
    to_perfect(to, largest, c, part);
    mpz_add(moves, moves, part);
    mpz_add_ui(moves, moves, 1);
    to_perfect(from, largest, b, twice);
    to_perfect(to, largest, a, part);
    mpz_add(twice, twice, part);
    mpz_add_ui(twice, twice, 1);
    mpz_set_ui(part, 0);
    mpz_setbit(part, largest);
    mpz_add(twice, twice, part);
    if (mpz_cmp(twice, moves) < 0)
        mpz_set(moves, twice);
    mpz_clears(part, twice, NULL);
}

static bool length_holds(const struct position *position, const struct hanoi_solution *solution,
                         struct buf *why) {
    const struct hanoi_setup *setup = position->setup;
    bool classic = position->board.pegs == 3 && setup->complete && !setup->costly &&
                   hanoi_board_regular(&position->board) && solution->optimal;
    if (!classic)
        return true;
    mpz_t moves;
    mpz_init(moves);
    classic_distance(position->board.peg, setup->goal.peg, position->board.discs, moves);
    bool holds = mpz_cmp(moves, solution->length) == 0;
    mpz_clear(moves);
    return holds || wrong(why, "the length is not the shortest");
}

bool hanoi_verify(const struct position *position, const struct answer *answer, struct buf *why) {
    const struct hanoi_solution *solution = answer->data;
    enum { PATHS_CHECKED = 2 };
    for (unsigned index = 0; index < answer->solutions && index < PATHS_CHECKED; index++)
        if (!path_holds(position, solution, index, why))
            return false;
    return length_holds(position, solution, why);
}
