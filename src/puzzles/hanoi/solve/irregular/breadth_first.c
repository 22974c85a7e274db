/* Breadth-first search over whole boards, from both ends. */
#include <assert.h>
#include <string.h>

#include "puzzles/hanoi/solve/irregular/search.h"
#include "search/bfs.h"

#define PEGS  HANOI_SUPPORT_PEGS
#define DISCS HANOI_SUPPORT_DISCS

_Static_assert(DISCS <= BFS_KEY_LIMIT, "the search must take the boards");

/* The context of the functions below. */
struct space {
    const struct hanoi_support_task *task;
    uint64_t in[PEGS]; /* where discs may come from */
};

/* The top of each peg: what a disc that is put there will rest on. */
struct tops {
    uint8_t at[PEGS];
};

static void find_tops(unsigned pegs, unsigned discs, const uint8_t *board, struct tops *tops) {
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

static bool emit_moved(const struct hanoi_support_task *task, const uint8_t *board, unsigned disc,
                       uint8_t on, unsigned label, struct bfs_sink *sink) {
    uint8_t moved[DISCS];
    memcpy(moved, board, task->discs);
    moved[disc] = on;
    return bfs_emit(sink, moved, (uint16_t)label);
}

/* The top disc of a peg may go to every peg where that is legal. */
static bool emit_moves_from(const struct hanoi_support_task *task, const uint8_t *board,
                            const struct tops *tops, unsigned from, struct bfs_sink *sink) {
    unsigned disc = tops->at[from] - HANOI_SUPPORT_DISC;
    if (tops->at[from] < HANOI_SUPPORT_DISC || task->fixed >> disc & 1)
        return true;
    for (uint64_t left = task->out[from]; left != 0; left &= left - 1) {
        unsigned to = (unsigned)__builtin_ctzll(left);
        if (hanoi_support_is_legal(disc, tops->at[to]) &&
            !emit_moved(task, board, disc, tops->at[to], from * PEGS + to, sink))
            return false;
    }
    return true;
}

/* If the top disc of a peg may legally be there, it may have come from every peg where it could
 * have been. It can have been on a smaller disc only if it was so from the start: no move puts it
 * there. */
static bool emit_moves_to(const struct space *space, const uint8_t *board, const struct tops *tops,
                          unsigned to, struct bfs_sink *sink) {
    const struct hanoi_support_task *task = space->task;
    unsigned disc = tops->at[to] - HANOI_SUPPORT_DISC;
    if (tops->at[to] < HANOI_SUPPORT_DISC || !hanoi_support_is_legal(disc, board[disc]))
        return true;
    for (uint64_t left = space->in[to]; left != 0; left &= left - 1) {
        unsigned from = (unsigned)__builtin_ctzll(left);
        uint8_t on = tops->at[from];
        if ((hanoi_support_is_legal(disc, on) || on == task->start[disc]) &&
            !emit_moved(task, board, disc, on, from * PEGS + to, sink))
            return false;
    }
    return true;
}

static void expand(void *context, const void *key, struct bfs_sink *sink) {
    const struct space *space = context;
    const struct hanoi_support_task *task = space->task;
    struct tops tops;
    find_tops(task->pegs, task->discs, key, &tops);
    for (unsigned from = 0; from < task->pegs; from++)
        if (!emit_moves_from(task, key, &tops, from, sink))
            return;
}

static void expand_back(void *context, const void *key, struct bfs_sink *sink) {
    const struct space *space = context;
    const struct hanoi_support_task *task = space->task;
    struct tops tops;
    find_tops(task->pegs, task->discs, key, &tops);
    for (unsigned to = 0; to < task->pegs; to++)
        if (!emit_moves_to(space, key, &tops, to, sink))
            return;
}

static void replay(const struct hanoi_support_task *task, const struct bfs_result *result,
                   struct hanoi_moves *list) {
    uint8_t board[DISCS];
    memcpy(board, task->start, task->discs);
    for (size_t i = 0; i < result->length; i++) {
        unsigned from = result->labels[i] / PEGS, to = result->labels[i] % PEGS;
        struct tops tops;
        find_tops(task->pegs, task->discs, board, &tops);
        unsigned disc = tops.at[from] - HANOI_SUPPORT_DISC;
        board[disc] = tops.at[to];
        hanoi_moves_add(list, (struct hanoi_move){(uint16_t)disc, (uint8_t)from, (uint8_t)to});
    }
}

qd_status hanoi_irregular_breadth_first(const struct hanoi_support_task *task,
                                        struct hanoi_moves *list, uint64_t *nodes,
                                        qd_control *control) {
    struct space space = {.task = task};
    for (unsigned i = 0; i < task->pegs * task->pegs; i++) {
        unsigned from = i / task->pegs, to = i % task->pegs;
        space.in[to] |= (task->out[from] >> to & 1) << from;
    }
    *nodes = 0;
    if (task->discs == 0)
        return QD_YES;
    struct bfs_problem problem = {.key_size = task->discs,
                                  .start = task->start,
                                  .goal = task->goal,
                                  .expand = expand,
                                  .expand_back = expand_back,
                                  .context = &space};
    struct bfs_result result;
    qd_status status = bfs_search(&problem, control, &result);
    *nodes = result.nodes;
    if (status == QD_YES)
        replay(task, &result, list);
    bfs_result_free(&result);
    return status;
}
