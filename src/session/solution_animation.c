#include <string.h>

#include "base/draw/svg_animation.h"
#include "session/solution.h"

/* Numbers with more digits than this are not worth reading. */
enum { CAPTION_DIGITS = 24 };

/* The moves of the part, and how many the whole solution has. */
struct script {
    struct record moves;
    struct buf total; /* decimal; empty: not known, or too long to be read */
};

static bool too_many(const struct solution_part *part, qd_error *error) {
    return error_set(error, QD_BAD_INPUT,
                     "an animation has at most %d moves, and this solution has more; choose a "
                     "part of it%s%s",
                     SOLUTION_ANIMATION_LIMIT, part->chosen_by ? " with " : "",
                     part->chosen_by ? part->chosen_by : "");
}

/* Reads the moves of the part. *ended tells whether the solution has no more. Returns false with an
 * error if they are too many. */
static bool read_moves(const struct puzzle *puzzle, struct move_iterator *iterator,
                       const struct solution_part *part, struct record *moves, bool *ended,
                       qd_error *error) {
    struct buf move = {0};
    while (puzzle->solve->next(iterator, &move) && moves->count < part->count &&
           moves->count < SOLUTION_ANIMATION_LIMIT) {
        record_add(moves, buf_text(&move), 0);
        buf_clear(&move);
    }
    *ended = move.size == 0;
    buf_free(&move);
    return *ended || moves->count == part->count || too_many(part, error);
}

/* What the puzzle tells in the field "length", if it does. */
static void add_length(const json_t *fields, struct buf *out) {
    const json_t *length = json_object_get(fields, "length");
    if (json_is_string(length))
        buf_add(out, json_string_value(length));
    else if (json_is_integer(length))
        buf_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(length));
}

static bool read_script(const struct puzzle *puzzle, const struct answer *answer,
                        const struct solution_part *part, struct script *script, qd_error *error) {
    struct move_iterator *iterator =
        puzzle->solve->iterate(answer, part->solution, part->from, error);
    if (!iterator)
        return false;
    bool ended;
    bool fine = read_moves(puzzle, iterator, part, &script->moves, &ended, error);
    puzzle->solve->end(iterator);
    if (fine && ended)
        buf_decimal_sum(&script->total, part->from ? part->from : "0", script->moves.count);
    else if (fine)
        add_length(answer->fields, &script->total);
    if (script->total.size > CAPTION_DIGITS)
        buf_clear(&script->total);
    return fine;
}

static void script_free(struct script *script) {
    record_free(&script->moves);
    buf_free(&script->total);
}

/* "3 of 12"; numbers that are unknown or too long to read are left out. */
static void add_number(const struct script *script, const char *from, size_t played,
                       struct buf *out) {
    struct buf number = {0};
    buf_decimal_sum(&number, from, played);
    if (number.size <= CAPTION_DIGITS)
        buf_add(out, number.text);
    if (number.size <= CAPTION_DIGITS && script->total.size)
        buf_printf(out, " of %s", script->total.text);
    buf_free(&number);
}

/* "3 of 12: A1-B1"; before the first move "12 moves", or where it begins. */
static void add_caption(const struct script *script, const char *from, size_t played,
                        struct buf *out) {
    if (played > 0) {
        add_number(script, from, played, out);
        buf_printf(out, "%s%s", out->size ? ": " : "", script->moves.moves[played - 1].text);
    } else if (strspn(from, "0") < strlen(from)) {
        add_number(script, from, 0, out);
    } else if (script->total.size) {
        bool alone = strcmp(script->total.text, "1") == 0;
        buf_printf(out, "%s move%s", script->total.text, alone ? "" : "s");
    }
}

/* The move that svg_animation_add follows. */
struct step {
    const struct puzzle *puzzle;
    const struct position *before;
    const char *move;
};

static void follow_step(void *context, const char *id, struct buf *now) {
    const struct step *step = context;
    step->puzzle->render->follow(step->before, step->move, id, now);
}

/* The film while it is made. */
struct film {
    const struct puzzle *puzzle;
    const struct options *options;
    const struct script *script;
    const char *from;
    struct svg_animation *animation;
};

/* Adds the position after `played` moves. step is NULL for the first one. */
static void film_position(const struct film *film, const struct position *position, size_t played,
                          struct step *step) {
    struct buf caption = {0};
    bool follows = step && film->puzzle->render->follow;
    struct drawing *drawing = film->puzzle->render->draw(position, film->options);
    add_caption(film->script, film->from, played, &caption);
    svg_animation_add(film->animation, drawing, buf_text(&caption), follows ? follow_step : NULL,
                      step);
    drawing_free(drawing);
    buf_free(&caption);
}

/* Plays the next move and adds where it leads to. Frees the position and returns the next one, NULL
 * with an error if the move is not legal. */
static struct position *film_move(const struct film *film, struct position *position, size_t number,
                                  qd_error *error) {
    const struct puzzle *puzzle = film->puzzle;
    struct step step = {puzzle, position, film->script->moves.moves[number].text};
    struct position *next = puzzle->rules->copy(position);
    struct refusal refusal = {0};
    if (puzzle->rules->move(next, step.move, NULL, &refusal) == QD_YES) {
        film_position(film, next, number + 1, &step);
    } else {
        error_set(error, QD_FAILURE, "internal error: %s refuses its own move (%s)", puzzle->name,
                  buf_text(&refusal.text));
        puzzle->rules->free(next);
        next = NULL;
    }
    puzzle->rules->free(position);
    refusal_free(&refusal);
    return next;
}

/* Takes over the position, where the part begins. */
static qd_status film_part(const struct film *film, struct position *position, struct buf *out,
                           qd_error *error) {
    film_position(film, position, 0, NULL);
    for (size_t i = 0; position && i < film->script->moves.count; i++)
        position = film_move(film, position, i, error);
    if (!position)
        return QD_FAILURE;
    svg_animation_write(film->animation, out);
    film->puzzle->rules->free(position);
    return QD_YES;
}

static bool can_be_filmed(const struct puzzle *puzzle, const struct answer *answer,
                          const struct solution_part *part, qd_error *error) {
    if (!puzzle->render || !puzzle->render->draw)
        return error_set(error, QD_BAD_INPUT, "%s cannot be drawn as a picture", puzzle->name);
    if (part->solution >= answer->solutions)
        return error_set(error, QD_BAD_INPUT, "there is no solution %u; the answer has %u",
                         part->solution, answer->solutions);
    if (!(part->seconds >= SVG_ANIMATION_FASTEST && part->seconds <= SVG_ANIMATION_SLOWEST))
        return error_set(error, QD_BAD_INPUT, "a move of an animation takes %g to %d seconds",
                         SVG_ANIMATION_FASTEST, SVG_ANIMATION_SLOWEST);
    return true;
}

qd_status solution_animate(const struct session *session, const struct answer *answer,
                           const struct solution_part *part, const struct options *options,
                           struct buf *out, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    qd_error own = {0}; /* its status is needed even if the caller wants no error */
    error = error ? error : &own;
    struct script script = {0};
    struct position *position = NULL;
    if (can_be_filmed(puzzle, answer, part, error) &&
        read_script(puzzle, answer, part, &script, error))
        position = solution_position(session, answer, part->solution, part->from, error);
    qd_status status = error->status;
    if (position) {
        struct film film = {puzzle, options, &script, part->from ? part->from : "0",
                            svg_animation_new(part->seconds)};
        status = film_part(&film, position, out, error);
        svg_animation_free(film.animation);
    }
    script_free(&script);
    return status;
}
