/* What can be asked of a session. Each call says politely when the puzzle lacks the capability
 * (QD_BAD_INPUT with an error), and checks what the puzzle answers before it hands it on. */
#ifndef SESSION_WORK_H
#define SESSION_WORK_H

#include "session/session.h"

/* Solves from the present position. An answer that its checker refuses becomes QD_FAILURE with an
 * error, never a wrong answer. Otherwise as puzzle_solve.solve. */
qd_status work_solve(const struct session *session, const struct options *options,
                     qd_control *control, struct answer *answer, qd_error *error);
/* Releases an answer of work_solve. */
void work_answer_free(const struct session *session, struct answer *answer);

/* As puzzle_hint.hint; a hint with an illegal move becomes QD_FAILURE with an error. */
qd_status work_hint(const struct session *session, const struct options *options,
                    qd_control *control, struct hint *hint, qd_error *error);

/* As puzzle_opponent.choose; an illegal move becomes QD_FAILURE with an error. */
qd_status work_opponent(const struct session *session, const struct options *options,
                        qd_control *control, struct hint *hint, qd_error *error);

/* As puzzle_check.check over the session's start and moves. */
qd_status work_check(const struct session *session, const struct options *options,
                     qd_control *control, struct finding *finding, qd_error *error);

/* As puzzle_rate.rate. */
qd_status work_rate(const struct session *session, const struct options *options,
                    qd_control *control, struct finding *finding, qd_error *error);

/* A new instance, which is parsed back from its own text to be sure that it can be written. Returns
 * NULL with an error. finding as puzzle_generate.generate; NULL: nobody wants to know. */
struct session *work_generate(const struct puzzle *puzzle, const struct options *options,
                              uint64_t seed, qd_control *control, struct finding *finding,
                              qd_error *error);

/* The puzzle's text in a format (NULL: its own). Returns false with an error, which names the
 * formats there are if this one is unknown. */
bool work_convert(const struct session *session, const char *format, struct buf *out,
                  qd_error *error);

#endif
