/* Opening a way: first a list of moves, if there is one, then what an engine streams. */
#include <stdlib.h>

#include "hanoi_solution.h"
#include "mem.h"

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

static struct hanoi_path *open_formula(const struct hanoi_solution *solution, uint64_t way,
                                       mpz_srcptr skip) {
    if (way > 1 || mpz_sizeinbase(skip, 2) > 64)
        return NULL;
    uint64_t moves = 0;
    mpz_export(&moves, NULL, -1, sizeof moves, 0, 0, skip);
    struct formula_path *formula = MEM_NEW(struct formula_path);
    formula->path = (struct hanoi_path){.next = formula_next, .free = free_path};
    if (hanoi_three_path_open(&formula->three, solution->from, solution->to, (unsigned)way, moves))
        return &formula->path;
    free(formula);
    return NULL;
}

static struct hanoi_path *open_rest(const struct hanoi_solution *solution, uint64_t way,
                                    mpz_srcptr skip) {
    if (solution->by_formula)
        return open_formula(solution, way, skip);
    if (solution->graph)
        return hanoi_graph_path_open(solution->graph, way, skip);
    if (solution->frames && way == 0)
        return hanoi_frame_stewart_path_open(solution->frames, skip);
    return NULL;
}

static bool has_rest(const struct hanoi_solution *solution) {
    return solution->by_formula || solution->graph || solution->frames;
}

/* A list, and what comes behind it. */
struct joined_path {
    struct hanoi_path path;
    const struct hanoi_moves *first;
    size_t at;
    struct hanoi_path *rest; /* NULL: nothing */
};

static bool joined_next(struct hanoi_path *path, struct hanoi_move *move) {
    struct joined_path *joined = (struct joined_path *)path;
    if (joined->at < joined->first->count) {
        *move = joined->first->moves[joined->at++];
        return true;
    }
    return joined->rest && joined->rest->next(joined->rest, move);
}

static void joined_free(struct hanoi_path *path) {
    struct joined_path *joined = (struct joined_path *)path;
    if (joined->rest)
        joined->rest->free(joined->rest);
    free(joined);
}

static struct hanoi_path *open_joined(const struct hanoi_solution *solution, uint64_t way,
                                      mpz_srcptr skip) {
    const struct hanoi_moves *first = solution->first;
    bool within = mpz_cmp_ui(skip, first->count) <= 0;
    struct hanoi_path *rest = NULL;
    if (has_rest(solution)) {
        mpz_t behind;
        mpz_init(behind);
        if (!within)
            mpz_sub_ui(behind, skip, first->count);
        rest = open_rest(solution, way, behind);
        mpz_clear(behind);
    }
    if (has_rest(solution) ? !rest : (!within || way > 0))
        return NULL;
    struct joined_path *joined = MEM_NEW(struct joined_path);
    joined->path = (struct hanoi_path){.next = joined_next, .free = joined_free};
    joined->first = first;
    joined->at = within ? mpz_get_ui(skip) : first->count;
    joined->rest = rest;
    return &joined->path;
}

struct hanoi_path *hanoi_solution_open(const struct hanoi_solution *solution, uint64_t way,
                                       mpz_srcptr skip) {
    return solution->first ? open_joined(solution, way, skip) : open_rest(solution, way, skip);
}
