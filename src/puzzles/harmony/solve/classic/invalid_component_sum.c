#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* A swap spends two moves, both within one component. */
static bool component_sum(const struct harmony_board *board) {
    struct harmony_components components;
    harmony_components_find(board, &components);
    for (unsigned i = 0; i < components.count; i++)
        if (components.sum[i] % 2 == 1)
            return true;
    return false;
}

const struct harmony_invalid_test harmony_component_sum = {
    .name = "component_sum",
    .summary = "an odd number of moves in a connected part of the board",
    .sound = true,
    .by_default = true,
    .is_invalid = component_sum,
};
