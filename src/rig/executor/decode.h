/* Decoding the board from the weights: all cells jointly, over all distributions of the rings. A
 * distribution says which ring is on which tower; the weights do not show the order on a tower. */
#ifndef RIG_EXECUTOR_DECODE_H
#define RIG_EXECUTOR_DECODE_H

#include "rig/executor/run.h"

#define RIG_OFF 3 /* instead of a tower: the ring is on none */

enum rig_fit {
    RIG_FITS,         /* one distribution is within the tolerance in every cell */
    RIG_FITS_NOTHING, /* none is, and there is no simple explanation */
    RIG_FITS_FOREIGN, /* the rings, and something else on one tower */
    RIG_FITS_MISSING  /* the rings without some that should be there */
};

struct rig_decoding {
    enum rig_fit fit;
    int8_t tower[RIG_RINGS]; /* each ring's tower or RIG_OFF. Valid for RIG_FITS, RIG_FITS_FOREIGN
                                if the tower is known, RIG_FITS_MISSING; else the nearest one, for
                                messages only */
    double error;            /* grams: the error of the worst cell */
    double next;             /* grams: the same for the nearest other distribution */
    double confidence; /* (next - error) / (next + error): 1 exact, 0 two equally near. 0 unless
                          RIG_FITS. With 30, 60 and 110 g an error of 9 g still gives 0.1 */
    int foreign;       /* RIG_FITS_FOREIGN: the tower, -1 if it could be several */
    double grams;      /* RIG_FITS_FOREIGN: how much it weighs */
    unsigned missing;  /* RIG_FITS_MISSING: the rings on no tower, as bits; 0 if several sets are
                          possible */
};

/* Decodes loads in grams. Rings whose bit is set in may_be_off may be on no tower (in the gripper);
 * all others must be on one. tolerance: the largest error of a cell; up to rig_config_tolerance at
 * most one distribution fits, beyond it several may, and then the result is RIG_FITS_NOTHING. */
void rig_decode(const struct rig_config *config, const double grams[RIG_TOWERS],
                unsigned may_be_off, double tolerance, struct rig_decoding *decoding);

/* The loads of a distribution. */
void rig_loads(const struct rig_config *config, const int8_t tower[RIG_RINGS],
               double grams[RIG_TOWERS]);

#endif
