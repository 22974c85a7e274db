#include "puzzles/nonogram/solve/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/model/position.h"

static void drop_subproblem(void *item) {
    free(((struct stack *)item)->at);
}

void team_open(struct team *team, qd_control *control) {
    const struct nonogram_solver_hooks *hooks = team->options->hooks;
    struct pool_options options = {.workers = team->options->threads,
                                   .item_size = sizeof(struct stack),
                                   .drop = drop_subproblem,
                                   .watch = hooks != NULL ? hooks->watch : NULL};
    pool_open(&team->pool, &options, control);
    mutex_init(&team->lock);
}

void team_close(struct team *team) {
    free(team->index);
    mutex_destroy(&team->lock);
    pool_close(&team->pool);
}

void team_end(struct team *team, bool complete) {
    mutex_lock(&team->lock);
    if (!pool_ended(&team->pool))
        team->complete = complete;
    pool_end(&team->pool);
    mutex_unlock(&team->lock);
}

bool team_complete(const struct team *team) {
    return team->complete || pool_exhausted(&team->pool);
}

/* FNV-1a (Fowler, Noll, Vo). */
static size_t hash_picture(const uint8_t *picture, size_t cells) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < cells; i++)
        hash = (hash ^ picture[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The place of a picture in the index, or the free place where it belongs. */
static size_t find_picture(const struct team *team, const uint8_t *picture) {
    size_t at = hash_picture(picture, team->cells) & (team->index_size - 1);
    assert((team->index_size & (team->index_size - 1)) == 0);
    assert(team->solutions->count < team->index_size); /* so the walk comes to an end */
    for (; team->index[at] != 0; at = (at + 1) & (team->index_size - 1))
        if (memcmp(team->solutions->pictures[team->index[at] - 1], picture, team->cells) == 0)
            break;
    return at;
}

static void grow_index(struct team *team) {
    if (2 * ((size_t)team->solutions->count + 1) < team->index_size)
        return;
    free(team->index);
    team->index_size = team->index_size == 0 ? 16 : 2 * team->index_size;
    team->index = mem_new(team->index_size, sizeof *team->index);
    for (unsigned i = 0; i < team->solutions->count; i++)
        team->index[find_picture(team, team->solutions->pictures[i])] = i + 1;
}

/* Returns false if it is there already. */
static bool add_picture(struct team *team, uint8_t *picture) {
    struct nonogram_solutions *solutions = team->solutions;
    grow_index(team);
    size_t at = find_picture(team, picture);
    if (team->index[at] != 0)
        return false;
    solutions->pictures =
        mem_resize(solutions->pictures, solutions->count + 1, sizeof *solutions->pictures);
    solutions->pictures[solutions->count++] = picture;
    team->index[at] = solutions->count;
    return true;
}

bool team_keep(struct team *team, uint8_t *picture) {
    struct nonogram_solutions *solutions = team->solutions;
    unsigned most = team->options->most > 0 ? team->options->most : 1;
    assert(picture != NULL);
    mutex_lock(&team->lock);
    if (solutions->count >= most || !add_picture(team, picture))
        free(picture);
    bool more = solutions->count < most;
    mutex_unlock(&team->lock);
    return more;
}

/* ---- text ---- */

void subproblem_print(const struct engine *engine, const struct stack *assumptions,
                      struct buf *out) {
    for (size_t i = 0; i < assumptions->count; i++) {
        uint32_t cell = literal_cell(engine, assumptions->at[i]);
        buf_add(out, i > 0 ? " -" : "-");
        nonogram_move_add(out, engine->puzzle, cell / engine->width, cell % engine->width,
                          (uint8_t)literal_colour(engine, assumptions->at[i]));
    }
}

/* Reads one assumption. Returns false if it is none. */
static bool read_assumption(const struct engine *engine, const char *text, struct stack *out) {
    struct buf why = {0};
    unsigned row, column;
    uint8_t colour;
    bool good = text[0] == '-' &&
                nonogram_move_read(engine->puzzle, text + 1, &row, &column, &colour, &why) &&
                colour != NONOGRAM_UNKNOWN;
    if (good)
        stack_push(out, literal_of(engine, row * engine->width + column, colour));
    buf_free(&why);
    return good;
}

bool subproblem_read(const struct engine *engine, const char *text, struct stack *assumptions) {
    char *copy = mem_text(text), *rest = copy;
    bool good = true;
    for (char *word; good && (word = strsep(&rest, " ")) != NULL;)
        good = *text == '\0' || read_assumption(engine, word, assumptions);
    free(copy);
    return good;
}
