#include <limits.h>
#include <string.h>

#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/model/position.h"

/* An image or a text gives only one picture, which must not be distorted. */
static const char *const only_random[] = {"style", "symmetry", NULL};
static const char *const only_from_image[] = {"threshold", "invert", NULL};

static bool given_without_use(const struct options *options, const char *const *names,
                              const char *what, qd_error *error) {
    for (; *names; names++)
        if (options_given(options, *names)) {
            options_error(options, error, QD_BAD_INPUT, OPTION("%s") " is for %s", *names, what);
            return true;
        }
    return false;
}

static bool origin_fits(const struct nonogram_settings *settings, qd_error *error) {
    const struct options *options = settings->options;
    if (settings->image && settings->text)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("image") " and " OPTION("text") " cannot be combined");
    if (settings->origin != NONOGRAM_FROM_RANDOM &&
        given_without_use(options, only_random, "random pictures", error))
        return false;
    if (settings->origin != NONOGRAM_FROM_IMAGE &&
        given_without_use(options, only_from_image, "images", error))
        return false;
    if (settings->origin == NONOGRAM_FROM_TEXT && settings->density_given)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("density") " is for random pictures and images");
    return true;
}

static bool image_fits(const struct nonogram_settings *settings, qd_error *error) {
    const struct options *options = settings->options;
    bool dark = settings->threshold >= 0 || settings->density_given;
    if (settings->threshold >= 0 && settings->density_given)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("threshold") " and " OPTION(
                                 "density") " cannot be combined: either says what is dark");
    if (settings->image && settings->colours > 1 && (dark || settings->invert))
        return options_error(options, error, QD_BAD_INPUT,
                             "an image in colours takes neither " OPTION("threshold") ", " OPTION(
                                 "density") " nor " OPTION("invert"));
    return true;
}

static bool goal_fits(const struct nonogram_settings *settings, qd_error *error) {
    const struct options *options = settings->options;
    bool beyond = settings->difficulty && (strcmp(settings->difficulty, "expert") == 0 ||
                                           strcmp(settings->difficulty, "extreme") == 0);
    if (settings->unique)
        return !(settings->lines && beyond) ||
               options_error(
                   options, error, QD_BAD_INPUT,
                   OPTION("lines") " and " OPTION_IS(
                       "difficulty", "%s") " cannot be combined: these need more than lines",
                   settings->difficulty);
    if (settings->lines)
        return options_error(
            options, error, QD_BAD_INPUT,
            OPTION("lines") " and " OPTION_IS(
                "unique",
                "no") " cannot be combined: what lines alone solve has only one solution");
    if (settings->changes != UINT_MAX)
        return options_error(options, error, QD_BAD_INPUT,
                             OPTION("changes") " and " OPTION_IS(
                                 "unique", "no") " cannot be combined: nothing is changed then");
    return !settings->difficulty ||
           options_error(options, error, QD_BAD_INPUT,
                         OPTION("difficulty") " is for puzzles with only one solution");
}

static unsigned number(const struct options *options, const char *name, unsigned without) {
    const char *text = options_text(options, nonogram_options, name);
    return text ? (unsigned)options_int(options, nonogram_options, name) : without;
}

bool nonogram_settings_read(const struct options *options, struct nonogram_settings *settings,
                            qd_error *error) {
    const char *style = options_text(options, nonogram_options, "style");
    const char *symmetry = options_text(options, nonogram_options, "symmetry");
    const char *unique = options_text(options, nonogram_options, "unique");
    *settings = (struct nonogram_settings){
        .image = options_text(options, nonogram_options, "image"),
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
        .tries = number(options, "tries", 1),
        .options = options};
    settings->origin = settings->image  ? NONOGRAM_FROM_IMAGE
                       : settings->text ? NONOGRAM_FROM_TEXT
                                        : NONOGRAM_FROM_RANDOM;
    return origin_fits(settings, error) && image_fits(settings, error) &&
           goal_fits(settings, error);
}
