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

/* ---- statements ---- */

enum { BEGIN = SQL_STATEMENTS, COMMIT, ROLLBACK, SAVEPOINT, ROLLBACK_TO, RELEASE, STATEMENTS };

static const struct {
    int values;
    const char *text;
} statements[STATEMENTS] = {
#define T                             ""
#define HASH_IN(value)                value
#define HASH_OUT(value)               value
#define TOKEN_ORDER                   "rowid"
#define NOTIFY(value)                 ""
#define NOTIFIED                      0
#define SKIP_LOCKED                   ""
#define STATEMENT(name, values, text) [SQL_##name] = {values, text},
#include "server/store/statements.def"
#undef STATEMENT
    [BEGIN] = {0, "BEGIN IMMEDIATE"},       [COMMIT] = {0, "COMMIT"},
    [ROLLBACK] = {0, "ROLLBACK"},           [SAVEPOINT] = {0, "SAVEPOINT one"},
    [ROLLBACK_TO] = {0, "ROLLBACK TO one"}, [RELEASE] = {0, "RELEASE one"},
};
_Static_assert(STORE_GRAIN == 3600000, "as in SET_VERSION");

/* Each brings a file from the version before to the next. */
static const char *const schemas[STORE_SCHEMA] = {
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

/* A task that writes, and waits in line until it is done. */
struct writer {
    sql_task *task;
    void *context;
    qd_error *error;
    qd_status status;
    bool done;
    struct writer *next;
};

/* One connection, one user of it at a time: transactions are short. Most of their time is the
 * disk's, so the first writer in line writes for all who have joined it, in one transaction. */
struct sqlite_store {
    struct sql sql; /* for tasks */
    sqlite3 *base;
    sqlite3_stmt *statement[STATEMENTS];
    uint64_t games; /* how many there are */
    struct mutex lock;
    struct mutex line_lock; /* of what follows; never while waiting for the other lock */
    struct condition moved;
    struct writer *first, **last;
    bool led; /* somebody is writing for all */
};

static struct sqlite_store *store_of(struct sql *sql) {
    return (struct sqlite_store *)(void *)sql;
}

static qd_status fail(struct sqlite_store *store, qd_error *error) {
    error_set(error, QD_FAILURE, "the store does not work: %s", sqlite3_errmsg(store->base));
    return QD_FAILURE;
}

/* ---- running statements ---- */

static void bind_value(sqlite3_stmt *statement, int at, const struct sql_value *value) {
    if (value->type == SQL_TEXT)
        sqlite3_bind_text(statement, at, value->text, -1, SQLITE_STATIC);
    if (value->type == SQL_NUMBER)
        sqlite3_bind_int64(statement, at, value->number);
    if (value->type == SQL_HASH)
        sqlite3_bind_blob(statement, at, value->hash, SECRET_HASH, SQLITE_STATIC);
}

/* A statement with its values, ready to be run. */
static sqlite3_stmt *use(struct sqlite_store *store, int which, const struct sql_value *values) {
    sqlite3_stmt *statement = store->statement[which];
    assert(mutex_is_locked(&store->lock));
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    for (int i = 0; i < statements[which].values; i++)
        bind_value(statement, i + 1, &values[i]);
    return statement;
}

static int sqlite_query(struct sql *sql, enum sql_statement which, const struct sql_value *values,
                        void (*see)(void *context, const struct sql_row *row), void *context) {
    sqlite3_stmt *statement = use(store_of(sql), (int)which, values);
    struct sql_row row = {.backend = &store_sqlite, .result = statement};
    int step;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        see(context, &row);
        row.number++;
    }
    sqlite3_reset(statement);
    return step == SQLITE_DONE ? row.number : -1;
}

static bool run(struct sqlite_store *store, int which, const struct sql_value *values) {
    sqlite3_stmt *statement = use(store, which, values);
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return done;
}

static bool sqlite_execute(struct sql *sql, enum sql_statement which,
                           const struct sql_value *values, int64_t *changed) {
    struct sqlite_store *store = store_of(sql);
    bool done = run(store, (int)which, values);
    if (done && changed)
        *changed = sqlite3_changes(store->base);
    return done;
}

static int64_t sqlite_number(const struct sql_row *row, int column) {
    return sqlite3_column_int64(row->result, column);
}

static const char *sqlite_text(const struct sql_row *row, int column) {
    const unsigned char *text = sqlite3_column_text(row->result, column);
    return text ? (const char *)text : "";
}

static void sqlite_hash(const struct sql_row *row, int column, uint8_t hash[SECRET_HASH]) {
    if (sqlite3_column_bytes(row->result, column) == SECRET_HASH)
        memcpy(hash, sqlite3_column_blob(row->result, column), SECRET_HASH);
}

/* What a transaction has counted is undone with it: write_one, write_all. */
static qd_status sqlite_count(struct sql *sql, int change, uint64_t most) {
    struct sqlite_store *store = store_of(sql);
    if (change > 0 && most && store->games >= most)
        return QD_NO;
    store->games += (uint64_t)(int64_t)change;
    return QD_YES;
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

/* Makes the tables, or brings them up to date. *version gets the version of the file. */
static bool migrate(struct sqlite_store *store, uint64_t *version) {
    if (!run_text(store, "BEGIN EXCLUSIVE") || !ask_number(store, "PRAGMA user_version", version) ||
        *version > STORE_SCHEMA)
        return false;
    for (uint64_t next = *version; next < STORE_SCHEMA; next++)
        if (!run_text(store, schemas[next]))
            return false;
    return run_text(store, "COMMIT");
}

/* $1 is the first value, $2 the second, and there are no others. */
static bool takes_its_values(sqlite3_stmt *statement, int values) {
    char name[16];
    bool good = sqlite3_bind_parameter_count(statement) == values;
    for (int i = 1; good && i <= values; i++) {
        snprintf(name, sizeof name, "$%d", i);
        good = sqlite3_bind_parameter_index(statement, name) == i;
    }
    assert(good);
    return good;
}

/* The exclusive lock is taken by the first write and kept until the end. */
static bool prepare(struct sqlite_store *store, uint64_t *version) {
    static const char settings[] = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; "
                                   "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;";
    if (!run_text(store, settings) || !migrate(store, version) ||
        !ask_number(store, "SELECT count(*) FROM game", &store->games))
        return false;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->base, statements[i].text, -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[i], NULL) != SQLITE_OK ||
            !takes_its_values(store->statement[i], statements[i].values))
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
static void tell_why(struct sqlite_store *store, const char *path, uint64_t version,
                     qd_error *error) {
    int code = sqlite3_errcode(store->base);
    if (version > STORE_SCHEMA)
        error_set(error, QD_FAILURE, "%.200s was made by a later version of this program", path);
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        error_set(error, QD_FAILURE, "%.200s is in use by another server", path);
    else
        error_set(error, QD_FAILURE, "%.200s cannot be used as a store: %s", path,
                  sqlite3_errmsg(store->base));
}

static void *sqlite_open(const char *path, qd_error *error) {
    struct sqlite_store *store = MEM_NEW(struct sqlite_store);
    uint64_t version = 0;
    store->sql = (struct sql){.backend = &store_sqlite, .server = ""};
    mutex_init(&store->lock);
    mutex_init(&store->line_lock);
    condition_init(&store->moved);
    store->last = &store->first;
    if (strcmp(path, ":memory:") != 0)
        make_file(path);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->base, flags, NULL) == SQLITE_OK && prepare(store, &version))
        return store;
    tell_why(store, path, version, error);
    sqlite_close(store);
    return NULL;
}

/* ---- tasks ---- */

static qd_status sqlite_read(void *self, sql_task *task, void *context, qd_error *error) {
    struct sqlite_store *store = self;
    mutex_lock(&store->lock);
    qd_status status = task(&store->sql, context);
    if (status == QD_FAILURE)
        fail(store, error);
    mutex_unlock(&store->lock);
    return status;
}

/* Does one task, or leaves no trace of it. Returns false if the whole must be given up. */
static bool write_one(struct sqlite_store *store, struct writer *writer) {
    uint64_t games = store->games;
    if (!run(store, SAVEPOINT, NULL))
        return false;
    writer->status = writer->task(&store->sql, writer->context);
    if (writer->status == QD_FAILURE)
        fail(store, writer->error);
    if (writer->status != QD_YES) {
        store->games = games;
        if (!run(store, ROLLBACK_TO, NULL))
            return false;
    }
    return run(store, RELEASE, NULL);
}

/* One transaction for all of them: they are told only after it is on disk. */
static void write_all(struct sqlite_store *store, struct writer *first) {
    mutex_lock(&store->lock);
    assert(sqlite3_get_autocommit(store->base)); /* nobody left one open */
    uint64_t games = store->games;
    bool begun = run(store, BEGIN, NULL), good = begun;
    for (struct writer *writer = first; good && writer; writer = writer->next)
        good = write_one(store, writer);
    good = good && run(store, COMMIT, NULL);
    for (struct writer *writer = first; !good && writer; writer = writer->next)
        writer->status = fail(store, writer->error);
    if (!good)
        store->games = games;
    if (begun && !good)
        run(store, ROLLBACK, NULL);
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

static qd_status sqlite_write(void *self, sql_task *task, void *context, qd_error *error) {
    struct sqlite_store *store = self;
    struct writer writer = {.task = task, .context = context, .error = error};
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

const struct store_backend store_sqlite = {
    .word = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .read = sqlite_read,
    .write = sqlite_write,
    .execute = sqlite_execute,
    .query = sqlite_query,
    .count = sqlite_count,
    .number = sqlite_number,
    .text = sqlite_text,
    .hash = sqlite_hash,
};
