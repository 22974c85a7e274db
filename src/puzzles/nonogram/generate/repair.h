/* Makes a picture the only solution of its clues, by changing as few cells as possible. */
#ifndef PUZZLES_NONOGRAM_GENERATE_REPAIR_H
#define PUZZLES_NONOGRAM_GENERATE_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/nonogram/generate/symmetry.h"
#include "search/control.h"

struct nonogram_repair_wish {
    bool lines;                      /* lines alone shall solve it, not only search */
    enum nonogram_symmetry symmetry; /* of the picture, which is kept */
    unsigned most;                   /* the most cells that may change */
    unsigned effort;                 /* how many pictures are looked at to find the fewest changes
                                      * or to prove that there are no fewer; see NONOGRAM_EFFORT */
    uint64_t seed;
};

/* An effort of a second or so: a picture is looked at the faster the smaller it is. Enough for
 * three changes on small boards, for two on ordinary ones. */
#define NONOGRAM_EFFORT(cells) (4000000 / (cells))

struct nonogram_change {
    size_t cell; /* row by row */
    uint8_t from, to;
};

struct nonogram_repair {
    struct nonogram_change *changes; /* by cell */
    unsigned count;
    bool fewest;       /* it is proven that fewer do not do (of those that keep the symmetry) */
    unsigned at_least; /* so many are proven to be needed */
    uint64_t looked;   /* pictures that were looked at */
};

/* Changes the picture (row by row, colours numbered up to colours) as wished. QD_YES: its clues now
 * have no other solution (or lines alone solve it); count may be 0. QD_NO: the picture is as it
 * was, and it is proven that no changes of at most wish->most cells do it. QD_LIMIT: the picture
 * is as it was; the control ended it, or no such changes were found. repair is filled in every
 * case; nonogram_repair_free releases it. The same for the same seed. */
qd_status nonogram_repair_picture(unsigned width, unsigned height, unsigned colours,
                                  uint8_t *picture, const struct nonogram_repair_wish *wish,
                                  qd_control *control, struct nonogram_repair *repair);
void nonogram_repair_free(struct nonogram_repair *repair);

#endif
