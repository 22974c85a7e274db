#include "puzzles/hanoi/solve/irregular/stages.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

struct stages_path {
    struct hanoi_path path;
    struct hanoi_stage *list;
    size_t count;
    size_t at;                     /* the stage in progress */
    struct hanoi_three_path inner; /* its moves before the single one */
    bool single_left;
    uint8_t names[HANOI_THREE_MAX_DISCS]; /* its discs */
};

struct hanoi_stages *hanoi_stages_new(void) {
    return MEM_NEW(struct hanoi_stages);
}

void hanoi_stages_free(struct hanoi_stages *stages) {
    if (stages != NULL) {
        free(stages->list);
        free(stages);
    }
}

void hanoi_stages_add(struct hanoi_stages *stages, struct hanoi_stage stage) {
    stages->list = mem_grow(stages->list, stages->count, &stages->room, sizeof(stage));
    stages->list[stages->count++] = stage;
}

static hanoi_length stage_length(const struct hanoi_stage *stage) {
    return (hanoi_length)stage->length + stage->single;
}

struct hanoi_three_count hanoi_stages_length(const struct hanoi_stages *stages, size_t count) {
    assert(count <= stages->count);
    hanoi_length length = 0;
    for (size_t i = 0; i < count; i++)
        length += stage_length(&stages->list[i]);
    return (struct hanoi_three_count){(uint64_t)(length >> 64), (uint64_t)length};
}

struct hanoi_three hanoi_stages_extract(struct hanoi_three state, uint64_t kept) {
    struct hanoi_three squeezed = {0, 0};
    for (unsigned i = 0; kept != 0; kept &= kept - 1, i++) {
        unsigned disc = (unsigned)__builtin_ctzll(kept);
        assert(i < HANOI_THREE_MAX_DISCS);
        squeezed.lo |= (state.lo >> disc & 1) << i;
        squeezed.hi |= (state.hi >> disc & 1) << i;
    }
    return squeezed;
}

/* Enters a stage after its first skip moves; it has at least that many. */
static void enter_stage(struct stages_path *path, size_t at, hanoi_length skip) {
    assert(at < path->count);
    const struct hanoi_stage *stage = &path->list[at];
    assert(skip <= stage_length(stage));
    path->at = at;
    path->single_left = stage->single && skip <= stage->length;
    uint64_t inner = skip <= stage->length ? (uint64_t)skip : stage->length;
    hanoi_three_path_open(&path->inner, stage->from, stage->to, 0, inner);
    unsigned count = 0;
    for (uint64_t left = stage->discs; left != 0; left &= left - 1)
        path->names[count++] = (uint8_t)__builtin_ctzll(left);
}

static bool next_in_stage(struct stages_path *path, struct hanoi_move *move) {
    struct hanoi_three_move inner;
    if (hanoi_three_path_next(&path->inner, &inner)) {
        *move = (struct hanoi_move){path->names[inner.disc], inner.from, inner.to};
        return true;
    }
    if (path->single_left) {
        path->single_left = false;
        *move = path->list[path->at].move;
        return true;
    }
    return false;
}

static bool next_move(struct hanoi_path *base, struct hanoi_move *move) {
    struct stages_path *path = (struct stages_path *)base;
    if (path->at >= path->count)
        return false;
    while (!next_in_stage(path, move)) {
        if (path->at + 1 >= path->count)
            return false;
        enter_stage(path, path->at + 1, 0);
    }
    return true;
}

static void free_path(struct hanoi_path *base) {
    struct stages_path *path = (struct stages_path *)base;
    free(path->list);
    free(path);
}

struct hanoi_path *hanoi_stages_open(const struct hanoi_stages *stages,
                                     struct hanoi_three_count skip) {
    hanoi_length left = (hanoi_length)skip.high << 64 | skip.low;
    size_t at = 0;
    while (at < stages->count && left > stage_length(&stages->list[at]))
        left -= stage_length(&stages->list[at++]);
    if (at == stages->count && left > 0)
        return NULL;
    struct stages_path *path = MEM_NEW(struct stages_path);
    path->path = (struct hanoi_path){.next = next_move, .free = free_path};
    path->list = mem_copy(stages->list, stages->count * sizeof(*stages->list));
    path->count = path->at = stages->count;
    if (at < stages->count)
        enter_stage(path, at, left);
    return &path->path;
}
