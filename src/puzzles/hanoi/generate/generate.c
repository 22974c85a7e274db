/* Random boards. */
#include <string.h>

#include "base/random.h"
#include "puzzles/hanoi/format/format.h"
#include "puzzles/hanoi/model/position.h"

/* Each disc on a random peg: all regular states are equally likely. */
static void random_regular(struct hanoi_board *board, unsigned discs, unsigned pegs,
                           struct random *random) {
    uint8_t peg_of[HANOI_MAX_DISCS];
    for (unsigned disc = 0; disc < discs; disc++)
        peg_of[disc] = (uint8_t)random_below(random, pegs);
    hanoi_board_from_pegs(board, discs, pegs, peg_of);
}

/* The discs in random order, each on a random peg. */
static void random_stacking(struct hanoi_board *board, unsigned discs, unsigned pegs,
                            struct random *random) {
    uint16_t order[HANOI_MAX_DISCS] = {0};
    for (unsigned i = 0; i < discs; i++) {
        unsigned at = (unsigned)random_below(random, i + 1);
        order[i] = order[at];
        order[at] = (uint16_t)i;
    }
    hanoi_board_clear(board, discs, pegs);
    for (unsigned i = 0; i < discs; i++)
        hanoi_board_put(board, order[i], (unsigned)random_below(random, pegs));
}

static void choose_goal(struct position *position, const char *goal, struct random *random) {
    struct hanoi_setup *setup = position->setup;
    unsigned discs = position->board.discs, pegs = position->board.pegs;
    setup->goal_given = strcmp(goal, "reset") != 0;
    if (strcmp(goal, "random") == 0)
        random_regular(&setup->goal, discs, pegs, random);
    else
        hanoi_board_perfect(&setup->goal, discs, pegs, setup->goal_given ? pegs - 1 : 0);
}

static void choose_labels(struct position *position, bool rings) {
    static const uint32_t weights[HANOI_RINGS] = HANOI_RING_WEIGHTS;
    unsigned discs = position->board.discs;
    position->setup->labels = rings ? HANOI_LABEL_RINGS : HANOI_LABEL_NUMBERS;
    for (unsigned disc = 0; disc < discs; disc++)
        position->setup->label[disc] = rings ? weights[HANOI_RINGS - discs + disc] : disc + 1;
}

/* A start that is not the goal. */
static void choose_start(struct position *position, bool irregular, struct random *random) {
    unsigned discs = position->board.discs, pegs = position->board.pegs;
    do {
        if (irregular)
            random_stacking(&position->board, discs, pegs, random);
        else
            random_regular(&position->board, discs, pegs, random);
    } while (hanoi_board_equal(&position->board, &position->setup->goal) ||
             (irregular && hanoi_board_regular(&position->board)));
}

/* On two pegs only the smallest disc can ever move, so that is the one to put elsewhere. */
static void choose_start_on_two_pegs(struct position *position) {
    const struct hanoi_board *goal = &position->setup->goal;
    uint8_t peg_of[HANOI_MAX_DISCS];
    memcpy(peg_of, goal->peg, goal->discs * sizeof *peg_of);
    peg_of[0] = (uint8_t)(1 - peg_of[0]);
    hanoi_board_from_pegs(&position->board, goal->discs, goal->pegs, peg_of);
}

static bool options_fit(const struct options *options, unsigned discs, unsigned pegs,
                        qd_error *error) {
    if (options_flag(options, "rings") && discs > HANOI_RINGS)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("rings") " allows at most %d discs", HANOI_RINGS);
    if (options_flag(options, "irregular") && discs < 2)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("irregular") " needs at least two discs");
    if (options_flag(options, "irregular") && pegs < 3)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("irregular") " needs at least three pegs");
    return true;
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    (void)finding;
    (void)control;
    bool rings = options_flag(options, "rings");
    unsigned discs = rings && !options_given(options, "discs")
                         ? HANOI_RINGS
                         : (unsigned)options_int(options, hanoi_options, "discs");
    unsigned pegs = (unsigned)options_int(options, hanoi_options, "pegs");
    if (!options_fit(options, discs, pegs, error))
        return NULL;
    struct random random;
    random_seed(&random, seed);
    struct position *position = hanoi_position_new();
    hanoi_board_clear(&position->board, discs, pegs);
    choose_labels(position, rings);
    hanoi_set_variant(position->setup, pegs, options_text(options, hanoi_options, "variant"));
    choose_goal(position, options_text(options, hanoi_options, "goal"), &random);
    if (pegs == 2)
        choose_start_on_two_pegs(position);
    else
        choose_start(position, options_flag(options, "irregular"), &random);
    return position;
}

const struct puzzle_generate hanoi_generate = {.generate = generate};
