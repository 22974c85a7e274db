#include "tests/crash/crash_log.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "tests/crash/crash_image.h"

struct crash_log {
    char *folder;
    struct operation *operation;
    size_t count, room;
    size_t first; /* operation that is not part of the beginning */
    char **name;  /* of the files that are there now, by number; NULL: it was removed */
    int files;
    size_t files_room;
};

static void add(struct crash_log *log, struct operation operation) {
    log->operation = mem_grow(log->operation, log->count, &log->room, sizeof *log->operation);
    log->operation[log->count++] = operation;
}

/* The name in the folder, "" for the folder itself; NULL if the path is elsewhere. */
static const char *name_of(const struct crash_log *log, const char *path) {
    size_t length = strlen(log->folder);
    if (strncmp(path, log->folder, length) != 0 || (path[length] != '/' && path[length] != '\0'))
        return NULL;
    return path[length] == '/' ? path + length + 1 : "";
}

static int find(const struct crash_log *log, const char *name) {
    for (int file = 0; file < log->files; file++)
        if (log->name[file] && strcmp(log->name[file], name) == 0)
            return file;
    return -1;
}

int crash_log_open(struct crash_log *log, const char *path) {
    const char *name = name_of(log, path);
    int file = name ? find(log, name) : -1;
    if (!name || file >= 0)
        return file;
    log->name = mem_grow(log->name, (size_t)log->files, &log->files_room, sizeof *log->name);
    log->name[log->files] = mem_text(name);
    add(log, (struct operation){.kind = CREATE, .file = log->files, .name = mem_text(name)});
    return log->files++;
}

void crash_log_write(struct crash_log *log, int file, size_t offset, const void *bytes,
                     size_t size) {
    add(log, (struct operation){.kind = WRITE,
                                .file = file,
                                .offset = offset,
                                .bytes = mem_copy(bytes, size),
                                .size = size});
}

void crash_log_truncate(struct crash_log *log, int file, size_t size) {
    add(log, (struct operation){.kind = TRUNCATE, .file = file, .size = size});
}

void crash_log_sync(struct crash_log *log, int file) {
    add(log, (struct operation){.kind = SYNC, .file = file});
}

void crash_log_make_folder(struct crash_log *log, const char *path) {
    const char *name = name_of(log, path);
    if (name)
        add(log, (struct operation){.kind = MAKE_FOLDER, .name = mem_text(name)});
}

/* No file has that name any more. */
static void drop_name(struct crash_log *log, const char *name) {
    int file = find(log, name);
    if (file >= 0) {
        free(log->name[file]);
        log->name[file] = NULL;
    }
}

void crash_log_rename(struct crash_log *log, const char *from, const char *to) {
    const char *older = name_of(log, from), *newer = name_of(log, to);
    int file = older && newer ? find(log, older) : -1;
    if (file < 0)
        return;
    drop_name(log, newer);
    add(log, (struct operation){
                 .kind = RENAME, .file = file, .name = mem_text(older), .to = mem_text(newer)});
    free(log->name[file]);
    log->name[file] = mem_text(newer);
}

void crash_log_unlink(struct crash_log *log, const char *path) {
    const char *name = name_of(log, path);
    if (!name)
        return;
    drop_name(log, name);
    add(log, (struct operation){.kind = UNLINK, .name = mem_text(name)});
}

void crash_log_sync_folder(struct crash_log *log, const char *path) {
    const char *name = name_of(log, path);
    if (name)
        add(log, (struct operation){.kind = SYNC_FOLDER, .name = mem_text(name)});
}

void crash_log_acknowledge(struct crash_log *log) {
    add(log, (struct operation){.kind = ACKNOWLEDGE});
}

size_t crash_log_syncs(const struct crash_log *log) {
    size_t count = 0;
    for (size_t i = log->first; i < log->count; i++)
        count += log->operation[i].kind == SYNC || log->operation[i].kind == SYNC_FOLDER;
    return count;
}

/* ---- the beginning ---- */

static void record_file(struct crash_log *log, const char *path) {
    struct source source;
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || !file_read(path, &source, NULL))
        return;
    int file = crash_log_open(log, path);
    crash_log_write(log, file, 0, source.data, source.size);
    crash_log_sync(log, file);
    file_close(&source);
}

struct crash_log *crash_log_new(const char *folder) {
    struct crash_log *log = MEM_NEW(struct crash_log);
    log->folder = mem_text(folder);
    DIR *dir = opendir(folder);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        struct buf path = {0};
        buf_printf(&path, "%s/%s", folder, entry->d_name);
        record_file(log, path.text);
        buf_free(&path);
    }
    if (dir)
        closedir(dir);
    crash_log_sync_folder(log, folder);
    log->first = log->count;
    return log;
}

void crash_log_free(struct crash_log *log) {
    for (size_t i = 0; i < log->count; i++) {
        free(log->operation[i].name);
        free(log->operation[i].to);
        free(log->operation[i].bytes);
    }
    for (int file = 0; file < log->files; file++)
        free(log->name[file]);
    free(log->name);
    free(log->operation);
    free(log->folder);
    free(log);
}

struct crash_counts crash_log_replay(const struct crash_log *log, size_t most, crash_check *check,
                                     void *context) {
    struct crash_replay *replay = crash_replay_new(most, check, context);
    struct crash_counts counts = {.operations = log->count - log->first};
    for (size_t i = 0; i < log->count && !counts.failed; i++) {
        crash_replay_step(replay, &log->operation[i]);
        if (i + 1 >= log->first)
            crash_replay_crash(replay, &counts);
    }
    crash_replay_free(replay);
    return counts;
}
