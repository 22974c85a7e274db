#include "puzzles/hanoi/core/core.h"

#include <stddef.h>

_Static_assert(MAX_MOVES >= HANOI_LONGEST_SOLUTION, "a history must hold every solution");
_Static_assert(0 < RING_WEIGHT_0 && RING_WEIGHT_0 < RING_WEIGHT_1 &&
                   RING_WEIGHT_1 < RING_WEIGHT_2 && RING_WEIGHT_2 < RING_WEIGHT_3 &&
                   RING_WEIGHT_3 < RING_WEIGHT_4,
               "the weights must ascend");

const int ring_weights[MAX_RINGS] = {
    RING_WEIGHT_0,
#if MAX_RINGS > 1
    RING_WEIGHT_1,
#endif
#if MAX_RINGS > 2
    RING_WEIGHT_2,
#endif
#if MAX_RINGS > 3
    RING_WEIGHT_3,
#endif
#if MAX_RINGS > 4
    RING_WEIGHT_4,
#endif
};

/* ---- states ---- */

static bool ring_count_is_valid(int num_rings) {
    return num_rings >= 1 && num_rings <= MAX_RINGS;
}

static void clear_towers(hanoi_game *game) {
    for (int tower = 0; tower < NUM_TOWERS; tower++)
        for (int place = 0; place < MAX_RINGS; place++)
            game->towers[tower][place] = 0;
}

/* The weight of the ring that has `larger` larger rings. */
static int weight_by_size(int larger) {
    return ring_weights[MAX_RINGS - 1 - larger]; // NOLINT: 0 <= larger < MAX_RINGS
}

hanoi_status hanoi_reset_goal(hanoi_game *goal, int num_rings, int tower) {
    if (!ring_count_is_valid(num_rings) || tower < 0 || tower >= NUM_TOWERS)
        return HANOI_INVALID_GOAL;
    clear_towers(goal);
    goal->num_rings = num_rings;
    for (int place = 0; place < num_rings; place++)
        goal->towers[tower][place] = weight_by_size(place);
    return HANOI_OK;
}

hanoi_status hanoi_init_game(hanoi_game *game, int num_rings) {
    return hanoi_reset_goal(game, num_rings, 0) == HANOI_OK ? HANOI_OK : HANOI_INVALID_STATE;
}

static int ring_of_weight(int weight) {
    for (int ring = 0; ring < MAX_RINGS; ring++)
        if (ring_weights[ring] == weight)
            return ring;
    return -1;
}

/* What is wrong with the ring at one place, given the rings seen before it (a bit each). */
static hanoi_fault_kind fault_of_place(const hanoi_game *game, int tower, int place,
                                       unsigned seen) {
    int ring = ring_of_weight(game->towers[tower][place]);
    if (place > 0 && game->towers[tower][place - 1] == 0)
        return HANOI_FAULT_GHOST_RING;
    if (ring < 0)
        return HANOI_FAULT_UNKNOWN_WEIGHT;
    if (ring < MAX_RINGS - game->num_rings)
        return HANOI_FAULT_SPARE_RING;
    return (seen >> ring & 1) ? HANOI_FAULT_DUPLICATE_RING : HANOI_FAULT_NONE;
}

/* The first fault on the towers; *seen becomes the set of rings found. */
static hanoi_fault fault_of_towers(const hanoi_game *game, unsigned *seen) {
    *seen = 0;
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        for (int place = 0; place < MAX_RINGS; place++) {
            int weight = game->towers[tower][place];
            if (weight == 0)
                continue;
            hanoi_fault_kind kind = fault_of_place(game, tower, place, *seen);
            if (kind != HANOI_FAULT_NONE)
                return (hanoi_fault){kind, tower, place, weight};
            *seen |= 1U << ring_of_weight(weight); // NOLINT: no fault, so it is a ring
        }
    }
    return (hanoi_fault){HANOI_FAULT_NONE, -1, -1, 0};
}

static hanoi_fault first_fault(const hanoi_game *game) {
    if (!ring_count_is_valid(game->num_rings))
        return (hanoi_fault){HANOI_FAULT_RING_COUNT, -1, -1, 0};
    unsigned seen;
    hanoi_fault fault = fault_of_towers(game, &seen);
    for (int larger = 0; fault.kind == HANOI_FAULT_NONE && larger < game->num_rings; larger++) {
        if ((seen >> (MAX_RINGS - 1 - larger) & 1) == 0) {
            fault.kind = HANOI_FAULT_MISSING_RING;
            fault.weight = weight_by_size(larger);
        }
    }
    return fault;
}

hanoi_status hanoi_state_check(const hanoi_game *game, hanoi_fault *fault) {
    hanoi_fault found = first_fault(game);
    if (fault != NULL)
        *fault = found;
    return found.kind == HANOI_FAULT_NONE ? HANOI_OK : HANOI_INVALID_STATE;
}

bool hanoi_is_regular(const hanoi_game *game) {
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        for (int place = 1; place < MAX_RINGS; place++)
            if (game->towers[tower][place] > game->towers[tower][place - 1])
                return false;
    }
    return true;
}

bool states_are_equal(const hanoi_game *a, const hanoi_game *b) {
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        for (int place = 0; place < MAX_RINGS; place++)
            if (a->towers[tower][place] != b->towers[tower][place])
                return false;
    }
    return a->num_rings == b->num_rings;
}

int find_top_of_state(const int tower[MAX_RINGS]) {
    int top = MAX_RINGS - 1;
    while (top >= 0 && tower[top] == 0)
        top--;
    return top;
}

/* ---- numbering the states ----
 * Write the towers one after the other, bottom to top, with a wall after the first and after the
 * second. Insert the rings into this row from the largest to the smallest: the ring that has k
 * larger ones goes to one of k + 3 places among them and the two walls. These choices, one per
 * ring, are the digits of the number. Games with fewer rings come first. */

/* How many states have fewer than num_rings rings. */
static unsigned first_number(int num_rings) {
    unsigned first = 0;
    unsigned stackings = 1;
    for (int larger = 0; larger < num_rings - 1; larger++) {
        stackings *= (unsigned)larger + 3;
        first += stackings;
    }
    return first;
}

/* How many walls and larger rings come before the ring of this weight. */
static unsigned places_before(const hanoi_game *game, int weight) {
    unsigned before = 0;
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        for (int place = 0; place < MAX_RINGS; place++) {
            if (game->towers[tower][place] == weight)
                return before;
            before += game->towers[tower][place] > weight;
        }
        before++;
    }
    return before;
}

/* hanoi_state_number for a state that is known to be valid. */
static uint16_t number_of_valid(const hanoi_game *game) {
    unsigned number = 0;
    for (int larger = 0; larger < game->num_rings; larger++)
        number = number * ((unsigned)larger + 3) + places_before(game, weight_by_size(larger));
    return (uint16_t)(first_number(game->num_rings) + number);
}

hanoi_status hanoi_state_number(const hanoi_game *game, uint16_t *number) {
    if (hanoi_state_check(game, NULL) != HANOI_OK)
        return HANOI_INVALID_STATE;
    *number = number_of_valid(game);
    return HANOI_OK;
}

/* Puts a ring into a tower; the rings from `place` upwards move up by one. */
static void insert_ring(int tower[MAX_RINGS], int place, int weight) {
    for (int above = MAX_RINGS - 1; above > place; above--)
        tower[above] = tower[above - 1];
    tower[place] = weight;
}

/* Inserts a ring so that `before` walls and rings come before it. */
static void insert_after(hanoi_game *game, int before, int weight) {
    int tower = 0;
    int height = find_top_of_state(game->towers[0]) + 1;
    while (before > height) {
        before -= height + 1;
        tower++;
        height = find_top_of_state(game->towers[tower]) + 1;
    }
    insert_ring(game->towers[tower], before, weight);
}

/* hanoi_state_from_number for a number that is known to be valid. */
static void state_of_valid_number(unsigned number, hanoi_game *game) {
    int digits[MAX_RINGS];
    int num_rings = 1;
    while (num_rings < MAX_RINGS && number >= first_number(num_rings + 1))
        num_rings++;
    number -= first_number(num_rings);
    for (int larger = num_rings - 1; larger >= 0; larger--) {
        digits[larger] = (int)(number % ((unsigned)larger + 3));
        number /= (unsigned)larger + 3;
    }
    clear_towers(game);
    game->num_rings = num_rings;
    for (int larger = 0; larger < num_rings; larger++)
        insert_after(game, digits[larger], weight_by_size(larger));
}

hanoi_status hanoi_state_from_number(uint16_t number, hanoi_game *game) {
    if (number >= HANOI_STATE_NUMBERS)
        return HANOI_INVALID_STATE;
    state_of_valid_number(number, game);
    return HANOI_OK;
}

/* ---- moves ---- */

static bool move_is_legal(const hanoi_game *game, move_tuple move) {
    if (move.source >= NUM_TOWERS || move.destination >= NUM_TOWERS ||
        move.source == move.destination)
        return false;
    const int *source = game->towers[move.source];
    const int *destination = game->towers[move.destination];
    int source_top = find_top_of_state(source);
    int destination_top = find_top_of_state(destination);
    if (source_top < 0)
        return false;
    return destination_top < 0 || source[source_top] < destination[destination_top];
}

static void do_legal_move(hanoi_game *game, move_tuple move) {
    int *source = game->towers[move.source];
    int *destination = game->towers[move.destination];
    int top = find_top_of_state(source);
    destination[find_top_of_state(destination) + 1] = source[top];
    /* A weight left behind would look like a second ring. */
    source[top] = 0;
}

hanoi_status hanoi_execute_move(hanoi_game *game, move_tuple move) {
    if (hanoi_state_check(game, NULL) != HANOI_OK)
        return HANOI_INVALID_STATE;
    if (!move_is_legal(game, move))
        return HANOI_ILLEGAL_MOVE;
    do_legal_move(game, move);
    return HANOI_OK;
}

static Queue_Entry entry_after(const hanoi_game *game, move_tuple move) {
    hanoi_game after = *game;
    do_legal_move(&after, move);
    return (Queue_Entry){number_of_valid(&after), HANOI_NO_PARENT, move};
}

hanoi_status get_moves(const hanoi_game *game, Queue_Entry entries[HANOI_MOVES_PER_STATE],
                       int *entry_idx) {
    *entry_idx = 0;
    if (hanoi_state_check(game, NULL) != HANOI_OK)
        return HANOI_INVALID_STATE;
    for (uint8_t source = 0; source < NUM_TOWERS; source++) {
        for (uint8_t destination = 0; destination < NUM_TOWERS; destination++) {
            move_tuple move = {source, destination};
            if (move_is_legal(game, move))
                entries[(*entry_idx)++] = entry_after(game, move);
        }
    }
    return HANOI_OK;
}

/* ---- history, queue, set ---- */

void history_init(history_stack *history) {
    history->top_idx = -1;
}

hanoi_status history_push(history_stack *history, move_tuple move) {
    if (history->top_idx >= MAX_MOVES - 1)
        return HANOI_FULL;
    history->moves[++history->top_idx] = move;
    return HANOI_OK;
}

hanoi_status history_pop(history_stack *history, move_tuple *move) {
    if (history->top_idx < 0)
        return HANOI_EMPTY;
    *move = history->moves[history->top_idx--];
    return HANOI_OK;
}

int history_length(const history_stack *history) {
    return history->top_idx + 1;
}

void queue_init(Queue *queue) {
    queue->front = 0;
    queue->rear = 0;
}

hanoi_status queue_push(Queue *queue, const Queue_Entry *entry) {
    if (queue->rear >= HANOI_STACKINGS)
        return HANOI_FULL;
    queue->entries[queue->rear++] = *entry;
    return HANOI_OK;
}

const Queue_Entry *queue_pop(Queue *queue) {
    return queue_empty(queue) ? NULL : &queue->entries[queue->front++];
}

bool queue_empty(const Queue *queue) {
    return queue->front == queue->rear;
}

void set_init(Set *set) {
    for (unsigned byte = 0; byte < sizeof set->bits; byte++)
        set->bits[byte] = 0;
    set->idx = 0;
}

static bool number_in_set(const Set *set, uint16_t number) {
    return set->bits[number / 8] >> number % 8 & 1;
}

/* Returns whether the number is new. */
static bool number_added(Set *set, uint16_t number) {
    if (number_in_set(set, number))
        return false;
    set->bits[number / 8] = (uint8_t)(set->bits[number / 8] | 1U << number % 8);
    set->idx++;
    return true;
}

hanoi_status set_add(Set *set, const hanoi_game *game) {
    uint16_t number;
    hanoi_status status = hanoi_state_number(game, &number);
    if (status == HANOI_OK)
        number_added(set, number);
    return status;
}

bool in_set(const Set *set, const hanoi_game *game) {
    uint16_t number;
    return hanoi_state_number(game, &number) == HANOI_OK && number_in_set(set, number);
}

/* ---- solving ---- */

/* Writes the moves that lead to entries[reached] to the history. */
static hanoi_status write_history(const Queue *queue, uint16_t reached, history_stack *history) {
    int length = 0;
    for (uint16_t at = reached; queue->entries[at].parent != HANOI_NO_PARENT;
         at = queue->entries[at].parent)
        length++;
    if (length > MAX_MOVES)
        return HANOI_FULL;
    history->top_idx = length - 1;
    for (uint16_t at = reached; length > 0; at = queue->entries[at].parent)
        history->moves[--length] = queue->entries[at].move;
    return HANOI_OK;
}

/* Queues every state one move from entries[parent] that was not reached before. */
static hanoi_status expand(hanoi_workspace *workspace, uint16_t parent) {
    hanoi_game game;
    Queue_Entry entries[HANOI_MOVES_PER_STATE];
    int count;
    state_of_valid_number(workspace->queue.entries[parent].state, &game);
    hanoi_status status = get_moves(&game, entries, &count);
    for (int i = 0; i < count && status == HANOI_OK; i++) {
        if (number_added(&workspace->visited, entries[i].state)) {
            entries[i].parent = parent;
            status = queue_push(&workspace->queue, &entries[i]);
        }
    }
    return status;
}

/* Breadth-first search. Every state is queued at most once, so the queue cannot overflow. */
static hanoi_status search(hanoi_workspace *workspace, uint16_t start, uint16_t goal,
                           history_stack *history) {
    Queue *queue = &workspace->queue;
    Queue_Entry first = {start, HANOI_NO_PARENT, {0, 0}};
    queue_init(queue);
    set_init(&workspace->visited);
    number_added(&workspace->visited, start);
    hanoi_status status = queue_push(queue, &first);
    while (status == HANOI_OK && !queue_empty(queue)) {
        uint16_t index = queue->front;
        if (queue_pop(queue)->state == goal)
            return write_history(queue, index, history);
        status = expand(workspace, index);
    }
    return status == HANOI_OK ? HANOI_NO_SOLUTION : status;
}

/* The number of the goal for this game; NULL means all rings on tower 0. */
static hanoi_status number_of_goal(const hanoi_game *game, const hanoi_game *goal,
                                   uint16_t *number) {
    hanoi_game reset = {.num_rings = 0};
    if (goal == NULL) {
        hanoi_reset_goal(&reset, game->num_rings, 0);
        goal = &reset;
    }
    if (goal->num_rings != game->num_rings || hanoi_state_number(goal, number) != HANOI_OK)
        return HANOI_INVALID_GOAL;
    return HANOI_OK;
}

hanoi_status optimal_solve(hanoi_workspace *workspace, const hanoi_game *game,
                           const hanoi_game *goal, history_stack *history) {
    uint16_t start_number;
    uint16_t goal_number;
    history_init(history);
    hanoi_status status = hanoi_state_number(game, &start_number);
    if (status == HANOI_OK)
        status = number_of_goal(game, goal, &goal_number);
    return status == HANOI_OK ? search(workspace, start_number, goal_number, history) : status;
}

/* ---- plans ---- */

/* Plans from a board to the goal. */
static hanoi_status plan_from(hanoi_plan *plan, hanoi_workspace *workspace,
                              const hanoi_game *game) {
    plan->now = *game;
    plan->next_idx = 0;
    plan->solved = optimal_solve(workspace, &plan->now, &plan->goal, &plan->moves);
    return plan->solved;
}

hanoi_status hanoi_plan_start(hanoi_plan *plan, hanoi_workspace *workspace, const hanoi_game *game,
                              const hanoi_game *goal) {
    plan->unreadable = false;
    plan->goal = goal != NULL ? *goal : (hanoi_game){.num_rings = 0};
    if (goal == NULL)
        hanoi_reset_goal(&plan->goal, game->num_rings, 0);
    return plan_from(plan, workspace, game);
}

static bool has_next(const hanoi_plan *plan) {
    return plan->next_idx <= plan->moves.top_idx;
}

hanoi_status hanoi_plan_next(const hanoi_plan *plan, move_tuple *move) {
    if (plan->unreadable)
        return HANOI_INVALID_STATE;
    if (plan->solved != HANOI_OK)
        return plan->solved;
    if (!has_next(plan))
        return HANOI_DONE;
    *move = plan->moves.moves[plan->next_idx];
    return HANOI_OK;
}

int hanoi_plan_left(const hanoi_plan *plan) {
    return plan->unreadable ? 0 : history_length(&plan->moves) - plan->next_idx;
}

/* Whether the board is the one that the plan's next move leads to. */
static bool is_next_board(const hanoi_plan *plan, const hanoi_game *seen) {
    hanoi_game expected = plan->now;
    if (!has_next(plan))
        return false;
    do_legal_move(&expected, plan->moves.moves[plan->next_idx]);
    return states_are_equal(&expected, seen);
}

hanoi_status hanoi_plan_observe(hanoi_plan *plan, hanoi_workspace *workspace,
                                const hanoi_game *seen) {
    plan->unreadable = hanoi_state_check(seen, NULL) != HANOI_OK;
    if (plan->unreadable)
        return HANOI_INVALID_STATE;
    if (is_next_board(plan, seen)) {
        plan->now = *seen;
        plan->next_idx++;
        return HANOI_OK;
    }
    if (plan->solved == HANOI_OK && states_are_equal(&plan->now, seen))
        return HANOI_UNCHANGED;
    hanoi_status status = plan_from(plan, workspace, seen);
    return status == HANOI_OK ? HANOI_REPLANNED : status;
}
