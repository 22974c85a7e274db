#include "puzzles/hanoi/solve/engines/support.h"

#include <assert.h>

void hanoi_support_tops(unsigned pegs, unsigned discs, const uint8_t *board,
                        struct hanoi_tops *tops) {
    uint64_t covered = 0;
    for (unsigned i = 0; i < discs; i++)
        if (board[i] >= HANOI_SUPPORT_DISC)
            covered |= (uint64_t)1 << (board[i] - HANOI_SUPPORT_DISC);
    for (unsigned peg = 0; peg < pegs; peg++)
        tops->at[peg] = (uint8_t)peg;
    for (unsigned i = 0; i < discs; i++) {
        if ((covered >> i & 1) == 0) {
            unsigned on = board[i];
            while (on >= HANOI_SUPPORT_DISC)
                on = board[on - HANOI_SUPPORT_DISC];
            assert(on < pegs && tops->at[on] == on); /* one top a peg */
            tops->at[on] = (uint8_t)(HANOI_SUPPORT_DISC + i);
        }
    }
}

bool hanoi_support_regular(unsigned discs, const uint8_t *board) {
    for (unsigned i = 0; i < discs; i++)
        if (!hanoi_support_may_lie(i, board[i]))
            return false;
    return true;
}
