#include "puzzles/hanoi/solve/irregular/search.h"

#include <assert.h>
#include <string.h>

#include "puzzles/hanoi/solve/irregular/nodes.h"
#include "puzzles/hanoi/solve/irregular/phase.h"
#include "search/node_counter.h"

#define NOTE_EVERY 65536 /* boards between two progress notes */

/* A* (Hart, Nilsson and Raphael 1968) over the boards after each release. The lower bound is not
 * consistent: it may fall by more than the moves of a release, so a board is reopened if a shorter
 * path to it is found. */
struct search {
    struct hanoi_inversions inversions;
    struct hanoi_irregular_state start;
    struct hanoi_irregular_state goal;
    struct hanoi_nodes nodes;
    struct node_counter counter;
    bool found;
    hanoi_length best; /* the length of the shortest path known */
    uint32_t last;     /* and its last board after a release */
    bool out_of_memory;
};

static struct hanoi_irregular_state state_of(const struct search *search, uint32_t node) {
    struct hanoi_irregular_state state;
    memcpy(&state, hanoi_nodes_key(&search->nodes, node), sizeof(state));
    return state;
}

static hanoi_length bound_of(const struct search *search,
                             const struct hanoi_irregular_state *state) {
    struct hanoi_phase phase;
    hanoi_phase_find(&search->inversions, state, &phase);
    return hanoi_lower_bound(&search->inversions, state, &phase, &search->goal);
}

static void reach(struct search *search, const struct hanoi_irregular_state *state,
                  struct hanoi_node link) {
    struct hanoi_entry entry = {.bound = link.depth + bound_of(search, state), .depth = link.depth};
    bool changed;
    if (search->out_of_memory || (search->found && entry.bound >= search->best))
        return;
    if (!hanoi_nodes_put(&search->nodes, (const uint8_t *)state, link, &entry.node, &changed) ||
        (changed && !hanoi_nodes_queue(&search->nodes, entry)))
        search->out_of_memory = true;
}

static void finish(struct search *search, const struct hanoi_phase *phase,
                   const struct hanoi_irregular_state *state, const struct hanoi_entry *entry) {
    hanoi_length length;
    if (hanoi_phase_finish(phase, state, &search->goal, &length) &&
        (!search->found || entry->depth + length < search->best)) {
        search->found = true;
        search->best = entry->depth + length;
        assert(search->best >= entry->bound); /* the bound is admissible */
        search->last = entry->node;
    }
}

static void expand(struct search *search, const struct hanoi_entry *entry) {
    struct hanoi_release releases[HANOI_MOST_RELEASES];
    struct hanoi_irregular_state state = state_of(search, entry->node);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->inversions, &state, &phase);
    if (state.inverted == search->goal.inverted) {
        finish(search, &phase, &state, entry);
        return;
    }
    unsigned count = hanoi_phase_releases(&phase, search->goal.inverted, releases);
    for (unsigned i = 0; i < count; i++) {
        struct hanoi_irregular_state after = hanoi_phase_after(&phase, &state, &releases[i]);
        reach(search, &after,
              (struct hanoi_node){.depth = entry->depth + releases[i].length,
                                  .parent = entry->node,
                                  .release = (uint8_t)i});
    }
}

/* The best path is shortest once no queued board can be on a shorter one. */
static bool is_settled(const struct search *search, const struct hanoi_entry *entry) {
    return search->found && entry->bound >= search->best;
}

static qd_status run(struct search *search) {
    struct hanoi_entry entry;
    while (hanoi_nodes_next(&search->nodes, &entry) && !is_settled(search, &entry)) {
        if (entry.depth != hanoi_nodes_link(&search->nodes, entry.node)->depth)
            continue;
        expand(search, &entry);
        if (!node_counter_step(&search->counter) || search->out_of_memory)
            return QD_LIMIT;
        if (search->counter.nodes % NOTE_EVERY == 0)
            control_note(search->counter.control, "%u irregular boards reached",
                         search->nodes.count);
    }
    return search->found ? QD_YES : QD_NO;
}

static void collect_release(const struct search *search, uint32_t node,
                            struct hanoi_stages *stages) {
    const struct hanoi_node *link = hanoi_nodes_link(&search->nodes, node);
    struct hanoi_release releases[HANOI_MOST_RELEASES];
    struct hanoi_irregular_state before = state_of(search, link->parent);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->inversions, &before, &phase);
    hanoi_phase_releases(&phase, search->goal.inverted, releases);
    hanoi_phase_add_release(&phase, &before, &releases[link->release], stages);
}

static void collect(const struct search *search, struct hanoi_stages *stages) {
    uint32_t chain[HANOI_PHASE_DISCS];
    unsigned count = 0;
    uint32_t node = search->last;
    for (; hanoi_nodes_link(&search->nodes, node)->parent != HANOI_NO_NODE;
         node = hanoi_nodes_link(&search->nodes, node)->parent) {
        assert(count < HANOI_PHASE_DISCS);
        chain[count++] = node;
    }
    while (count > 0)
        collect_release(search, chain[--count], stages);
    struct hanoi_irregular_state last = state_of(search, search->last);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->inversions, &last, &phase);
    hanoi_phase_add_finish(&phase, &last, &search->goal, stages);
    stages->ends_regular = search->goal.inverted == 0;
}

static void read_ends(struct search *search, const struct hanoi_support_task *task) {
    hanoi_inversions_read(&search->inversions, &search->goal, task->discs, task->goal);
    hanoi_inversions_read(&search->inversions, &search->start, task->discs, task->start);
}

static qd_status search_from_start(struct search *search) {
    reach(search, &search->start, (struct hanoi_node){.parent = HANOI_NO_NODE});
    if (search->out_of_memory || !control_going(search->counter.control))
        return QD_LIMIT;
    qd_status status = run(search);
    node_counter_flush(&search->counter);
    return status;
}

qd_status hanoi_irregular_astar(const struct hanoi_support_task *task, struct hanoi_stages *stages,
                                uint64_t *nodes, qd_control *control) {
    struct search search = {.counter = {.control = control}};
    read_ends(&search, task);
    qd_status status = QD_LIMIT;
    if (hanoi_nodes_begin(&search.nodes, sizeof(struct hanoi_irregular_state), control))
        status = search_from_start(&search);
    if (status == QD_YES)
        hanoi_nodes_check(&search.nodes);
    *nodes = stages->nodes = search.counter.nodes;
    if (status == QD_YES)
        collect(&search, stages);
    hanoi_nodes_end(&search.nodes);
    return status;
}
