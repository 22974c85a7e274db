/* Where games are stored. A game is its start, its seats, the hashes of its tokens, and a log of
 * entries that only grows: version n is the state after n entries. What a call has acknowledged is
 * on disk. All functions may be called from several threads at once. */
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
    STORE_OLD = 1000,         /* games that store_old lists at a time */
    STORE_SWEPT = 500,        /* entries that store_sweep deletes at a time */
    STORE_GRAIN = 3600 * 1000 /* milliseconds by which the stored time of the last touch may be too
                                 early: it is not written with every move */
};

/* The version of a game that was removed. */
#define STORE_GONE UINT64_MAX

enum store_seat_kind { STORE_PERSON, STORE_OPEN, STORE_ENGINE };

struct store_seat {
    uint8_t kind;                /* enum store_seat_kind */
    char name[STORE_NAME + 1];   /* of the person; "" for none */
    char level[STORE_LEVEL + 1]; /* of the engine */
};

/* The holder of the token with this hash plays for these seats. */
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
    uint8_t seat;     /* from 1; 0: none */
    uint8_t kind;     /* enum store_entry_kind */
    char *text;
};

struct store_entries {
    struct store_entry *entry;
    size_t count;
};

/* The change of a seat that goes with an entry. */
struct store_change {
    unsigned seat; /* from 1 */
    struct store_seat now;
    const struct store_token *token; /* of the new player; NULL: none */
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

/* Opens a store by its URL: "sqlite:FILE", "sqlite::memory:", or "postgresql:..." where that was
 * built in. Creates what is missing, and updates what an earlier version of the program has made.
 * Returns NULL with an error: QD_BAD_INPUT for a URL of another kind, QD_FAILURE if it cannot be
 * opened, is in use by another server, or was made by a later version of the program. */
struct store *store_open(const char *url, qd_error *error);
/* The server stops: what still waits for a database gets two seconds from now on. */
void store_hurry(struct store *store);
void store_close(struct store *store);
/* "sqlite" or "postgresql". */
const char *store_word(const struct store *store);
/* True if other servers may change the games too, so that those in memory may be out of date. */
bool store_is_shared(const struct store *store);

/* From now on, calls changed, on any thread, when another server has written an entry or removed
 * the game (now is STORE_GONE); without an id (NULL) if calls may have been missed. To be called
 * once, before the first game. */
void store_watch(struct store *store, void (*changed)(void *context, const char *id, uint64_t now),
                 void *context);

/* Each returns QD_FAILURE with an error if the database fails. */

/* Stores a new game. QD_YES, or QD_NO: there are `most` games (0: any number) already. */
qd_status store_create(struct store *store, const struct store_game *game, uint64_t most,
                       qd_error *error);
/* Reads a game without its entries; the caller frees it. QD_YES, or QD_NO: there is no such game.
 */
qd_status store_load(struct store *store, const char *id, struct store_game *game, qd_error *error);
/* The game of an invite. QD_YES with its id, or QD_NO. */
qd_status store_invited(struct store *store, const char *invite, char id[SECRET_ID + 1],
                        qd_error *error);
/* Writes entries after the expected version, with the change of a seat (may be NULL): all or
 * nothing. QD_YES; or QD_NO if the game has another version, which *present gets (STORE_GONE: it
 * was removed), or the seat is not open any more. */
qd_status store_append(struct store *store, const char *id, uint64_t expected,
                       struct store_entry *entries, size_t count, const struct store_change *change,
                       uint64_t *present, qd_error *error);
/* Reads the entries after a version, at most limit; the caller frees them. QD_YES, also if there
 * are none. */
qd_status store_since(struct store *store, const char *id, uint64_t version, size_t limit,
                      struct store_entries *entries, qd_error *error);

/* The games that were not touched since `before`, the oldest first. QD_YES. */
qd_status store_old(struct store *store, int64_t before, struct store_old *old, qd_error *error);
/* Touches a game unless it was touched since `before`. QD_YES, or QD_NO: it was, or it is gone. */
qd_status store_touch(struct store *store, const char *id, int64_t before, int64_t now,
                      qd_error *error);
/* Removes a game unless it was touched since `before`. Its entries stay until they are swept.
 * QD_YES, or QD_NO: it was touched, or it is gone. */
qd_status store_remove(struct store *store, const char *id, int64_t before, qd_error *error);
/* Deletes some entries of removed games. QD_YES: there may be more; QD_NO: that was all. */
qd_status store_sweep(struct store *store, qd_error *error);

/* The open seats: bit n - 1 for seat n. */
unsigned store_open_seats(const struct store_game *game);

void store_game_free(struct store_game *game);
void store_entries_free(struct store_entries *entries);

#endif
