/* The board after any number of moves, without playing them where the engine can tell. */
#include <string.h>

#include "puzzles/hanoi/solve/solution.h"

/* Takes the discs of the set, which lie on top, off the pegs and puts them where state says. */
static void rearrange(struct hanoi_board *board, uint64_t discs, struct hanoi_three state) {
    unsigned count = 0, disc_of[HANOI_THREE_MAX_DISCS];
    for (unsigned peg = 0; peg < board->pegs; peg++)
        while (board->top[peg] < HANOI_THREE_MAX_DISCS && discs >> board->top[peg] & 1)
            board->top[peg] = board->below[board->top[peg]];
    for (; discs; discs &= discs - 1)
        disc_of[count++] = (unsigned)__builtin_ctzll(discs);
    while (count-- > 0)
        hanoi_board_put(board, disc_of[count], hanoi_three_peg(state, count));
}

/* Stage by stage: the discs that move lie on top of those that stay. */
static bool after_stages(const struct hanoi_stages *stages, mpz_srcptr skip,
                         struct hanoi_board *board) {
    mpz_t left;
    mpz_init_set(left, skip);
    for (size_t i = 0; i < stages->count && mpz_sgn(left) > 0; i++) {
        const struct hanoi_stage *stage = &stages->list[i];
        struct hanoi_three state = stage->to;
        if (mpz_cmp_ui(left, stage->length) < 0)
            hanoi_three_state_after(stage->from, stage->to, 0, mpz_get_ui(left), &state);
        rearrange(board, stage->discs, state);
        bool moved = stage->single && mpz_cmp_ui(left, stage->length) > 0;
        if (moved)
            hanoi_board_move(board, stage->move.from, stage->move.to);
        mpz_sub_ui(left, left, stage->length);
        mpz_sub_ui(left, left, moved);
    }
    mpz_clear(left);
    return true;
}

static bool after_formula(const struct hanoi_solution *solution, uint64_t index, mpz_srcptr skip,
                          struct hanoi_board *board) {
    struct hanoi_three state;
    uint8_t pegs[HANOI_THREE_MAX_DISCS];
    if (mpz_sizeinbase(skip, 2) > 64 ||
        !hanoi_three_state_after(solution->from, solution->to, (unsigned)index, mpz_get_ui(skip),
                                 &state))
        return false;
    hanoi_three_to_pegs(state, pegs, board->discs);
    hanoi_board_from_pegs(board, board->discs, board->pegs, pegs);
    return true;
}

static bool after_list(const struct hanoi_moves *list, mpz_srcptr skip, struct hanoi_board *board) {
    if (mpz_cmp_ui(skip, list->count) > 0)
        return false;
    for (size_t i = 0; i < mpz_get_ui(skip); i++)
        hanoi_board_move(board, list->moves[i].from, list->moves[i].to);
    return true;
}

/* Opened plans know the peg of every disc. */
static bool after_plan(const struct hanoi_solution *solution, uint64_t index, mpz_srcptr skip,
                       struct hanoi_board *board) {
    struct hanoi_path *path = hanoi_solution_open(solution, index, skip);
    if (!path)
        return false;
    const uint8_t *pegs =
        solution->graph ? hanoi_graph_path_pegs(path) : hanoi_frame_stewart_path_pegs(path);
    hanoi_board_from_pegs(board, board->discs, board->pegs, pegs);
    path->free(path);
    return true;
}

bool hanoi_solution_at(const struct hanoi_solution *solution, uint64_t index, mpz_srcptr skip,
                       struct hanoi_board *board) {
    if (mpz_cmp(skip, solution->length) > 0)
        return false;
    if (solution->by_formula)
        return after_formula(solution, index, skip, board);
    if (solution->graph || solution->frame_stewart)
        return after_plan(solution, index, skip, board);
    if (index > 0)
        return false;
    return solution->stages ? after_stages(solution->stages, skip, board)
                            : after_list(solution->list, skip, board);
}
