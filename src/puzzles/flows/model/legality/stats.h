/* What a decision on legality took: for statistics, and for tests to know that they came there. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_STATS_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Which part of the method decided. */
enum flows_stage {
    FLOWS_BY_GREEDY, /* one route after the other */
    FLOWS_BY_CUT,    /* a cut without room */
    FLOWS_BY_SEARCH,
    FLOWS_BY_SWEEP,
    FLOWS_STAGES
};

struct flows_work {
    enum flows_stage stage;
    uint64_t nodes;     /* states that the search and the sweep met */
    uint64_t dominated; /* of the search: those that a failed state dominates */
    uint64_t cut;       /* of the search: those with a cut without room */
    uint64_t unserved;  /* of the search: those for which the tiles left do not do */
    uint64_t again;     /* of the sweep: states that one met before dominates */
    uint64_t replaced;  /* of the sweep: states that dominate another one, and take its place */
    uint64_t counted;   /* of the sweep: starts with tiles of some types counted */
    uint64_t regions;   /* of the rough sweep: regions */
    bool tiles_lack;    /* QD_NO: any tiles would do, those that are left do not */
};

#endif
