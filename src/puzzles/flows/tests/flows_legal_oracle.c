#include "puzzles/flows/tests/flows_legal_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

void legal_fail_at(const struct flows_board *board, const char *what, bool any) {
    char text[FLOWS_MOST_HEXES + 1];
    fail_msg("%s: axes=%u radius=%u %s (%s, left %u %u %u %u)", what, board->axes,
             board->grid->radius, board_to_text(board, text), any ? "any tiles" : "tiles left",
             board->left[0], board->left[1], board->left[2], board->left[3]);
}

/* ---- refusals ---- */

/* The tiles that are named cut the team off by themselves, and each of them is needed. */
static void check_wall(const struct flows_board *board, const struct flows_refusal *refusal) {
    struct oracle oracle;
    int axis = __builtin_ctz(refusal->axes);
    oracle_read(&oracle, board, true, 0);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (!flows_set_has(&refusal->wall, hex))
            oracle.tile[hex] = -1;
    if (oracle_has_way(&oracle, axis))
        legal_fail_at(board, "the tiles named leave a way", true);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++) {
        int tile = oracle.tile[hex];
        oracle.tile[hex] = -1;
        if (tile >= 0 && !oracle_has_way(&oracle, axis))
            legal_fail_at(board, "a tile is named that is not needed", true);
        oracle.tile[hex] = tile;
    }
}

static void check_refusal(const struct flows_board *board, bool any, struct legal_tally *tally) {
    struct flows_refusal refusal;
    struct flows_board fewer = *board;
    uint8_t tile[FLOWS_MOST_HEXES];
    if (flows_explain(board, !any, NULL, &refusal) != QD_NO || refusal.axes == 0 ||
        refusal.axes & ~board->axes)
        legal_fail_at(board, "no explanation", any);
    bool left_only = refusal.kind == FLOWS_TILES_LACK;
    /* With any team less they can be joined. */
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        fewer.axes = (uint8_t)(refusal.axes & ~(1U << axis));
        if (fewer.axes == refusal.axes || fewer.axes == 0)
            continue;
        if (flows_find_witness(&fewer, left_only, NULL, tile, NULL) != QD_YES ||
            !oracle_accepts_filling(board, fewer.axes, !left_only, tile))
            legal_fail_at(board, "the conflict is not the smallest", any);
    }
    fewer.axes = refusal.axes;
    if (flows_has_distinct_potential_paths(&fewer, left_only, NULL) != QD_NO)
        legal_fail_at(board, "the conflict is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT || refusal.kind == FLOWS_NO_ROOM) &&
        !oracle_accepts_cut(board, &refusal))
        legal_fail_at(board, "the cut is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT) != (!left_only && !(refusal.axes & (refusal.axes - 1))))
        legal_fail_at(board, "a team alone is always cut", any);
    if (refusal.kind == FLOWS_TEAM_IS_CUT)
        check_wall(board, &refusal);
    tally->cuts += refusal.kind == FLOWS_TEAM_IS_CUT;
    tally->rooms += refusal.kind == FLOWS_NO_ROOM;
    tally->collisions += refusal.kind == FLOWS_TEAMS_COLLIDE;
    tally->lacks += left_only;
}

/* ---- decisions ---- */

void legal_compare(const struct flows_board *board, bool any, int expected,
                   struct legal_tally *tally) {
    uint8_t tile[FLOWS_MOST_HEXES];
    qd_status status = flows_find_witness(board, !any, NULL, tile, NULL);
    if (status == QD_YES && !oracle_accepts_filling(board, board->axes, any, tile))
        legal_fail_at(board, "the witness is none", any);
    if (expected < 0) {
        tally->skipped++;
        return;
    }
    if (status != (expected ? QD_YES : QD_NO))
        legal_fail_at(board, expected ? "refused, but there is a way" : "accepted without a way",
                      any);
    tally->yes += status == QD_YES;
    tally->no += status == QD_NO;
    if (status == QD_NO)
        check_refusal(board, any, tally);
}

int legal_ask_oracle(const struct flows_board *board, bool any, long nodes) {
    struct oracle oracle;
    oracle_read(&oracle, board, any, nodes);
    return oracle_can_join(&oracle, board->axes);
}

void legal_check_board(const struct flows_board *board, bool any, long nodes,
                       struct legal_tally *tally) {
    legal_compare(board, any, legal_ask_oracle(board, any, nodes), tally);
}

void legal_print_tally(const char *what, const struct legal_tally *tally) {
    print_message("# %s: %u yes, %u no (%u cut, %u without room, %u collide, %u lack tiles), %u "
                  "not decided by the oracle\n",
                  what, tally->yes, tally->no, tally->cuts, tally->rooms, tally->collisions,
                  tally->lacks, tally->skipped);
}
