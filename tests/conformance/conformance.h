/* What every registered puzzle must do. Nothing here knows any puzzle: each check runs over the
 * samples of each puzzle, and over a few instances that it generates itself. A sample is taken to
 * be solvable unless its name begins with "unsolvable". */
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include "base/random.h"
#include "puzzles/interface/puzzle.h"
#include "session/session.h"

enum {
    SEED = 20231115,    /* of all random choices */
    GENERATED = 3,      /* instances of each puzzle that are made here */
    RANDOM_MOVES = 70,  /* of a random game; more than lie between two snapshots of a session */
    LONG_WAY = 2000,    /* solutions of more moves are not followed to the end */
    PREFIX_COUNT = 600, /* at most this many beginnings of a long text are tried */
    MUTATIONS = 300,
    WAYS = 4 /* that are played through */
};

/* Long enough for a slow machine under a sanitizer; a check that needs it has failed. */
extern const qd_limits patience;

struct instance {
    const struct puzzle *puzzle;
    const char *name;
    const char *text;
};

typedef void conformance_check(const struct instance *instance);

/* Runs a check on every sample and on some generated instances, and says which. */
void for_each_instance(const struct puzzle *puzzle, conformance_check *check);
bool is_unsolvable(const struct instance *instance);
/* The text of a generated instance; the caller frees it. */
char *generated_text(const struct puzzle *puzzle, uint64_t number);

/* Fails the test at that place, with the instance's name and the message. */
_Noreturn void complain(const struct instance *instance, const char *file, int line,
                        const char *format, ...) QD_PRINTF(4, 5);

/* An assertion that says whose fault it is; wants a variable `instance`. */
#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            complain(instance, __FILE__, __LINE__, __VA_ARGS__);                                   \
    } while (0)

/* The same numbers each time. */
struct random seeded_random(void);

/* Opens a text of exactly these bytes, as a puzzle or (NULL) as what it looks like. */
struct session *open_bytes(const struct puzzle *as, const char *text, size_t size, qd_error *error);
/* Opens the instance, which must be possible. */
struct session *open_instance(const struct instance *instance);

/* A position in the puzzle's own format, for comparing; the caller frees it. */
char *picture(const struct puzzle *puzzle, const struct position *position);
char *picture_now(const struct session *session);
bool looks_like(const struct session *session, const char *expected);
/* The saved game; the caller frees it. */
char *game_text(const struct session *session);
/* Plays a legal move, chosen at random. Returns false if there is none. */
bool move_at_random(const struct instance *instance, struct session *session,
                    struct random *random);

/* A call's arguments: fresh options and control, released by done(). */
struct call {
    struct options *options;
    qd_control *control;
    qd_error error;
};

struct call begin(const qd_limits *limits);
/* The same for hints, of which there are many. */
struct call begin_with_little_effort(const struct puzzle *puzzle, const qd_limits *limits);
void done(struct call *call);

/* True if the text is at least one whole line. */
bool ends_a_line(const struct buf *text);
/* An error about a text: with a line and a message. */
void expect_error(const struct instance *instance, const qd_error *error);

/* The checks, in the order in which they run. */
void describes_itself(const struct puzzle *puzzle);
conformance_check print_then_parse, recognised, several_in_one_text, prefixes, mutations,
    saved_games_come_back, cut_games_are_refused;
conformance_check copies_are_independent, listed_moves_are_legal, junk_is_no_move, undo_restores;
conformance_check solved_or_proven, two_solves_agree, stopped_calls_return;
conformance_check hints_lead_to_the_end, checked_and_rated, lacking_is_said;
void seeds_decide(const struct puzzle *puzzle);
conformance_check shown, keys_play, viewed, seats_keep_secrets;

/* Lists a solution: at most `limit` moves of a way, from a move on (NULL: from the first). */
void list_way(const struct instance *instance, const struct answer *answer, unsigned way,
              const char *from, size_t limit, struct record *moves);

#endif
