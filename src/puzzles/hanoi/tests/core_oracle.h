/* A breadth-first search over boards of rings that shares nothing with the planner it is compared
 * with. It writes a board as one row of text, tower after tower, bottom to top, with a wall between
 * towers: "32||1" has the two larger of three rings on tower 0 and the smallest on tower 2. */
#ifndef PUZZLES_HANOI_TESTS_CORE_ORACLE_H
#define PUZZLES_HANOI_TESTS_CORE_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/hanoi/core/core.h"

enum { MOST_ROWS = 2520, ROW = 8, SAMPLED_PAIRS = 2000 };

/* ---- boards as rows ---- */

struct oracle {
    int rings;
    int count;
    char row[MOST_ROWS][ROW];    /* all boards, sorted */
    int16_t next[MOST_ROWS][4];  /* the boards one move away, -1 after the last */
    int16_t distance[MOST_ROWS]; /* from the source searched last, -1 if out of reach */
};

/* Appends all rows that begin with the given text and use up the rest of the characters. */
static inline void add_rows(struct oracle *oracle, char *row, int filled, unsigned used,
                            int walls) {
    if (filled == oracle->rings + 2) {
        row[filled] = '\0';
        memcpy(oracle->row[oracle->count++], row, (size_t)filled + 1);
        return;
    }
    for (int ring = 1; ring <= oracle->rings; ring++) {
        if ((used >> ring & 1) == 0) {
            row[filled] = (char)('0' + ring);
            add_rows(oracle, row, filled + 1, used | 1U << ring, walls);
        }
    }
    if (walls < 2) {
        row[filled] = '|'; /* sorts after the digits */
        add_rows(oracle, row, filled + 1, used, walls + 1);
    }
}

static inline int compare_rows(const void *a, const void *b) {
    return strcmp(a, b);
}

static inline int find_row(const struct oracle *oracle, const char *row) {
    const char *found =
        bsearch(row, oracle->row, (size_t)oracle->count, sizeof oracle->row[0], compare_rows);
    assert_non_null(found);
    return (int)((found - oracle->row[0]) / ROW);
}

/* Where a tower ends in a row: the index after its last ring. */
static inline int tower_end(const char *row, int tower) {
    int at = 0;
    for (; row[at] != '\0'; at++)
        if (row[at] == '|' && tower-- == 0)
            break;
    return at;
}

/* The top ring of a tower as a character; a wall or the end of text counts as none ('~'). */
static inline char top_of_row(const char *row, int tower) {
    int end = tower_end(row, tower);
    return end == 0 || row[end - 1] == '|' ? '~' : row[end - 1];
}

/* Moves a ring in a row by cutting it out and pasting it in. Returns false if that is illegal. */
static inline bool move_in_row(const char *row, int from, int to, char after[ROW]) {
    char ring = top_of_row(row, from);
    if (from == to || ring == '~' || ring > top_of_row(row, to))
        return false;
    int cut = tower_end(row, from) - 1;
    memcpy(after, row, ROW);
    memmove(after + cut, after + cut + 1, (size_t)(ROW - cut - 1));
    int paste = tower_end(after, to);
    memmove(after + paste + 1, after + paste, (size_t)(ROW - paste - 1));
    after[paste] = ring;
    return true;
}

static inline void link_row(struct oracle *oracle, int index) {
    int count = 0;
    for (int pair = 0; pair < 9; pair++) {
        char after[ROW];
        if (move_in_row(oracle->row[index], pair / 3, pair % 3, after))
            oracle->next[index][count++] = (int16_t)find_row(oracle, after);
    }
    oracle->next[index][count] = -1;
}

static inline struct oracle *make_oracle(int rings) {
    char row[ROW];
    struct oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    oracle->rings = rings;
    add_rows(oracle, row, 0, 0, 0);
    for (int i = 0; i < oracle->count; i++)
        link_row(oracle, i);
    return oracle;
}

static inline void search_rows(struct oracle *oracle, int source) {
    int16_t queue[MOST_ROWS];
    int rear = 0;
    memset(oracle->distance, 0xFF, sizeof oracle->distance);
    oracle->distance[source] = 0;
    queue[rear++] = (int16_t)source;
    for (int front = 0; front < rear; front++) {
        for (const int16_t *next = oracle->next[queue[front]]; *next >= 0; next++) {
            if (oracle->distance[*next] < 0) {
                oracle->distance[*next] = (int16_t)(oracle->distance[queue[front]] + 1);
                queue[rear++] = *next;
            }
        }
    }
}

static inline bool row_is_regular(const char *row) {
    for (; row[1] != '\0'; row++)
        if (row[0] != '|' && row[1] != '|' && row[0] < row[1])
            return false;
    return true;
}

/* The engine's game for a row. */
static inline hanoi_game game_of(const char *row) {
    hanoi_game game;
    memset(&game, 0, sizeof game);
    game.num_rings = (int)strlen(row) - 2;
    int tower = 0;
    int place = 0;
    for (; *row != '\0'; row++) {
        if (*row == '|') {
            tower++;
            place = 0;
        } else {
            game.towers[tower][place++] = ring_weights[MAX_RINGS - game.num_rings + *row - '1'];
        }
    }
    return game;
}

/* Solves, replays the moves on a copy and returns their number, or -1 if there is no solution. */
static inline int solved_length(hanoi_workspace *workspace, const hanoi_game *from,
                                const hanoi_game *to) {
    history_stack history;
    hanoi_game game = *from;
    hanoi_game goal;
    hanoi_status status = optimal_solve(workspace, from, to, &history);
    if (status == HANOI_NO_SOLUTION) {
        assert_int_equal(history_length(&history), 0);
        return -1;
    }
    assert_int_equal(status, HANOI_OK);
    for (int i = 0; i < history_length(&history); i++)
        assert_int_equal(hanoi_execute_move(&game, history.moves[i]), HANOI_OK);
    assert_int_equal(hanoi_reset_goal(&goal, from->num_rings, 0), HANOI_OK);
    assert_true(states_are_equal(&game, to != NULL ? to : &goal));
    return history_length(&history);
}

static inline int power_of_3(int exponent) {
    return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1);
}

#endif
