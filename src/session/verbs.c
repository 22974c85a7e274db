#include "session/verbs.h"

#include <assert.h>
#include <string.h>

#define SHARED_OPTION(...) {__VA_ARGS__, NULL},
const struct option_spec shared_options[] = {
#include "session/shared_options.def"
    {.name = NULL}};
#undef SHARED_OPTION

/* The puzzle lacks a capability, such as a solver. That says nothing about the position. */
static qd_status lacks(const struct puzzle *puzzle, const char *what, qd_error *error) {
    static const unsigned order[] = {CAN_SOLVE, CAN_HINT,     CAN_CHECK, CAN_RATE,
                                     CAN_PLAY,  CAN_GENERATE, CAN_SHOW};
    struct buf can = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (puzzle_can(puzzle, order[i]))
            buf_printf(&can, "%s%s", can.size ? ", " : "", capability_name(order[i]));
    error_set(error, QD_BAD_INPUT, "%s has no %s; it supports: %s", puzzle->name, what, can.text);
    buf_free(&can);
    return QD_BAD_INPUT;
}

static qd_status refused_answer(const struct puzzle *puzzle, const struct buf *why,
                                qd_error *error) {
    error_set(error, QD_FAILURE,
              "internal error: the checker refuses the answer of %s (%s); please report it",
              puzzle->name, buf_text(why));
    return QD_FAILURE;
}

/* Plays a solution by the rules: it must end solved. Takes no control, because that of the search
 * may have ended. */
static bool solution_holds(const struct puzzle *puzzle, const struct position *position,
                           const struct answer *answer, unsigned solution, struct buf *why) {
    qd_error error = {0};
    struct move_iterator *iterator = puzzle->solve->iterate(answer, solution, NULL, &error);
    if (!iterator) {
        buf_add(why, error.message);
        return false;
    }
    struct position *reached = puzzle->rules->copy(position);
    struct buf move = {0};
    struct refusal refusal = {0};
    bool legal = true;
    while (legal && (buf_clear(&move), puzzle->solve->next(iterator, &move)))
        legal = puzzle->rules->move(reached, buf_text(&move), NULL, &refusal) == QD_YES;
    buf_add(why, buf_text(&refusal.text));
    refusal_free(&refusal);
    bool holds = legal && puzzle->rules->solved(reached);
    if (legal && !holds)
        buf_add(why, "the moves do not end solved");
    buf_free(&move);
    puzzle->rules->free(reached);
    puzzle->solve->end(iterator);
    return holds;
}

static bool answer_holds(const struct puzzle *puzzle, const struct position *position,
                         const struct answer *answer, struct buf *why) {
    if (puzzle->solve->verify)
        return puzzle->solve->verify(position, answer, why);
    assert(answer->solutions > 0 && "a solved answer has a way");
    for (unsigned solution = 0; solution < answer->solutions; solution++)
        if (!solution_holds(puzzle, position, answer, solution, why))
            return false;
    return true;
}

qd_status verb_solve(const struct session *session, const struct options *options,
                     qd_control *control, struct answer *answer, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (!puzzle->solve)
        return lacks(puzzle, "solver", error);
    const struct position *position = session_position(session);
    assert(!answer->data && "an answer is filled once");
    qd_status status = puzzle->solve->solve(position, options, control, answer, error);
    if (status == QD_BAD_INPUT || status == QD_FAILURE || answer->verdict != QD_SOLVED)
        return status;
    struct buf why = {0};
    if (!answer_holds(puzzle, position, answer, &why))
        status = refused_answer(puzzle, &why, error);
    buf_free(&why);
    return status;
}

void verb_answer_free(const struct session *session, struct answer *answer) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (answer->data)
        puzzle->solve->release(answer);
    buf_free(&answer->text);
    buf_free(&answer->stats);
    json_decref(answer->fields);
    *answer = (struct answer){0};
}

static struct game game_of(const struct session *session) {
    return (struct game){.start = session_start(session),
                         .moves = session_moves(session),
                         .position = session_position(session)};
}

static bool hint_holds(const struct puzzle *puzzle, const struct position *position,
                       const struct hint *hint, struct buf *why) {
    struct position *reached = puzzle->rules->copy(position);
    struct refusal refusal = {0};
    bool holds = hint->moves.count > 0;
    for (size_t i = 0; holds && i < hint->moves.count; i++)
        holds = puzzle->rules->move(reached, hint->moves.moves[i].text, NULL, &refusal) == QD_YES;
    buf_add(why, buf_text(&refusal.text));
    refusal_free(&refusal);
    puzzle->rules->free(reached);
    return holds;
}

/* The status, unless the moves are not legal. */
static qd_status trusted_hint(const struct session *session, const struct hint *hint,
                              qd_status status, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    struct buf why = {0};
    if (!hint_holds(puzzle, session_position(session), hint, &why))
        status = refused_answer(puzzle, &why, error);
    buf_free(&why);
    return status;
}

qd_status verb_hint(const struct session *session, const struct options *options,
                    qd_control *control, struct hint *hint, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (!puzzle->hint)
        return lacks(puzzle, "hint", error);
    struct game game = game_of(session);
    qd_status status = puzzle->hint->hint(&game, options, control, hint, error);
    return status == QD_YES ? trusted_hint(session, hint, status, error) : status;
}

qd_status verb_opponent(const struct session *session, const struct options *options,
                        qd_control *control, struct hint *hint, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (!puzzle->opponent)
        return lacks(puzzle, "opponent", error);
    struct game game = game_of(session);
    qd_status status = puzzle->opponent->choose(&game, options, control, hint, error);
    return status == QD_YES || status == QD_LIMIT ? trusted_hint(session, hint, status, error)
                                                  : status;
}

qd_status verb_check(const struct session *session, const struct options *options,
                     qd_control *control, struct finding *finding, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (!puzzle->check)
        return lacks(puzzle, "check", error);
    struct game game = game_of(session);
    return puzzle->check->check(&game, options, control, finding, error);
}

qd_status verb_rate(const struct session *session, const struct options *options,
                    qd_control *control, struct finding *finding, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    if (!puzzle->rate)
        return lacks(puzzle, "rating", error);
    return puzzle->rate->rate(session_position(session), options, control, finding, error);
}

/* Prints the new instance and reads it back: what comes out is what a file would give. */
static struct session *read_back(const struct puzzle *puzzle, const struct position *made,
                                 qd_error *error) {
    struct buf text = {0};
    struct record none = {0};
    struct session *session = NULL;
    if (puzzle->text->print(made, &none, puzzle->text->formats, &text, error)) {
        struct source source = {.name = puzzle->name, .data = buf_text(&text), .size = text.size};
        session = session_open(&source, puzzle, NULL, NULL, error);
    }
    buf_free(&text);
    return session;
}

struct session *verb_generate(const struct puzzle *puzzle, const struct options *options,
                              uint64_t seed, qd_control *control, struct finding *finding,
                              qd_error *error) {
    if (!puzzle->generate) {
        lacks(puzzle, "generator", error);
        return NULL;
    }
    struct finding own = {0};
    struct position *made =
        puzzle->generate->generate(options, seed, control, finding ? finding : &own, error);
    finding_free(&own);
    if (!made)
        return NULL;
    struct session *session = read_back(puzzle, made, error);
    puzzle->rules->free(made);
    return session;
}

static bool unknown_format(const struct puzzle *puzzle, const char *format, qd_error *error) {
    struct buf names = {0};
    for (const struct puzzle_format *f = puzzle->text->formats; f->name; f++)
        buf_printf(&names, "%s%s", names.size ? ", " : "", f->name);
    error_set(error, QD_BAD_INPUT, "%s has no format '%.40s'; its formats are %s", puzzle->name,
              format, buf_text(&names));
    buf_free(&names);
    return false;
}

bool verb_convert(const struct session *session, const char *format, struct buf *out,
                  qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    for (const struct puzzle_format *f = puzzle->text->formats; f->name; f++)
        if (!format || strcmp(f->name, format) == 0)
            return puzzle->text->print(session_start(session), session_moves(session), f, out,
                                       error);
    return unknown_format(puzzle, format, error);
}
