/* Reading the board off the weights: all cells together, over all distributions of the rings. A
 * distribution says which ring is on which tower; the order on a tower does not show in the
 * weights. */
#ifndef RIG_EXECUTOR_DECODE_H
#define RIG_EXECUTOR_DECODE_H

#include "rig/executor/run.h"

#define RIG_OFF 3 /* instead of a tower: the ring is on none */

enum rig_fit {
    RIG_FITS,         /* one distribution is within the tolerance in every cell */
    RIG_FITS_NOTHING, /* none is, and nothing simple explains it */
    RIG_FITS_FOREIGN, /* the rings and something else on one tower */
    RIG_FITS_MISSING  /* the rings without some that should be there */
};

struct rig_decoding {
    enum rig_fit fit;
    int8_t tower[RIG_RINGS]; /* RIG_FITS, RIG_FITS_FOREIGN (if tower is known), RIG_FITS_MISSING:
                                each ring's tower or RIG_OFF; else the nearest one, good for nothing
                                but a message */
    double error;            /* grams: how far the worst cell is from that */
    double next;             /* grams: the same for the nearest other distribution */
    double confidence; /* (next - error) / (next + error): 1 exact, 0 two are equally near. 0 unless
                          RIG_FITS. With 30, 60 and 110 g an error of 9 g gives at least 0.1 */
    int foreign;       /* RIG_FITS_FOREIGN: the tower, -1 if it could be on several */
    double grams;      /* RIG_FITS_FOREIGN: how much it weighs */
    unsigned missing;  /* RIG_FITS_MISSING: the rings that are on no tower, as bits; 0 if several
                          sets of rings could be */
};

/* Decodes loads in grams. Rings whose bit is set in may_be_off may be on no tower (in the gripper);
 * all others must be on one. tolerance: how far a cell may be off; up to rig_config_tolerance no
 * two distributions can fit, beyond it they may, and then it is RIG_FITS_NOTHING. */
void rig_decode(const struct rig_config *config, const double grams[RIG_TOWERS],
                unsigned may_be_off, double tolerance, struct rig_decoding *decoding);

/* The loads that a distribution makes. */
void rig_loads(const struct rig_config *config, const int8_t tower[RIG_RINGS],
               double grams[RIG_TOWERS]);

#endif
