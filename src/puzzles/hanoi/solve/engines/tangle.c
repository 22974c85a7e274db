#include "puzzles/hanoi/solve/engines/tangle.h"

#include <assert.h>
#include <string.h>

#include "puzzles/hanoi/solve/engines/bound.h"
#include "puzzles/hanoi/solve/engines/nodes.h"
#include "puzzles/hanoi/solve/engines/phase.h"
#include "search/pace.h"

#define NOTE_EVERY 65536 /* boards between two notes */

/* A* (Hart, Nilsson and Raphael) over the boards that stand after a release. The bound may fall by
 * more than what a release takes, so a board is opened again if it is reached sooner. */
struct search {
    struct hanoi_pile pile;
    struct hanoi_jam start;
    struct hanoi_jam goal;
    struct hanoi_nodes nodes;
    struct pace pace;
    bool found;
    hanoi_length best; /* the shortest way known ... */
    uint32_t last;     /* ... and its last board after a release */
    bool out_of_memory;
};

static struct hanoi_jam jam_of(const struct search *search, uint32_t node) {
    struct hanoi_jam jam;
    memcpy(&jam, hanoi_nodes_key(&search->nodes, node), sizeof(jam));
    return jam;
}

static hanoi_length bound_of(const struct search *search, const struct hanoi_jam *jam) {
    struct hanoi_phase phase;
    hanoi_phase_find(&search->pile, jam, &phase);
    return hanoi_bound(&search->pile, jam, &phase, &search->goal);
}

static void reach(struct search *search, const struct hanoi_jam *jam, struct hanoi_node link) {
    struct hanoi_entry entry = {.bound = link.depth + bound_of(search, jam), .depth = link.depth};
    bool changed;
    if (search->out_of_memory || (search->found && entry.bound >= search->best))
        return;
    if (!hanoi_nodes_put(&search->nodes, (const uint8_t *)jam, link, &entry.node, &changed) ||
        (changed && !hanoi_nodes_queue(&search->nodes, entry)))
        search->out_of_memory = true;
}

static void finish(struct search *search, const struct hanoi_phase *phase,
                   const struct hanoi_jam *jam, const struct hanoi_entry *entry) {
    hanoi_length length;
    if (hanoi_phase_finish(phase, jam, &search->goal, &length) &&
        (!search->found || entry->depth + length < search->best)) {
        search->found = true;
        search->best = entry->depth + length;
        assert(search->best >= entry->bound); /* the bound never says more than the truth */
        search->last = entry->node;
    }
}

static void expand(struct search *search, const struct hanoi_entry *entry) {
    struct hanoi_release releases[HANOI_MOST_RELEASES];
    struct hanoi_jam jam = jam_of(search, entry->node);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->pile, &jam, &phase);
    if (jam.inverted == search->goal.inverted) {
        finish(search, &phase, &jam, entry);
        return;
    }
    unsigned count = hanoi_phase_releases(&phase, search->goal.inverted, releases);
    for (unsigned i = 0; i < count; i++) {
        struct hanoi_jam after = hanoi_phase_after(&phase, &jam, &releases[i]);
        reach(search, &after,
              (struct hanoi_node){.depth = entry->depth + releases[i].length,
                                  .parent = entry->node,
                                  .release = (uint8_t)i});
    }
}

/* The best way is shortest once no board in the queue could be on a shorter one. */
static bool is_settled(const struct search *search, const struct hanoi_entry *entry) {
    return search->found && entry->bound >= search->best;
}

static qd_status run(struct search *search) {
    struct hanoi_entry entry;
    while (hanoi_nodes_next(&search->nodes, &entry) && !is_settled(search, &entry)) {
        if (entry.depth != hanoi_nodes_link(&search->nodes, entry.node)->depth)
            continue;
        expand(search, &entry);
        if (!pace_step(&search->pace) || search->out_of_memory)
            return QD_LIMIT;
        if (search->pace.nodes % NOTE_EVERY == 0)
            control_note(search->pace.control, "irregular boards, %u met", search->nodes.count);
    }
    return search->found ? QD_YES : QD_NO;
}

static void collect_release(const struct search *search, uint32_t node,
                            struct hanoi_stages *stages) {
    const struct hanoi_node *link = hanoi_nodes_link(&search->nodes, node);
    struct hanoi_release releases[HANOI_MOST_RELEASES];
    struct hanoi_jam before = jam_of(search, link->parent);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->pile, &before, &phase);
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
    struct hanoi_jam last = jam_of(search, search->last);
    struct hanoi_phase phase;
    hanoi_phase_find(&search->pile, &last, &phase);
    hanoi_phase_add_finish(&phase, &last, &search->goal, stages);
    stages->ends_regular = search->goal.inverted == 0;
}

static void read_ends(struct search *search, const struct hanoi_support_task *task) {
    hanoi_pile_read(&search->pile, &search->goal, task->discs, task->goal);
    hanoi_pile_read(&search->pile, &search->start, task->discs, task->start);
}

static qd_status search_from_start(struct search *search) {
    reach(search, &search->start, (struct hanoi_node){.parent = HANOI_NO_NODE});
    if (search->out_of_memory || !control_going(search->pace.control))
        return QD_LIMIT;
    qd_status status = run(search);
    pace_finish(&search->pace);
    return status;
}

qd_status hanoi_tangle_solve(const struct hanoi_support_task *task, struct hanoi_stages *stages,
                             uint64_t *nodes, qd_control *control) {
    struct search search = {.pace = {.control = control}};
    read_ends(&search, task);
    qd_status status = QD_LIMIT;
    if (hanoi_nodes_begin(&search.nodes, sizeof(struct hanoi_jam), control))
        status = search_from_start(&search);
    if (status == QD_YES)
        hanoi_nodes_check(&search.nodes);
    *nodes = stages->nodes = search.pace.nodes;
    if (status == QD_YES)
        collect(&search, stages);
    hanoi_nodes_end(&search.nodes);
    return status;
}
