/* What a person can deduce from one line: the algorithms of the nonogram document, as a library
 * that a game can call. The section of the document stands behind each name; clue generation
 * (section 2) is in puzzles/nonogram/model/puzzle.h, the queue of hints (7) and the caches (10) in
 * puzzles/nonogram/explain/working_board.h. docs/nonogram-techniques.md has a picture of each
 * technique.
 *
 * All of it works for black and white and for coloured lines: runs of the same colour have an empty
 * cell between them, runs of different colours may touch. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_TECHNIQUES_H
#define PUZZLES_NONOGRAM_EXPLAIN_TECHNIQUES_H

#include "puzzles/nonogram/model/puzzle.h"

/* From the easiest to the hardest, as far as that can be said of people. */
enum nonogram_technique {
    NONOGRAM_BY_FINISHED,      /* all runs are there: the rest is empty */
    NONOGRAM_BY_COMPLETE_LINE, /* the clues need every cell of the line */
    NONOGRAM_BY_OVERLAP,       /* pushed to both ends, a clue covers the same cell twice */
    NONOGRAM_BY_EDGE,          /* a filled cell close to the edge */
    NONOGRAM_BY_SIMPLE_BOXES,  /* gaps between empty cells: too small, or the only one */
    NONOGRAM_BY_SPLIT,         /* empty cells split the line: which clues go where */
    NONOGRAM_BY_JOIN,          /* runs that must meet, must not meet, must grow or must end */
    NONOGRAM_BY_FULL_LINE,     /* pushed to both ends around all that is known */
    NONOGRAM_BY_ARRANGEMENTS,  /* what all arrangements of the line have in common */
    NONOGRAM_BY_NARROWING,     /* colours that crossing lines leave (coloured puzzles only) */
    NONOGRAM_BY_TWO_LINES,     /* what if: two rows, or two columns, and lines that cross both */
    NONOGRAM_BY_WHAT_IF,       /* what if: a longer chain of lines */
    NONOGRAM_BY_SEARCH,        /* no chain from one cell is enough */
    NONOGRAM_BY_CHOICE,        /* several pictures are left: free choice */
    NONOGRAM_TECHNIQUES
};

/* The deductions from one line; a technique may have several. In the order of the techniques. */
enum nonogram_rule {
    NONOGRAM_RULE_FINISHED,
    NONOGRAM_RULE_COMPLETE,
    NONOGRAM_RULE_OVERLAP,
    NONOGRAM_RULE_LEFT_EDGE,
    NONOGRAM_RULE_RIGHT_EDGE,
    NONOGRAM_RULE_SMALL_GAP, /* a gap that is too small for every clue */
    NONOGRAM_RULE_ONLY_GAP,  /* the only gap that can hold a clue */
    NONOGRAM_RULE_FREE_PART, /* a part of the line that no clue can be in */
    NONOGRAM_RULE_PART,      /* clues that can only be in one part overlap there */
    NONOGRAM_RULE_PART_DONE, /* a part that has all that belongs there */
    NONOGRAM_RULE_RUN_ENDS,  /* no clue that fits here is longer */
    NONOGRAM_RULE_GROW,      /* no clue that fits here is so short, and one side is closed */
    NONOGRAM_RULE_JOIN,      /* two pieces of the same clue */
    NONOGRAM_RULE_SEPARATE,  /* joined, they would be longer than every clue that fits */
    NONOGRAM_RULE_FULL_LINE,
    NONOGRAM_RULE_ARRANGEMENTS,
    NONOGRAM_RULES
};

/* The technique's name in JSON: "complete_line". */
const char *nonogram_technique_name(enum nonogram_technique technique);
/* The technique that a rule belongs to. */
enum nonogram_technique nonogram_rule_technique(enum nonogram_rule rule);

/* A line as a technique sees it. */
struct nonogram_view {
    const struct nonogram_line *line;
    const uint8_t *cells; /* length of them: a colour, NONOGRAM_EMPTY or NONOGRAM_UNKNOWN */
    unsigned length;
};

/* What follows from a line. */
struct nonogram_deduction {
    enum nonogram_rule rule;
    unsigned clue;     /* what it is about: a clue (from 0), or the first of several */
    unsigned clues;    /* how many */
    unsigned from, to; /* the cells to look at, from 0, both included */
    unsigned count;    /* how many cells are new, at least 1 */
    uint8_t *values;   /* the caller's, view->length of them: what is new, else UNKNOWN */
};

/* Applies one rule. Returns true and fills found if something new follows. found->values must be
 * set. In a line that no arrangement fits it finds nothing, or something without meaning. */
bool nonogram_apply_rule(enum nonogram_rule rule, const struct nonogram_view *view,
                         struct nonogram_deduction *found);

/* ---- the document's names; all results are sound, which the document's are not always ---- */

/* 3.2: true if the filled cells are exactly the clues; unknown cells count as empty. */
bool nonogram_validate_line(const struct nonogram_view *view);
/* 7.1, priority 4, made sound: true unless no arrangement of the clues fits the known cells. */
bool nonogram_line_possible(const struct nonogram_view *view);

/* 4.3: the cells that a single clue covers wherever it lies. Returns false if there are none. */
bool nonogram_find_overlap(unsigned clue, unsigned length, unsigned *from, unsigned *to);
/* 4.2 for every clue of a line, known cells or not. */
bool nonogram_find_overlaps(const struct nonogram_view *view, struct nonogram_deduction *found);

/* 5.2: from the first cell that is not known to be empty (behind the runs that are done). */
bool nonogram_left_edge_deduction(const struct nonogram_view *view,
                                  struct nonogram_deduction *found);
/* The same from the other end. */
bool nonogram_right_edge_deduction(const struct nonogram_view *view,
                                   struct nonogram_deduction *found);

/* 5.3: true if the clue's run is certainly there, and certainly this clue's. */
bool nonogram_check_clue_satisfied(const struct nonogram_view *view, unsigned clue);

/* 6.1: true if the clues can be arranged in one way only, whatever is known of the cells. */
bool nonogram_is_complete_line(const struct nonogram_line *line, unsigned length);
bool nonogram_complete_line(const struct nonogram_view *view, struct nonogram_deduction *found);
/* All runs are there already. */
bool nonogram_finish_line(const struct nonogram_view *view, struct nonogram_deduction *found);

/* 8.2: gaps that are too small for every clue are empty; a clue that only one gap can hold covers
 * what it must cover there. */
bool nonogram_find_simple_boxes(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_find_small_gaps(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_find_only_gap(const struct nonogram_view *view, struct nonogram_deduction *found);

/* 9.2: all arrangements, one after the other, length cells each, those that fit the known cells
 * only. Stops at most of them. Returns how many there are in *arrangements, which the caller
 * frees. */
size_t nonogram_generate_all_arrangements(const struct nonogram_view *view, size_t most,
                                          uint8_t **arrangements);
/* 9.3: what all of them have in common; UNKNOWN where they differ, and everywhere if there are
 * none. */
void nonogram_find_common_cells(const uint8_t *arrangements, size_t count, unsigned length,
                                uint8_t *common);
/* How many arrangements fit the known cells, without making them; UINT64_MAX if that or more. */
uint64_t nonogram_count_arrangements(const struct nonogram_view *view);
/* 11.1: how many there are when nothing is known; UINT64_MAX if that or more. For one colour it is
 * the binomial coefficient of (length - sum of clues + 1) over (number of clues). */
uint64_t nonogram_arrangements_of(const struct nonogram_line *line, unsigned length);

/* ---- beyond the document ---- */

/* Parts between known empty cells (puzzles/nonogram/explain/gaps.c). */
bool nonogram_find_free_parts(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_split_line(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_finish_part(const struct nonogram_view *view, struct nonogram_deduction *found);

/* Runs (puzzles/nonogram/explain/runs.c). */
bool nonogram_end_run(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_grow_run(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_join_runs(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_separate_runs(const struct nonogram_view *view, struct nonogram_deduction *found);

/* The whole line (puzzles/nonogram/explain/placements.c). */
bool nonogram_full_line(const struct nonogram_view *view, struct nonogram_deduction *found);
bool nonogram_all_arrangements(const struct nonogram_view *view, struct nonogram_deduction *found);

/* Where each clue can begin, given the known cells. */
struct nonogram_places {
    unsigned *first, *last; /* for each clue */
    uint32_t *possible; /* for each cell: the colours it has in some arrangement, bit 0: empty */
};
/* Returns false if no arrangement fits; otherwise the caller frees the places. */
bool nonogram_places_find(const struct nonogram_view *view, struct nonogram_places *places);
void nonogram_places_free(struct nonogram_places *places);

/* ---- for the files of the techniques ---- */

/* A view of the cells between known empty ones. */
struct nonogram_gap {
    unsigned from, to; /* both included */
};
/* The next gap at or behind *at, which moves behind it. Returns false if there is none. */
bool nonogram_next_gap(const struct nonogram_view *view, unsigned *at, struct nonogram_gap *gap);

/* Nothing found yet. */
void nonogram_deduction_begin(const struct nonogram_view *view, enum nonogram_rule rule,
                              struct nonogram_deduction *found);
/* One cell follows, or all from..to (both included); those already known are no news. */
void nonogram_deduce(const struct nonogram_view *view, struct nonogram_deduction *found,
                     unsigned cell, uint8_t value);
void nonogram_deduce_all(const struct nonogram_view *view, struct nonogram_deduction *found,
                         unsigned from, unsigned to, uint8_t value);
/* The fewest empty cells between a clue and the one before it: 0 or 1; 0 for the first one. */
unsigned nonogram_gap_before(const struct nonogram_line *line, unsigned clue);

#endif
