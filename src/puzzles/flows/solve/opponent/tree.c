#include "puzzles/flows/solve/opponent/tree.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/solve/opponent/distance.h"

enum {
    NO_NODE = 0,
    EXPAND_AFTER = 4,        /* playouts, before what follows a move gets nodes of its own */
    MOST_REPLIES = 40,       /* moves that are looked at below the root */
    MOST_BRANCHES = 1 << 20, /* the tree stops growing at this size: about 64 MB */
    DEEPEST = FLOWS_MOST_HEXES + 1,
    CUT_OFF = 16 /* tiles that a team without a way counts as needing: only supermoves free it */
};

/* Set by games against each other (bench/bench_flows_arena); near these values little changes. */
#define EXPLORE     1.0 /* how much more a move counts that was looked at seldom */
#define TEMPERATURE 1.0 /* how much worse a move may look and still be looked at */
#define OTHERS      0.5 /* how much the nearest other team counts beside one's own */
#define FIRST_PLAY  0.1 /* how much worse than the average an untried move is taken to be */

/* A move, with the draws that may follow it. */
struct branch {
    uint8_t hex, tile;
    bool illegal;
    uint32_t visits;
    float weight; /* from the prior; those of a node add up to 1 */
    double win[FLOWS_AXES];
    uint32_t next[FLOWS_TYPES]; /* the node for each tile that is drawn; NO_NODE: none yet */
};

/* Somebody to move with a tile in hand. */
struct node {
    uint32_t first, count; /* branches */
    uint32_t visits;
    uint8_t axis;
};

struct tree {
    struct flows_tree_root *root;
    struct random *random;
    struct node *nodes; /* the first is the root */
    size_t node_count, node_room;
    struct branch *branches;
    size_t branch_count, branch_room;
};

/* ---- growing ---- */

/* What a share of the win that is certain looks like: an even one as even distances do. */
static float prior_of_share(double share) {
    if (share <= 0)
        return FLOWS_FAR;
    return share >= 1 ? -FLOWS_FAR : (float)log((1 - share) / share);
}

/* Sets whether a team in play has no way at all. */
static float prior_of_net(const struct flows_net *net, unsigned axis, bool *cuts) {
    unsigned others = CUT_OFF, own = CUT_OFF;
    *cuts = false;
    if (net->joined)
        return prior_of_share(flows_share(net->joined, net->axes, axis));
    for (unsigned team = 0; team < FLOWS_AXES; team++) {
        if (!(net->axes >> team & 1))
            continue;
        unsigned distance = flows_distance(net, team);
        *cuts = *cuts || distance == FLOWS_FAR;
        if (team == axis)
            own = distance < own ? distance : own;
        else
            others = distance < others ? distance : others;
    }
    return (float)(own - OTHERS * others);
}

float flows_tree_prior(const struct flows_net *net, unsigned axis) {
    bool cuts;
    return prior_of_net(net, axis, &cuts);
}

/* Has the weights of the moves that may be legal add up to 1. */
static void normalise(struct tree *tree, const struct node *node) {
    struct branch *branch = &tree->branches[node->first];
    unsigned legal = 0;
    double sum = 0;
    for (unsigned i = 0; i < node->count; i++) {
        legal += !branch[i].illegal;
        sum += branch[i].weight = branch[i].illegal ? 0 : branch[i].weight;
    }
    for (unsigned i = 0; i < node->count; i++)
        if (!branch[i].illegal)
            branch[i].weight = (float)(sum > 0 ? branch[i].weight / sum : 1.0 / legal);
}

/* Turns priors into weights, by their distance from the best. */
static void weigh(struct tree *tree, const struct node *node) {
    struct branch *branch = &tree->branches[node->first];
    float best = INFINITY;
    for (unsigned i = 0; i < node->count; i++)
        best = fminf(best, branch[i].weight);
    for (unsigned i = 0; i < node->count; i++)
        branch[i].weight = expf((best - branch[i].weight) / (float)TEMPERATURE);
    normalise(tree, node);
}

static uint32_t add_node(struct tree *tree, unsigned axis) {
    tree->nodes = mem_grow(tree->nodes, tree->node_count, &tree->node_room, sizeof *tree->nodes);
    tree->nodes[tree->node_count] =
        (struct node){.first = (uint32_t)tree->branch_count, .axis = (uint8_t)axis};
    return (uint32_t)tree->node_count++;
}

static void add_branch(struct tree *tree, unsigned hex, unsigned tile, float prior) {
    tree->branches =
        mem_grow(tree->branches, tree->branch_count, &tree->branch_room, sizeof *tree->branches);
    tree->branches[tree->branch_count++] =
        (struct branch){.hex = (uint8_t)hex, .tile = (uint8_t)tile, .weight = prior};
    tree->nodes[tree->node_count - 1].count++;
}

/* Adds a move that may be legal: one that leaves a team no way at all is not. */
static void consider(struct tree *tree, const struct flows_quick *quick, unsigned hex,
                     unsigned tile) {
    struct flows_net after = quick->net;
    bool cuts;
    flows_net_place(&after, hex, tile);
    float prior = prior_of_net(&after, quick->edge % 3u, &cuts);
    if (!cuts || quick->setup->supermove != FLOWS_NO_SUPERMOVE)
        add_branch(tree, hex, tile, prior);
}

static int by_weight(const void *a, const void *b) {
    const struct branch *one = a, *two = b;
    if (one->weight != two->weight)
        return one->weight > two->weight ? 1 : -1;
    return one->hex != two->hex ? one->hex - two->hex : one->tile - two->tile;
}

/* A node with the moves that look best. */
static uint32_t grow(struct tree *tree, const struct flows_quick *quick, unsigned type) {
    uint32_t index = add_node(tree, quick->edge % 3u);
    struct flows_set left = quick->net.empty;
    while (!flows_set_empty(&left)) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        for (unsigned rotation = 0; rotation < flows_rotations(type); rotation++)
            consider(tree, quick, hex, flows_tile(type, rotation));
    }
    struct node *node = &tree->nodes[index];
    qsort(&tree->branches[node->first], node->count, sizeof *tree->branches, by_weight);
    if (node->count > MOST_REPLIES) {
        tree->branch_count -= node->count - MOST_REPLIES;
        node->count = MOST_REPLIES;
    }
    weigh(tree, node);
    return index;
}

static void grow_root(struct tree *tree, size_t count, unsigned axis) {
    uint32_t index = add_node(tree, axis);
    for (size_t i = 0; i < count; i++)
        add_branch(tree, 0, 0, tree->root[i].prior);
    weigh(tree, &tree->nodes[index]);
}

/* ---- choosing ---- */

/* The branch with the highest upper bound (PUCT: Rosin 2011, as Silver et al. 2016 use it); NULL if
 * all are illegal. */
static struct branch *choose(struct tree *tree, const struct node *node) {
    struct branch *branch = &tree->branches[node->first], *best = NULL;
    double root = EXPLORE * sqrt(node->visits + 1.0), most = -INFINITY, won = 0, seen = 0;
    for (unsigned i = 0; i < node->count; i++) {
        won += branch[i].win[node->axis];
        seen += branch[i].visits;
    }
    double first = seen > 0 ? won / seen - FIRST_PLAY : 0.5;
    for (unsigned i = 0; i < node->count; i++) {
        double value = branch[i].visits ? branch[i].win[node->axis] / branch[i].visits : first;
        double bound = value + root * branch[i].weight / (1.0 + branch[i].visits);
        if (bound > most && !branch[i].illegal) {
            most = bound;
            best = &branch[i];
        }
    }
    return best;
}

/* Makes a move of the node on the quick game. Returns its branch; NULL: none of those that were
 * looked at is legal. */
static struct branch *descend(struct tree *tree, uint32_t index, struct flows_quick *quick) {
    struct node *node = &tree->nodes[index];
    struct branch *branch;
    node->visits++;
    while ((branch = choose(tree, node)) != NULL) {
        if (index == 0)
            *quick = tree->root[branch - &tree->branches[node->first]].after;
        else if (!flows_quick_lay(quick, branch->hex, branch->tile))
            branch->illegal = true;
        if (!branch->illegal)
            return branch;
        normalise(tree, node);
    }
    return NULL;
}

/* ---- one playout ---- */

struct path {
    uint32_t branch[DEEPEST];
    unsigned length;
};

/* The move of the root that playouts must begin with; any: by its bound. */
enum { ANY_MOVE = UINT32_MAX };

static struct branch *begin(struct tree *tree, uint32_t move, struct flows_quick *quick) {
    if (move == ANY_MOVE)
        return descend(tree, 0, quick);
    tree->nodes[0].visits++;
    *quick = tree->root[move].after;
    return &tree->branches[move];
}

/* Down the tree as far as it has grown. */
static void walk(struct tree *tree, uint32_t move, struct path *path, struct flows_quick *quick) {
    uint32_t index = 0;
    for (path->length = 0; path->length < DEEPEST;) {
        struct branch *branch = index == 0 ? begin(tree, move, quick) : descend(tree, index, quick);
        if (!branch)
            return;
        uint32_t at = (uint32_t)(branch - tree->branches);
        path->branch[path->length++] = at;
        if (quick->over)
            return;
        quick->hand = (uint8_t)flows_quick_draw(quick, tree->random);
        if (quick->hand == FLOWS_NONE || branch->visits < EXPAND_AFTER)
            return;
        index = branch->next[quick->hand];
        if (index == NO_NODE && tree->branch_count > MOST_BRANCHES)
            return;
        if (index == NO_NODE) {
            index = grow(tree, quick, quick->hand);
            tree->branches[at].next[quick->hand] = index;
        }
    }
}

static void play_once(struct tree *tree, uint32_t move) {
    struct flows_quick quick;
    struct path path;
    walk(tree, move, &path, &quick);
    flows_playout(&quick, tree->random);
    for (unsigned i = 0; i < path.length; i++) {
        struct branch *branch = &tree->branches[path.branch[i]];
        branch->visits++;
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
            branch->win[axis] += flows_share(quick.winners, quick.net.axes, axis);
    }
}

/* ---- until the most visited move is the best ---- */

static double average(const struct branch *branch, unsigned axis) {
    return branch->visits ? branch->win[axis] / branch->visits : -1;
}

/* The move of the root with the highest average of those with fewer visits than the most visited
 * one, if it is higher than that one's; ANY_MOVE: there is none. */
static uint32_t find_rival(const struct tree *tree) {
    const struct node *root = &tree->nodes[0];
    const struct branch *branch = tree->branches, *most = branch;
    uint32_t rival = ANY_MOVE;
    for (uint32_t i = 1; i < root->count; i++)
        if (branch[i].visits > most->visits ||
            (branch[i].visits == most->visits &&
             average(&branch[i], root->axis) > average(most, root->axis)))
            most = &branch[i];
    double best = average(most, root->axis);
    for (uint32_t i = 0; i < root->count; i++)
        if (average(&branch[i], root->axis) > best) {
            best = average(&branch[i], root->axis);
            rival = i;
        }
    assert(rival == ANY_MOVE || branch[rival].visits < most->visits);
    return rival;
}

/* Ends because a rival gets more visits each time, until it has the most of all or does worse. */
static uint64_t settle(struct tree *tree, qd_control *control) {
    uint64_t done = 0;
    for (uint32_t rival; (rival = find_rival(tree)) != ANY_MOVE; done++) {
        if (control && !control_spend(control, 1))
            break;
        play_once(tree, rival);
    }
    return done;
}

#ifdef NDEBUG
#define check_tree(tree) ((void)0)
#else
/* The weights of the moves that may be legal add up to 1, those of the others are 0; no move was
 * made more often than its node was visited; no team got more than the playouts have to give. */
static void check_node(const struct tree *tree, const struct node *node) {
    double weights = 0;
    uint64_t visits = 0;
    unsigned legal = 0;
    assert(node->first + node->count <= tree->branch_count && node->axis < FLOWS_AXES);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct branch *branch = &tree->branches[i];
        weights += branch->weight;
        visits += branch->visits;
        legal += !branch->illegal;
        assert(!branch->illegal || (branch->weight == 0 && branch->visits == 0));
        assert(fabs(branch->win[0] + branch->win[1] + branch->win[2] - branch->visits) <
               1e-6 * (branch->visits + 1));
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            assert(branch->next[type] < tree->node_count);
    }
    assert(legal == 0 || fabs(weights - 1) < 1e-3);
    assert(visits <= node->visits);
}

static void check_tree(const struct tree *tree) {
    for (size_t i = 0; i < tree->node_count; i++)
        check_node(tree, &tree->nodes[i]);
}
#endif

uint64_t flows_tree_search(struct flows_tree_root *root, size_t count, unsigned axis,
                           uint64_t playouts, struct random *random, qd_control *control) {
    struct tree tree = {.root = root, .random = random};
    uint64_t done = 0;
    grow_root(&tree, count, axis);
    for (; done < playouts && (!control || control_spend(control, 1)); done++)
        play_once(&tree, ANY_MOVE);
    if (done == playouts)
        done += settle(&tree, control);
    check_tree(&tree);
    for (size_t i = 0; i < count; i++) {
        root[i].visits = tree.branches[i].visits;
        memcpy(root[i].win, tree.branches[i].win, sizeof root[i].win);
    }
    free(tree.branches);
    free(tree.nodes);
    return done;
}
