/* What the files of this folder share. */
#ifndef PUZZLES_HANOI_SOLVE_FRAME_STEWART_INTERNAL_H
#define PUZZLES_HANOI_SOLVE_FRAME_STEWART_INTERNAL_H

#include <stdatomic.h>
#include <stddef.h>

#include "puzzles/hanoi/solve/frame_stewart/frame_stewart.h"

/* ---- lengths (puzzles/hanoi/solve/frame_stewart/frame_stewart.c) ---- */

/* The place of disc number `discs` in Frame and Stewart's sequence: moving it as well adds
 * 2^exponent moves. */
struct fs_rank {
    unsigned exponent;
    unsigned below;  /* how many discs have a smaller exponent */
    unsigned before; /* how many have an exponent smaller by two or more */
};

struct fs_rank fs_rank_of(unsigned discs, unsigned pegs);

/* How many of the discs, the smallest ones, are set aside first: a choice that gives the least
 * total. */
unsigned fs_split(unsigned discs, unsigned pegs);

/* The lengths for 0 .. discs discs; fs_lengths_free releases them. */
mpz_t *fs_lengths_new(unsigned discs, unsigned pegs);
void fs_lengths_free(mpz_t *lengths, unsigned discs);

/* True if the task keeps to the limits and every disc is on a peg. */
bool fs_task_is_valid(const struct hanoi_frame_stewart_task *task);
/* True if the discs are all on one peg. */
bool fs_is_full_peg(const uint8_t *at, unsigned discs);

/* ---- transfers ---- */

/* Takes `count` discs of consecutive sizes, `first` the smallest, from one peg to another by Frame
 * and Stewart's rule, using only the given pegs. */
struct fs_transfer {
    uint64_t usable; /* a bit for each peg; from and to are among them */
    uint16_t first;
    uint16_t count;
    uint8_t from;
    uint8_t to;
};

void fs_transfer_length(mpz_ptr moves, const struct fs_transfer *transfer);

struct fs_list {
    struct fs_transfer *items;
    size_t count;
    size_t room;
};

/* ---- gathering (puzzles/hanoi/solve/frame_stewart/gather.c) ---- */

/* What both sides of a task share. */
struct fs_setting {
    unsigned pegs;
    unsigned discs;
    unsigned block; /* the most discs that are moved with one peg less */
    mpz_t *all;     /* lengths with all pegs, for 0 .. discs */
    mpz_t *fewer;   /* lengths with one peg less, for 0 .. block */
};

/* How many pegs at most are tried for the discs that wait. */
#define FS_WAITING_PEGS 8u

struct fs_choice {
    uint16_t aside; /* how many of the smallest discs are gathered first, */
    uint8_t peg;    /* and on which peg */
    bool at_once;   /* instead, the largest disc moves before all others */
};

/* How a state is gathered on one peg, for each number of smallest discs and each peg. */
struct fs_gather {
    const struct fs_setting *setting;
    const uint8_t *at;                          /* the state */
    unsigned prefix;                            /* how many of the smallest discs are on one peg */
    uint16_t top[HANOI_FRAME_STEWART_MAX_PEGS]; /* the smallest disc on each peg; discs: none */
    mpz_t *moves;                               /* [level 0 .. discs][peg] */
    struct fs_choice *choices;                  /* [level][peg] */
};

/* A run of discs of a state that is gathered while all smaller ones wait on one peg. */
struct fs_block {
    const struct fs_gather *gather;
    unsigned first;
    unsigned waiting; /* the peg of the smaller discs */
    unsigned count;
    bool uniform;  /* all of them are on one peg */
    mpz_t *moves;  /* [peg]: to gather them there; undefined for the waiting peg */
    uint8_t *via;  /* [index in the block][peg]: where the smaller ones of the block wait */
    mpz_t best[2]; /* scratch */
};

void fs_gather_init(struct fs_gather *gather, const struct fs_setting *setting, const uint8_t *at);
void fs_gather_clear(struct fs_gather *gather);

static inline mpz_ptr fs_gather_moves(const struct fs_gather *gather, unsigned level,
                                      unsigned peg) {
    return gather->moves[(size_t)level * gather->setting->pegs + peg];
}

void fs_block_init(struct fs_block *block, const struct fs_gather *gather);
void fs_block_clear(struct fs_block *block);
/* Empties the block, which then begins with disc `first`. */
void fs_block_begin(struct fs_block *block, unsigned first, unsigned waiting);
/* Adds the next disc. Returns false, and changes nothing, if that disc is on the waiting peg or the
 * block is full. */
bool fs_block_add(struct fs_block *block);

/* Append the transfers that gather the `level` smallest discs, or the whole block, on a peg, the
 * last transfer first. With swap, from and to are exchanged, so that they are the path from the peg
 * to the state, in order. */
void fs_gather_list(const struct fs_gather *gather, unsigned level, unsigned peg, bool swap,
                    struct fs_list *list);
void fs_block_list(const struct fs_block *block, unsigned peg, bool swap, struct fs_list *list);

void fs_list_add(struct fs_list *list, struct fs_transfer transfer, bool swap);

static inline uint64_t fs_all_pegs(unsigned pegs) {
    return pegs < 64 ? (UINT64_C(1) << pegs) - 1 : UINT64_MAX;
}

/* ---- the plan (puzzles/hanoi/solve/frame_stewart/plan.c) ---- */

struct hanoi_frame_stewart_plan {
    atomic_uint holders;
    unsigned discs;
    unsigned pegs;
    uint8_t *start;
    struct fs_list list;
    uint16_t *splits; /* [pegs - 3][discs]: fs_split, for every smaller case */
    mpz_t moves;
};

#endif
