#include "puzzles/hanoi/core/three.h"

/* The third peg: of 0, 1 and 2, each is the exclusive or of the other two and 3. */
static inline unsigned third_peg(unsigned peg, unsigned other) {
    return 3 ^ peg ^ other;
}

/* The lowest `count` bits, count 0 to 64. */
static inline uint64_t low_bits(unsigned count) {
    return count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
}

static inline unsigned highest_bit(uint64_t word) {
    return 63 - (unsigned)__builtin_clzll(word);
}

static inline unsigned lowest_bit(uint64_t word) {
    return (unsigned)__builtin_ctzll(word);
}

/* ---- states ---- */

/* Puts a disc on a peg; so far it must be on peg 0. */
static inline void place_disc(struct hanoi_three *state, unsigned disc, unsigned peg) {
    state->lo |= (uint64_t)(peg & 1) << disc;
    state->hi |= (uint64_t)(peg >> 1) << disc;
}

bool hanoi_three_from_pegs(struct hanoi_three *state, const uint8_t *pegs, unsigned discs) {
    struct hanoi_three made = {0, 0};
    if (discs < 1 || discs > HANOI_THREE_MAX_DISCS)
        return false;
    for (unsigned disc = 0; disc < discs; disc++) {
        if (pegs[disc] > 2)
            return false;
        place_disc(&made, disc, pegs[disc]);
    }
    *state = made;
    return true;
}

void hanoi_three_to_pegs(struct hanoi_three state, uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++)
        pegs[disc] = (uint8_t)hanoi_three_peg(state, disc);
}

struct hanoi_three hanoi_three_perfect(unsigned peg, unsigned discs) {
    return (struct hanoi_three){peg == 1 ? low_bits(discs) : 0, peg == 2 ? low_bits(discs) : 0};
}

/* ---- distance to a perfect state ----
 * From the largest disc down, a disc that is off its goal costs 2^disc, and the goal of the smaller
 * ones becomes the third peg. That is goal <- -(goal + peg) mod 3, off or not. With the sign of
 * every other disc reversed the goals are plain suffix sums modulo 3, and shifts that double add
 * them all up at once, in both bit planes. */

/* The same bit plane of two states side by side, because most callers need two; where the machine
 * has no such vectors, the compiler splits the work. */
typedef uint64_t plane_pair __attribute__((vector_size(16)));

struct state_pair {
    plane_pair lo;
    plane_pair hi;
};

/* Adds modulo 3 in every bit. */
static inline struct state_pair add_mod3(struct state_pair a, struct state_pair b) {
    plane_pair t = (a.lo | b.hi) ^ (a.hi | b.lo);
    return (struct state_pair){(a.hi | b.hi) ^ t, (a.lo | b.lo) ^ t};
}

static inline struct state_pair add_shifted(struct state_pair a, int shift) {
    return add_mod3(a, (struct state_pair){a.lo >> shift, a.hi >> shift});
}

/* For each of the `discs` smallest discs, the peg to gather them all on so that this disc is
 * already where it has to be. For two states at once. */
static inline struct state_pair content_with(struct hanoi_three first, struct hanoi_three second,
                                             unsigned discs) {
    uint64_t odd = (discs & 1) ? UINT64_C(0xAAAAAAAAAAAAAAAA) : UINT64_C(0x5555555555555555);
    plane_pair turned = {odd, odd};
    plane_pair mask = {low_bits(discs), low_bits(discs)};
    plane_pair lo = {first.lo, second.lo};
    plane_pair hi = {first.hi, second.hi};
    plane_pair swap = (lo ^ hi) & turned;
    struct state_pair pegs = {(lo ^ swap) & mask, (hi ^ swap) & mask};
    struct state_pair sum = add_shifted(pegs, 1);
    sum = add_shifted(sum, 2);
    sum = add_shifted(sum, 4);
    sum = add_shifted(sum, 8);
    sum = add_shifted(sum, 16);
    sum = add_shifted(sum, 32);
    return add_mod3(pegs, (struct state_pair){sum.hi >> 1, sum.lo >> 1});
}

/* The distance to all of them on one peg: a bit for each disc that is not content with that peg. */
static inline uint64_t gathering_on(const struct state_pair *content, int state, unsigned peg,
                                    unsigned discs) {
    uint64_t lo = -(uint64_t)(peg & 1);
    uint64_t hi = -(uint64_t)(peg >> 1);
    return ((content->lo[state] ^ lo) | (content->hi[state] ^ hi)) & low_bits(discs);
}

void hanoi_three_to_perfect(struct hanoi_three state, unsigned discs, uint64_t distance[3]) {
    struct state_pair content = content_with(state, state, discs);
    for (unsigned peg = 0; peg < 3; peg++)
        distance[peg] = gathering_on(&content, 0, peg, discs);
}

/* ---- distance between any two states ----
 * Larger discs that agree never move. The largest disc that differs goes from a to b directly,
 * while all smaller discs are on the third peg c; or from a to c and from c to b, while the smaller
 * ones are on b first and then on a. */

static inline bool are_equal(struct hanoi_three a, struct hanoi_three b) {
    return ((a.lo ^ b.lo) | (a.hi ^ b.hi)) == 0;
}

static inline unsigned largest_difference(struct hanoi_three a, struct hanoi_three b) {
    return highest_bit((a.lo ^ b.lo) | (a.hi ^ b.hi));
}

/* The two candidates for a shortest path: the moves before the first and after the last move of the
 * largest disc. If it moves twice, 2^largest - 1 moves come in between. */
struct candidates {
    uint64_t once_gather;
    uint64_t once_spread;
    uint64_t twice_gather;
    uint64_t twice_spread;
    unsigned largest;
    enum hanoi_three_kind kind;
};

/* Compares the two, leaving out the moves of the largest disc. The second can exceed 64 bits, the
 * first cannot. Without branches, which random states would make unpredictable. */
static inline enum hanoi_three_kind shorter(const struct candidates *candidates) {
    uint64_t once = candidates->once_gather + candidates->once_spread;
    uint64_t ends = candidates->twice_gather + candidates->twice_spread;
    uint64_t twice = ends + (UINT64_C(1) << candidates->largest);
    bool overflow = twice < ends;
    bool may_be_once = overflow | (once <= twice);
    bool may_be_twice = !overflow & (once >= twice);
    return (enum hanoi_three_kind)(HANOI_THREE_ONCE * may_be_once +
                                   HANOI_THREE_TWICE * may_be_twice);
}

/* For states that differ. */
static inline struct candidates find_candidates(struct hanoi_three from, struct hanoi_three to) {
    unsigned largest = largest_difference(from, to);
    unsigned a = hanoi_three_peg(from, largest);
    unsigned b = hanoi_three_peg(to, largest);
    unsigned c = third_peg(a, b);
    struct state_pair content = content_with(from, to, largest);
    struct candidates candidates = {
        .once_gather = gathering_on(&content, 0, c, largest),
        .once_spread = gathering_on(&content, 1, c, largest),
        .twice_gather = gathering_on(&content, 0, b, largest),
        .twice_spread = gathering_on(&content, 1, a, largest),
        .largest = largest,
    };
    candidates.kind = shorter(&candidates);
    return candidates;
}

struct hanoi_three_distance hanoi_three_measure(struct hanoi_three from, struct hanoi_three to) {
    if (are_equal(from, to))
        return (struct hanoi_three_distance){0, HANOI_THREE_SAME, HANOI_THREE_NO_DISC};
    struct candidates candidates = find_candidates(from, to);
    uint64_t length = candidates.once_gather + candidates.once_spread + 1;
    if (candidates.kind == HANOI_THREE_TWICE)
        length = candidates.twice_gather + candidates.twice_spread +
                 (UINT64_C(1) << candidates.largest) + 1;
    return (struct hanoi_three_distance){length, (uint8_t)candidates.kind,
                                         (uint8_t)candidates.largest};
}

/* The goal of the discs smaller than one that is on `peg` and has to be on `goal`. */
static inline unsigned goal_below(unsigned goal, unsigned peg) {
    return goal == peg ? goal : third_peg(goal, peg);
}

/* ---- paths ----
 * A path has up to five stages; a path on which the largest disc moves once has three of them. */

enum stage {
    STAGE_GATHER,   /* the smaller discs gather on one peg */
    STAGE_FIRST,    /* the largest disc moves */
    STAGE_TRANSFER, /* only if it moves twice: the smaller ones go to the peg it came from */
    STAGE_SECOND,   /* only if it moves twice: it moves on to its goal */
    STAGE_SPREAD,   /* the smaller discs go to their goals */
    STAGE_END
};

struct itinerary {
    uint64_t length[STAGE_END];
    unsigned largest;
    unsigned gather;  /* the peg the smaller discs gather on */
    unsigned release; /* the peg they spread from */
    unsigned halfway; /* the peg of the largest disc after its first move */
};

/* For states that differ. Returns false if there is no such path. */
static bool make_itinerary(struct itinerary *trip, struct hanoi_three from, struct hanoi_three to,
                           unsigned index) {
    struct candidates found = find_candidates(from, to);
    unsigned a = hanoi_three_peg(from, found.largest);
    unsigned b = hanoi_three_peg(to, found.largest);
    unsigned c = third_peg(a, b);
    if (index > 1 || (index == 1 && found.kind != HANOI_THREE_TIE))
        return false;
    if (found.kind == HANOI_THREE_TWICE || index == 1) {
        *trip = (struct itinerary){
            {found.twice_gather, 1, low_bits(found.largest), 1, found.twice_spread},
            found.largest,
            b,
            a,
            c};
    } else {
        *trip = (struct itinerary){
            {found.once_gather, 1, 0, 0, found.once_spread}, found.largest, c, c, b};
    }
    return true;
}

/* The stage of the move that follows the first *moves moves; *moves becomes how many of those are
 * in that stage. At the end of the path it is the last stage with all its moves. STAGE_END if the
 * path is shorter. */
static enum stage find_stage(const struct itinerary *trip, uint64_t *moves) {
    enum stage stage = STAGE_GATHER;
    while (stage < STAGE_SPREAD && *moves >= trip->length[stage]) {
        *moves -= trip->length[stage];
        stage++;
    }
    return *moves <= trip->length[stage] ? stage : STAGE_END;
}

/* The discs on their shortest path from a state to all on `goal`, with that many moves left. */
static struct hanoi_three when_left(struct hanoi_three from, unsigned discs, unsigned goal,
                                    uint64_t left) {
    struct hanoi_three at = {0, 0};
    while (discs-- > 0) {
        unsigned peg = hanoi_three_peg(from, discs);
        if (left >> discs & 1) {
            /* Its last move is still to come, and so it has not moved at all. */
            place_disc(&at, discs, peg);
            goal = third_peg(peg, goal);
            continue;
        }
        place_disc(&at, discs, goal);
        if (peg != goal) {
            /* When it moved, all smaller ones were on the third peg; now they follow it. */
            from = hanoi_three_perfect(third_peg(peg, goal), discs);
        }
    }
    return at;
}

/* The smaller discs after that many moves of a stage. */
static struct hanoi_three smaller_discs(const struct itinerary *trip, struct hanoi_three from,
                                        struct hanoi_three to, enum stage stage, uint64_t moves) {
    unsigned discs = trip->largest;
    switch (stage) {
    case STAGE_GATHER:
        return when_left(from, discs, trip->gather, trip->length[STAGE_GATHER] - moves);
    case STAGE_FIRST:
        return hanoi_three_perfect(trip->gather, discs);
    case STAGE_TRANSFER:
        return when_left(hanoi_three_perfect(trip->gather, discs), discs, trip->release,
                         trip->length[STAGE_TRANSFER] - moves);
    case STAGE_SECOND:
        return hanoi_three_perfect(trip->release, discs);
    default:
        /* The path from the goal to the peg they come from, backwards. */
        return when_left(to, discs, trip->release, moves);
    }
}

/* The whole state after that many moves of a stage. */
static struct hanoi_three state_in_stage(const struct itinerary *trip, struct hanoi_three from,
                                         struct hanoi_three to, enum stage stage, uint64_t moves) {
    uint64_t larger = ~low_bits(trip->largest) << 1;
    struct hanoi_three at = smaller_discs(trip, from, to, stage, moves);
    unsigned peg = hanoi_three_peg(to, trip->largest);
    if (stage <= STAGE_FIRST)
        peg = hanoi_three_peg(from, trip->largest);
    else if (stage <= STAGE_SECOND)
        peg = trip->halfway;
    place_disc(&at, trip->largest, peg);
    at.lo |= from.lo & larger;
    at.hi |= from.hi & larger;
    return at;
}

/* ---- streaming the moves ----
 * With d moves left to gather on a peg, the disc to move is the lowest set bit of d. Spreading is
 * gathering backwards, so there it is the lowest set bit of the number of moves made, this one
 * included. Every disc but the smallest has only one peg to go to. The smallest goes round in one
 * direction for the length of a run: while gathering, a set bit i of d stands for a run of 2^i
 * moves in which disc i moves and all smaller ones follow it; while spreading, for a run in which
 * the smaller ones make room and disc i moves. */

/* How the peg number of the smallest disc changes (by exclusive or) when it goes on to the next
 * peg (0 to 1 to 2 to 0) or back: two bits for each peg it may be on. */
enum { SPIN_ON = 1 | 3 << 2 | 2 << 4, SPIN_BACK = 2 | 1 << 2 | 3 << 4 };

static inline unsigned change_by_spin(unsigned spin, unsigned peg) {
    return spin >> 2 * peg & 3;
}

/* The spin of the smallest disc in a run of that disc: neighbouring discs go round in opposite
 * directions. */
static uint8_t spin_for(unsigned disc, unsigned from, unsigned to) {
    bool on = change_by_spin(SPIN_ON, from) == (from ^ to);
    return on == ((disc & 1) == 0) ? SPIN_ON : SPIN_BACK;
}

/* The goal of the smallest disc when the `discs` smallest gather on a peg; discs > 0. */
static unsigned goal_of_smallest(struct hanoi_three state, unsigned discs, unsigned goal) {
    while (--discs > 0)
        goal = goal_below(goal, hanoi_three_peg(state, discs));
    return goal;
}

/* Starts the run of the lowest bit ahead, in which that disc goes to the peg. */
static void begin_gather_run(struct hanoi_three_path *path, unsigned to) {
    unsigned disc = lowest_bit(path->ahead);
    path->counter = path->ahead;
    path->step = -UINT64_C(1);
    path->left = UINT64_C(1) << disc;
    path->spin = spin_for(disc, hanoi_three_peg(path->at, disc), to);
    path->ahead &= path->ahead - 1;
}

/* Starts the run of the highest bit ahead, with that disc and all smaller ones on a peg. */
static void begin_spread_run(struct hanoi_three_path *path, unsigned on) {
    unsigned disc = highest_bit(path->ahead);
    path->counter = path->spread - path->ahead + 1;
    path->step = 1;
    path->left = UINT64_C(1) << disc;
    path->spin = spin_for(disc, on, hanoi_three_peg(path->target, disc));
    path->ahead ^= path->left;
}

/* The first run is special: only there can the smallest disc itself be the one to move. */
static void begin_gathering(struct hanoi_three_path *path, unsigned peg, uint64_t moves) {
    path->left = 0;
    path->ahead = moves;
    if (moves & 1)
        begin_gather_run(path, goal_of_smallest(path->at, path->largest, peg));
}

/* Enters the run of the move that follows the first `moves` ones, at that move. */
static void begin_spreading(struct hanoi_three_path *path, uint64_t moves) {
    unsigned on = path->release;
    path->left = 0;
    path->ahead = path->spread;
    while (path->ahead != 0) {
        uint64_t run = UINT64_C(1) << highest_bit(path->ahead);
        if (moves < run) {
            begin_spread_run(path, on);
            path->counter += moves;
            path->left -= moves;
            return;
        }
        on = third_peg(on, hanoi_three_peg(path->target, highest_bit(run)));
        moves -= run;
        path->ahead ^= run;
    }
}

static void begin_largest(struct hanoi_three_path *path) {
    unsigned disc = path->largest;
    path->counter = UINT64_C(1) << disc;
    path->step = 1;
    path->left = 1;
    path->ahead = 0;
    /* Matters only if the largest is also the smallest; then it moves only once. */
    path->spin = spin_for(0, hanoi_three_peg(path->at, disc), hanoi_three_peg(path->target, disc));
}

/* Enters a stage after some of its moves; path->at is up to date. `all` is how many moves it has;
 * only the stages in which discs gather need it. */
static void begin_stage(struct hanoi_three_path *path, enum stage stage, uint64_t all,
                        uint64_t moves) {
    path->stage = (uint8_t)stage;
    if (stage == STAGE_GATHER)
        begin_gathering(path, path->gather, all - moves);
    else if (stage == STAGE_TRANSFER)
        begin_gathering(path, path->release, all - moves);
    else if (stage == STAGE_SPREAD)
        begin_spreading(path, moves);
    else
        begin_largest(path);
}

/* Proceeds to the next run that has moves. Returns false at the end of the path. */
static bool begin_next_run(struct hanoi_three_path *path) {
    while (path->left == 0) {
        unsigned smallest = hanoi_three_peg(path->at, 0);
        if (path->ahead != 0 && path->stage == STAGE_SPREAD) {
            begin_spread_run(path, smallest);
        } else if (path->ahead != 0) {
            unsigned peg = hanoi_three_peg(path->at, lowest_bit(path->ahead));
            begin_gather_run(path, third_peg(peg, smallest));
        } else if (path->stage >= STAGE_SPREAD) {
            path->stage = STAGE_END;
            return false;
        } else if (path->stage == STAGE_FIRST && path->gather == path->release) {
            begin_stage(path, STAGE_SPREAD, 0, 0);
        } else {
            begin_stage(path, path->stage + 1, low_bits(path->largest), 0);
        }
    }
    return true;
}

bool hanoi_three_path_open(struct hanoi_three_path *path, struct hanoi_three from,
                           struct hanoi_three to, unsigned index, uint64_t moves) {
    *path = (struct hanoi_three_path){.at = from, .target = to, .stage = STAGE_END};
    if (are_equal(from, to))
        return index == 0 && moves == 0;
    struct itinerary trip;
    if (!make_itinerary(&trip, from, to, index))
        return false;
    enum stage stage = find_stage(&trip, &moves);
    if (stage == STAGE_END)
        return false;
    path->at = state_in_stage(&trip, from, to, stage, moves);
    path->spread = trip.length[STAGE_SPREAD];
    path->largest = (uint8_t)trip.largest;
    path->gather = (uint8_t)trip.gather;
    path->release = (uint8_t)trip.release;
    begin_stage(path, stage, trip.length[stage], moves);
    return true;
}

bool hanoi_three_state_after(struct hanoi_three from, struct hanoi_three to, unsigned index,
                             uint64_t moves, struct hanoi_three *state) {
    struct hanoi_three_path path;
    if (!hanoi_three_path_open(&path, from, to, index, moves))
        return false;
    *state = path.at;
    return true;
}

bool hanoi_three_path_next(struct hanoi_three_path *path, struct hanoi_three_move *move) {
    if (path->left == 0 && !begin_next_run(path))
        return false;
    unsigned disc = lowest_bit(path->counter);
    unsigned from = hanoi_three_peg(path->at, disc);
    unsigned smallest = hanoi_three_peg(path->at, 0);
    unsigned change = disc == 0 ? change_by_spin(path->spin, from) : 3 ^ smallest;
    path->left--;
    path->counter += path->step;
    path->at.lo ^= (uint64_t)(change & 1) << disc;
    path->at.hi ^= (uint64_t)(change >> 1) << disc;
    *move = (struct hanoi_three_move){(uint8_t)disc, (uint8_t)from, (uint8_t)(from ^ change)};
    return true;
}

/* ---- counting ---- */

static struct hanoi_three_count add_counts(struct hanoi_three_count a, struct hanoi_three_count b) {
    uint64_t low = a.low + b.low;
    return (struct hanoi_three_count){a.high + b.high + (low < a.low), low};
}

/* 2^popcount(x) states are x moves away, for each x. Summed over x < distance, bit by bit from the
 * highest: below a set bit, with that bit clear in x, the lower bits are free. */
struct hanoi_three_count hanoi_three_nearer(uint64_t distance, unsigned discs) {
    bool beyond_all = distance > low_bits(discs);
    struct hanoi_three_count nearer = {0, beyond_all};
    uint64_t choices = 1;
    for (unsigned disc = discs; disc-- > 0;) {
        nearer = add_counts(nearer, add_counts(nearer, nearer));
        if (!beyond_all && (distance >> disc & 1)) {
            nearer = add_counts(nearer, (struct hanoi_three_count){0, choices});
            choices *= 2;
        }
    }
    return nearer;
}
