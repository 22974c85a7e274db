/* From what a team got on average in playouts to its chance in a game between strong opponents. The
 * average is that of the best of many moves, so it is too high as a rule. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_CALIBRATION_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_CALIBRATION_H

#include "puzzles/flows/model/board/board.h"

/* The chance of the team that moves, when so many teams play. Grows with the average. */
double flows_calibrated(double average, unsigned teams);
/* Turns the averages of all teams into chances: the mover's by flows_calibrated, and the others
 * share the rest as they did. */
void flows_calibrate(unsigned mover, unsigned axes, double win[FLOWS_AXES]);

#endif
