#include "puzzles/flows/solve/opponent/playout.h"

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/tiles_left.h"
#include "puzzles/flows/solve/opponent/distance.h"

enum {
    TRIES = 6,           /* of places that are equally good, in random order */
    WANDER_PERCENT = 15, /* moves made at random */
    BLOCK_PERCENT = 75   /* how often a threat is answered */
};

void flows_quick_start(struct flows_quick *quick, const struct flows_game *game) {
    *quick = (struct flows_quick){.setup = &game->setup,
                                  .edge = game->edge,
                                  .hand = game->hand,
                                  .over = game->outcome != FLOWS_GOES_ON,
                                  .winners = game->winners};
    flows_net_start(&quick->net, &game->board);
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        quick->left[type] = game->board.left[type];
}

/* ---- what is legal ---- */

/* True if the routes that were found earlier fit the tile. */
static bool routes_fit(const struct flows_quick *quick, unsigned hex, unsigned tile,
                       const uint8_t left[FLOWS_TYPES]) {
    if (!quick->has_routes || quick->routes.pairs[hex] & ~flows_shape_pairs(flows_tile_shape(tile)))
        return false;
    if (!quick->setup->tiles_left)
        return true;
    struct flows_routes others = quick->routes;
    others.pairs[hex] = 0;
    return flows_tiles_serve(&quick->net, &others, left);
}

/* True if the tile may lie there; after is the net with it. Keeps routes for the next time. */
static bool keeps_all_ways(struct flows_quick *quick, const struct flows_net *after, unsigned hex,
                           unsigned tile, const uint8_t left[FLOWS_TYPES]) {
    struct flows_routes routes;
    if (routes_fit(quick, hex, tile, left)) {
        quick->routes.pairs[hex] = 0;
        return true;
    }
    if (flows_join(after, after->axes, quick->setup->tiles_left ? left : NULL, NULL, &routes,
                   NULL) != QD_YES)
        return false;
    quick->routes = routes;
    quick->has_routes = true;
    return true;
}

bool flows_quick_lay(struct flows_quick *quick, unsigned hex, unsigned tile) {
    struct flows_net after = quick->net;
    uint8_t left[FLOWS_TYPES];
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        left[type] = (uint8_t)(quick->left[type] - (type == flows_tile_type(tile)));
    flows_net_place(&after, hex, tile);
    if (!after.joined && quick->setup->supermove == FLOWS_NO_SUPERMOVE &&
        !keeps_all_ways(quick, &after, hex, tile, left))
        return false;
    quick->net = after;
    quick->hand = FLOWS_NONE;
    quick->left[flows_tile_type(tile)]--;
    quick->over = after.joined != 0;
    quick->winners = after.joined;
    quick->edge = (uint8_t)flows_next_edge(quick->setup, after.axes, quick->edge);
    return true;
}

/* ---- choosing a move ---- */

struct chooser {
    struct flows_quick *quick;
    struct random *random;
    unsigned type;              /* in hand */
    unsigned axis;              /* who moves */
    struct flows_field mine[2]; /* from both edges */
};

struct place {
    uint8_t hex, tile;
};

/* Places that are equally good. */
struct places {
    unsigned best, count;
    struct place at[FLOWS_MOST_HEXES * FLOWS_PORTS];
};

/* No places yet; those that are worse than worst are not wanted. (All of it is not zeroed: this is
 * done for every turn.) */
static void start_places(struct places *places, unsigned worst) {
    places->best = worst;
    places->count = 0;
}

static void add_place(struct places *places, unsigned value, unsigned hex, unsigned tile) {
    if (value > places->best)
        return;
    if (value < places->best) {
        places->best = value;
        places->count = 0;
    }
    places->at[places->count++] = (struct place){(uint8_t)hex, (uint8_t)tile};
}

/* Tries some of the places, in random order. Returns true if one was laid. */
static bool lay_one_of(struct chooser *chooser, struct places *places) {
    for (unsigned tries = 0; tries < TRIES && places->count > 0; tries++) {
        unsigned which = (unsigned)random_below(chooser->random, places->count);
        struct place place = places->at[which];
        if (flows_quick_lay(chooser->quick, place.hex, place.tile))
            return true;
        places->at[which] = places->at[--places->count];
    }
    return false;
}

/* Where a line of this player gets on best. */
static bool lay_forward(struct chooser *chooser, unsigned distance) {
    struct places places;
    start_places(&places, distance - 1);
    struct flows_set left = chooser->quick->net.empty;
    while (!flows_set_empty(&left)) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        for (unsigned rotation = 0; rotation < flows_rotations(chooser->type); rotation++) {
            unsigned tile = flows_tile(chooser->type, rotation);
            add_place(&places, flows_distance_through(chooser->mine, hex, tile), hex, tile);
        }
    }
    return lay_one_of(chooser, &places);
}

/* Where another team would be done with one tile: here, so that it is not, as well as possible for
 * this player. */
static bool lay_in_the_way(struct chooser *chooser, unsigned axis) {
    struct places places;
    start_places(&places, 2 * FLOWS_FAR);
    struct flows_field theirs[2];
    if (flows_field_from(&chooser->quick->net, axis, &theirs[0]) != 1)
        return false;
    flows_field_from(&chooser->quick->net, axis + 3, &theirs[1]);
    for (struct flows_set left = chooser->quick->net.empty; !flows_set_empty(&left);) {
        unsigned hex = flows_set_first(&left), ends = 0;
        flows_set_remove(&left, hex);
        for (unsigned port = 0; port < FLOWS_PORTS; port++)
            ends |=
                (theirs[0].at[hex][port] == 0 ? 1U : 0) | (theirs[1].at[hex][port] == 0 ? 2U : 0);
        for (unsigned rotation = 0; ends == 3 && rotation < flows_rotations(chooser->type);
             rotation++) {
            unsigned tile = flows_tile(chooser->type, rotation);
            if (flows_distance_through(theirs, hex, tile) > 0)
                add_place(&places, flows_distance_through(chooser->mine, hex, tile), hex, tile);
        }
    }
    return lay_one_of(chooser, &places);
}

static bool lay_against_threats(struct chooser *chooser) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != chooser->axis && chooser->quick->net.axes >> axis & 1 &&
            random_below(chooser->random, 100) < BLOCK_PERCENT && lay_in_the_way(chooser, axis))
            return true;
    return false;
}

/* Tries places of the whole board, in random order. Returns false if the tile has no legal one. */
static bool lay_anywhere(struct chooser *chooser) {
    struct places places;
    start_places(&places, 0);
    for (struct flows_set left = chooser->quick->net.empty; !flows_set_empty(&left);) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        for (unsigned rotation = 0; rotation < flows_rotations(chooser->type); rotation++)
            add_place(&places, 0, hex, flows_tile(chooser->type, rotation));
    }
    while (places.count > 0)
        if (lay_one_of(chooser, &places))
            return true;
    return false;
}

static bool lay_by_reason(struct chooser *chooser) {
    const struct flows_net *net = &chooser->quick->net;
    unsigned distance = flows_field_from(net, chooser->axis, &chooser->mine[0]);
    flows_field_from(net, chooser->axis + 3, &chooser->mine[1]);
    if (distance == 1 && lay_forward(chooser, distance))
        return true;
    if (random_below(chooser->random, 100) < WANDER_PERCENT)
        return false;
    return lay_against_threats(chooser) || (distance < FLOWS_FAR && lay_forward(chooser, distance));
}

/* ---- the game ---- */

unsigned flows_quick_draw(const struct flows_quick *quick, struct random *random) {
    unsigned sum = 0, type = 0;
    if (quick->hand != FLOWS_NONE)
        return quick->hand;
    for (unsigned i = 0; i < FLOWS_TYPES; i++)
        sum += quick->left[i];
    if (sum == 0)
        return FLOWS_NONE;
    uint64_t number = random_below(random, sum);
    while (number >= quick->left[type])
        number -= quick->left[type++];
    return type;
}

static void play_turn(struct flows_quick *quick, struct random *random) {
    struct chooser chooser = {.quick = quick,
                              .random = random,
                              .type = flows_quick_draw(quick, random),
                              .axis = quick->edge % 3u};
    if (chooser.type == FLOWS_NONE || flows_set_empty(&quick->net.empty)) {
        quick->over = true;
        return;
    }
    if (lay_by_reason(&chooser) || lay_anywhere(&chooser))
        return;
    quick->over = true;
    quick->winners = (uint8_t)(1U << chooser.axis);
}

void flows_playout(struct flows_quick *quick, struct random *random) {
    while (!quick->over)
        play_turn(quick, random);
}
