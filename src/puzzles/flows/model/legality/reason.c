#include "puzzles/flows/model/legality/reason.h"

/* No more hexes than this are named. */
enum { MOST_NAMES = 12 };

struct naming {
    const struct flows_grid *grid;
    unsigned edge;
    struct buf *out;
};

/* "B3, C4 and D2", or the first of many. */
static void name_hexes(const struct naming *naming, struct flows_set hexes) {
    unsigned count = flows_set_count(&hexes), named = 0;
    unsigned most = count > MOST_NAMES ? MOST_NAMES - 1 : count;
    for (; named < most; named++) {
        unsigned hex = flows_set_first(&hexes);
        const char *between = named == 0 ? "" : named + 1 == count ? " and " : ", ";
        buf_add(naming->out, between);
        flows_hex_name(naming->grid, naming->edge, hex, naming->out);
        flows_set_remove(&hexes, hex);
    }
    if (named < count)
        buf_printf(naming->out, " and %u more", count - named);
}

static struct flows_set port_hexes(const struct flows_refusal *refusal) {
    struct flows_set hexes = {{0}};
    for (unsigned i = 0; i < refusal->ports; i++)
        flows_set_add(&hexes, refusal->port[i].hex);
    return hexes;
}

static void say_cut(const struct naming *naming, const struct flows_refusal *refusal,
                    const char *teams) {
    buf_printf(naming->out, "no way is left for %s", teams);
    if (flows_set_empty(&refusal->wall))
        return;
    buf_printf(naming->out, ": its lines are turned back by the tile%s on ",
               flows_set_count(&refusal->wall) == 1 ? "" : "s");
    name_hexes(naming, refusal->wall);
}

static void say_no_room(const struct naming *naming, const struct flows_refusal *refusal,
                        const char *teams) {
    struct flows_set hexes = port_hexes(refusal);
    buf_printf(naming->out,
               "%s cannot all win any more: %d teams must pass where there is room "
               "for %u line%s",
               teams, __builtin_popcount(refusal->axes), refusal->ports,
               refusal->ports == 1 ? "" : "s");
    if (refusal->ports) {
        buf_add(naming->out, ", at ");
        name_hexes(naming, hexes);
    }
}

static void say(const struct naming *naming, const struct flows_refusal *refusal,
                const char *teams) {
    switch (refusal->kind) {
    case FLOWS_TEAM_IS_CUT:
        say_cut(naming, refusal, teams);
        break;
    case FLOWS_NO_ROOM:
        say_no_room(naming, refusal, teams);
        break;
    case FLOWS_TEAMS_COLLIDE:
        buf_printf(naming->out, "there are no ways for %s at the same time", teams);
        break;
    default:
        buf_printf(naming->out, "the tiles that are left do not make ways for %s", teams);
    }
}

void flows_reason_add(const struct flows_grid *grid, const struct flows_setup *setup,
                      const struct flows_refusal *refusal, unsigned edge, struct buf *out) {
    const struct naming naming = {.grid = grid, .edge = edge, .out = out};
    struct buf teams = {0};
    flows_team_names(setup, refusal->axes, &teams);
    say(&naming, refusal, buf_text(&teams));
    buf_free(&teams);
}

/* ---- fields ---- */

json_t *flows_seats_of(const struct flows_setup *setup, unsigned axes) {
    json_t *seats = json_array();
    for (unsigned player = 0; player < setup->players; player++)
        if (axes >> flows_axis_of(setup, player) & 1)
            json_array_append_new(seats, json_integer(player + 1));
    return seats;
}

static json_t *hexes_of(struct flows_set hexes) {
    json_t *list = json_array();
    while (!flows_set_empty(&hexes)) {
        unsigned hex = flows_set_first(&hexes);
        flows_set_remove(&hexes, hex);
        json_array_append_new(list, json_integer(hex));
    }
    return list;
}

json_t *flows_reason_fields(const struct flows_setup *setup, const struct flows_refusal *refusal) {
    static const char *const kinds[] = {"cut", "room", "collide", "tiles"};
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(kinds[refusal->kind]));
    json_object_set_new(object, "seats", flows_seats_of(setup, refusal->axes));
    json_object_set_new(object, "wall", hexes_of(refusal->wall));
    json_object_set_new(object, "gaps", hexes_of(port_hexes(refusal)));
    return object;
}

bool flows_reason_fill(const struct flows_board *board, bool tiles_left,
                       struct flows_board *filled) {
    uint8_t tile[FLOWS_MOST_HEXES];
    struct flows_routes routes;
    *filled = *board;
    if (flows_find_witness(board, tiles_left, NULL, tile, &routes) != QD_YES)
        return false;
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (flows_is_empty(board, hex) && tile[hex] != FLOWS_NONE)
            flows_place(filled, hex, tile[hex]);
    return true;
}
