#include "tests/crash/crash_image.h"

#include <assert.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/random.h"
#include "tests/support/temporary.h"

enum { SECTOR = 512, SEED = 7 };

/* What becomes of an operation that was not synced. */
enum fate {
    WHOLE,
    LOST,
    FIRST_HALF,  /* of a write */
    ONLY_SIZE,   /* the file has grown, but its new bytes are zeros */
    SECOND_HALF, /* of a write of more than a sector */
};

struct content {
    char *bytes;
    size_t size, room;
};

struct entry {
    const char *name;
    int file; /* -1: a folder */
};

struct image {
    struct content *file;
    size_t files, files_room;
    struct entry *entry;
    size_t entries, entries_room;
};

struct crash_replay {
    size_t most;
    crash_check *check;
    void *context;
    char folder[64]; /* where states are built */
    unsigned acknowledged;
    struct image safe;                /* what is on the disk for certain */
    const struct operation **waiting; /* what is not */
    size_t count, room;
    unsigned char *fate; /* of those, in the state that is tried */
    uint64_t *seen;      /* hashes of the states that were checked */
    size_t seen_count, seen_room;
    struct random random;
};

/* ---- images ---- */

static struct content *content_of(struct image *image, int file) {
    assert(file >= 0);
    while (image->files <= (size_t)file) {
        image->file = mem_grow(image->file, image->files, &image->files_room, sizeof *image->file);
        image->file[image->files++] = (struct content){0};
    }
    return &image->file[file];
}

/* Makes it that long; what is new is zeros. */
static void resize(struct content *content, size_t size) {
    if (size > content->room) {
        content->room = 2 * size;
        content->bytes = mem_resize(content->bytes, content->room, 1);
    }
    if (size > content->size)
        memset(content->bytes + content->size, 0, size - content->size);
    content->size = size;
}

static void write_part(struct content *content, const struct operation *operation, size_t from,
                       size_t to) {
    if (from >= to)
        return;
    if (operation->offset + to > content->size)
        resize(content, operation->offset + to);
    memcpy(content->bytes + operation->offset + from, operation->bytes + from, to - from);
}

static void write_content(struct content *content, const struct operation *operation,
                          enum fate fate) {
    size_t half = operation->size / 2;
    if (operation->size > SECTOR)
        half = (half + SECTOR - 1) / SECTOR * SECTOR;
    if (fate == ONLY_SIZE && operation->offset + operation->size > content->size)
        resize(content, operation->offset + operation->size);
    else if (fate != ONLY_SIZE)
        write_part(content, operation, fate == SECOND_HALF ? half : 0,
                   fate == FIRST_HALF ? half : operation->size);
}

static void remove_entry(struct image *image, const char *name) {
    for (size_t i = 0; i < image->entries; i++)
        if (strcmp(image->entry[i].name, name) == 0)
            image->entry[i--] = image->entry[--image->entries];
}

static void set_entry(struct image *image, const char *name, int file) {
    remove_entry(image, name);
    image->entry =
        mem_grow(image->entry, image->entries, &image->entries_room, sizeof *image->entry);
    image->entry[image->entries++] = (struct entry){name, file};
}

static void apply(struct image *image, const struct operation *operation, enum fate fate) {
    if (fate == LOST)
        return;
    if (operation->kind == WRITE) {
        write_content(content_of(image, operation->file), operation, fate);
    } else if (operation->kind == TRUNCATE) {
        resize(content_of(image, operation->file), operation->size);
    } else if (operation->kind == UNLINK) {
        remove_entry(image, operation->name);
    } else if (operation->kind == RENAME) {
        remove_entry(image, operation->name);
        set_entry(image, operation->to, operation->file);
    } else {
        content_of(image, operation->kind == CREATE ? operation->file : 0);
        set_entry(image, operation->name, operation->kind == CREATE ? operation->file : -1);
    }
}

static struct image copy_image(const struct image *from) {
    struct image image = {.files = from->files, .files_room = from->files};
    image.file = mem_new(from->files + 1, sizeof *image.file);
    for (size_t i = 0; i < from->files; i++)
        if (from->file[i].size > 0)
            image.file[i] = (struct content){mem_copy(from->file[i].bytes, from->file[i].size),
                                             from->file[i].size, from->file[i].size};
    image.entries = image.entries_room = from->entries;
    image.entry = mem_new(from->entries + 1, sizeof *image.entry);
    if (from->entries > 0)
        memcpy(image.entry, from->entry, from->entries * sizeof *image.entry);
    return image;
}

static void free_image(struct image *image) {
    for (size_t i = 0; i < image->files; i++)
        free(image->file[i].bytes);
    free(image->file);
    free(image->entry);
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const char *at = bytes;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    while (size-- > 0)
        hash = (hash ^ (unsigned char)*at++) * UINT64_C(0x100000001b3);
    return hash;
}

/* The same for images with the same names and bytes; the order of the names does not count. */
static uint64_t hash_image(const struct image *image, unsigned acknowledged) {
    uint64_t sum = acknowledged * UINT64_C(0xbf58476d1ce4e5b9) + 1;
    for (size_t i = 0; i < image->entries; i++) {
        const struct entry *entry = &image->entry[i];
        uint64_t hash = mix(1, entry->name, strlen(entry->name));
        if (entry->file >= 0)
            hash = mix(hash + image->file[entry->file].size, image->file[entry->file].bytes,
                       image->file[entry->file].size);
        sum += mix(2, &hash, sizeof hash);
    }
    return sum ? sum : 1;
}

/* ---- on the real disk ---- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status;
    (void)type;
    return walk->level > 0 ? remove(path) : 0;
}

static void write_file(const char *path, const struct content *content) {
    FILE *file = fopen(path, "w"); /* none, if its folder is not there */
    if (!file)
        return;
    if (content->size > 0)
        fwrite(content->bytes, 1, content->size, file);
    fclose(file);
}

static void path_to(const struct crash_replay *replay, const char *name, char path[512]) {
    snprintf(path, 512, "%s/%s", replay->folder, name);
}

/* Folders first: a file whose folder has been lost cannot be reached. */
static void build(const struct crash_replay *replay, const struct image *image) {
    char path[512];
    nftw(replay->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; i < image->entries; i++) {
        path_to(replay, image->entry[i].name, path);
        if (image->entry[i].file < 0)
            mkdir(path, 0700);
    }
    for (size_t i = 0; i < image->entries; i++) {
        path_to(replay, image->entry[i].name, path);
        if (image->entry[i].file >= 0)
            write_file(path, &image->file[image->entry[i].file]);
    }
}

/* ---- states ---- */

/* Remembers a hash. Returns false if it was there already. */
static bool remember(struct crash_replay *replay, uint64_t hash) {
    if (2 * replay->seen_count >= replay->seen_room) {
        uint64_t *old = replay->seen;
        size_t room = replay->seen_room;
        replay->seen_room = room ? 2 * room : 1024;
        replay->seen = mem_new(replay->seen_room, sizeof *replay->seen);
        replay->seen_count = 0;
        for (size_t i = 0; i < room; i++)
            if (old[i])
                remember(replay, old[i]);
        free(old);
    }
    size_t at = hash & (replay->seen_room - 1);
    for (; replay->seen[at]; at = (at + 1) & (replay->seen_room - 1))
        if (replay->seen[at] == hash)
            return false;
    replay->seen[at] = hash;
    replay->seen_count++;
    return true;
}

static void describe(const struct crash_replay *replay) {
    static const char *const kinds[] = {"create", "write",  "truncate", "sync",       "mkdir",
                                        "rename", "unlink", "folder",   "acknowledge"};
    static const char *const fates[] = {"kept", "lost", "first half", "only its size",
                                        "second half"};
    fprintf(stderr, "crash after %u acknowledged changes, in %s; not synced:\n",
            replay->acknowledged, replay->folder);
    for (size_t i = 0; i < replay->count; i++) {
        const struct operation *operation = replay->waiting[i];
        fprintf(stderr, "  %s %s%s%s file %d, %zu bytes at %zu: %s\n", kinds[operation->kind],
                operation->name ? operation->name : "", operation->to ? " to " : "",
                operation->to ? operation->to : "", operation->file, operation->size,
                operation->offset, fates[replay->fate[i]]);
    }
}

static void try_state(struct crash_replay *replay, struct crash_counts *counts) {
    struct image image = copy_image(&replay->safe);
    for (size_t i = 0; i < replay->count; i++)
        apply(&image, replay->waiting[i], (enum fate)replay->fate[i]);
    counts->states++;
    if (remember(replay, hash_image(&image, replay->acknowledged))) {
        counts->different++;
        build(replay, &image);
        counts->failed = !replay->check(replay->context, replay->folder, replay->acknowledged);
        if (counts->failed)
            describe(replay);
    }
    free_image(&image);
}

static unsigned fates_of(const struct operation *operation) {
    return operation->kind != WRITE   ? LOST + 1u
           : operation->size > SECTOR ? SECOND_HALF + 1u
                                      : ONLY_SIZE + 1u;
}

/* The next combination, as a number with a digit for each operation. Returns false after the last.
 */
static bool next_state(struct crash_replay *replay) {
    for (size_t i = 0; i < replay->count; i++) {
        if (++replay->fate[i] < fates_of(replay->waiting[i]))
            return true;
        replay->fate[i] = 0;
    }
    return false;
}

/* One operation after the other with one of the first fates while all others have theirs. */
static void try_each(struct crash_replay *replay, unsigned fates, enum fate others,
                     struct crash_counts *counts) {
    for (size_t i = 0; i < replay->count; i++) {
        memset(replay->fate, (int)others, replay->count);
        for (unsigned fate = 0; fate < fates && fate < fates_of(replay->waiting[i]); fate++) {
            replay->fate[i] = (unsigned char)fate;
            if (!counts->failed)
                try_state(replay, counts);
        }
    }
}

static void try_sample(struct crash_replay *replay, struct crash_counts *counts) {
    for (size_t tries = 0; tries < replay->most && !counts->failed; tries++) {
        for (size_t i = 0; i < replay->count; i++)
            replay->fate[i] =
                (unsigned char)random_below(&replay->random, fates_of(replay->waiting[i]));
        try_state(replay, counts);
    }
}

void crash_replay_crash(struct crash_replay *replay, struct crash_counts *counts) {
    size_t states = 1;
    for (size_t i = 0; i < replay->count && states <= replay->most; i++)
        states *= fates_of(replay->waiting[i]);
    memset(replay->fate, 0, replay->count);
    if (states <= replay->most) {
        do
            try_state(replay, counts);
        while (!counts->failed && next_state(replay));
        return;
    }
    try_each(replay, SECOND_HALF + 1, WHOLE, counts); /* each lost or torn alone */
    try_each(replay, LOST + 1, LOST, counts);         /* each kept alone */
    try_sample(replay, counts);
}

/* ---- operations ---- */

static bool is_in_folder(const char *name, const char *folder) {
    const char *slash = strrchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;
    return strlen(folder) == length && strncmp(name, folder, length) == 0;
}

static bool is_made_safe_by(const struct operation *operation, const struct operation *sync) {
    bool data = operation->kind == WRITE || operation->kind == TRUNCATE;
    if (sync->kind == SYNC)
        return data && operation->file == sync->file;
    return !data && is_in_folder(operation->name, sync->name);
}

static void make_safe(struct crash_replay *replay, const struct operation *sync) {
    size_t left = 0;
    for (size_t i = 0; i < replay->count; i++)
        if (is_made_safe_by(replay->waiting[i], sync))
            apply(&replay->safe, replay->waiting[i], WHOLE);
        else
            replay->waiting[left++] = replay->waiting[i];
    replay->count = left;
}

static void wait_for_sync(struct crash_replay *replay, const struct operation *operation) {
    size_t before = replay->room;
    replay->waiting =
        mem_grow(replay->waiting, replay->count, &replay->room, sizeof *replay->waiting);
    if (replay->room != before)
        replay->fate = mem_resize(replay->fate, replay->room, 1);
    replay->waiting[replay->count++] = operation;
}

void crash_replay_step(struct crash_replay *replay, const struct operation *operation) {
    if (operation->kind == SYNC || operation->kind == SYNC_FOLDER)
        make_safe(replay, operation);
    else if (operation->kind == ACKNOWLEDGE)
        replay->acknowledged++;
    else
        wait_for_sync(replay, operation);
}

/* It holds thousands of states, one after the other. */
static void make_folder(char *folder, size_t size) {
    if (!temporary_folder(folder, size, "crash"))
        abort();
}

struct crash_replay *crash_replay_new(size_t most, crash_check *check, void *context) {
    struct crash_replay *replay = MEM_NEW(struct crash_replay);
    replay->most = most;
    replay->check = check;
    replay->context = context;
    make_folder(replay->folder, sizeof replay->folder);
    random_seed(&replay->random, SEED);
    replay->fate = mem_new(1, 1);
    return replay;
}

void crash_replay_free(struct crash_replay *replay) {
    nftw(replay->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    rmdir(replay->folder);
    free_image(&replay->safe);
    free(replay->waiting);
    free(replay->fate);
    free(replay->seen);
    free(replay);
}
