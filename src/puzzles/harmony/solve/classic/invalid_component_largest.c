#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* Every move of a tile is shared with another tile of its component. */
static bool component_largest(const struct harmony_board *board) {
    struct harmony_components components;
    harmony_components_find(board, &components);
    for (unsigned i = 0; i < components.count; i++)
        if (2 * components.largest[i] > components.sum[i])
            return true;
    return false;
}

const struct harmony_invalid_test harmony_component_largest = {
    .name = "component_largest",
    .summary = "a tile with more moves than all others of its connected part together",
    .sound = true,
    .by_default = true,
    .is_invalid = component_largest,
};
