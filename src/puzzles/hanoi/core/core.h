/* The Tower of Hanoi on three towers, for a machine that moves real rings.
 *
 * The planner finds a shortest sequence of moves from any arrangement of the rings, even with a
 * larger ring on a smaller one, to any goal. It needs no operating system and no C library beyond
 * memcpy, memset and memcmp, allocates nothing and keeps nothing between calls: all its memory is
 * one hanoi_workspace that the caller provides. Calls on different workspaces may run at the same
 * time.
 *
 * A move always takes the top ring of a tower and puts it on an empty tower or on a larger ring.
 */
#ifndef PUZZLES_HANOI_CORE_CORE_H
#define PUZZLES_HANOI_CORE_CORE_H

#include <stdbool.h>
#include <stdint.h>

#define NUM_TOWERS 3

/* The most rings a game can have, 1 to 5; the memory needed grows with it. */
#ifndef MAX_RINGS
#define MAX_RINGS 3
#endif

/* The weights of the rings in grams, the smallest first. No two sets of rings weigh the same. */
#ifndef RING_WEIGHT_0
#define RING_WEIGHT_0 30
#endif
#ifndef RING_WEIGHT_1
#define RING_WEIGHT_1 60
#endif
#ifndef RING_WEIGHT_2
#define RING_WEIGHT_2 110
#endif
#ifndef RING_WEIGHT_3
#define RING_WEIGHT_3 220
#endif
#ifndef RING_WEIGHT_4
#define RING_WEIGHT_4 440
#endif

/* HANOI_STACKINGS: the number of arrangements of MAX_RINGS rings, any ring on any other: (n + 2)!
 * / 2. HANOI_STATE_NUMBERS: the sum of these for 1 to MAX_RINGS rings. */
#if MAX_RINGS == 1
#define HANOI_STACKINGS     3
#define HANOI_STATE_NUMBERS 3
#elif MAX_RINGS == 2
#define HANOI_STACKINGS     12
#define HANOI_STATE_NUMBERS 15
#elif MAX_RINGS == 3
#define HANOI_STACKINGS     60
#define HANOI_STATE_NUMBERS 75
#elif MAX_RINGS == 4
#define HANOI_STACKINGS     360
#define HANOI_STATE_NUMBERS 435
#elif MAX_RINGS == 5
#define HANOI_STACKINGS     2520
#define HANOI_STATE_NUMBERS 2955
#else
#error "MAX_RINGS must be 1, 2, 3, 4 or 5"
#endif

/* The longest of all shortest solutions, whatever the start and the goal: 5 * 2^(n-2) - 1. */
#define HANOI_LONGEST_SOLUTION ((5 << MAX_RINGS) / 4 - 1)

/* How many moves a history holds. Every solution fits; the rest is room to record play. */
#ifndef MAX_MOVES
#define MAX_MOVES 128
#endif

/* Between two towers at most one direction is legal, so a state has at most three moves. */
#define HANOI_MOVES_PER_STATE 3

/* Queue_Entry.parent of the state a search started from. */
#define HANOI_NO_PARENT UINT16_MAX

/* The weights of the rings, ascending. With fewer rings than MAX_RINGS, the largest are used. */
extern const int ring_weights[MAX_RINGS];

typedef enum {
    HANOI_OK = 0,
    HANOI_UNCHANGED,     /* the board is as it was before the move: the same move is next */
    HANOI_REPLANNED,     /* the board was not as expected; the plan now starts from it */
    HANOI_DONE,          /* the goal is reached, there is no next move */
    HANOI_INVALID_STATE, /* hanoi_state_check refuses the state */
    HANOI_INVALID_GOAL,  /* hanoi_state_check refuses the goal, or it has other rings */
    HANOI_ILLEGAL_MOVE,  /* no such tower, no ring to take, or it would lie on a smaller one */
    HANOI_NO_SOLUTION,   /* proven: no sequence of legal moves leads to the goal */
    HANOI_FULL,          /* no room left; nothing was stored */
    HANOI_EMPTY          /* nothing to take */
} hanoi_status;

/* A state of the game. */
typedef struct {
    int towers[NUM_TOWERS][MAX_RINGS]; /* weights; [0] is the bottom; 0 is an empty place */
    int num_rings;                     /* how many rings there must be */
} hanoi_game;

typedef enum {
    HANOI_FAULT_NONE = 0,
    HANOI_FAULT_RING_COUNT,     /* num_rings is not 1 to MAX_RINGS */
    HANOI_FAULT_GHOST_RING,     /* a ring above an empty place */
    HANOI_FAULT_UNKNOWN_WEIGHT, /* no ring weighs this */
    HANOI_FAULT_SPARE_RING,     /* a ring too small to be among the num_rings largest */
    HANOI_FAULT_DUPLICATE_RING, /* a ring that was already seen lower or further left */
    HANOI_FAULT_MISSING_RING    /* a ring that is on no tower */
} hanoi_fault_kind;

/* What is wrong with a state, and where. */
typedef struct {
    hanoi_fault_kind kind;
    int tower;  /* -1 if the fault has no place (ring count, missing ring) */
    int place;  /* 0 is the bottom, -1 as above */
    int weight; /* the weight found, the weight missing, or 0 for the ring count */
} hanoi_fault;

typedef struct {
    uint8_t source;
    uint8_t destination;
} move_tuple;

/* A list of moves, the first one at moves[0]. */
typedef struct {
    move_tuple moves[MAX_MOVES];
    int top_idx; /* the last move; -1 means empty */
} history_stack;

/* A state that a search has reached. Following the parents gives the path to it. */
typedef struct {
    uint16_t state;  /* its number, see hanoi_state_number */
    uint16_t parent; /* index in Queue.entries, or HANOI_NO_PARENT */
    move_tuple move; /* from the parent to here; unused without a parent */
} Queue_Entry;

/* First in, first out. An entry keeps its place after it was taken, until queue_init, so that its
 * index remains valid as a parent. */
typedef struct {
    Queue_Entry entries[HANOI_STACKINGS];
    uint16_t front; /* next to take */
    uint16_t rear;  /* next to fill */
} Queue;

/* A set of states: one bit for each state number. */
typedef struct {
    uint8_t bits[(HANOI_STATE_NUMBERS + 7) / 8];
    uint16_t idx; /* how many states it holds */
} Set;

/* Everything optimal_solve needs. Its content before a call does not matter. */
typedef struct {
    Queue queue;
    Set visited;
} hanoi_workspace;

/* A plan that is being carried out: what the board should look like now and what to do next. */
typedef struct {
    hanoi_game goal;
    hanoi_game now;      /* the last board that was understood */
    history_stack moves; /* all moves from the board the plan was made for */
    int next_idx;        /* the next of them */
    hanoi_status solved; /* what optimal_solve said; unless HANOI_OK, there are no moves */
    bool unreadable;     /* the board seen last was not a possible one */
} hanoi_plan;

/* ---- states ---- */

/* Makes *goal the state with the num_rings largest rings on one tower, largest at the bottom.
 * HANOI_OK, or HANOI_INVALID_GOAL if there is no such tower or number of rings (*goal unchanged).
 */
hanoi_status hanoi_reset_goal(hanoi_game *goal, int num_rings, int tower);

/* Sets up a new game: all rings on tower 0.
 * HANOI_OK, or HANOI_INVALID_STATE if there is no such number of rings (*game unchanged). */
hanoi_status hanoi_init_game(hanoi_game *game, int num_rings);

/* HANOI_OK if exactly the num_rings largest rings stand on the towers without gaps, in any order;
 * else HANOI_INVALID_STATE. If fault is not NULL, *fault says what is wrong: the first fault from
 * tower 0 and from the bottom, a missing ring last; or HANOI_FAULT_NONE. */
hanoi_status hanoi_state_check(const hanoi_game *game, hanoi_fault *fault);

/* Whether every ring lies on a larger one or on the floor. For valid states only. */
bool hanoi_is_regular(const hanoi_game *game);

/* Whether both have the same rings in the same places, and the same num_rings. */
bool states_are_equal(const hanoi_game *a, const hanoi_game *b);

/* The index of the top ring of one tower: the highest place that is not 0. -1 if it is empty. */
int find_top_of_state(const int tower[MAX_RINGS]);

/* Numbers all valid states: 0 .. HANOI_STATE_NUMBERS - 1, each number used once.
 * HANOI_OK, or HANOI_INVALID_STATE (*number unchanged). */
hanoi_status hanoi_state_number(const hanoi_game *game, uint16_t *number);

/* The state of a number. HANOI_OK, or HANOI_INVALID_STATE if no state has it (*game unchanged). */
hanoi_status hanoi_state_from_number(uint16_t number, hanoi_game *game);

/* ---- moves ---- */

/* Moves the top ring of one tower to another. HANOI_OK; HANOI_INVALID_STATE or HANOI_ILLEGAL_MOVE
 * (*game unchanged). The place the ring leaves becomes empty. */
hanoi_status hanoi_execute_move(hanoi_game *game, move_tuple move);

/* Lists the legal moves of a state with the states they lead to, parent HANOI_NO_PARENT, in the
 * order of source, then destination. *entry_idx becomes how many there are.
 * HANOI_OK, or HANOI_INVALID_STATE with *entry_idx = 0. */
hanoi_status get_moves(const hanoi_game *game, Queue_Entry entries[HANOI_MOVES_PER_STATE],
                       int *entry_idx);

/* ---- solving ---- */

/* Finds a shortest sequence of moves from game to goal and puts it into *history, first move
 * first. goal NULL means all rings on tower 0. Always ends, after at most HANOI_STACKINGS states.
 * HANOI_OK; HANOI_INVALID_STATE, HANOI_INVALID_GOAL, or HANOI_NO_SOLUTION (only if the goal has a
 * larger ring on a smaller one). Unless HANOI_OK is returned, *history is empty. Never HANOI_FULL:
 * workspace and history are big enough for every case. */
hanoi_status optimal_solve(hanoi_workspace *workspace, const hanoi_game *game,
                           const hanoi_game *goal, history_stack *history);

/* ---- plans: solve, do one move, look at the board, go on ---- */

/* Makes a plan from the board to the goal (NULL as in optimal_solve). Returns what optimal_solve
 * returns; unless that is HANOI_OK, hanoi_plan_next returns the same. */
hanoi_status hanoi_plan_start(hanoi_plan *plan, hanoi_workspace *workspace, const hanoi_game *game,
                              const hanoi_game *goal);

/* Stores the move to make now in *move, without counting it as made.
 * HANOI_OK, or HANOI_DONE if the goal is reached, or the reason why no move is safe:
 * HANOI_INVALID_STATE, HANOI_INVALID_GOAL, HANOI_NO_SOLUTION (*move unchanged). */
hanoi_status hanoi_plan_next(const hanoi_plan *plan, move_tuple *move);

/* Tells the plan what is really on the towers, after a move or at any other time.
 * HANOI_OK: the next move was done as planned, the plan goes on with the one after it.
 * HANOI_UNCHANGED: nothing has changed, the same move is next.
 * HANOI_REPLANNED: the board is another one, and the plan now leads from it to the goal.
 * HANOI_INVALID_STATE: no such board is possible; the plan gives no move until it is shown a
 * possible one, which it then compares with the last possible board.
 * HANOI_NO_SOLUTION: the goal cannot be reached from there; the plan gives no move.
 * HANOI_INVALID_GOAL: the plan was started with a wrong goal, or none could be made, or the board
 * now has another number of rings. */
hanoi_status hanoi_plan_observe(hanoi_plan *plan, hanoi_workspace *workspace,
                                const hanoi_game *seen);

/* How many moves are left; 0 if the plan gives no move. */
int hanoi_plan_left(const hanoi_plan *plan);

/* ---- the parts ---- */

/* Makes the history empty. */
void history_init(history_stack *history);
/* Appends a move. HANOI_OK or HANOI_FULL. */
hanoi_status history_push(history_stack *history, move_tuple move);
/* Removes the last move and stores it in *move. HANOI_OK or HANOI_EMPTY (*move unchanged). */
hanoi_status history_pop(history_stack *history, move_tuple *move);
/* How many moves there are. */
int history_length(const history_stack *history);

/* Makes the queue empty. */
void queue_init(Queue *queue);
/* Appends a copy of an entry. HANOI_OK or HANOI_FULL. */
hanoi_status queue_push(Queue *queue, const Queue_Entry *entry);
/* Removes the entry at the front; it stays readable until queue_init. NULL if the queue is empty.
 */
const Queue_Entry *queue_pop(Queue *queue);
/* Whether nothing is left to take. */
bool queue_empty(const Queue *queue);

/* Makes the set empty. */
void set_init(Set *set);
/* Adds a state, if it is not yet in the set. HANOI_OK or HANOI_INVALID_STATE. */
hanoi_status set_add(Set *set, const hanoi_game *game);
/* Whether the state is in the set; an invalid state never is. */
bool in_set(const Set *set, const hanoi_game *game);

#endif
