#include <limits.h>
#include <string.h>

#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/model/position.h"

/* Of an image or a text there is one picture only, and what it shows is the point of it. */
static const char *const only_by_chance[] = {"style", "symmetry", NULL};
static const char *const only_from_image[] = {"threshold", "invert", NULL};

static bool given_in_vain(const struct options *options, const char *const *names, const char *what,
                          qd_error *error) {
    for (; *names; names++)
        if (options_given(options, *names)) {
            error_set(error, QD_BAD_INPUT, "--%s is for %s", *names, what);
            return true;
        }
    return false;
}

static bool origin_fits(const struct options *options, const struct nonogram_wish *wish,
                        qd_error *error) {
    if (wish->image && wish->text)
        return error_set(error, QD_BAD_INPUT, "--image and --text do not go together");
    if (wish->origin != NONOGRAM_BY_CHANCE &&
        given_in_vain(options, only_by_chance, "random pictures", error))
        return false;
    if (wish->origin != NONOGRAM_FROM_IMAGE &&
        given_in_vain(options, only_from_image, "images", error))
        return false;
    if (wish->origin == NONOGRAM_FROM_TEXT && wish->density_given)
        return error_set(error, QD_BAD_INPUT, "--density is for random pictures and images");
    return true;
}

static bool image_fits(const struct nonogram_wish *wish, qd_error *error) {
    bool dark = wish->threshold >= 0 || wish->density_given;
    if (wish->threshold >= 0 && wish->density_given)
        return error_set(error, QD_BAD_INPUT,
                         "--threshold and --density do not go together: either says what is dark");
    if (wish->image && wish->colours > 1 && (dark || wish->invert))
        return error_set(error, QD_BAD_INPUT,
                         "an image in colours takes neither --threshold, --density nor --invert");
    return true;
}

static bool goal_fits(const struct nonogram_wish *wish, qd_error *error) {
    bool beyond = wish->difficulty && (strcmp(wish->difficulty, "expert") == 0 ||
                                       strcmp(wish->difficulty, "extreme") == 0);
    if (wish->unique)
        return !(wish->lines && beyond) ||
               error_set(error, QD_BAD_INPUT,
                         "--lines and --difficulty %s do not go together: these need more than "
                         "lines",
                         wish->difficulty);
    if (wish->lines)
        return error_set(error, QD_BAD_INPUT,
                         "--lines and --unique no do not go together: what lines alone solve has "
                         "only one solution");
    if (wish->changes != UINT_MAX)
        return error_set(error, QD_BAD_INPUT,
                         "--changes and --unique no do not go together: nothing is changed then");
    return !wish->difficulty ||
           error_set(error, QD_BAD_INPUT, "--difficulty is for puzzles with only one solution");
}

static unsigned number(const struct options *options, const char *name, unsigned without) {
    const char *text = options_text(options, nonogram_options, name);
    return text ? (unsigned)options_int(options, nonogram_options, name) : without;
}

bool nonogram_wish_read(const struct options *options, struct nonogram_wish *wish,
                        qd_error *error) {
    const char *style = options_text(options, nonogram_options, "style");
    const char *symmetry = options_text(options, nonogram_options, "symmetry");
    const char *unique = options_text(options, nonogram_options, "unique");
    *wish =
        (struct nonogram_wish){.image = options_text(options, nonogram_options, "image"),
                               .text = options_text(options, nonogram_options, "text"),
                               .width = number(options, "width", 0),
                               .height = number(options, "height", 0),
                               .colours = number(options, "colours", 1),
                               .density = number(options, "density", 0),
                               .density_given = options_given(options, "density"),
                               .threshold = (int)number(options, "threshold", UINT_MAX),
                               .invert = options_flag(options, "invert"),
                               .blobs = strcmp(style, "blobs") == 0,
                               .symmetry = nonogram_symmetry_find(symmetry),
                               .unique = strcmp(unique, "yes") == 0,
                               .lines = options_flag(options, "lines"),
                               .changes = number(options, "changes", UINT_MAX),
                               .effort = number(options, "effort", UINT_MAX),
                               .difficulty = options_text(options, nonogram_options, "difficulty"),
                               .tries = number(options, "tries", 1)};
    wish->origin = wish->image  ? NONOGRAM_FROM_IMAGE
                   : wish->text ? NONOGRAM_FROM_TEXT
                                : NONOGRAM_BY_CHANCE;
    return origin_fits(options, wish, error) && image_fits(wish, error) && goal_fits(wish, error);
}
