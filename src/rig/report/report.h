/* The report of a participant's attempt: what was moved and when, which rules were broken, how many
 * moves would have been enough, and where moves were lost. As text, CSV, JSON and a drawing. Times
 * come with their uncertainty. */
#ifndef RIG_REPORT_REPORT_H
#define RIG_REPORT_REPORT_H

#include <jansson.h>

#include "base/buf.h"
#include "base/draw/drawing.h"
#include "rig/executor/run.h"

/* The summary of an attempt. */
struct rig_report {
    int64_t lost;      /* moves that the shortest solution would have saved, where that is known */
    int64_t left;      /* moves still needed at the end; 0 if solved, -1 if not known */
    size_t lost_moves; /* moves that did not get nearer to the goal */
    size_t unjudged;   /* moves before or after which the order of the rings was unknown */
    size_t first_lost; /* the first move that did not get nearer; SIZE_MAX: none */
    size_t worst;      /* the move that lost most, the first of them; SIZE_MAX: none */
    size_t longest;    /* the move with the longest pause before it; SIZE_MAX: no moves */
    struct rig_moment pause; /* the length of that pause */
};

void rig_report_sum(const struct rig_attempt *attempt, struct rig_report *report);

/* How many moves this one lost: 0 if it got one move nearer to the goal, 1 if it stayed as far
 * away, 2 if it went back; negative if it broke the rules and gained by that. Returns false if that
 * is not known. */
bool rig_move_lost(const struct rig_attempt_move *move, int64_t *lost);

/* Appends the report for people, lines of at most 80 characters. */
void rig_report_text(const struct rig_attempt *attempt, struct buf *out);
/* Appends a header row, with units, and one row for each move, by RFC 4180 (CRLF line ends);
 * unknown values are empty. */
void rig_report_csv(const struct rig_attempt *attempt, struct buf *out);
/* The report as an object. Never NULL; the caller owns it. */
json_t *rig_report_json(const struct rig_attempt *attempt);
/* Above: the distance to the goal after each move, beside the shortest solution. Below: how long
 * each move took, with the pause before it. Never NULL; the caller frees it. */
struct drawing *rig_report_draw(const struct rig_attempt *attempt);

#endif
