/* From one state to another: both are gathered, and the best state to meet in is chosen. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/frame_stewart/internal.h"

/* Limits of the work with very many discs and pegs, at the price of smaller blocks and longer
 * paths. */
#define BLOCK_WORK   5000000u /* additions while gathering one side */
#define MEETING_WORK 2000u    /* discs of a block times pegs at the meeting; it counts squared */

/* Where start and goal meet. */
struct meeting {
    enum {
        MEET_NOWHERE, /* nothing found yet */
        MEET_ON_PEG,  /* all discs on the peg */
        MEET_AT_MOVE  /* the `aside` smallest on the peg, the block above them on peg `block_peg`,
                         and the largest disc moves */
    } kind;
    bool uniform; /* at move: the block and the largest disc go at once from peg to peg */
    unsigned aside;
    unsigned peg;
    unsigned block_peg;
    mpz_t moves;
};

struct search {
    struct fs_setting setting; /* discs: without the largest ones that agree already */
    struct fs_gather start;
    struct fs_gather goal;
    struct fs_block start_block;
    struct fs_block goal_block;
    struct meeting best;
    mpz_t sum;
};

static unsigned largest(const struct search *search) {
    return search->setting.discs - 1;
}

static bool improves(struct search *search) {
    struct meeting *best = &search->best;

    if (best->kind != MEET_NOWHERE && mpz_cmp(search->sum, best->moves) >= 0)
        return false;
    assert(mpz_sgn(search->sum) > 0);
    mpz_set(best->moves, search->sum);
    return true;
}

static void try_pegs(struct search *search) {
    for (unsigned peg = 0; peg < search->setting.pegs; peg++) {
        mpz_add(search->sum, fs_gather_moves(&search->start, search->setting.discs, peg),
                fs_gather_moves(&search->goal, search->setting.discs, peg));
        if (improves(search)) {
            search->best.kind = MEET_ON_PEG;
            search->best.peg = peg;
        }
    }
}

/* The moves of the `aside` smallest discs, before and after; their peg is the blocks'. */
static void add_aside(struct search *search, unsigned aside, unsigned peg) {
    mpz_add(search->sum, search->sum, fs_gather_moves(&search->start, aside, peg));
    mpz_add(search->sum, search->sum, fs_gather_moves(&search->goal, aside, peg));
}

static void meet_at_move(struct search *search, bool uniform, unsigned block_peg) {
    if (!improves(search))
        return;
    search->best.kind = MEET_AT_MOVE;
    search->best.uniform = uniform;
    search->best.aside = search->start_block.first;
    search->best.peg = search->start_block.waiting;
    search->best.block_peg = block_peg;
}

/* Both blocks hold all discs from `aside` up to the largest, which is not in them. */
static void try_blocks(struct search *search) {
    const struct fs_block *start = &search->start_block, *goal = &search->goal_block;
    unsigned from = search->start.at[largest(search)], to = search->goal.at[largest(search)];

    for (unsigned peg = 0; peg < search->setting.pegs; peg++) {
        if (peg == start->waiting || peg == from || peg == to)
            continue;
        mpz_add(search->sum, start->moves[peg], goal->moves[peg]);
        mpz_add_ui(search->sum, search->sum, 1);
        add_aside(search, start->first, start->waiting);
        meet_at_move(search, false, peg);
    }
}

/* True if the state's discs from `first` to the largest are all on one peg. */
static bool is_uniform(const struct search *search, const uint8_t *at, unsigned first) {
    while (first < largest(search) && at[first] == at[largest(search)])
        first++;
    return first == largest(search);
}

static void try_uniform(struct search *search, unsigned aside, unsigned peg) {
    if (!is_uniform(search, search->start.at, aside) || !is_uniform(search, search->goal.at, aside))
        return;
    mpz_set(search->sum, search->setting.fewer[search->setting.discs - aside]);
    add_aside(search, aside, peg);
    meet_at_move(search, true, peg);
}

/* Fills both blocks up to the largest disc; false if a disc stands on the waiting peg. */
static bool fill_blocks(struct search *search, unsigned aside, unsigned peg) {
    fs_block_begin(&search->start_block, aside, peg);
    fs_block_begin(&search->goal_block, aside, peg);
    for (unsigned disc = aside; disc < largest(search); disc++)
        if (!fs_block_add(&search->start_block) || !fs_block_add(&search->goal_block))
            return false;
    return true;
}

static void try_waiting_peg(struct search *search, unsigned peg) {
    if (search->start.at[largest(search)] == peg || search->goal.at[largest(search)] == peg)
        return;
    unsigned limit = MEETING_WORK / search->setting.pegs;
    for (unsigned block = 1; block <= search->setting.block && block <= limit; block++) {
        unsigned aside = search->setting.discs - block;
        if (!fill_blocks(search, aside, peg))
            return;
        try_uniform(search, aside, peg);
        if (block > 1)
            try_blocks(search);
        if (aside == 0)
            return;
    }
}

static void reverse(struct fs_list *list) {
    for (size_t i = 0; i < list->count / 2; i++) {
        struct fs_transfer item = list->items[i];
        list->items[i] = list->items[list->count - 1 - i];
        list->items[list->count - 1 - i] = item;
    }
}

static void list_meeting_at_move(struct search *search, struct fs_list *list) {
    const struct meeting *best = &search->best;
    unsigned first = best->uniform ? best->aside : largest(search);
    uint64_t usable = fs_all_pegs(search->setting.pegs) & ~(UINT64_C(1) << best->peg);
    struct fs_transfer middle = {usable, (uint16_t)first, (uint16_t)(search->setting.discs - first),
                                 search->start.at[largest(search)],
                                 search->goal.at[largest(search)]};

    if (!best->uniform)
        fill_blocks(search, best->aside, best->peg);
    if (!best->uniform)
        fs_block_list(&search->start_block, best->block_peg, false, list);
    fs_gather_list(&search->start, best->aside, best->peg, false, list);
    reverse(list);
    fs_list_add(list, middle, false);
    if (!best->uniform)
        fs_block_list(&search->goal_block, best->block_peg, true, list);
    fs_gather_list(&search->goal, best->aside, best->peg, true, list);
}

static void list_meeting(struct search *search, struct fs_list *list) {
    if (search->best.kind == MEET_AT_MOVE) {
        list_meeting_at_move(search, list);
        return;
    }
    fs_gather_list(&search->start, search->setting.discs, search->best.peg, false, list);
    reverse(list);
    fs_gather_list(&search->goal, search->setting.discs, search->best.peg, true, list);
}

/* ---- setting up ---- */

/* Frame and Stewart's own split says how large a block is worthwhile for full pegs; other states
 * get some room above that. */
static unsigned block_limit(unsigned discs, unsigned pegs) {
    if (pegs == 3)
        return 1;
    struct fs_rank rank = fs_rank_of(discs, pegs);
    unsigned useful = discs - fs_split(discs, pegs) + rank.exponent + 1;
    unsigned waiting = pegs < FS_WAITING_PEGS ? pegs : FS_WAITING_PEGS;
    unsigned affordable = BLOCK_WORK / (discs * pegs * waiting);

    if (useful > affordable)
        useful = affordable;
    return useful > 1 ? useful : 1;
}

static void setting_init(struct fs_setting *setting, unsigned discs, unsigned pegs) {
    setting->discs = discs;
    setting->pegs = pegs;
    setting->block = block_limit(discs, pegs);
    setting->all = fs_lengths_new(discs, pegs);
    /* With three pegs blocks have one disc, and one disc needs one move on two pegs too. */
    setting->fewer = fs_lengths_new(setting->block, pegs == 3 ? 3 : pegs - 1);
}

static void setting_clear(struct fs_setting *setting) {
    fs_lengths_free(setting->all, setting->discs);
    fs_lengths_free(setting->fewer, setting->block);
}

static void search_init(struct search *search, const struct hanoi_frame_stewart_task *task,
                        unsigned discs) {
    *search = (struct search){.best.kind = MEET_NOWHERE};
    setting_init(&search->setting, discs, task->pegs);
    fs_gather_init(&search->start, &search->setting, task->start);
    fs_gather_init(&search->goal, &search->setting, task->goal);
    fs_block_init(&search->start_block, &search->start);
    fs_block_init(&search->goal_block, &search->goal);
    mpz_inits(search->best.moves, search->sum, NULL);
}

static void search_clear(struct search *search) {
    mpz_clears(search->best.moves, search->sum, NULL);
    fs_block_clear(&search->start_block);
    fs_block_clear(&search->goal_block);
    fs_gather_clear(&search->start);
    fs_gather_clear(&search->goal);
    setting_clear(&search->setting);
}

static struct fs_transfer whole_transfer(const struct hanoi_frame_stewart_task *task,
                                         unsigned first, unsigned discs) {
    return (struct fs_transfer){fs_all_pegs(task->pegs), (uint16_t)first, (uint16_t)(discs - first),
                                task->start[discs - 1], task->goal[discs - 1]};
}

/* Appends a path for the `discs` smallest, the largest of which has to move. */
static void find_path(const struct hanoi_frame_stewart_task *task, unsigned discs,
                      struct fs_list *list) {
    struct search search;

    if (fs_is_full_peg(task->start, discs) && fs_is_full_peg(task->goal, discs)) {
        fs_list_add(list, whole_transfer(task, 0, discs), false);
        return;
    }
    search_init(&search, task, discs);
    try_pegs(&search);
    for (unsigned peg = 0; peg < task->pegs; peg++)
        try_waiting_peg(&search, peg);
    list_meeting(&search, list);
    search_clear(&search);
}

/* True if the disc can make its move while the smaller ones are as in the state. */
static bool is_free(const struct hanoi_frame_stewart_task *task, const uint8_t *at, unsigned disc) {
    for (unsigned smaller = 0; smaller < disc; smaller++)
        if (at[smaller] == task->start[disc] || at[smaller] == task->goal[disc])
            return false;
    return true;
}

static void append(struct fs_list *list, const struct fs_list *more) {
    for (size_t i = 0; i < more->count; i++)
        fs_list_add(list, more->items[i], false);
}

/* The largest disc may already be in place. If nothing is in its way at the start it moves first,
 * and if nothing is in its way at the goal it moves last: no path can do better than one move more
 * than the smaller discs need. What remains needs a search. */
static void find_whole_path(const struct hanoi_frame_stewart_task *task, struct fs_list *list) {
    struct fs_list middle = {0}, last = {0};
    unsigned discs = task->discs;

    for (; discs > 0; discs--) {
        unsigned disc = discs - 1;
        if (task->start[disc] == task->goal[disc])
            continue;
        if (is_free(task, task->start, disc))
            fs_list_add(list, whole_transfer(task, disc, discs), false);
        else if (is_free(task, task->goal, disc))
            fs_list_add(&last, whole_transfer(task, disc, discs), false);
        else
            break;
    }
    if (discs > 0)
        find_path(task, discs, &middle);
    reverse(&last);
    append(list, &middle);
    append(list, &last);
    free(middle.items);
    free(last.items);
}

/* ---- the plan ---- */

static uint16_t *splits_new(unsigned discs, unsigned pegs) {
    size_t row = (size_t)discs + 1;
    uint16_t *splits = mem_new(row * (pegs - 2), sizeof *splits);

    for (unsigned p = 3; p <= pegs; p++)
        for (unsigned count = 1; count <= discs; count++)
            splits[(p - 3) * row + count] = (uint16_t)fs_split(count, p);
    return splits;
}

static void add_lengths(mpz_ptr moves, const struct fs_list *list) {
    mpz_t length;

    mpz_init(length);
    for (size_t i = 0; i < list->count; i++) {
        fs_transfer_length(length, &list->items[i]);
        mpz_add(moves, moves, length);
    }
    mpz_clear(length);
}

struct hanoi_frame_stewart_plan *
hanoi_frame_stewart_plan_new(const struct hanoi_frame_stewart_task *task) {
    if (!fs_task_is_valid(task))
        return NULL;
    struct hanoi_frame_stewart_plan *plan = MEM_NEW(struct hanoi_frame_stewart_plan);
    atomic_init(&plan->holders, 1);
    plan->discs = task->discs;
    plan->pegs = task->pegs;
    plan->start = mem_copy(task->start, task->discs);
    plan->splits = splits_new(task->discs, task->pegs);
    find_whole_path(task, &plan->list);
    mpz_init(plan->moves);
    add_lengths(plan->moves, &plan->list);
    return plan;
}

void hanoi_frame_stewart_plan_free(struct hanoi_frame_stewart_plan *plan) {
    if (!plan || atomic_fetch_sub(&plan->holders, 1) > 1)
        return;
    mpz_clear(plan->moves);
    free(plan->list.items);
    free(plan->splits);
    free(plan->start);
    free(plan);
}

mpz_srcptr hanoi_frame_stewart_plan_moves(const struct hanoi_frame_stewart_plan *plan) {
    return plan->moves;
}
