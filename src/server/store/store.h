/* Where games are kept. A game is what it began with, its seats, the hashes of its tokens, and a
 * log of entries that only grows: version n is the state after n entries. What a call has
 * acknowledged is on disk. All calls may be made from several threads at once. */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

#include "server/store/tokens.h"

enum {
    STORE_SEATS = 6,
    STORE_NAME = 160, /* bytes */
    STORE_TOKENS = 8,
    STORE_LEVEL = 16,
    STORE_OLD = 1000,         /* games that are listed at a time */
    STORE_SWEPT = 500,        /* entries that are swept at a time */
    STORE_GRAIN = 3600 * 1000 /* milliseconds by which the time of the last touch may be too early:
                               * it is not written with every move */
};

/* The version of a game that was removed. */
#define STORE_GONE UINT64_MAX

enum store_seat_kind { STORE_PERSON, STORE_OPEN, STORE_ENGINE };

struct store_seat {
    uint8_t kind;                /* enum store_seat_kind */
    char name[STORE_NAME + 1];   /* of the person; "" for none */
    char level[STORE_LEVEL + 1]; /* of the engine */
};

/* Who knows the text of this hash may play for these seats. */
struct store_token {
    uint8_t hash[SECRET_HASH];
    unsigned seats; /* bit n - 1 for seat n */
    bool owner;     /* the game was created with it */
};

struct store_game {
    char id[SECRET_ID + 1];
    char puzzle[24];
    char *start;                  /* a saved game: the start, and the moves that came with it */
    int64_t created;              /* milliseconds since 1970 */
    char invite[SECRET_LONG + 1]; /* "": nobody can be invited */
    unsigned seat_count;
    struct store_seat seats[STORE_SEATS];
    unsigned token_count;
    struct store_token tokens[STORE_TOKENS];
};

enum store_entry_kind {
    STORE_MOVE,
    STORE_UNDO,
    STORE_REDO,
    STORE_RESIGN,
    STORE_JOIN,
    STORE_MAKE_ENGINE,
    STORE_REMATCH,
    STORE_KINDS
};

struct store_entry {
    uint64_t version; /* from 1; append sets it */
    int64_t time;     /* milliseconds since 1970 */
    uint8_t seat;     /* from 1; 0: of nobody */
    uint8_t kind;     /* enum store_entry_kind */
    char *text;
};

struct store_entries {
    struct store_entry *entry;
    size_t count;
};

/* A seat that changes hands together with an entry. */
struct store_change {
    unsigned seat; /* from 1 */
    struct store_seat now;
    const struct store_token *token; /* a new one that goes with it; NULL: none */
};

/* Games that were not touched for some time. */
struct store_old {
    struct store_old_game {
        char id[SECRET_ID + 1];
        int64_t touched; /* by the last entry, or by store_touch */
    } game[STORE_OLD];
    size_t count;
};

struct store;

/* Opens a store by its URL: "sqlite:FILE", or "postgresql:..." where that was built in. Makes what
 * is missing, and brings what an earlier version of the program has made to the present form.
 * Returns NULL with an error: QD_BAD_INPUT if the URL is of no known kind, QD_FAILURE if it cannot
 * be opened, another server has it, or a later version has made it. "sqlite::memory:" is kept
 * nowhere.
 */
struct store *store_open(const char *url, qd_error *error);
void store_close(struct store *store);
/* "sqlite" or "postgresql". */
const char *store_word(const struct store *store);
/* True if other servers may change the games too: what is in memory may be old. */
bool store_is_shared(const struct store *store);

/* Has changed called, from any thread, after an entry was written by another server, or (now is
 * STORE_GONE) the game was removed; without an id (NULL) if such calls may have been missed. Only
 * once, before the first game. */
void store_watch(struct store *store, void (*changed)(void *context, const char *id, uint64_t now),
                 void *context);

/* Each returns QD_FAILURE with an error if the machine does not do its part. */

/* Keeps a new game. QD_YES, or QD_NO: there are as many as most (0: any number) already. */
qd_status store_create(struct store *store, const struct store_game *game, uint64_t most,
                       qd_error *error);
/* Reads a game without its entries; store_game_free. QD_YES, or QD_NO: there is none of that id. */
qd_status store_load(struct store *store, const char *id, struct store_game *game, qd_error *error);
/* The game of an invite. QD_YES with its id, or QD_NO. */
qd_status store_invited(struct store *store, const char *invite, char id[SECRET_ID + 1],
                        qd_error *error);
/* Writes entries behind the version expected, all or none, and the change of a seat (may be NULL)
 * with them. QD_YES; or QD_NO if the game has another version, which *present tells (STORE_GONE: it
 * was removed), or the seat that changes is not open any more. */
qd_status store_append(struct store *store, const char *id, uint64_t expected,
                       struct store_entry *entries, size_t count, const struct store_change *change,
                       uint64_t *present, qd_error *error);
/* The entries after a version, at most limit; store_entries_free. QD_YES, also if there are none.
 */
qd_status store_since(struct store *store, const char *id, uint64_t version, size_t limit,
                      struct store_entries *entries, qd_error *error);

/* The games that were not touched since a time, the one that waits longest first. QD_YES. */
qd_status store_old(struct store *store, int64_t before, struct store_old *old, qd_error *error);
/* Counts a game as touched now, unless it was since before. QD_YES, or QD_NO: it was, or is not
 * there. */
qd_status store_touch(struct store *store, const char *id, int64_t before, int64_t now,
                      qd_error *error);
/* Removes a game unless it was touched since before. Its entries stay until they are swept. QD_YES,
 * or QD_NO: it was touched, or is not there. */
qd_status store_remove(struct store *store, const char *id, int64_t before, qd_error *error);
/* Sweeps some entries of games that were removed. QD_YES: there are more; QD_NO: that was all. */
qd_status store_sweep(struct store *store, qd_error *error);

void store_game_free(struct store_game *game);
void store_entries_free(struct store_entries *entries);

#endif
