/* The checker of answers. It reads the moves off the iterators, as a player would see them, and
 * works on its own picture of the board: nothing here comes from model/board.c or from the search,
 * so that a mistake there cannot hide itself. */
#include "puzzles/template/model/position.h"

#include <string.h>

/* lit[row][column] and pressed[row][column], with a margin that swallows what falls off the
 * board. */
struct picture {
    bool lit[TEMPLATE_SIDE + 2][TEMPLATE_SIDE + 2];
    bool pressed[TEMPLATE_SIDE + 2][TEMPLATE_SIDE + 2];
};

static void take_picture(const struct position *position, struct picture *picture) {
    *picture = (struct picture){0};
    template_set lit = position->lit;
    for (int row = 1; row <= position->rows; row++)
        for (int column = 1; column <= position->columns; column++, lit /= 2)
            picture->lit[row][column] = lit % 2 == 1;
}

static bool press(struct picture *picture, const struct position *position, const char *move) {
    if (strlen(move) != 2)
        return false;
    int row = move[0] - '@', column = move[1] - '0';
    if (row < 1 || row > position->rows || column < 1 || column > position->columns)
        return false;
    if (picture->pressed[row][column])
        return false;
    picture->pressed[row][column] = true;
    static const int steps[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int i = 0; i < 5; i++) {
        bool *lamp = &picture->lit[row + steps[i][0]][column + steps[i][1]];
        *lamp = !*lamp;
    }
    return true;
}

static bool is_dark(const struct picture *picture, const struct position *position) {
    for (int row = 1; row <= position->rows; row++)
        for (int column = 1; column <= position->columns; column++)
            if (picture->lit[row][column])
                return false;
    return true;
}

static bool play_way(const struct position *position, const struct answer *answer,
                     unsigned solution, struct picture *picture, struct buf *why) {
    take_picture(position, picture);
    struct move_iterator *iterator = template_solve.iterate(answer, solution, NULL, NULL);
    if (!iterator) {
        buf_printf(why, "solution %u cannot be opened", solution);
        return false;
    }
    struct buf move = {0};
    bool fits = true;
    while (fits && (buf_clear(&move), template_solve.next(iterator, &move)))
        fits = press(picture, position, buf_text(&move));
    if (!fits)
        buf_printf(why, "solution %u: '%s' is no lamp, or was pressed before", solution,
                   buf_text(&move));
    else if (!is_dark(picture, position))
        buf_printf(why, "solution %u leaves a lamp lit", solution);
    buf_free(&move);
    template_solve.end(iterator);
    return fits && is_dark(picture, position);
}

/* Two equal solutions would make the number of solutions a lie. */
bool template_verify(const struct position *position, const struct answer *answer,
                     struct buf *why) {
    struct picture solutions[TEMPLATE_WAYS];
    if (answer->solutions < 1 || answer->solutions > TEMPLATE_WAYS) {
        buf_printf(why, "%u ways", answer->solutions);
        return false;
    }
    for (unsigned solution = 0; solution < answer->solutions; solution++) {
        if (!play_way(position, answer, solution, &solutions[solution], why))
            return false;
        for (unsigned other = 0; other < solution; other++)
            if (memcmp(solutions[solution].pressed, solutions[other].pressed,
                       sizeof solutions[solution].pressed) == 0) {
                buf_printf(why, "solutions %u and %u are the same", other, solution);
                return false;
            }
    }
    return true;
}
