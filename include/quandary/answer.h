/* What can be asked of a session: a solution, a hint, a check, a rating.
 *
 * Each call takes options and a control, both of which may be NULL: then there are no options, and
 * no limits. What comes back stays valid when the session changes or is freed.
 */
#ifndef QUANDARY_ANSWER_H
#define QUANDARY_ANSWER_H

#include <stdbool.h>

#include <quandary/control.h>
#include <quandary/options.h>
#include <quandary/session.h>
#include <quandary/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Solve ---- */

typedef struct qd_answer qd_answer;

/* Solves the puzzle from the present position. Every solution has passed a checker that is written
 * apart from the solver. Returns NULL with an error: QD_BAD_INPUT if the puzzle has no solver or
 * the options do not fit, QD_FAILURE if the machine failed or the checker refused the answer. */
QD_API qd_answer *qd_solve(const qd_session *session, const qd_options *options,
                           qd_control *control, qd_error *error);

/* QD_YES: solved (and unique, where the options asked for that). QD_NO: proven to have no solution
 * (or not unique). QD_LIMIT: the control ended the search before it knew. */
QD_API qd_status qd_answer_status(const qd_answer *answer);

/* What is known: solved, unsolvable (which is proven) or unknown. */
QD_API qd_verdict qd_answer_verdict(const qd_answer *answer);

/* The answer in sentences for people, each ending with a newline. Valid as long as the answer. */
QD_API const char *qd_answer_text(const qd_answer *answer);

/* The answer for programs: a JSON object on one line; its fields depend on the puzzle. Valid
 * as long as the answer. */
QD_API const char *qd_answer_json(const qd_answer *answer);

/* How many solutions can be opened; 0 unless it is solved. */
QD_API unsigned qd_answer_solutions(const qd_answer *answer);

/* Releases it. The solutions opened from it must have been closed. */
QD_API void qd_answer_free(qd_answer *answer);

/* ---- The moves of a solution, in turn; there may be too many for a list ---- */

typedef struct qd_solution qd_solution;

/* Opens a solution by its number (from 0), at move `from` (a decimal number of any length as text;
 * NULL is "0"). Returns NULL with an error (QD_BAD_INPUT) if there is no such solution, or from is
 * not a number or lies past the end. */
QD_API qd_solution *qd_solution_open(const qd_answer *answer, unsigned number, const char *from,
                                     qd_error *error);

/* Writes the next move. Returns QD_YES if it did, QD_NO at the end of the solution (buffer is left
 * alone), QD_BAD_INPUT if size is too small for the move, which then stays the next one;
 * QD_MOVE_SIZE is always enough. */
QD_API qd_status qd_solution_next(qd_solution *solution, char *buffer, size_t size);

QD_API void qd_solution_close(qd_solution *solution);

/* ---- The moves of a solution as a picture that moves ---- */

/* The most moves of an animation. */
#define QD_ANIMATION_MOVES 2000

/* Moves of a solution as one SVG document that plays in a browser, again and again with a pause at
 * the end; where nothing is animated it shows the position before the first of them. The moves are
 * those of a solution (from 0), from its move number from on (as in qd_solution_open), at most
 * count of them; UINT64_MAX is all. seconds is the time for each, from 0.05 to 60. options may be
 * NULL. Returns NULL with an error: QD_BAD_INPUT if the puzzle cannot be drawn, there is no such
 * solution, from is no number or past the end, there are more than QD_ANIMATION_MOVES moves or
 * seconds is out of its bounds. */
QD_API char *qd_answer_animation(const qd_answer *answer, const qd_options *options,
                                 unsigned solution, const char *from, uint64_t count,
                                 double seconds, qd_error *error);

/* ---- Hint, check, rate ---- */

typedef struct qd_report qd_report;

/* A step towards a solution and the reason for it. Status: QD_YES: qd_report_moves has the step;
 * QD_NO: there is none, because it is solved or has no solution, the text says which; QD_LIMIT.
 * Returns NULL with an error as qd_solve does. */
QD_API qd_report *qd_hint(const qd_session *session, const qd_options *options, qd_control *control,
                          qd_error *error);

/* In a game of several players: the program's move for the player whose turn it is, at the level
 * that the puzzle's options ask for. Status: QD_YES: qd_report_moves has it; QD_LIMIT: it has one
 * all the same, chosen before the search was finished. Returns NULL with an error as qd_solve does,
 * also if the game is over or the puzzle has no opponents. */
QD_API qd_report *qd_reply(const qd_session *session, const qd_options *options,
                           qd_control *control, qd_error *error);

/* Whether the start, the moves played and the present position are valid. Status: QD_YES:
 * they are; QD_NO: something is wrong, and the text says what; QD_LIMIT. Returns NULL with an
 * error as qd_solve does. */
QD_API qd_report *qd_check(const qd_session *session, const qd_options *options,
                           qd_control *control, qd_error *error);

/* How difficult it is, and what makes it so. Status: QD_YES: rated; QD_NO: it has no solution;
 * QD_LIMIT. Returns NULL with an error as qd_solve does. */
QD_API qd_report *qd_rate(const qd_session *session, const qd_options *options, qd_control *control,
                          qd_error *error);

/* What the generator reports about the puzzle it made, such as what it changed in a picture.
 * The text is empty if there is nothing to report, and, with a status of QD_YES, for a session that
 * qd_generate did not make. Never NULL. */
QD_API qd_report *qd_generate_report(const qd_session *session);

QD_API qd_status qd_report_status(const qd_report *report);

/* The report in sentences for people, each ending with a newline. Valid as long as the report. */
QD_API const char *qd_report_text(const qd_report *report);

/* The report for programs: a JSON object on one line. Valid as long as the report. */
QD_API const char *qd_report_json(const qd_report *report);

/* The step of a hint: legal moves, to be played in this order; empty for other reports. Never NULL;
 * valid as long as the report, which owns it. */
QD_API const qd_moves *qd_report_moves(const qd_report *report);

QD_API void qd_report_free(qd_report *report);

#ifdef __cplusplus
}
#endif
#endif
