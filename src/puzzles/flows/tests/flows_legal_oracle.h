/* The engine's decisions on legality against the oracle: verdicts, witnesses and refusals. */
#ifndef FLOWS_LEGAL_ORACLE_H
#define FLOWS_LEGAL_ORACLE_H

#include <stdbool.h>

#include "puzzles/flows/model/board/board.h"

struct legal_tally {
    unsigned yes, no, skipped, cuts, rooms, collisions, lacks;
};

/* Fails the test with the board; any: any tiles may fill it, not only those that are left. */
void legal_fail_at(const struct flows_board *board, const char *what, bool any);

/* What the oracle says: 1, 0, or -1 if it has not decided after that many nodes. */
int legal_ask_oracle(const struct flows_board *board, bool any, long nodes);
/* Compares the engine with what the oracle said. */
void legal_compare(const struct flows_board *board, bool any, int expected,
                   struct legal_tally *tally);
/* Asks the oracle and compares. */
void legal_check_board(const struct flows_board *board, bool any, long nodes,
                       struct legal_tally *tally);
void legal_print_tally(const char *what, const struct legal_tally *tally);

#endif
