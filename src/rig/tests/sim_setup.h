/* A simulated rig in a state that only tests need: an arm that is anywhere, other motors and
 * cells, things on towers, a power cut. */
#ifndef RIG_TESTS_SIM_SETUP_H
#define RIG_TESTS_SIM_SETUP_H

#include "rig/sim/sim.h"

/* Puts a foreign object on a tower. */
void rig_sim_add(struct rig_sim *sim, int tower, double grams);
/* Puts the arm somewhere, not homed. */
void rig_sim_set_arm(struct rig_sim *sim, int32_t x, int32_t y, enum rig_grip grip);

/* Sets the step length of the motors and the position tolerance that the machine states; by default
 * 11.25 and 12 micrometres. */
void rig_sim_set_steps(struct rig_sim *sim, double step_length, int32_t arrived);
/* Lets the cells convert at that interval, by a clock of their own that is phase_ms ahead of the
 * simulator's. By default a sample is fresh when it is requested, at most every 50 ms. */
void rig_sim_set_sampling(struct rig_sim *sim, int32_t sample_ms, int32_t phase_ms);

/* Lets the zero of a cell drift from now on. */
void rig_sim_set_drift(struct rig_sim *sim, int cell, double grams_a_second);

/* Cuts the power when that step begins: every call then returns RIG_GONE. rig_sim_power restores
 * it, for a program that is started again. */
void rig_sim_cut_power_at(struct rig_sim *sim, long step);
void rig_sim_power(struct rig_sim *sim);

#endif
