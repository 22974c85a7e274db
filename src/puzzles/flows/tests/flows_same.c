#include "puzzles/flows/tests/flows_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "puzzles/flows/format/format.h"

char *flows_state_of(const struct flows_game *game) {
    struct buf out = {0};
    flows_print_code(game, &out);
    buf_printf(&out, "hand %u, outcome %u, winners %u, left %u %u %u %u\n", game->hand,
               game->outcome, game->winners, game->board.left[0], game->board.left[1],
               game->board.left[2], game->board.left[3]);
    return buf_take(&out);
}

void flows_expect_same(const struct flows_game *one, const struct flows_game *two) {
    char *first = flows_state_of(one), *second = flows_state_of(two);
    assert_string_equal(first, second);
    free(first);
    free(second);
}
