/* What the fields of a text mean. */
#include <string.h>

#include "puzzles/flows/format/format.h"

static bool fail_field(struct flows_reader *reader, enum flows_field field, const char *what) {
    return source_error(reader->source, reader->value[field].from, reader->error, "%s", what);
}

/* ---- values ---- */

static bool to_number(const struct source *source, struct flows_word word, uint64_t most,
                      uint64_t *value) {
    *value = 0;
    for (size_t i = word.from; i < word.to; i++) {
        char c = source->data[i];
        if (c < '0' || c > '9')
            return false;
        unsigned digit = (unsigned)(c - '0');
        if (digit > most || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return word.to > word.from;
}

/* Takes a number from the front of a value. */
static bool take_number(struct flows_reader *reader, enum flows_field field, struct line *rest,
                        uint64_t least, uint64_t most, uint64_t *value) {
    struct flows_word word;
    flows_word_next(reader->source, rest, &word);
    if (to_number(reader->source, word, most, value) && *value >= least)
        return true;
    return source_error(reader->source, word.from, reader->error,
                        "%s: expected a number from %llu to %llu", flows_field_name(field),
                        (unsigned long long)least, (unsigned long long)most);
}

static bool expect_end(struct flows_reader *reader, enum flows_field field, struct line rest) {
    struct flows_word word;
    return !flows_word_next(reader->source, &rest, &word) ||
           source_error(reader->source, word.from, reader->error, "%s: nothing more may follow",
                        flows_field_name(field));
}

/* A field that is one number; value keeps what it is if the field is not given. */
static bool read_number(struct flows_reader *reader, enum flows_field field, uint64_t least,
                        uint64_t most, uint64_t *value) {
    struct line rest = reader->value[field];
    return !reader->given[field] || (take_number(reader, field, &rest, least, most, value) &&
                                     expect_end(reader, field, rest));
}

/* Digits below limit, each at most once, with or without blanks between them. */
static bool read_digits(struct flows_reader *reader, enum flows_field field, unsigned limit,
                        uint8_t *digits, unsigned *count) {
    struct line rest = reader->value[field];
    unsigned seen = 0;
    *count = 0;
    for (size_t at = rest.from; at < rest.to; at++) {
        char c = reader->source->data[at];
        unsigned digit = (unsigned)(c - '0');
        if (c == ' ' || c == '\t' || c == ',')
            continue;
        if (digit >= limit || seen >> digit & 1)
            return source_error(reader->source, at, reader->error,
                                "%s: expected digits from 0 to %u, each at most once",
                                flows_field_name(field), limit - 1);
        seen |= 1U << digit;
        digits[(*count)++] = (uint8_t)digit;
    }
    return *count > 0 ||
           source_error(reader->source, rest.from, reader->error,
                        "%s: expected digits from 0 to %u", flows_field_name(field), limit - 1);
}

/* Axes as bits. */
static bool read_axes(struct flows_reader *reader, enum flows_field field, unsigned *axes) {
    uint8_t digits[FLOWS_AXES];
    unsigned count = 0;
    *axes = 0;
    if (!reader->given[field])
        return true;
    if (!read_digits(reader, field, FLOWS_AXES, digits, &count))
        return false;
    for (unsigned i = 0; i < count; i++)
        *axes |= 1U << digits[i];
    return true;
}

/* ---- the setup ---- */

/* The usual seats for the axes: from edge 0 upwards, opposite ones only where there must be. */
static bool seat_by_axes(struct flows_setup *setup, unsigned axes) {
    unsigned count = (unsigned)__builtin_popcount(axes), edge = 0;
    unsigned edges = axes;
    if (setup->players == 4)
        edges = axes | axes << 3;
    else if (setup->players == 3)
        edges = 21; /* 0, 2, 4 */
    else if (setup->players > 4)
        edges = setup->players == 5 ? 31 : 63;
    for (unsigned player = 0; player < setup->players && edge < FLOWS_EDGES; edge++)
        if (edges >> edge & 1)
            setup->seat[player++] = (uint8_t)edge;
    unsigned teams[FLOWS_MOST_PLAYERS + 1] = {0, 1, 2, 3, 2, 3, 3};
    return teams[setup->players] == count;
}

static bool read_players(struct flows_reader *reader, struct flows_setup *setup) {
    uint64_t players = 0;
    unsigned axes = 0;
    if (!read_number(reader, FLOWS_FIELD_PLAYERS, 1, FLOWS_MOST_PLAYERS, &players) ||
        !read_axes(reader, FLOWS_FIELD_AXES, &axes))
        return false;
    if (!players)
        players = axes ? (unsigned)__builtin_popcount(axes) : 2;
    flows_setup_start(setup, setup->radius, (unsigned)players);
    if (axes && !reader->given[FLOWS_FIELD_SEATS] && !seat_by_axes(setup, axes))
        return fail_field(reader, FLOWS_FIELD_AXES,
                          "axes: these do not go with the number of players: 2 and 4 play for two "
                          "axes, 3, 5 and 6 for three");
    return true;
}

/* Seats that were given must agree with the players and axes that were given. */
static bool read_seats(struct flows_reader *reader, struct flows_setup *setup) {
    uint8_t seats[FLOWS_EDGES];
    unsigned count = 0, axes = 0;
    if (!reader->given[FLOWS_FIELD_SEATS])
        return true;
    if (!read_digits(reader, FLOWS_FIELD_SEATS, FLOWS_EDGES, seats, &count))
        return false;
    if (reader->given[FLOWS_FIELD_PLAYERS] && count != setup->players)
        return source_error(reader->source, reader->value[FLOWS_FIELD_SEATS].from, reader->error,
                            "seats: there are %u of them, but %u players", count, setup->players);
    setup->players = (uint8_t)count;
    memcpy(setup->seat, seats, count);
    read_axes(reader, FLOWS_FIELD_AXES, &axes);
    if (axes && axes != flows_setup_axes(setup))
        return fail_field(reader, FLOWS_FIELD_SEATS,
                          "seats: these do not play for the axes that are given; the seats of axis "
                          "a are the edges a and a+3");
    struct buf why = {0};
    bool fits = flows_setup_fits(setup, &why);
    if (!fits)
        source_error(reader->source, reader->value[FLOWS_FIELD_SEATS].from, reader->error,
                     "seats: %s", buf_text(&why));
    buf_free(&why);
    return fits;
}

static bool read_tiles(struct flows_reader *reader, struct flows_setup *setup) {
    struct line rest = reader->value[FLOWS_FIELD_TILES];
    uint64_t sum = 0;
    if (!reader->given[FLOWS_FIELD_TILES])
        return true;
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        uint64_t count;
        if (!take_number(reader, FLOWS_FIELD_TILES, &rest, 0, FLOWS_MOST_TILES, &count))
            return false;
        setup->tiles[type] = (uint8_t)count;
        sum += count;
    }
    if (sum == 0)
        return fail_field(reader, FLOWS_FIELD_TILES, "tiles: there must be at least one");
    return expect_end(reader, FLOWS_FIELD_TILES, rest);
}

/* The number of the word in a list that ends with NULL. */
static bool take_choice(struct flows_reader *reader, struct line *rest, const char *const *words,
                        const char *expected, uint8_t *choice) {
    struct flows_word word;
    flows_word_next(reader->source, rest, &word);
    for (uint8_t i = 0; words[i]; i++)
        if (flows_word_is(reader->source, word, words[i])) {
            *choice = i;
            return true;
        }
    return source_error(reader->source, word.from, reader->error, "%s", expected);
}

static bool read_legality(struct flows_reader *reader, struct flows_setup *setup) {
    static const char *const words[] = {"any", "left", NULL};
    struct line rest = reader->value[FLOWS_FIELD_LEGALITY];
    uint8_t choice = 0;
    if (!reader->given[FLOWS_FIELD_LEGALITY])
        return true;
    if (!take_choice(reader, &rest, words,
                     "legality: expected any (tiles) or left (only the tiles left)", &choice))
        return false;
    setup->tiles_left = choice == 1;
    return expect_end(reader, FLOWS_FIELD_LEGALITY, rest);
}

static bool read_supermove(struct flows_reader *reader, struct flows_setup *setup) {
    static const char *const kinds[] = {"no", "double", "single", NULL};
    static const char *const whom[] = {"anyone", NULL};
    struct line rest = reader->value[FLOWS_FIELD_SUPERMOVE];
    struct flows_word word;
    uint8_t ignored = 0;
    if (!reader->given[FLOWS_FIELD_SUPERMOVE])
        return true;
    if (!take_choice(reader, &rest, kinds, "supermove: expected no, double or single",
                     &setup->supermove))
        return false;
    struct line more = rest;
    if (setup->supermove != FLOWS_NO_SUPERMOVE && flows_word_next(reader->source, &more, &word)) {
        if (!take_choice(reader, &rest, whom, "supermove: expected nothing more, or anyone",
                         &ignored))
            return false;
        setup->for_anyone = true;
    }
    return expect_end(reader, FLOWS_FIELD_SUPERMOVE, rest);
}

bool flows_read_setup(struct flows_reader *reader) {
    struct flows_setup setup;
    uint64_t radius = FLOWS_STANDARD_RADIUS;
    if (!read_number(reader, FLOWS_FIELD_RADIUS, FLOWS_LEAST_RADIUS, FLOWS_MOST_RADIUS, &radius))
        return false;
    setup.radius = (uint8_t)radius;
    if (!read_players(reader, &setup) || !read_seats(reader, &setup) ||
        !read_tiles(reader, &setup) || !read_legality(reader, &setup) ||
        !read_supermove(reader, &setup) ||
        !read_number(reader, FLOWS_FIELD_SEED, 0, UINT64_MAX, &setup.seed))
        return false;
    setup.seeded = reader->given[FLOWS_FIELD_SEED];
    flows_game_start(&reader->position->game, &setup);
    return true;
}

/* ---- a game that has begun ---- */

static bool read_resigned(struct flows_reader *reader, struct flows_game *game) {
    unsigned axes = 0;
    if (!read_axes(reader, FLOWS_FIELD_RESIGNED, &axes))
        return false;
    if ((axes & ~(unsigned)game->board.axes) != 0 || axes == game->board.axes)
        return fail_field(reader, FLOWS_FIELD_RESIGNED,
                          "resigned: expected axes that are played, and not all of them");
    game->board.axes &= (uint8_t)~axes;
    return true;
}

static bool read_turn(struct flows_reader *reader, struct flows_game *game) {
    uint64_t turn = game->board.grid->hexes - flows_set_count(&game->board.empty);
    if (!read_number(reader, FLOWS_FIELD_TURN, turn, FLOWS_MOST_TURNS, &turn))
        return false;
    game->turn = (uint16_t)turn;
    return true;
}

static bool read_next(struct flows_reader *reader, struct flows_game *game) {
    uint64_t edge = flows_game_usual_edge(game);
    if (!read_number(reader, FLOWS_FIELD_NEXT, 0, FLOWS_EDGES - 1, &edge))
        return false;
    if (flows_player_for(&game->setup, (unsigned)edge) == FLOWS_NONE)
        return fail_field(reader, FLOWS_FIELD_NEXT, "next: nobody sits at that edge");
    if (!(game->board.axes >> edge % 3 & 1))
        return fail_field(reader, FLOWS_FIELD_NEXT, "next: the team of that edge has resigned");
    game->edge = (uint8_t)edge;
    return true;
}

static bool read_carried(struct flows_reader *reader, struct flows_game *game, struct line rest) {
    struct flows_word word;
    if (!flows_word_next(reader->source, &rest, &word))
        return true;
    if (!flows_word_is(reader->source, word, "carried") ||
        game->setup.supermove != FLOWS_DOUBLE_SUPERMOVE || flows_set_empty(&game->board.empty))
        return source_error(reader->source, word.from, reader->error,
                            "hand: expected nothing more (or carried, with supermove: double and "
                            "an empty hex)");
    game->carried = true;
    game->shown = false;
    return expect_end(reader, FLOWS_FIELD_HAND, rest);
}

static bool read_hand(struct flows_reader *reader, struct flows_game *game) {
    struct line rest = reader->value[FLOWS_FIELD_HAND];
    uint64_t type;
    game->hand = FLOWS_NONE;
    if (!reader->given[FLOWS_FIELD_HAND])
        return true;
    if (!take_number(reader, FLOWS_FIELD_HAND, &rest, 0, FLOWS_TYPES - 1, &type))
        return false;
    if (game->board.left[type] == 0)
        return fail_field(reader, FLOWS_FIELD_HAND, "hand: no tile of that type is left");
    game->hand = (uint8_t)type;
    game->shown = true;
    return read_carried(reader, game, rest);
}

bool flows_read_progress(struct flows_reader *reader) {
    struct flows_game *game = &reader->position->game;
    return read_resigned(reader, game) && read_turn(reader, game) && read_next(reader, game) &&
           read_hand(reader, game);
}
