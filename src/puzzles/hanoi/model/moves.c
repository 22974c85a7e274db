#include "puzzles/hanoi/model/moves.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

static bool next_move(struct hanoi_path *path, struct hanoi_move *move) {
    struct hanoi_moves *list = (struct hanoi_moves *)path;
    if (list->at >= list->count)
        return false;
    *move = list->moves[list->at++];
    return true;
}

static void free_path(struct hanoi_path *path) {
    hanoi_moves_free((struct hanoi_moves *)path);
}

struct hanoi_moves *hanoi_moves_new(void) {
    struct hanoi_moves *list = MEM_NEW(struct hanoi_moves);
    list->path = (struct hanoi_path){.next = next_move, .free = free_path};
    return list;
}

void hanoi_moves_free(struct hanoi_moves *list) {
    if (list != NULL) {
        free(list->moves);
        free(list);
    }
}

void hanoi_moves_add(struct hanoi_moves *list, struct hanoi_move move) {
    assert(move.from != move.to);
    list->moves = mem_grow(list->moves, list->count, &list->room, sizeof(move));
    list->moves[list->count++] = move;
}

static struct hanoi_move turned(struct hanoi_move move) {
    return (struct hanoi_move){move.disc, move.to, move.from};
}

void hanoi_moves_reverse(struct hanoi_moves *list) {
    for (size_t low = 0, high = list->count; low < high; low++) {
        high--;
        struct hanoi_move last = turned(list->moves[high]);
        list->moves[high] = turned(list->moves[low]);
        list->moves[low] = last;
    }
}
