/* Makes a picture the only solution of its clues by changing as few cells as possible. */
#ifndef PUZZLES_NONOGRAM_GENERATE_REPAIR_H
#define PUZZLES_NONOGRAM_GENERATE_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/nonogram/generate/symmetry.h"
#include "search/control.h"

struct nonogram_repair_settings {
    bool lines;                      /* lines alone must solve it */
    enum nonogram_symmetry symmetry; /* of the picture, to be kept */
    unsigned most;                   /* the most cells that may change */
    unsigned effort; /* how many pictures to look at for the fewest changes, or for the proof that
                        there are no fewer; see NONOGRAM_EFFORT */
    uint64_t seed;
};

/* An effort of about a second: a smaller picture takes less time. Enough for three changes on small
 * boards, for two on ordinary ones. */
#define NONOGRAM_EFFORT(cells) (4000000 / (cells))

struct nonogram_change {
    size_t cell; /* row by row */
    uint8_t from, to;
};

struct nonogram_repair {
    struct nonogram_change *changes; /* by cell */
    unsigned count;
    bool fewest;       /* fewer changes (that keep the symmetry) are proven not to be enough */
    unsigned at_least; /* how many changes are proven to be needed */
    uint64_t looked;   /* how many pictures were looked at */
};

/* Changes the picture (row by row, colours up to `colours`). QD_YES: its clues now have no other
 * solution (or lines alone solve it); count may be 0. QD_NO: the picture is unchanged, and no
 * changes of at most settings->most cells are enough (proven). QD_LIMIT: the picture is unchanged;
 * the control ended, or no changes were found. repair is filled in every case; nonogram_repair_free
 * releases it. The same for the same seed. */
qd_status nonogram_repair_picture(unsigned width, unsigned height, unsigned colours,
                                  uint8_t *picture, const struct nonogram_repair_settings *settings,
                                  qd_control *control, struct nonogram_repair *repair);
void nonogram_repair_free(struct nonogram_repair *repair);

#endif
