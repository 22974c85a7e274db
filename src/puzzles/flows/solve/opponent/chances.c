#include "puzzles/flows/solve/opponent/chances.h"

#include <math.h>

unsigned flows_teams_in_order(const struct flows_game *game, uint8_t axes[FLOWS_AXES]) {
    unsigned count = 0, seen = (unsigned)~game->board.axes;
    for (unsigned player = 0; player < game->setup.players; player++) {
        unsigned axis = flows_axis_of(&game->setup, player);
        if (!(seen >> axis & 1))
            axes[count++] = (uint8_t)axis;
        seen |= 1U << axis;
    }
    return count;
}

void flows_chances_add(const struct flows_game *game, const double win[FLOWS_AXES], bool exact,
                       struct buf *out) {
    uint8_t axes[FLOWS_AXES];
    unsigned count = flows_teams_in_order(game, axes);
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, i ? ", " : "");
        flows_team_names(&game->setup, 1U << axes[i], out);
        buf_printf(out, exact ? " %.3g %%" : " %.0f %%", 100 * win[axes[i]]);
    }
}

json_t *flows_chances_json(const struct flows_game *game, const double win[FLOWS_AXES]) {
    json_t *chances = json_object();
    for (unsigned player = 0; player < game->setup.players; player++) {
        char name[] = {'P', (char)('1' + player), 0};
        unsigned axis = flows_axis_of(&game->setup, player);
        if (game->board.axes >> axis & 1)
            json_object_set_new(chances, name, json_real(round(1e4 * win[axis]) / 1e4));
    }
    return chances;
}
