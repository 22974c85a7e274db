/* Games in an SQLite file: a write-ahead log with full synchronisation, so that what was committed
 * survives a kill and a power cut. The file belongs to one server at a time. */
#include <assert.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/source.h"
#include "base/thread.h"
#include "server/store/backend.h"

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVE,
    FORGET,
    RELEASE,
    NEW_GAME,
    NEW_SEAT,
    NEW_TOKEN,
    GET_GAME,
    GET_SEATS,
    GET_TOKENS,
    GET_INVITED,
    GET_VERSION,
    GET_SINCE,
    SET_VERSION,
    NEW_ENTRY,
    SET_SEAT,
    GET_OLD,
    TOUCH,
    REMOVE_GAME,
    REMOVE_SEATS,
    REMOVE_TOKENS,
    REMEMBER_REMOVED,
    GET_REMOVED,
    SWEEP,
    FORGET_REMOVED,
    STATEMENTS
};

static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [SAVE] = "SAVEPOINT one",
    [FORGET] = "ROLLBACK TO one",
    [RELEASE] = "RELEASE one",
    [NEW_GAME] = "INSERT INTO game (id, puzzle, start, created, touched, invite, version) "
                 "VALUES (?1, ?2, ?3, ?4, ?4, ?5, 0)",
    [NEW_SEAT] = "INSERT INTO seat (game, number, kind, name, level) VALUES (?, ?, ?, ?, ?)",
    [NEW_TOKEN] = "INSERT INTO token (game, hash, seats, owner) VALUES (?, ?, ?, ?)",
    [GET_GAME] = "SELECT puzzle, start, created, invite FROM game WHERE id = ?",
    [GET_SEATS] = "SELECT number, kind, name, level FROM seat WHERE game = ? ORDER BY number",
    [GET_TOKENS] = "SELECT hash, seats, owner FROM token WHERE game = ? ORDER BY rowid",
    [GET_INVITED] = "SELECT id FROM game WHERE invite = ?",
    [GET_VERSION] = "SELECT version FROM game WHERE id = ?",
    [GET_SINCE] = "SELECT version, time, seat, kind, text FROM entry "
                  "WHERE game = ? AND version > ? ORDER BY version LIMIT ?",
    [SET_VERSION] = "UPDATE game SET version = ?1, "
                    "touched = CASE WHEN touched < ?4 - 3600000 THEN ?4 ELSE touched END "
                    "WHERE id = ?2 AND version = ?3",
    [NEW_ENTRY] = "INSERT INTO entry (game, version, time, seat, kind, text) "
                  "VALUES (?, ?, ?, ?, ?, ?)",
    [SET_SEAT] = "UPDATE seat SET kind = ?, name = ?, level = ? "
                 "WHERE game = ? AND number = ? AND kind = 1",
    [GET_OLD] = "SELECT id, touched FROM game WHERE touched < ? ORDER BY touched LIMIT ?",
    [TOUCH] = "UPDATE game SET touched = ?1 WHERE id = ?2 AND touched < ?3",
    [REMOVE_GAME] = "DELETE FROM game WHERE id = ? AND touched < ?",
    [REMOVE_SEATS] = "DELETE FROM seat WHERE game = ?",
    [REMOVE_TOKENS] = "DELETE FROM token WHERE game = ?",
    [REMEMBER_REMOVED] = "INSERT INTO removed (game) VALUES (?)",
    [GET_REMOVED] = "SELECT game FROM removed LIMIT 1",
    [SWEEP] = "DELETE FROM entry WHERE game = ?1 AND version IN "
              "(SELECT version FROM entry WHERE game = ?1 ORDER BY version LIMIT ?2)",
    [FORGET_REMOVED] = "DELETE FROM removed WHERE game = ?",
};
_Static_assert(STORE_GRAIN == 3600000, "as in SET_VERSION");

/* Each brings a file from the form before to the next. */
static const char *const schemas[STORE_FORM] = {
    "CREATE TABLE IF NOT EXISTS game (id TEXT PRIMARY KEY, puzzle TEXT NOT NULL,"
    " start TEXT NOT NULL, created INTEGER NOT NULL, invite TEXT UNIQUE, version INTEGER NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS seat (game TEXT NOT NULL, number INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, name TEXT NOT NULL, level TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS token (game TEXT NOT NULL, hash BLOB NOT NULL,"
    " seats INTEGER NOT NULL, owner INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS token_game ON token (game);"
    "CREATE TABLE IF NOT EXISTS entry (game TEXT NOT NULL, version INTEGER NOT NULL,"
    " time INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, version)) WITHOUT ROWID;"
    "PRAGMA user_version = 1;",
    "ALTER TABLE game ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;"
    "UPDATE game SET touched = coalesce((SELECT max(time) FROM entry WHERE game = id), created);"
    "CREATE INDEX game_touched ON game (touched);"
    "CREATE TABLE removed (game TEXT PRIMARY KEY) WITHOUT ROWID;" /* their entries stay a while */
    "PRAGMA user_version = 2;",
};

/* Somebody who wants entries written, and waits in line until they are. */
struct writer {
    const char *id;
    uint64_t expected;
    struct store_entry *entries;
    size_t count;
    const struct store_change *change;
    uint64_t *present;
    qd_error *error;
    qd_status status;
    bool done;
    struct writer *next;
};

/* One connection, one user of it at a time: transactions are short. Most of their time is the
 * disk's, so all writers who came meanwhile are written together by the first of them. */
struct sqlite_store {
    sqlite3 *base;
    sqlite3_stmt *statement[STATEMENTS];
    uint64_t games; /* how many there are */
    struct mutex lock;
    struct mutex line_lock; /* of what follows; never while waiting for the other lock */
    struct condition moved;
    struct writer *first, **last;
    bool led; /* somebody is writing for all */
};

static qd_status fail(struct sqlite_store *store, qd_error *error) {
    error_set(error, QD_FAILURE, "the store does not work: %s", sqlite3_errmsg(store->base));
    return QD_FAILURE;
}

/* ---- statements ---- */

static sqlite3_stmt *use(struct sqlite_store *store, enum statement which) {
    sqlite3_stmt *statement = store->statement[which];
    assert(mutex_is_locked(&store->lock));
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return statement;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *statement, int at, int64_t number) {
    sqlite3_bind_int64(statement, at, number);
}

/* Runs a statement that gives no rows. */
static bool run(sqlite3_stmt *statement) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return done;
}

static bool run_plain(struct sqlite_store *store, enum statement which) {
    return run(use(store, which));
}

static void copy_column(sqlite3_stmt *statement, int column, char *out, size_t size) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

static char *take_column(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return mem_text(text ? (const char *)text : "");
}

/* ---- opening ---- */

/* The folder, and a file that only its owner can read; SQLite gives its journal the same rights,
 * and syncs what it writes, but not the names of what was made here. What cannot be made is told by
 * SQLite. */
static void make_file(const char *path) {
    char *copy = mem_text(path);
    for (char *at = strchr(copy + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (disk_make_folder(copy, 0700) == 0)
            file_sync_folder(copy);
        *at = '/';
    }
    free(copy);
    int file = disk_open(path, O_CREAT | O_RDWR, 0600);
    if (file >= 0)
        disk_close(file);
}

static bool run_text(struct sqlite_store *store, const char *text) {
    return sqlite3_exec(store->base, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* The number that a statement gives. */
static bool ask_number(struct sqlite_store *store, const char *text, uint64_t *number) {
    sqlite3_stmt *statement = NULL;
    bool found = sqlite3_prepare_v2(store->base, text, -1, &statement, NULL) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *number = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return found;
}

/* Makes the tables, or brings them to the present form. *form gets that of the file. */
static bool migrate(struct sqlite_store *store, uint64_t *form) {
    if (!run_text(store, "BEGIN EXCLUSIVE") || !ask_number(store, "PRAGMA user_version", form) ||
        *form > STORE_FORM)
        return false;
    for (uint64_t next = *form; next < STORE_FORM; next++)
        if (!run_text(store, schemas[next]))
            return false;
    return run_text(store, "COMMIT");
}

/* The exclusive lock is taken by the first write and kept until the end. */
static bool prepare(struct sqlite_store *store, uint64_t *form) {
    static const char settings[] = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; "
                                   "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;";
    if (!run_text(store, settings) || !migrate(store, form) ||
        !ask_number(store, "SELECT count(*) FROM game", &store->games))
        return false;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->base, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static void sqlite_close(void *self) {
    struct sqlite_store *store = self;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->base);
    mutex_destroy(&store->lock);
    mutex_destroy(&store->line_lock);
    condition_destroy(&store->moved);
    free(store);
}

/* Why a file cannot be used. */
static void tell_why(struct sqlite_store *store, const char *path, uint64_t form, qd_error *error) {
    int code = sqlite3_errcode(store->base);
    if (form > STORE_FORM)
        error_set(error, QD_FAILURE, "%.200s was made by a later version of this program", path);
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        error_set(error, QD_FAILURE, "%.200s is in use by another server", path);
    else
        error_set(error, QD_FAILURE, "%.200s cannot be used as a store: %s", path,
                  sqlite3_errmsg(store->base));
}

static void *sqlite_open(const char *path, qd_error *error) {
    struct sqlite_store *store = MEM_NEW(struct sqlite_store);
    uint64_t form = 0;
    mutex_init(&store->lock);
    mutex_init(&store->line_lock);
    condition_init(&store->moved);
    store->last = &store->first;
    if (strcmp(path, ":memory:") != 0)
        make_file(path);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->base, flags, NULL) == SQLITE_OK && prepare(store, &form))
        return store;
    tell_why(store, path, form, error);
    sqlite_close(store);
    return NULL;
}

/* ---- transactions ---- */

/* Ends what was begun: good commits it. */
static qd_status finish(struct sqlite_store *store, qd_status status, qd_error *error) {
    assert(!sqlite3_get_autocommit(store->base)); /* in a transaction */
    if (status == QD_YES && run_plain(store, COMMIT))
        return QD_YES;
    if (status != QD_NO)
        status = fail(store, error);
    run_plain(store, ROLLBACK);
    return status;
}

static bool put_game(struct sqlite_store *store, const struct store_game *game) {
    sqlite3_stmt *statement = use(store, NEW_GAME);
    bind_text(statement, 1, game->id);
    bind_text(statement, 2, game->puzzle);
    bind_text(statement, 3, game->start);
    bind_number(statement, 4, game->created);
    if (game->invite[0])
        bind_text(statement, 5, game->invite);
    return run(statement);
}

static bool put_seat(struct sqlite_store *store, const char *id, unsigned number,
                     const struct store_seat *seat) {
    sqlite3_stmt *statement = use(store, NEW_SEAT);
    bind_text(statement, 1, id);
    bind_number(statement, 2, number);
    bind_number(statement, 3, seat->kind);
    bind_text(statement, 4, seat->name);
    bind_text(statement, 5, seat->level);
    return run(statement);
}

static bool put_token(struct sqlite_store *store, const char *id, const struct store_token *token) {
    sqlite3_stmt *statement = use(store, NEW_TOKEN);
    bind_text(statement, 1, id);
    sqlite3_bind_blob(statement, 2, token->hash, sizeof token->hash, SQLITE_STATIC);
    bind_number(statement, 3, token->seats);
    bind_number(statement, 4, token->owner);
    return run(statement);
}

static qd_status create_inside(struct sqlite_store *store, const struct store_game *game) {
    bool good = put_game(store, game);
    for (unsigned i = 0; good && i < game->seat_count; i++)
        good = put_seat(store, game->id, i + 1, &game->seats[i]);
    for (unsigned i = 0; good && i < game->token_count; i++)
        good = put_token(store, game->id, &game->tokens[i]);
    return good ? QD_YES : QD_FAILURE;
}

static qd_status sqlite_create(void *self, const struct store_game *game, uint64_t most,
                               qd_error *error) {
    struct sqlite_store *store = self;
    qd_status status = QD_NO;
    mutex_lock(&store->lock);
    if (!most || store->games < most)
        status = run_plain(store, BEGIN) ? finish(store, create_inside(store, game), error)
                                         : fail(store, error);
    store->games += status == QD_YES;
    mutex_unlock(&store->lock);
    return status;
}

/* ---- reading ---- */

static qd_status read_game(struct sqlite_store *store, const char *id, struct store_game *game) {
    sqlite3_stmt *statement = use(store, GET_GAME);
    bind_text(statement, 1, id);
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW) {
        snprintf(game->id, sizeof game->id, "%s", id);
        copy_column(statement, 0, game->puzzle, sizeof game->puzzle);
        game->start = take_column(statement, 1);
        game->created = sqlite3_column_int64(statement, 2);
        copy_column(statement, 3, game->invite, sizeof game->invite);
    }
    sqlite3_reset(statement);
    return step == SQLITE_ROW ? QD_YES : step == SQLITE_DONE ? QD_NO : QD_FAILURE;
}

static bool read_seats(struct sqlite_store *store, struct store_game *game) {
    sqlite3_stmt *statement = use(store, GET_SEATS);
    int step;
    bind_text(statement, 1, game->id);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW && game->seat_count < STORE_SEATS) {
        struct store_seat *seat = &game->seats[game->seat_count++];
        seat->kind = (uint8_t)sqlite3_column_int(statement, 1);
        copy_column(statement, 2, seat->name, sizeof seat->name);
        copy_column(statement, 3, seat->level, sizeof seat->level);
    }
    sqlite3_reset(statement);
    return step == SQLITE_DONE;
}

static bool read_tokens(struct sqlite_store *store, struct store_game *game) {
    sqlite3_stmt *statement = use(store, GET_TOKENS);
    int step;
    bind_text(statement, 1, game->id);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW && game->token_count < STORE_TOKENS) {
        struct store_token *token = &game->tokens[game->token_count++];
        if (sqlite3_column_bytes(statement, 0) == SECRET_HASH)
            memcpy(token->hash, sqlite3_column_blob(statement, 0), SECRET_HASH);
        token->seats = (unsigned)sqlite3_column_int(statement, 1);
        token->owner = sqlite3_column_int(statement, 2) != 0;
    }
    sqlite3_reset(statement);
    return step == SQLITE_DONE;
}

static qd_status sqlite_load(void *self, const char *id, struct store_game *game, qd_error *error) {
    struct sqlite_store *store = self;
    *game = (struct store_game){0};
    mutex_lock(&store->lock);
    qd_status status = read_game(store, id, game);
    if (status == QD_FAILURE ||
        (status == QD_YES && !(read_seats(store, game) && read_tokens(store, game))))
        status = fail(store, error);
    mutex_unlock(&store->lock);
    if (status != QD_YES)
        store_game_free(game);
    return status;
}

static qd_status sqlite_invited(void *self, const char *invite, char id[SECRET_ID + 1],
                                qd_error *error) {
    struct sqlite_store *store = self;
    mutex_lock(&store->lock);
    sqlite3_stmt *statement = use(store, GET_INVITED);
    bind_text(statement, 1, invite);
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW)
        copy_column(statement, 0, id, SECRET_ID + 1);
    qd_status status = step == SQLITE_ROW    ? QD_YES
                       : step == SQLITE_DONE ? QD_NO
                                             : fail(store, error);
    sqlite3_reset(statement);
    mutex_unlock(&store->lock);
    return status;
}

static struct store_entry entry_of(sqlite3_stmt *statement) {
    return (struct store_entry){.version = (uint64_t)sqlite3_column_int64(statement, 0),
                                .time = sqlite3_column_int64(statement, 1),
                                .seat = (uint8_t)sqlite3_column_int(statement, 2),
                                .kind = (uint8_t)sqlite3_column_int(statement, 3),
                                .text = take_column(statement, 4)};
}

static qd_status sqlite_since(void *self, const char *id, uint64_t version, size_t limit,
                              struct store_entries *entries, qd_error *error) {
    struct sqlite_store *store = self;
    int step;
    mutex_lock(&store->lock);
    sqlite3_stmt *statement = use(store, GET_SINCE);
    bind_text(statement, 1, id);
    bind_number(statement, 2, (int64_t)version);
    bind_number(statement, 3, (int64_t)limit);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW)
        store_entries_add(entries, entry_of(statement));
    qd_status status = step == SQLITE_DONE ? QD_YES : fail(store, error);
    sqlite3_reset(statement);
    mutex_unlock(&store->lock);
    if (status != QD_YES)
        store_entries_free(entries);
    return status;
}

/* ---- appending ---- */

/* Moves the version on if it is the expected one. */
static qd_status claim(struct sqlite_store *store, const struct writer *writer) {
    sqlite3_stmt *statement = use(store, SET_VERSION);
    bind_number(statement, 1, (int64_t)(writer->expected + writer->count));
    bind_text(statement, 2, writer->id);
    bind_number(statement, 3, (int64_t)writer->expected);
    bind_number(statement, 4, writer->entries[writer->count - 1].time);
    if (!run(statement))
        return QD_FAILURE;
    if (sqlite3_changes(store->base) == 1)
        return QD_YES;
    statement = use(store, GET_VERSION);
    bind_text(statement, 1, writer->id);
    int step = sqlite3_step(statement);
    *writer->present =
        step == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : STORE_GONE;
    sqlite3_reset(statement);
    return step == SQLITE_ROW || step == SQLITE_DONE ? QD_NO : QD_FAILURE;
}

static bool put_entry(struct sqlite_store *store, const char *id, const struct store_entry *entry) {
    sqlite3_stmt *statement = use(store, NEW_ENTRY);
    bind_text(statement, 1, id);
    bind_number(statement, 2, (int64_t)entry->version);
    bind_number(statement, 3, entry->time);
    bind_number(statement, 4, entry->seat);
    bind_number(statement, 5, entry->kind);
    bind_text(statement, 6, entry->text);
    return run(statement);
}

static qd_status change_seat(struct sqlite_store *store, const char *id,
                             const struct store_change *change) {
    sqlite3_stmt *statement = use(store, SET_SEAT);
    bind_number(statement, 1, change->now.kind);
    bind_text(statement, 2, change->now.name);
    bind_text(statement, 3, change->now.level);
    bind_text(statement, 4, id);
    bind_number(statement, 5, change->seat);
    if (!run(statement))
        return QD_FAILURE;
    if (sqlite3_changes(store->base) != 1)
        return QD_NO;
    return !change->token || put_token(store, id, change->token) ? QD_YES : QD_FAILURE;
}

static qd_status write_entries(struct sqlite_store *store, struct writer *writer) {
    qd_status status = claim(store, writer);
    for (size_t i = 0; status == QD_YES && i < writer->count; i++) {
        writer->entries[i].version = writer->expected + i + 1;
        status = put_entry(store, writer->id, &writer->entries[i]) ? QD_YES : QD_FAILURE;
    }
    return status == QD_YES && writer->change ? change_seat(store, writer->id, writer->change)
                                              : status;
}

/* Writes for one of them, or leaves no trace. Returns false if the whole must be given up. */
static bool write_one(struct sqlite_store *store, struct writer *writer) {
    if (!run_plain(store, SAVE))
        return false;
    writer->status = write_entries(store, writer);
    if (writer->status == QD_FAILURE)
        fail(store, writer->error);
    if (writer->status != QD_YES && !run_plain(store, FORGET))
        return false;
    return run_plain(store, RELEASE);
}

/* One transaction for all of them: they are told only after it is on disk. */
static void write_all(struct sqlite_store *store, struct writer *first) {
    mutex_lock(&store->lock);
    assert(sqlite3_get_autocommit(store->base)); /* nobody left one open */
    bool begun = run_plain(store, BEGIN), good = begun;
    for (struct writer *writer = first; good && writer; writer = writer->next)
        good = write_one(store, writer);
    good = good && run_plain(store, COMMIT);
    for (struct writer *writer = first; !good && writer; writer = writer->next)
        writer->status = fail(store, writer->error);
    if (begun && !good)
        run_plain(store, ROLLBACK);
    mutex_unlock(&store->lock);
}

/* Writes for all who stand in line; with its lock held. */
static void lead(struct sqlite_store *store) {
    struct writer *first = store->first;
    assert(mutex_is_locked(&store->line_lock) && !store->led && first);
    store->led = true;
    store->first = NULL;
    store->last = &store->first;
    mutex_unlock(&store->line_lock);
    write_all(store, first);
    mutex_lock(&store->line_lock);
    store->led = false;
    for (struct writer *writer = first, *next; writer; writer = next) {
        next = writer->next; /* once it is done its owner may be gone */
        writer->done = true;
    }
    condition_broadcast(&store->moved);
}

static qd_status sqlite_append(void *self, const char *id, uint64_t expected,
                               struct store_entry *entries, size_t count,
                               const struct store_change *change, uint64_t *present,
                               qd_error *error) {
    struct sqlite_store *store = self;
    struct writer writer = {.id = id,
                            .expected = expected,
                            .entries = entries,
                            .count = count,
                            .change = change,
                            .present = present,
                            .error = error};
    assert(count >= 1);
    *present = expected;
    mutex_lock(&store->line_lock);
    *store->last = &writer;
    store->last = &writer.next;
    while (!writer.done)
        if (store->led)
            condition_wait(&store->moved, &store->line_lock);
        else
            lead(store);
    mutex_unlock(&store->line_lock);
    return writer.status;
}

/* ---- removing ---- */

static qd_status sqlite_old(void *self, int64_t before, struct store_old *old, qd_error *error) {
    struct sqlite_store *store = self;
    int step;
    mutex_lock(&store->lock);
    sqlite3_stmt *statement = use(store, GET_OLD);
    bind_number(statement, 1, before);
    bind_number(statement, 2, STORE_OLD);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW && old->count < STORE_OLD) {
        struct store_old_game *game = &old->game[old->count++];
        copy_column(statement, 0, game->id, sizeof game->id);
        game->touched = sqlite3_column_int64(statement, 1);
    }
    qd_status status = step == SQLITE_DONE ? QD_YES : fail(store, error);
    sqlite3_reset(statement);
    mutex_unlock(&store->lock);
    return status;
}

static qd_status sqlite_touch(void *self, const char *id, int64_t before, int64_t now,
                              qd_error *error) {
    struct sqlite_store *store = self;
    mutex_lock(&store->lock);
    sqlite3_stmt *statement = use(store, TOUCH);
    bind_number(statement, 1, now);
    bind_text(statement, 2, id);
    bind_number(statement, 3, before);
    qd_status status = !run(statement)                     ? fail(store, error)
                       : sqlite3_changes(store->base) == 1 ? QD_YES
                                                           : QD_NO;
    mutex_unlock(&store->lock);
    return status;
}

static bool run_for(struct sqlite_store *store, enum statement which, const char *id) {
    sqlite3_stmt *statement = use(store, which);
    bind_text(statement, 1, id);
    return run(statement);
}

static qd_status remove_inside(struct sqlite_store *store, const char *id, int64_t before) {
    sqlite3_stmt *statement = use(store, REMOVE_GAME);
    bind_text(statement, 1, id);
    bind_number(statement, 2, before);
    if (!run(statement))
        return QD_FAILURE;
    if (sqlite3_changes(store->base) != 1)
        return QD_NO;
    return run_for(store, REMOVE_SEATS, id) && run_for(store, REMOVE_TOKENS, id) &&
                   run_for(store, REMEMBER_REMOVED, id)
               ? QD_YES
               : QD_FAILURE;
}

static qd_status sqlite_remove(void *self, const char *id, int64_t before, qd_error *error) {
    struct sqlite_store *store = self;
    mutex_lock(&store->lock);
    qd_status status = run_plain(store, BEGIN)
                           ? finish(store, remove_inside(store, id, before), error)
                           : fail(store, error);
    assert(status != QD_YES || store->games > 0);
    store->games -= status == QD_YES;
    mutex_unlock(&store->lock);
    return status;
}

/* Some entries of one game; when it has no more, the game is forgotten for good. */
static qd_status sweep_inside(struct sqlite_store *store, const char *id) {
    sqlite3_stmt *statement = use(store, SWEEP);
    bind_text(statement, 1, id);
    bind_number(statement, 2, STORE_SWEPT);
    if (!run(statement))
        return QD_FAILURE;
    return sqlite3_changes(store->base) == STORE_SWEPT || run_for(store, FORGET_REMOVED, id)
               ? QD_YES
               : QD_FAILURE;
}

static qd_status sqlite_sweep(void *self, qd_error *error) {
    struct sqlite_store *store = self;
    char id[SECRET_ID + 1] = "";
    mutex_lock(&store->lock);
    sqlite3_stmt *statement = use(store, GET_REMOVED);
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW)
        copy_column(statement, 0, id, sizeof id);
    sqlite3_reset(statement);
    qd_status status = step == SQLITE_DONE ? QD_NO
                       : step == SQLITE_ROW && run_plain(store, BEGIN)
                           ? finish(store, sweep_inside(store, id), error)
                           : fail(store, error);
    mutex_unlock(&store->lock);
    return status;
}

const struct store_backend store_sqlite = {
    .word = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .create = sqlite_create,
    .load = sqlite_load,
    .invited = sqlite_invited,
    .append = sqlite_append,
    .since = sqlite_since,
    .old = sqlite_old,
    .touch = sqlite_touch,
    .remove = sqlite_remove,
    .sweep = sqlite_sweep,
};
