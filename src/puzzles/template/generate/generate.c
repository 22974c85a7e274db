/* New instances: from a dark board lamps are pressed at random, so pressing the same ones again
 * solves it. The random numbers come from the seed alone: the same seed gives the same board on
 * every machine. */
#include "puzzles/template/model/position.h"

#include "base/mem.h"
#include "base/random.h"

static void press_at_random(struct position *position, struct random *random) {
    for (int cell = 0; cell < template_cells(position); cell++)
        if (random_below(random, 2))
            position->lit ^= template_reach(position, cell);
}

static struct position *generate(const struct options *options, uint64_t seed, qd_control *control,
                                 struct finding *finding, qd_error *error) {
    (void)finding;
    (void)control; /* this takes no time */
    (void)error;
    struct position *position = MEM_NEW(struct position);
    position->rows = (int)options_int(options, template_options, "rows");
    position->columns = (int)options_int(options, template_options, "columns");
    struct random random;
    random_seed(&random, seed);
    /* Presses may cancel each other out; half the boards or more do not end dark. */
    while (position->lit == 0)
        press_at_random(position, &random);
    return position;
}

const struct puzzle_generate template_generate = {.generate = generate};
