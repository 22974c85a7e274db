/* What can be asked of a session. Each call returns QD_BAD_INPUT with an error if the puzzle lacks
 * the capability, and checks the puzzle's answer before it returns it. */
#ifndef SESSION_VERBS_H
#define SESSION_VERBS_H

#include "session/session.h"

/* The options that mean the same for every puzzle, for front ends that have no others beside the
 * puzzle's own; shared_options.def has the rows. */
extern const struct option_spec shared_options[];

/* Solves from the current position. An answer that its checker refuses becomes QD_FAILURE with an
 * error, never a wrong answer. Otherwise as puzzle_solve.solve. */
qd_status verb_solve(const struct session *session, const struct options *options,
                     qd_control *control, struct answer *answer, qd_error *error);
/* Releases an answer of verb_solve. */
void verb_answer_free(const struct session *session, struct answer *answer);

/* As puzzle_hint.hint; a hint with an illegal move becomes QD_FAILURE with an error. */
qd_status verb_hint(const struct session *session, const struct options *options,
                    qd_control *control, struct hint *hint, qd_error *error);

/* As puzzle_opponent.choose; an illegal move becomes QD_FAILURE with an error. */
qd_status verb_opponent(const struct session *session, const struct options *options,
                        qd_control *control, struct hint *hint, qd_error *error);

/* As puzzle_check.check over the session's start and moves. */
qd_status verb_check(const struct session *session, const struct options *options,
                     qd_control *control, struct finding *finding, qd_error *error);

/* As puzzle_rate.rate. */
qd_status verb_rate(const struct session *session, const struct options *options,
                    qd_control *control, struct finding *finding, qd_error *error);

/* A new instance, which is parsed back from its own text to be sure that it can be written. Returns
 * NULL with an error. finding as puzzle_generate.generate; may be NULL. */
struct session *verb_generate(const struct puzzle *puzzle, const struct options *options,
                              uint64_t seed, qd_control *control, struct finding *finding,
                              qd_error *error);

/* The puzzle's text in a format (NULL: its own). Returns false with an error, which names the
 * formats there are if this one is unknown. */
bool verb_convert(const struct session *session, const char *format, struct buf *out,
                  qd_error *error);

#endif
