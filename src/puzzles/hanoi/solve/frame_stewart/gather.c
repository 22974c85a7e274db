/* Gathering a state on one peg.
 *
 * Largest discs that are already on the goal peg stay there. Otherwise some of the largest discs go
 * to the goal peg as a block, while all smaller discs wait on a peg that none of the block is on;
 * so the block can use all pegs but that one. Beforehand the smaller discs are gathered on that peg
 * (the same task, smaller), and at the end they are transferred to the goal peg. All sizes of the
 * block up to a limit are tried with all waiting pegs (with many pegs: those where the smaller
 * discs are gathered soonest), and the best choice is kept.
 *
 * If no disc is in the way of the largest, it may also move before all others.
 *
 * Within a block, disc by disc: the smaller discs of the block are gathered aside, the disc moves,
 * they are transferred onto it. A block that is all on one peg is transferred at once. With three
 * pegs a block is one disc, and the result is the classical path. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/frame_stewart/internal.h"

static mpz_t *numbers_new(size_t count) {
    mpz_t *numbers = mem_new(count, sizeof *numbers);

    for (size_t i = 0; i < count; i++)
        mpz_init(numbers[i]);
    return numbers;
}

static void numbers_free(mpz_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        mpz_clear(numbers[i]);
    free(numbers);
}

/* ---- blocks ---- */

void fs_block_init(struct fs_block *block, const struct fs_gather *gather) {
    const struct fs_setting *setting = gather->setting;

    *block = (struct fs_block){.gather = gather};
    block->moves = numbers_new(setting->pegs);
    block->via = mem_new((size_t)setting->block * setting->pegs, 1);
    mpz_inits(block->best[0], block->best[1], NULL);
}

void fs_block_clear(struct fs_block *block) {
    numbers_free(block->moves, block->gather->setting->pegs);
    free(block->via);
    mpz_clears(block->best[0], block->best[1], NULL);
}

void fs_block_begin(struct fs_block *block, unsigned first, unsigned waiting) {
    block->first = first;
    block->waiting = waiting;
    block->count = 0;
    block->uniform = true;
    for (unsigned peg = 0; peg < block->gather->setting->pegs; peg++)
        mpz_set_ui(block->moves[peg], 0);
}

static unsigned block_disc_peg(const struct fs_block *block, unsigned index) {
    return block->gather->at[block->first + index];
}

/* The peg where the block's discs so far are gathered with fewest moves, other than the waiting
 * peg, `own` and `other`. There must be one. */
static unsigned cheapest_peg(const struct fs_block *block, unsigned own, unsigned other) {
    unsigned best = HANOI_FRAME_STEWART_MAX_PEGS;

    for (unsigned peg = 0; peg < block->gather->setting->pegs; peg++) {
        if (peg == block->waiting || peg == own || peg == other)
            continue;
        if (best == HANOI_FRAME_STEWART_MAX_PEGS ||
            mpz_cmp(block->moves[peg], block->moves[best]) < 0)
            best = peg;
    }
    return best;
}

static void block_add_uniform(struct fs_block *block, unsigned own) {
    const struct fs_setting *setting = block->gather->setting;

    for (unsigned peg = 0; peg < setting->pegs; peg++)
        if (peg != own)
            mpz_set(block->moves[peg], setting->fewer[block->count + 1]);
}

/* The disc is on peg `own`. For it to move, the smaller discs of the block go to the cheapest other
 * peg: the best, or the second best where the best is the goal. */
static void block_add_single(struct fs_block *block, unsigned own) {
    const struct fs_setting *setting = block->gather->setting;
    uint8_t *via = &block->via[block->count * setting->pegs];
    unsigned first = cheapest_peg(block, own, own);
    unsigned second = cheapest_peg(block, own, first);

    mpz_add(block->best[0], block->moves[first], setting->fewer[block->count]);
    mpz_add_ui(block->best[0], block->best[0], 1);
    mpz_add(block->best[1], block->moves[second], setting->fewer[block->count]);
    mpz_add_ui(block->best[1], block->best[1], 1);
    for (unsigned peg = 0; peg < setting->pegs; peg++) {
        if (peg == own || peg == block->waiting)
            continue;
        via[peg] = (uint8_t)(peg == first ? second : first);
        mpz_set(block->moves[peg], block->best[peg == first]);
    }
}

bool fs_block_add(struct fs_block *block) {
    if (block->count == block->gather->setting->block)
        return false;
    unsigned own = block_disc_peg(block, block->count);
    if (own == block->waiting)
        return false;
    block->uniform = block->uniform && own == block_disc_peg(block, 0);
    if (block->uniform)
        block_add_uniform(block, own);
    else
        block_add_single(block, own);
    block->count++;
    return true;
}

/* ---- the whole state ---- */

static struct fs_choice *choice_at(const struct fs_gather *gather, unsigned level, unsigned peg) {
    return &gather->choices[(size_t)level * gather->setting->pegs + peg];
}

/* Offers a block for all pegs. base: the moves before and after it. */
static void offer_block(struct fs_gather *gather, const struct fs_block *block, mpz_srcptr base,
                        mpz_ptr sum) {
    unsigned level = block->first + block->count;

    for (unsigned peg = 0; peg < gather->setting->pegs; peg++) {
        if (peg == block->waiting || peg == gather->at[level - 1])
            continue;
        mpz_ptr best = fs_gather_moves(gather, level, peg);
        mpz_add(sum, base, block->moves[peg]);
        if (mpz_sgn(best) != 0 && mpz_cmp(sum, best) >= 0)
            continue; /* 0 means "nothing yet": any disc off the peg costs a move */
        mpz_set(best, sum);
        *choice_at(gather, level, peg) =
            (struct fs_choice){(uint16_t)block->first, (uint8_t)block->waiting, false};
    }
}

/* The pegs on which the `level` smallest discs are gathered with the fewest moves, best first,
 * except the peg of the next larger disc. Returns how many; at least two, so that one is not the
 * goal. */
static unsigned choose_waiting(const struct fs_gather *gather, unsigned level,
                               uint8_t chosen[FS_WAITING_PEGS]) {
    unsigned count = 0;

    for (unsigned peg = 0; peg < gather->setting->pegs; peg++) {
        if (peg == gather->at[level])
            continue;
        mpz_srcptr moves = fs_gather_moves(gather, level, peg);
        unsigned place = count;
        while (place > 0 && mpz_cmp(moves, fs_gather_moves(gather, level, chosen[place - 1])) < 0)
            place--;
        if (place == FS_WAITING_PEGS)
            continue;
        count += count < FS_WAITING_PEGS;
        memmove(&chosen[place + 1], &chosen[place], count - 1 - place);
        chosen[place] = (uint8_t)peg;
    }
    return count;
}

/* Tries the blocks that begin with the disc after the `level` smallest. */
static void offer_blocks(struct fs_gather *gather, struct fs_block *block, unsigned level) {
    const struct fs_setting *setting = gather->setting;
    uint8_t waiting[FS_WAITING_PEGS];
    unsigned count = choose_waiting(gather, level, waiting);
    mpz_t base, sum;

    mpz_inits(base, sum, NULL);
    for (unsigned i = 0; i < count; i++) {
        mpz_add(base, fs_gather_moves(gather, level, waiting[i]), setting->all[level]);
        fs_block_begin(block, level, waiting[i]);
        while (level + block->count < setting->discs && fs_block_add(block))
            offer_block(gather, block, base, sum);
    }
    mpz_clears(base, sum, NULL);
}

/* The largest disc moves first, if no other is in its way; then the smaller ones gather. */
static void offer_move_at_once(struct fs_gather *gather, unsigned level, unsigned peg) {
    mpz_ptr best = fs_gather_moves(gather, level, peg);
    mpz_srcptr others = fs_gather_moves(gather, level - 1, peg);

    if (gather->top[gather->at[level - 1]] < level - 1 || gather->top[peg] < level - 1)
        return;
    mpz_sub_ui(best, best, 1);
    bool better = mpz_cmp(others, best) < 0;
    if (better)
        mpz_set(best, others);
    mpz_add_ui(best, best, 1);
    choice_at(gather, level, peg)->at_once = better;
}

/* The cases that need no block. Blocks of lower levels have settled the others. */
static void settle_level(struct fs_gather *gather, unsigned level) {
    for (unsigned peg = 0; level > 0 && peg < gather->setting->pegs; peg++) {
        mpz_ptr best = fs_gather_moves(gather, level, peg);
        if (gather->at[level - 1] == peg)
            mpz_set(best, fs_gather_moves(gather, level - 1, peg));
        else if (level <= gather->prefix)
            mpz_set(best, gather->setting->all[level]);
        else
            offer_move_at_once(gather, level, peg);
    }
}

static unsigned uniform_prefix(const uint8_t *at, unsigned discs) {
    unsigned count = 1;

    while (count < discs && at[count] == at[0])
        count++;
    return count;
}

static void find_tops(struct fs_gather *gather) {
    for (unsigned peg = 0; peg < gather->setting->pegs; peg++)
        gather->top[peg] = (uint16_t)gather->setting->discs;
    for (unsigned disc = gather->setting->discs; disc-- > 0;)
        gather->top[gather->at[disc]] = (uint16_t)disc;
}

static size_t gather_size(const struct fs_setting *setting) {
    return ((size_t)setting->discs + 1) * setting->pegs;
}

void fs_gather_init(struct fs_gather *gather, const struct fs_setting *setting, const uint8_t *at) {
    struct fs_block block;

    *gather = (struct fs_gather){.setting = setting, .at = at};
    gather->prefix = uniform_prefix(at, setting->discs);
    find_tops(gather);
    gather->moves = numbers_new(gather_size(setting));
    gather->choices = mem_new(gather_size(setting), sizeof *gather->choices);
    fs_block_init(&block, gather);
    for (unsigned level = 0; level <= setting->discs; level++) {
        settle_level(gather, level);
        if (level < setting->discs)
            offer_blocks(gather, &block, level);
    }
    fs_block_clear(&block);
}

void fs_gather_clear(struct fs_gather *gather) {
    numbers_free(gather->moves, gather_size(gather->setting));
    free(gather->choices);
}

/* ---- writing the transfers down ---- */

void fs_list_add(struct fs_list *list, struct fs_transfer transfer, bool swap) {
    if (transfer.count == 0 || transfer.from == transfer.to)
        return;
    if (swap) {
        uint8_t from = transfer.from;
        transfer.from = transfer.to;
        transfer.to = from;
    }
    list->items = mem_grow(list->items, list->count, &list->room, sizeof *list->items);
    list->items[list->count++] = transfer;
}

static struct fs_transfer transfer_of(unsigned first, unsigned count, unsigned from, unsigned to) {
    return (struct fs_transfer){.first = (uint16_t)first,
                                .count = (uint16_t)count,
                                .from = (uint8_t)from,
                                .to = (uint8_t)to};
}

void fs_block_list(const struct fs_block *block, unsigned peg, bool swap, struct fs_list *list) {
    const struct fs_setting *setting = block->gather->setting;
    uint64_t usable = fs_all_pegs(setting->pegs) & ~(UINT64_C(1) << block->waiting);

    for (unsigned count = block->count; count > 0; count--) {
        unsigned own = block_disc_peg(block, count - 1);
        if (own == peg)
            continue;
        bool whole = fs_is_full_peg(&block->gather->at[block->first], count);
        unsigned taken = whole ? count : 1, below = count - taken;
        unsigned via = whole ? peg : block->via[below * setting->pegs + peg];
        struct fs_transfer onto = transfer_of(block->first, below, via, peg);
        struct fs_transfer move = transfer_of(block->first + below, taken, own, peg);
        onto.usable = move.usable = usable;
        fs_list_add(list, onto, swap);
        fs_list_add(list, move, swap);
        if (whole)
            return;
        peg = via;
    }
}

static struct fs_transfer transfer_all(const struct fs_gather *gather, unsigned level,
                                       unsigned from, unsigned to) {
    struct fs_transfer transfer = transfer_of(0, level, from, to);

    transfer.usable = fs_all_pegs(gather->setting->pegs);
    return transfer;
}

/* The last part of gathering: the block, and the smaller discs onto it. */
static void list_choice(struct fs_block *block, unsigned level, unsigned peg, bool swap,
                        struct fs_list *list) {
    const struct fs_choice *choice = choice_at(block->gather, level, peg);

    fs_list_add(list, transfer_all(block->gather, choice->aside, choice->peg, peg), swap);
    fs_block_begin(block, choice->aside, choice->peg);
    while (block->first + block->count < level)
        fs_block_add(block);
    fs_block_list(block, peg, swap, list);
}

void fs_gather_list(const struct fs_gather *gather, unsigned level, unsigned peg, bool swap,
                    struct fs_list *list) {
    struct fs_list at_once = {0};
    struct fs_block block;

    fs_block_init(&block, gather);
    while (level > gather->prefix) {
        const struct fs_choice *choice = choice_at(gather, level, peg);
        unsigned own = gather->at[level - 1];
        if (own == peg || choice->at_once) {
            level--;
            fs_list_add(&at_once, transfer_of(level, 1, own, peg), swap);
            continue;
        }
        list_choice(&block, level, peg, swap, list);
        level = choice->aside;
        peg = choice->peg;
    }
    fs_list_add(list, transfer_all(gather, level, gather->at[0], peg), swap);
    while (at_once.count > 0)
        fs_list_add(list, at_once.items[--at_once.count], false);
    free(at_once.items);
    fs_block_clear(&block);
}
