#include "puzzles/flows/model/board/setup.h"

#include <string.h>

/* Seats that the rules allow, for one to six players: three are one of each opposite pair, four are
 * two pairs. */
static const uint8_t usual[FLOWS_MOST_PLAYERS][FLOWS_MOST_PLAYERS] = {
    {0}, {0, 1}, {0, 2, 4}, {0, 1, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5},
};

void flows_setup_start(struct flows_setup *setup, unsigned radius, unsigned players) {
    *setup = (struct flows_setup){.radius = (uint8_t)radius, .players = (uint8_t)players};
    memcpy(setup->seat, usual[players - 1], players);
    memset(setup->tiles, (int)flows_tiles_each(flows_grid(radius)), sizeof setup->tiles);
}

/* Random edges that the rules allow for this many players, as bits. */
static unsigned random_edges(unsigned players, struct random *random) {
    unsigned skipped = (unsigned)random_below(random, FLOWS_AXES);
    unsigned edges = 0;
    switch (players) {
    case 1:
        return 1U << random_below(random, FLOWS_EDGES);
    case 2:
    case 3:
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
            if (players == 3 || axis != skipped)
                edges |= 1U << (axis + 3 * random_below(random, 2));
        return edges;
    case 4:
        return 63U & ~(9U << skipped);
    case 5:
        return 63U & ~(1U << random_below(random, FLOWS_EDGES));
    default:
        return 63;
    }
}

void flows_setup_seats(struct flows_setup *setup, struct random *random) {
    unsigned edges = random_edges(setup->players, random);
    unsigned edge = (unsigned)random_below(random, FLOWS_EDGES);
    for (unsigned player = 0; player < setup->players; edge = (edge + 1) % FLOWS_EDGES)
        if (edges >> edge & 1)
            setup->seat[player++] = (uint8_t)edge;
}

static bool refuse(struct buf *why, const char *text) {
    buf_add(why, text);
    return false;
}

/* Clockwise from the first player, so nobody sits twice either. */
static bool go_round(const struct flows_setup *setup) {
    unsigned before = 0;
    for (unsigned player = 1; player < setup->players; player++) {
        unsigned steps = (setup->seat[player] + 6u - setup->seat[0]) % 6;
        if (steps <= before)
            return false;
        before = steps;
    }
    return true;
}

bool flows_setup_fits(const struct flows_setup *setup, struct buf *why) {
    int axes = __builtin_popcount(flows_setup_axes(setup));
    if (!go_round(setup))
        return refuse(why, "the seats must go round in ascending order from the first player, as "
                           "in 0 2 4 or 4 5 0");
    if (setup->players == 2 && axes != 2)
        return refuse(why, "two players may not sit opposite each other: one line would always be "
                           "a tie");
    if (setup->players == 3 && axes != 3)
        return refuse(why, "three players need one seat of each opposite pair, as in 0 2 4");
    if (setup->players == 4 && axes != 2)
        return refuse(why, "four players need two opposite pairs, as in 0 1 3 4");
    return true;
}

unsigned flows_setup_axes(const struct flows_setup *setup) {
    unsigned axes = 0;
    for (unsigned player = 0; player < setup->players; player++)
        axes |= 1U << flows_axis_of(setup, player);
    return axes;
}

unsigned flows_player_at(const struct flows_setup *setup, unsigned edge) {
    for (unsigned player = 0; player < setup->players; player++)
        if (setup->seat[player] == edge)
            return player;
    return FLOWS_NONE;
}

unsigned flows_player_for(const struct flows_setup *setup, unsigned edge) {
    unsigned player = flows_player_at(setup, edge);
    if (player == FLOWS_NONE && setup->players == 5)
        return flows_player_at(setup, (edge + 3) % FLOWS_EDGES);
    return player;
}

unsigned flows_next_edge(const struct flows_setup *setup, unsigned axes, unsigned edge) {
    for (unsigned i = 0; i < FLOWS_EDGES; i++) {
        edge = (edge + 1) % FLOWS_EDGES;
        if (flows_player_for(setup, edge) != FLOWS_NONE && axes >> edge % 3 & 1)
            break;
    }
    return edge;
}

void flows_team_names(const struct flows_setup *setup, unsigned axes, struct buf *out) {
    unsigned count = 0, named = 0;
    for (unsigned player = 0; player < setup->players; player++)
        count += axes >> flows_axis_of(setup, player) & 1;
    for (unsigned player = 0; player < setup->players; player++)
        if (axes >> flows_axis_of(setup, player) & 1) {
            const char *between = named == 0 ? "" : named + 1 == count ? " and " : ", ";
            buf_printf(out, "%sP%u", between, player + 1);
            named++;
        }
}
