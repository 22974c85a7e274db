/* Records, diagrams and codes as text. What a reader would assume anyway is left out. */
#include <string.h>

#include "puzzles/flows/format/format.h"

/* A field as it is written in a record, or in a code. */
struct fields {
    struct buf *out;
    bool code;
};

static void begin(const struct fields *fields, const char *name) {
    buf_printf(fields->out, fields->code ? "%s=" : "%s: ", name);
}

static void finish(const struct fields *fields) {
    buf_char(fields->out, fields->code ? ' ' : '\n');
}

static char between(const struct fields *fields) {
    return fields->code ? ',' : ' ';
}

static void put_number(const struct fields *fields, const char *name, uint64_t value) {
    begin(fields, name);
    buf_printf(fields->out, "%llu", (unsigned long long)value);
    finish(fields);
}

static void put_list(const struct fields *fields, const char *name, const uint8_t *values,
                     unsigned count) {
    begin(fields, name);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            buf_char(fields->out, between(fields));
        buf_printf(fields->out, "%u", values[i]);
    }
    finish(fields);
}

static void put_axes(const struct fields *fields, const char *name, unsigned axes) {
    begin(fields, name);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axes >> axis & 1)
            buf_printf(fields->out, "%u", axis);
    finish(fields);
}

/* ---- the setup ---- */

/* The seats that a code has if it tells only its axes; see puzzles/flows/format/fields.c. */
static bool seats_go_without_saying(const struct flows_setup *setup) {
    unsigned axes = flows_setup_axes(setup), edges = 0;
    if (setup->players > 3 || setup->players != (unsigned)__builtin_popcount(axes))
        return false;
    for (unsigned player = 0; player < setup->players; player++)
        edges |= 1U << setup->seat[player];
    return edges == (setup->players == 3 ? 21 : axes) &&
           setup->seat[0] == (unsigned)__builtin_ctz(edges);
}

static void put_seats(const struct fields *fields, const struct flows_setup *setup) {
    if (fields->code) {
        put_axes(fields, "axes", flows_setup_axes(setup));
        put_number(fields, "radius", setup->radius);
    } else {
        put_number(fields, "radius", setup->radius);
        put_number(fields, "players", setup->players);
    }
    if (!fields->code || !seats_go_without_saying(setup))
        put_list(fields, "seats", setup->seat, setup->players);
}

static void put_variants(const struct fields *fields, const struct flows_setup *setup) {
    struct flows_setup usual;
    flows_setup_start(&usual, setup->radius, setup->players);
    if (memcmp(usual.tiles, setup->tiles, sizeof usual.tiles) != 0)
        put_list(fields, "tiles", setup->tiles, FLOWS_TYPES);
    if (setup->tiles_left) {
        begin(fields, "legality");
        buf_add(fields->out, "left");
        finish(fields);
    }
    if (setup->supermove != FLOWS_NO_SUPERMOVE) {
        begin(fields, "supermove");
        buf_add(fields->out, setup->supermove == FLOWS_SINGLE_SUPERMOVE ? "single" : "double");
        if (setup->for_anyone)
            buf_printf(fields->out, "%canyone", between(fields));
        finish(fields);
    }
    if (setup->seeded)
        put_number(fields, "seed", setup->seed);
}

/* ---- a game that has begun ---- */

static void put_progress(const struct fields *fields, const struct flows_game *game) {
    unsigned resigned = flows_setup_axes(&game->setup) & ~(unsigned)game->board.axes;
    unsigned tiles = game->board.grid->hexes - flows_set_count(&game->board.empty);
    if (resigned)
        put_axes(fields, "resigned", resigned);
    if (game->turn != tiles)
        put_number(fields, "turn", game->turn);
    if (game->edge != flows_game_usual_edge(game))
        put_number(fields, "next", game->edge);
    if (game->shown || game->carried) {
        begin(fields, "hand");
        buf_printf(fields->out, "%u", game->hand);
        if (game->carried)
            buf_printf(fields->out, "%ccarried", between(fields));
        finish(fields);
    }
}

void flows_print_code(const struct flows_game *game, struct buf *out) {
    const struct fields fields = {.out = out, .code = true};
    put_seats(&fields, &game->setup);
    put_variants(&fields, &game->setup);
    put_progress(&fields, game);
    flows_print_code_board(&game->board, out);
    buf_char(out, '\n');
}

/* ---- moves and comments ---- */

struct writing {
    const struct position *start;
    struct buf *out;
    size_t comment;   /* the next one to be written */
    unsigned turn;    /* tiles laid so far */
    unsigned in_line; /* moves in the line that was begun */
};

static void end_line(struct writing *writing) {
    if (writing->in_line)
        buf_char(writing->out, '\n');
    writing->in_line = 0;
}

/* The comments up to this turn; older ones belong to a part of the game that is not written. */
static void put_comments(struct writing *writing) {
    const struct position *start = writing->start;
    while (writing->comment < start->comment_count) {
        const struct flows_comment *comment = &start->comments[writing->comment];
        if (comment->turn > writing->turn)
            break;
        writing->comment++;
        if (comment->turn < start->game.turn)
            continue;
        buf_printf(writing->out, "%s; %s\n", writing->in_line ? "  " : "", comment->text);
        writing->in_line = 0;
    }
}

/* Comments on moves that are not written, such as those that were taken back. */
static void put_later_comments(const struct writing *writing) {
    const struct position *start = writing->start;
    for (size_t i = writing->comment; i < start->comment_count; i++)
        buf_printf(writing->out, "; [turn %u] %s\n", start->comments[i].turn,
                   start->comments[i].text);
}

/* In canonical form, whatever was typed. */
static void put_move(struct writing *writing, const char *text) {
    const struct flows_setup *setup = &writing->start->game.setup;
    struct flows_move move;
    struct buf why = {0};
    if (writing->in_line++)
        buf_char(writing->out, ' ');
    if (flows_move_read(setup, text, &move, &why)) {
        flows_move_add(setup, move, writing->out);
        writing->turn += move.kind == FLOWS_LAY;
    } else {
        buf_add(writing->out, text);
    }
    buf_free(&why);
}

static bool is_resignation(const struct flows_setup *setup, const char *text) {
    struct flows_move move;
    struct buf why = {0};
    bool resigns = flows_move_read(setup, text, &move, &why) && move.kind == FLOWS_RESIGN;
    buf_free(&why);
    return resigns;
}

/* One round of turns per line. Resigning does not end a turn, so comments wait until a turn ends.
 */
static void put_moves(struct writing *writing, const struct record *moves) {
    const struct flows_game *game = &writing->start->game;
    unsigned round = game->setup.players == 5 ? 6 : game->setup.players;
    if (moves->count)
        buf_add(writing->out, "moves:\n");
    for (size_t i = 0; i < moves->count; i++) {
        put_move(writing, moves->moves[i].text);
        if (i + 1 < moves->count && is_resignation(&game->setup, moves->moves[i + 1].text))
            continue;
        put_comments(writing);
        if (writing->turn > game->turn && (writing->turn - game->turn) % round == 0)
            end_line(writing);
    }
    end_line(writing);
}

void flows_print_record(const struct position *start, const struct record *moves, struct buf *out) {
    const struct flows_game *game = &start->game;
    const struct fields fields = {.out = out};
    struct writing writing = {.start = start, .out = out, .turn = game->turn};
    buf_add(out, FLOWS_KEYWORD "\n");
    put_seats(&fields, &game->setup);
    put_variants(&fields, &game->setup);
    put_progress(&fields, game);
    if (flows_set_count(&game->board.empty) < game->board.grid->hexes) {
        buf_add(out, "board:\n");
        flows_print_diagram(&game->board, out);
    }
    put_comments(&writing);
    put_moves(&writing, moves);
    put_later_comments(&writing);
}
