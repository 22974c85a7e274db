/* New games, and positions after legal moves made at random. Everything comes from the seed: the
 * seats, the draws and the moves. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"

/* Give up after this many games that ended too early. */
enum { TRIES = 200 };

static void choose_setup(const struct options *options, uint64_t seed, struct random *random,
                         struct flows_setup *setup) {
    const char *supermove = options_text(options, flows_options, "supermove");
    flows_setup_start(setup, (unsigned)options_int(options, flows_options, "radius"),
                      (unsigned)options_int(options, flows_options, "players"));
    flows_setup_seats(setup, random);
    setup->tiles_left = strcmp(options_text(options, flows_options, "legality"), "left") == 0;
    setup->supermove = strcmp(supermove, "double") == 0   ? FLOWS_DOUBLE_SUPERMOVE
                       : strcmp(supermove, "single") == 0 ? FLOWS_SINGLE_SUPERMOVE
                                                          : FLOWS_NO_SUPERMOVE;
    setup->for_anyone = options_flag(options, "anyone");
    setup->seeded = true;
    setup->seed = seed;
}

/* Makes moves at random up to that turn. Returns false if the game was over before, or the control
 * said stop. */
static bool play_at_random(struct flows_game *game, unsigned turns, struct random *random,
                           qd_control *control) {
    struct flows_move *moves = mem_new(FLOWS_MOST_MOVES, sizeof *moves);
    while (game->turn < turns && game->outcome == FLOWS_GOES_ON && control_spend(control, 1)) {
        size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
        flows_game_play(game, moves[random_below(random, count)], NULL, NULL);
    }
    free(moves);
    return game->turn >= turns && game->outcome == FLOWS_GOES_ON;
}

static bool reach(struct flows_game *game, const struct flows_setup *setup, unsigned turns,
                  struct random *random, qd_control *control) {
    for (int tries = 0; tries < TRIES && control_spend(control, 1); tries++) {
        flows_game_start(game, setup);
        if (play_at_random(game, turns, random, control))
            return true;
    }
    return false;
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    (void)finding;
    struct random random;
    struct flows_setup setup;
    unsigned turns = (unsigned)options_int(options, flows_options, "turns");
    if (options_flag(options, "anyone") &&
        strcmp(options_text(options, flows_options, "supermove"), "no") == 0) {
        options_error(options, error, QD_BAD_INPUT,
                      OPTION("anyone") " needs " OPTION_IS("supermove", "double") " or single");
        return NULL;
    }
    random_seed(&random, seed);
    choose_setup(options, seed, &random, &setup);
    struct position *position = flows_position_new();
    if (reach(&position->game, &setup, turns, &random, control))
        return position;
    flows_rules.free(position);
    options_error(options, error, QD_LIMIT,
                  control_going(control)
                      ? "in %d games none went on for %u turns; ask for fewer with " OPTION("turns")
                      : "stopped after fewer than %d games, none of %u turns",
                  TRIES, turns);
    return NULL;
}

const struct puzzle_generate flows_generate = {.generate = generate};
