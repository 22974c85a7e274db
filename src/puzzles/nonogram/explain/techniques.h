/* What a person can deduce: one row a technique (puzzles/nonogram/explain/techniques.def), and the
 * algorithms of the nonogram document as a library that a game can call. The numbers are its
 * sections; clue generation (2) is in puzzles/nonogram/model/puzzle.h, the queue of hints (7) and
 * the caches (10) are in puzzles/nonogram/explain/board.h. docs/nonogram-techniques.md has a
 * picture of each technique.
 *
 * Everything works for black and white and for coloured lines: runs of the same colour have an
 * empty cell between them, runs of different colours may touch. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_TECHNIQUES_H
#define PUZZLES_NONOGRAM_EXPLAIN_TECHNIQUES_H

#include "base/buf.h"
#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* docs/nonogram-techniques.md has the scale and the figures it was calibrated on. */
enum nonogram_level {
    NONOGRAM_LEVEL_EASY,
    NONOGRAM_LEVEL_MEDIUM,
    NONOGRAM_LEVEL_HARD,
    NONOGRAM_LEVEL_EXPERT,
    NONOGRAM_LEVEL_EXTREME,
    NONOGRAM_LEVELS
};

/* NONOGRAM_BY_FINISHED and so on, from the easiest to the hardest. */
enum nonogram_technique {
#define TECHNIQUE(id, name, level, points, points_a_line, how) NONOGRAM_BY_##id,
#include "puzzles/nonogram/explain/techniques.def"
#undef TECHNIQUE
    NONOGRAM_TECHNIQUES
};

/* The deductions from one line, NONOGRAM_RULE_FINISHED and so on, in the order of the techniques
 * that they belong to. */
enum nonogram_rule {
#define TECHNIQUE(id, name, level, points, points_a_line, how) how
#define LINE(technique, rule, finder, sentence)                NONOGRAM_RULE_##rule,
#define BOARD(finder, sentence)
#include "puzzles/nonogram/explain/techniques.def"
#undef TECHNIQUE
#undef LINE
#undef BOARD
    NONOGRAM_RULES
};

/* A line as a technique sees it. */
struct nonogram_view {
    const struct nonogram_line *line;
    const uint8_t *cells; /* length of them: a colour, NONOGRAM_EMPTY or NONOGRAM_UNKNOWN */
    unsigned length;
};

/* What follows from a line. */
struct nonogram_deduction {
    enum nonogram_rule rule;
    unsigned clue;     /* the clue it is about (from 0), or the first of several */
    unsigned clues;    /* how many */
    unsigned from, to; /* the cells to look at, from 0, both included */
    unsigned count;    /* how many cells are new, at least 1 */
    uint8_t *values;   /* the caller's, view->length of them: what is new, else UNKNOWN */
};

struct nonogram_speech;  /* puzzles/nonogram/explain/sentences.h */
struct nonogram_stepper; /* puzzles/nonogram/explain/hint_step.h */
struct nonogram_step;

/* Looks at one line. Returns true and fills found if something new follows. found->values must be
 * set. In a line that has no arrangement, what it finds means nothing. */
typedef bool nonogram_line_finder(const struct nonogram_view *view,
                                  struct nonogram_deduction *found);
/* Goes on after "Row 3 (4 1)" and says what follows and why, without the full stop: it names the
 * clues and all cells that are new. */
typedef void nonogram_line_sentence(struct nonogram_speech *speech,
                                    const struct nonogram_deduction *deduction);
/* Looks at the board, where no easier technique finds anything. QD_YES: a step, with its cells,
 * line and length; QD_NO: nothing; QD_LIMIT. */
typedef qd_status nonogram_board_finder(struct nonogram_stepper *stepper, qd_control *control,
                                        struct nonogram_step *step);
/* Says why, in whole sentences without a newline. Called right after the finder. */
typedef void nonogram_board_sentence(struct nonogram_stepper *stepper,
                                     const struct nonogram_step *step, struct buf *out);

/* The functions that the rows name. */
#define TECHNIQUE(id, name, level, points, points_a_line, how) how
#define LINE(technique, rule, finder, sentence)                                                    \
    nonogram_line_finder finder;                                                                   \
    nonogram_line_sentence sentence;
#define BOARD(finder, sentence)                                                                    \
    nonogram_board_finder finder;                                                                  \
    nonogram_board_sentence sentence;
#include "puzzles/nonogram/explain/techniques.def"
#undef TECHNIQUE
#undef LINE
#undef BOARD

/* A row of the table. */
struct nonogram_technique_row {
    const char *name;
    enum nonogram_level level;
    double points, points_a_line;
    nonogram_board_finder *find; /* NULL for a technique of one line, which has rules instead */
    nonogram_board_sentence *say;
};
const struct nonogram_technique_row *nonogram_technique_at(enum nonogram_technique technique);

/* A rule of a technique of one line. */
struct nonogram_rule_row {
    enum nonogram_technique technique;
    nonogram_line_finder *find;
    nonogram_line_sentence *say;
};
const struct nonogram_rule_row *nonogram_rule_at(enum nonogram_rule rule);

/* Applies a rule: its finder, with found->rule set. */
bool nonogram_apply_rule(enum nonogram_rule rule, const struct nonogram_view *view,
                         struct nonogram_deduction *found);

/* ---- more of the document's names; all results are sound, which the document's are not always
 * ----
 */

/* 3.2: true if the filled cells are exactly the clues; unknown cells count as empty. */
bool nonogram_validate_line(const struct nonogram_view *view);
/* 7.1, priority 4, made sound: true unless no arrangement of the clues fits the known cells. */
bool nonogram_line_possible(const struct nonogram_view *view);
/* 5.3: true if the clue's run is filled, and certainly belongs to this clue. */
bool nonogram_check_clue_satisfied(const struct nonogram_view *view, unsigned clue);

/* 4.3: the cells that a single clue covers wherever it lies. Returns false if there are none. */
bool nonogram_find_overlap(unsigned clue, unsigned length, unsigned *from, unsigned *to);
/* 6.1: true if the clues can be arranged in one way only, whatever is known of the cells. */
bool nonogram_is_complete_line(const struct nonogram_line *line, unsigned length);
/* 8.2: gaps that are too small for every clue are empty; a clue that fits into only one gap covers
 * the middle of it. */
bool nonogram_find_simple_boxes(const struct nonogram_view *view, struct nonogram_deduction *found);

/* 9.2: lists the arrangements that fit the known cells, at most `most` of them, length cells each,
 * one after the other. Returns how many there are in *arrangements, which the caller frees. */
size_t nonogram_generate_all_arrangements(const struct nonogram_view *view, size_t most,
                                          uint8_t **arrangements);
/* 9.3: what all of them have in common; UNKNOWN where they differ, and everywhere if there are
 * none. */
void nonogram_find_common_cells(const uint8_t *arrangements, size_t count, unsigned length,
                                uint8_t *common);
/* 11.1: counts the arrangements that fit the known cells without listing them; UINT64_MAX if there
 * are more. For one colour, with nothing known, it is the binomial coefficient of
 * (length - sum of clues + 1) over (number of clues). */
uint64_t nonogram_count_arrangements(const struct nonogram_view *view);

/* ---- for the files of the techniques ---- */

/* Where each clue can begin, given the known cells. */
struct nonogram_places {
    unsigned *first, *last; /* for each clue */
    uint32_t *possible; /* for each cell: the colours it has in some arrangement, bit 0: empty */
};
/* Returns false if no arrangement fits; otherwise the caller frees the places. */
bool nonogram_places_find(const struct nonogram_view *view, struct nonogram_places *places);
void nonogram_places_free(struct nonogram_places *places);

/* Begins a deduction: nothing found yet. */
void nonogram_deduction_begin(const struct nonogram_view *view, struct nonogram_deduction *found);
/* Adds a cell that follows, or all from..to (both included); cells that are known already do not
 * count. */
void nonogram_deduce(const struct nonogram_view *view, struct nonogram_deduction *found,
                     unsigned cell, uint8_t value);
void nonogram_deduce_all(const struct nonogram_view *view, struct nonogram_deduction *found,
                         unsigned from, unsigned to, uint8_t value);
/* The fewest empty cells between a clue and the one before it: 0 or 1; 0 for the first one. */
unsigned nonogram_gap_before(const struct nonogram_line *line, unsigned clue);

#endif
