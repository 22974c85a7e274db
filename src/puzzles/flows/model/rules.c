/* The rules as the rest of the program asks for them: moves are texts. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"

struct position *flows_position_new(void) {
    struct position *position = MEM_NEW(struct position);
    struct flows_setup setup;
    flows_setup_start(&setup, FLOWS_STANDARD_RADIUS, 2);
    flows_game_start(&position->game, &setup);
    return position;
}

void flows_position_comment(struct position *position, unsigned turn, const char *text,
                            size_t size) {
    size_t count = position->comment_count++;
    position->comments =
        mem_resize(position->comments, position->comment_count, sizeof *position->comments);
    struct buf copy = {0};
    buf_bytes(&copy, text, size);
    position->comments[count] = (struct flows_comment){.turn = turn, .text = buf_take(&copy)};
}

static struct position *copy(const struct position *position) {
    struct position *twin = mem_copy(position, sizeof *position);
    twin->comments = mem_new(position->comment_count, sizeof *twin->comments);
    for (size_t i = 0; i < position->comment_count; i++)
        twin->comments[i] = (struct flows_comment){.turn = position->comments[i].turn,
                                                   .text = mem_text(position->comments[i].text)};
    return twin;
}

static size_t bytes(const struct position *position) {
    size_t bytes = sizeof *position + position->comment_count * sizeof *position->comments;
    for (size_t i = 0; i < position->comment_count; i++)
        bytes += strlen(position->comments[i].text) + 1;
    return bytes;
}

static void release(struct position *position) {
    if (!position)
        return;
    for (size_t i = 0; i < position->comment_count; i++)
        free(position->comments[i].text);
    free(position->comments);
    free(position);
}

static qd_status play(struct position *position, const char *text, qd_control *control,
                      struct refusal *refusal) {
    struct flows_game *game = &position->game;
    struct flows_decision decision = {0};
    struct flows_move move;
    if (!flows_move_read(&game->setup, text, &move, &refusal->text))
        return QD_NO;
    qd_status status = flows_game_play(game, move, control, &decision);
    if (status == QD_NO) {
        flows_decision_text(game, move, &decision, &refusal->text);
        refusal->fields = flows_decision_fields(game, &decision);
    }
    return status;
}

static qd_status list(const struct position *position, size_t limit, qd_control *control,
                      struct record *moves) {
    size_t room = limit < FLOWS_MOST_MOVES ? limit : FLOWS_MOST_MOVES, count;
    struct flows_move *found = mem_new(room + 1, sizeof *found);
    qd_status status = flows_list_moves(&position->game, control, found, room, &count);
    struct buf text = {0};
    for (size_t i = 0; i < count; i++) {
        buf_clear(&text);
        flows_move_add(&position->game.setup, found[i], &text);
        record_add(moves, buf_text(&text), 0);
    }
    buf_free(&text);
    free(found);
    return status;
}

/* A game has no solution; it counts as solved when it is over. */
static bool is_over(const struct position *position) {
    return position->game.outcome != FLOWS_GOES_ON;
}

static void describe(const struct position *position, struct buf *out) {
    flows_game_describe(&position->game, out);
}

const struct puzzle_rules flows_rules = {
    .copy = copy,
    .free = release,
    .bytes = bytes,
    .move = play,
    .moves = list,
    .solved = is_over,
    .ending = describe,
};
