#include "puzzles/flows/model/legality/tiles_left.h"

#include <string.h>

enum { TYPE_SETS = 1 << FLOWS_TYPES };

/* How many hexes need a tile out of each set of types. */
static void count_needs(const struct flows_net *net, const struct flows_routes *routes,
                        unsigned need[TYPE_SETS]) {
    memset(need, 0, TYPE_SETS * sizeof(*need));
    for (struct flows_set at = net->empty; !flows_set_empty(&at);) {
        unsigned hex = flows_set_first(&at);
        flows_set_remove(&at, hex);
        if (routes->pairs[hex])
            need[flows_types_with(routes->pairs[hex])]++;
    }
}

static bool set_is_served(unsigned set, const unsigned need[TYPE_SETS],
                          const uint8_t left[FLOWS_TYPES]) {
    unsigned wanted = 0, there = 0;
    for (unsigned part = set; part; part = (part - 1) & set)
        wanted += need[part];
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (set >> type & 1)
            there += left[type];
    return wanted <= there;
}

unsigned flows_tiles_lacking(const struct flows_net *net, const struct flows_routes *routes,
                             const uint8_t left[FLOWS_TYPES]) {
    unsigned need[TYPE_SETS], lacking = 0, none = 0;
    count_needs(net, routes, need);
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        none |= (left[type] == 0U) << type;
    /* With the types of which none is left, a set has as many tiles as without and more needs. */
    for (unsigned set = 0; set < TYPE_SETS; set++)
        if (!(set & none) && !set_is_served(set | none, need, left))
            lacking |= 1U << set;
    return lacking;
}

bool flows_tiles_serve(const struct flows_net *net, const struct flows_routes *routes,
                       const uint8_t left[FLOWS_TYPES]) {
    unsigned need[TYPE_SETS];
    count_needs(net, routes, need);
    for (unsigned set = 1; set < TYPE_SETS; set++)
        if (!set_is_served(set, need, left))
            return false;
    return true;
}

static unsigned tile_of_type(unsigned pairs, unsigned type) {
    unsigned shapes = flows_shapes_with(pairs);
    for (unsigned shape = 0; shape < FLOWS_SHAPES; shape++)
        if (shapes >> shape & 1 && flows_tile_type(flows_shape_tile(shape)) == type)
            return flows_shape_tile(shape);
    return FLOWS_NONE;
}

/* Gives hexes types out of those that are left, as in a bipartite matching: a hex that finds its
 * types used up has another hex change to a further type, and so on. */
struct choice {
    const struct flows_net *net;
    const struct flows_routes *routes;
    uint8_t left[FLOWS_TYPES];
    uint8_t type[FLOWS_MOST_HEXES]; /* FLOWS_NONE: no tile yet */
};

static bool give(struct choice *choice, unsigned hex, unsigned tried);

/* Frees a tile of this type by having a hex that has one take another type. */
static bool free_type(struct choice *choice, unsigned type, unsigned tried) {
    for (unsigned hex = 0; hex < choice->net->grid->hexes; hex++) {
        if (choice->type[hex] != type)
            continue;
        choice->type[hex] = FLOWS_NONE;
        if (give(choice, hex, tried))
            return true;
        choice->type[hex] = (uint8_t)type;
    }
    return false;
}

static bool give(struct choice *choice, unsigned hex, unsigned tried) {
    unsigned types = flows_types_with(choice->routes->pairs[hex]) & ~tried;
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (types >> type & 1 && choice->left[type] > 0) {
            choice->left[type]--;
            choice->type[hex] = (uint8_t)type;
            return true;
        }
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (types >> type & 1 && free_type(choice, type, tried | 1U << type)) {
            choice->type[hex] = (uint8_t)type;
            return true;
        }
    return false;
}

void flows_choose_tiles(const struct flows_net *net, const struct flows_routes *routes,
                        const uint8_t *left, uint8_t tile[FLOWS_MOST_HEXES]) {
    struct choice choice = {.net = net, .routes = routes};
    memset(choice.type, FLOWS_NONE, sizeof(choice.type));
    memset(choice.left, FLOWS_NONE, sizeof(choice.left));
    if (left)
        memcpy(choice.left, left, sizeof(choice.left));
    memset(tile, FLOWS_NONE, FLOWS_MOST_HEXES);
    for (unsigned bare = 0; bare < 2; bare++)
        for (unsigned hex = 0; hex < net->grid->hexes; hex++)
            if (flows_set_has(&net->empty, hex) && (routes->pairs[hex] == 0) == bare)
                give(&choice, hex, 0);
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        if (choice.type[hex] != FLOWS_NONE)
            tile[hex] = (uint8_t)tile_of_type(routes->pairs[hex], choice.type[hex]);
}
