/* Sliding tiles, a graph for the tests of breadth-first search. */
#ifndef BFS_BOARDS_H
#define BFS_BOARDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "search/bfs.h"
#include "search/control.h"

/* Sliding tiles: a key is the board row by row, 0 is the gap; a label is where the gap goes. */
struct board {
    int width;
    int height;
};

enum { GAP_UP, GAP_DOWN, GAP_LEFT, GAP_RIGHT };

/* Moves the gap. Returns false if it would leave the board. */
static inline bool slide(const struct board *board, unsigned char *tiles, int label) {
    static const int step_x[] = {0, 0, -1, 1};
    static const int step_y[] = {-1, 1, 0, 0};
    int gap = 0;
    while (tiles[gap] != 0)
        gap++;
    int x = gap % board->width + step_x[label];
    int y = gap / board->width + step_y[label];
    if (x < 0 || x >= board->width || y < 0 || y >= board->height)
        return false;
    tiles[gap] = tiles[y * board->width + x];
    tiles[y * board->width + x] = 0;
    return true;
}

static inline void expand_board(void *context, const void *key, struct bfs_sink *sink) {
    const struct board *board = context;
    size_t size = (size_t)(board->width * board->height);
    for (int label = 0; label < 4; label++) {
        unsigned char next[16];
        memcpy(next, key, size);
        if (slide(board, next, label) && !bfs_emit(sink, next, (uint16_t)label))
            return;
    }
}

/* The gap's way back is the opposite direction. */
static inline void expand_board_back(void *context, const void *key, struct bfs_sink *sink) {
    const struct board *board = context;
    size_t size = (size_t)(board->width * board->height);
    for (int label = 0; label < 4; label++) {
        unsigned char next[16];
        memcpy(next, key, size);
        if (slide(board, next, label))
            bfs_emit(sink, next, (uint16_t)(label ^ 1));
    }
}

static inline struct bfs_problem board_problem(struct board *board, const void *start,
                                               const void *goal) {
    return (struct bfs_problem){.key_size = (size_t)(board->width * board->height),
                                .start = start,
                                .goal = goal,
                                .expand = expand_board,
                                .context = board};
}

static const unsigned char solved3x3[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
static const unsigned char solved2x3[6] = {1, 2, 3, 4, 5, 0};

static inline void assert_all_released(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    assert_true(progress.peak_bytes > 0);
}

#endif
