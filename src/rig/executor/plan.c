/* The shortest path from any board to all rings on one tower. */
#include <assert.h>

#include "puzzles/hanoi/core/core.h"
#include "puzzles/hanoi/core/three.h"
#include "rig/executor/executor.h"

bool rig_is_sorted(const struct rig_board *board, int tower) {
    for (int i = 1; i < board->count[tower]; i++)
        if (board->ring[tower][i] > board->ring[tower][i - 1])
            return false;
    return true;
}

static bool is_regular(const struct rig_board *board) {
    return rig_is_sorted(board, 0) && rig_is_sorted(board, 1) && rig_is_sorted(board, 2);
}

static bool has_all(int rings, const struct rig_board *board) {
    unsigned seen = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < board->count[t]; i++)
            seen |= 1U << board->ring[t][i];
    return seen == (1U << rings) - 1;
}

/* ---- few rings: the core's own planner ---- */

/* The core identifies rings by the weights it was built with; fewer rings are always its largest
 * ones. */
static int core_weight(int rings, int ring) {
    return ring_weights[MAX_RINGS - rings + ring];
}

static bool plan_by_core(int rings, const struct rig_board *board, int goal,
                         struct rig_plan *plan) {
    hanoi_workspace workspace;
    hanoi_plan made;
    hanoi_game game = {.num_rings = rings};
    hanoi_game end;
    move_tuple move;
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < board->count[t]; i++)
            game.towers[t][i] = core_weight(rings, board->ring[t][i]);
    if (hanoi_reset_goal(&end, rings, goal) != HANOI_OK ||
        hanoi_plan_start(&made, &workspace, &game, &end) != HANOI_OK)
        return false;
    plan->moves = hanoi_plan_left(&made);
    if (hanoi_plan_next(&made, &move) == HANOI_OK) {
        plan->from = move.source;
        plan->to = move.destination;
    }
    return true;
}

/* ---- many rings, regular: by formula ---- */

static struct hanoi_three three_of(int rings, const struct rig_board *board) {
    uint8_t pegs[RIG_RINGS];
    struct hanoi_three state = {0, 0};
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < board->count[t]; i++)
            pegs[board->ring[t][i]] = (uint8_t)t;
    hanoi_three_from_pegs(&state, pegs, (unsigned)rings);
    return state;
}

static void plan_by_formula(int rings, const struct rig_board *board, int goal,
                            struct rig_plan *plan) {
    struct hanoi_three from = three_of(rings, board);
    struct hanoi_three to = hanoi_three_perfect((unsigned)goal, (unsigned)rings);
    struct hanoi_three_path path;
    struct hanoi_three_move move;
    plan->moves = (int64_t)hanoi_three_measure(from, to).length;
    if (hanoi_three_path_open(&path, from, to, 0, 0) && hanoi_three_path_next(&path, &move)) {
        plan->from = move.from;
        plan->to = move.to;
    }
}

/* ---- many rings, irregular: breadth first through the irregular boards ---- */

/* A legal move never makes a board irregular, so only irregular boards are searched; where the
 * search reaches a regular one, the formula gives the rest. It ends when no remaining board can be
 * better. */
struct node {
    struct rig_board board;
    uint32_t parent_move; /* the first move of the path to it: from * 3 + to */
    int32_t depth;
};

enum { FIRST_ROOM = 512, MORE_ROOM = 16 };

struct search {
    int rings, goal;
    struct node *nodes;
    size_t count, room;
    uint32_t *slots; /* a hash table of node numbers + 1 */
    size_t size;     /* of the table: more than there are nodes */
    bool full;       /* there was no room for a board */
    int64_t best;
    uint32_t best_move;
};

/* The number of arrangements of the rings. */
static size_t stackings(int rings) {
    size_t ways = 1;
    for (int factor = 3; factor <= rings + 2; factor++)
        ways *= (size_t)factor;
    return ways;
}

static uint64_t key_of(const struct rig_board *board) {
    uint64_t key = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        for (int i = 0; i < board->count[t]; i++)
            key = key * 9 + 1 + (uint64_t)board->ring[t][i];
        key = key * 9;
    }
    return key;
}

/* Adds a board unless it was reached before. */
static void add(struct search *search, const struct node *node) {
    uint64_t key = key_of(&node->board);
    size_t slot = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % search->size;
    for (; search->slots[slot] != 0; slot = (slot + 1) % search->size)
        if (key_of(&search->nodes[search->slots[slot] - 1].board) == key)
            return;
    search->full = search->count == search->room;
    if (search->full)
        return;
    search->nodes[search->count++] = *node;
    search->slots[slot] = (uint32_t)search->count;
}

static bool can_move(const struct rig_board *board, int from, int to) {
    if (from == to || board->count[from] == 0)
        return false;
    int8_t ring = board->ring[from][board->count[from] - 1];
    return board->count[to] == 0 || board->ring[to][board->count[to] - 1] > ring;
}

static void reach(struct search *search, const struct node *node) {
    if (!is_regular(&node->board)) {
        add(search, node);
        return;
    }
    struct rig_plan rest = {0, 0, 0};
    plan_by_formula(search->rings, &node->board, search->goal, &rest);
    assert(node->depth > 0 && rest.moves >= 0);
    if (node->depth + rest.moves < search->best) {
        search->best = node->depth + rest.moves;
        search->best_move = node->parent_move;
    }
}

static void expand(struct search *search, size_t index) {
    assert(index == 0 || search->nodes[index].depth >= search->nodes[index - 1].depth);
    for (int from = 0; from < RIG_TOWERS; from++) {
        for (int to = 0; to < RIG_TOWERS; to++) {
            struct node next = search->nodes[index];
            if (search->full || !can_move(&next.board, from, to))
                continue;
            int8_t ring = next.board.ring[from][--next.board.count[from]];
            next.board.ring[to][next.board.count[to]++] = ring;
            if (next.depth++ == 0)
                next.parent_move = (uint32_t)(from * RIG_TOWERS + to);
            reach(search, &next);
        }
    }
}

static bool plan_irregular(struct search *search, const struct rig_board *board,
                           qd_control *control, struct rig_plan *plan) {
    struct node start = {.board = *board};
    search->best = INT64_MAX;
    add(search, &start);
    for (size_t i = 0; i < search->count && search->nodes[i].depth + 1 < search->best; i++) {
        if (i % 1024 == 1023 && !control_spend(control, 1024))
            return false;
        expand(search, i);
        if (search->full)
            return false;
    }
    plan->moves = search->best;
    plan->from = (int)search->best_move / RIG_TOWERS;
    plan->to = (int)search->best_move % RIG_TOWERS;
    return search->best != INT64_MAX;
}

/* Searches with room for a number of boards. */
static bool plan_within(struct search *search, size_t room, const struct rig_board *board,
                        qd_control *control, struct rig_plan *plan) {
    search->room = room;
    search->size = 2 * room + 1;
    search->count = 0;
    const size_t nodes = search->room * sizeof *search->nodes;
    const size_t slots = search->size * sizeof *search->slots;
    search->nodes = control_reserve(control, nodes);
    search->slots = search->nodes ? control_reserve(control, slots) : NULL;
    bool good = search->slots && plan_irregular(search, board, control, plan);
    control_release(control, search->nodes, nodes);
    control_release(control, search->slots, slots);
    return good;
}

/* Most boards need room for a few hundred; the worst of eight rings need a hundred megabytes. */
static bool plan_by_search(int rings, const struct rig_board *board, int goal, qd_control *control,
                           struct rig_plan *plan) {
    struct search search = {.rings = rings, .goal = goal};
    size_t most = stackings(rings);
    size_t room = FIRST_ROOM < most ? FIRST_ROOM : most;
    bool good = plan_within(&search, room, board, control, plan);
    while (!good && search.full) {
        assert(room < most); /* there are no more boards */
        room = room * MORE_ROOM < most ? room * MORE_ROOM : most;
        search.full = false;
        good = plan_within(&search, room, board, control, plan);
    }
    return good;
}

bool rig_plan(int rings, const struct rig_board *board, int goal, qd_control *control,
              struct rig_plan *plan) {
    assert(rings >= 1 && rings <= RIG_RINGS && goal >= 0 && goal < RIG_TOWERS);
    *plan = (struct rig_plan){0, 0, 0};
    if (!has_all(rings, board))
        return false;
    if (rings <= MAX_RINGS)
        return plan_by_core(rings, board, goal, plan);
    if (is_regular(board)) {
        plan_by_formula(rings, board, goal, plan);
        return true;
    }
    return plan_by_search(rings, board, goal, control, plan);
}
