#include "puzzles/harmony/solve/classic/moves.h"

#include <assert.h>

#include "puzzles/harmony/solve/classic/forced.h"

static void add_swap(const struct harmony_board *board, unsigned a, unsigned b, bool wasteful,
                     struct harmony_swap_list *list) {
    struct harmony_swap swap = {.a = (uint8_t)a, .b = (uint8_t)b};
    if (board->moves[a] == 0 || board->moves[b] == 0)
        return;
    if (!wasteful && !harmony_last_move_fits(board, swap))
        return;
    assert(list->count < HARMONY_MOST_SWAPS);
    list->key[list->count] = (uint16_t)(board->moves[a] + board->moves[b]);
    list->swap[list->count++] = swap;
}

static void list_row(const struct harmony_board *board, unsigned row, bool wasteful,
                     struct harmony_swap_list *list) {
    for (unsigned column = 0; column < board->columns; column++)
        for (unsigned other = column + 1; other < board->columns; other++)
            add_swap(board, harmony_cell(row, column), harmony_cell(row, other), wasteful, list);
}

static void list_column(const struct harmony_board *board, unsigned column, bool wasteful,
                        struct harmony_swap_list *list) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned other = row + 1; other < board->rows; other++)
            add_swap(board, harmony_cell(row, column), harmony_cell(other, column), wasteful, list);
}

/* Insertion sort: the lists are short, and equal keys keep their order. */
static void sort_swaps(struct harmony_swap_list *list, enum harmony_sort sort) {
    for (unsigned i = 1; sort != HARMONY_SORT_NONE && i < list->count; i++) {
        struct harmony_swap swap = list->swap[i];
        uint16_t key = list->key[i];
        unsigned at = i;
        while (at > 0 && (sort == HARMONY_SMALLEST_FIRST ? list->key[at - 1] > key
                                                         : list->key[at - 1] < key)) {
            list->swap[at] = list->swap[at - 1];
            list->key[at] = list->key[at - 1];
            at--;
        }
        list->swap[at] = swap;
        list->key[at] = key;
    }
}

static bool is_forced(const struct harmony_board *board, enum harmony_force force,
                      struct harmony_swap *swap) {
    if (force == HARMONY_FORCE_BOTH)
        return harmony_forced_any(board, swap);
    return force == HARMONY_FORCE_VERTICAL && harmony_forced_vertical(board, swap);
}

void harmony_classic_moves(const struct harmony_board *board,
                           const struct harmony_move_rules *rules, struct harmony_swap_list *list) {
    list->count = 0;
    if (is_forced(board, rules->force, &list->swap[0])) {
        assert(harmony_swap_legal(board, list->swap[0]));
        list->count = 1;
        return;
    }
    for (unsigned row = 0; row < board->rows; row++)
        list_row(board, row, rules->wasteful, list);
    for (unsigned column = 0; column < board->columns; column++)
        list_column(board, column, rules->wasteful, list);
    sort_swaps(list, rules->sort);
}
