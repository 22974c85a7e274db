/* Opening a path, whichever engine found it. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/solution.h"

struct formula_path {
    struct hanoi_path path;
    struct hanoi_three_path three;
};

static bool formula_next(struct hanoi_path *path, struct hanoi_move *move) {
    struct formula_path *formula = (struct formula_path *)path;
    struct hanoi_three_move next;
    if (!hanoi_three_path_next(&formula->three, &next))
        return false;
    *move = (struct hanoi_move){.disc = next.disc, .from = next.from, .to = next.to};
    return true;
}

static void free_path(struct hanoi_path *path) {
    free(path);
}

static struct hanoi_path *open_formula(const struct hanoi_solution *solution, uint64_t index,
                                       mpz_srcptr skip) {
    if (index > 1 || mpz_sizeinbase(skip, 2) > 64)
        return NULL;
    uint64_t moves = 0;
    mpz_export(&moves, NULL, -1, sizeof moves, 0, 0, skip);
    struct formula_path *formula = MEM_NEW(struct formula_path);
    formula->path = (struct hanoi_path){.next = formula_next, .free = free_path};
    if (hanoi_three_path_open(&formula->three, solution->from, solution->to, (unsigned)index,
                              moves))
        return &formula->path;
    free(formula);
    return NULL;
}

/* A cursor in a list that belongs to the solution. */
struct list_path {
    struct hanoi_path path;
    const struct hanoi_moves *list;
    size_t at;
};

static bool list_next(struct hanoi_path *path, struct hanoi_move *move) {
    struct list_path *cursor = (struct list_path *)path;
    if (cursor->at == cursor->list->count)
        return false;
    *move = cursor->list->moves[cursor->at++];
    return true;
}

static struct hanoi_path *open_list(const struct hanoi_moves *list, mpz_srcptr skip) {
    if (mpz_cmp_ui(skip, list->count) > 0)
        return NULL;
    struct list_path *cursor = MEM_NEW(struct list_path);
    cursor->path = (struct hanoi_path){.next = list_next, .free = free_path};
    cursor->list = list;
    cursor->at = mpz_get_ui(skip);
    return &cursor->path;
}

static struct hanoi_path *open_stages(const struct hanoi_stages *stages, mpz_srcptr skip) {
    if (mpz_sizeinbase(skip, 2) > 128)
        return NULL;
    uint64_t words[2] = {0, 0};
    mpz_export(words, NULL, -1, sizeof *words, 0, 0, skip);
    return hanoi_stages_open(stages, (struct hanoi_three_count){.low = words[0], .high = words[1]});
}

struct hanoi_path *hanoi_solution_open(const struct hanoi_solution *solution, uint64_t index,
                                       mpz_srcptr skip) {
    if (solution->by_formula)
        return open_formula(solution, index, skip);
    if (solution->graph)
        return hanoi_graph_path_open(solution->graph, index, skip);
    if (index > 0)
        return NULL;
    if (solution->frame_stewart)
        return hanoi_frame_stewart_path_open(solution->frame_stewart, skip);
    if (solution->stages)
        return open_stages(solution->stages, skip);
    return open_list(solution->list, skip);
}
