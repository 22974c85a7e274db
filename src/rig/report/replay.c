#include "rig/report/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "rig/device/call.h"
#include "rig/executor/config.h"

static const char head[] = "quandary rig log 1";
static const char *const statuses[] = {
    [RIG_OK] = "ok", [RIG_BUS_ERROR] = "bus", [RIG_REFUSED] = "refused", [RIG_GONE] = "gone"};
enum { LOGGED_STATUSES = sizeof statuses / sizeof *statuses, LINE_ROOM = 512 };

/* ---- recording ---- */

struct rig_record {
    struct rig_adapter adapter;
    struct rig_device *device;
    FILE *file;
    char *path;
    int trouble; /* errno of the first line that could not be written */
};

QD_PRINTF(2, 3)
static void log_line(struct rig_record *record, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool good = vfprintf(record->file, format, args) >= 0 && fflush(record->file) == 0;
    va_end(args);
    if (!good && !record->trouble)
        record->trouble = errno;
}

static enum rig_status record_call(void *context, const struct rig_call *call,
                                   union rig_response *response) {
    struct rig_record *record = context;
    char text[RIG_CALL_ROOM], values[RIG_RESPONSE_ROOM] = "";
    memset(response, 0, sizeof *response);
    enum rig_status status = rig_call_make(record->device, call, response);
    rig_call_write(call, text);
    if (status == RIG_OK)
        rig_response_write(call, response, values);
    const char *word = (int)status < LOGGED_STATUSES ? statuses[status] : "diverged";
    log_line(record, "%s = %s%s%s\n", text, word, *values ? " " : "", values);
    if (status == RIG_OK && call->kind == RIG_CALL_DESCRIBE)
        log_line(record, "name = %s\n", response->description.name);
    return status;
}

static int64_t record_clock(void *context) {
    struct rig_record *record = context;
    int64_t now = record->device->clock(record->device->self);
    log_line(record, "clock = %" PRId64 "\n", now);
    return now;
}

static void record_sleep(void *context, int32_t ms) {
    struct rig_record *record = context;
    record->device->sleep(record->device->self, ms);
    log_line(record, "sleep %" PRId32 "\n", ms);
}

static bool cannot_write(const char *path, int number, qd_error *error) {
    error_set(error, QD_FAILURE, "cannot write the file: %s", strerror(number));
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

struct rig_record *rig_record_open(const char *path, const struct rig_config *config,
                                   struct rig_device *device, qd_error *error) {
    FILE *file = fopen(path, "we");
    if (!file) {
        cannot_write(path, errno, error);
        return NULL;
    }
    struct rig_record *record = MEM_NEW(struct rig_record);
    *record = (struct rig_record){.device = device, .file = file, .path = mem_text(path)};
    record->adapter.context = record;
    record->adapter.call = record_call;
    record->adapter.clock = record_clock;
    record->adapter.sleep = record_sleep;
    rig_adapter_init(&record->adapter);
    struct buf settings = {0};
    rig_settings_write(config, &settings);
    log_line(record, "%s\nconfig %s\n", head, buf_text(&settings));
    buf_free(&settings);
    return record;
}

struct rig_device *rig_record_device(struct rig_record *record) {
    return &record->adapter.device;
}

bool rig_record_close(struct rig_record *record, qd_error *error) {
    if (!record)
        return true;
    if (fclose(record->file) != 0 && !record->trouble)
        record->trouble = errno;
    bool good = !record->trouble || cannot_write(record->path, record->trouble, error);
    free(record->path);
    free(record);
    return good;
}

/* ---- replaying ---- */

struct rig_replay {
    struct rig_adapter adapter;
    struct source source;
    struct rig_config config;
    size_t offset; /* of the next line */
    size_t line;   /* its number, from 1 */
    int64_t now;   /* what the clock said last */
    bool diverged;
    qd_error error;
};

/* The next line without its end. Returns false at the end of the log; an unterminated last line
 * does not count. */
static bool peek_line(const struct rig_replay *replay, char line[LINE_ROOM], size_t *next) {
    const char *from = replay->source.data + replay->offset;
    const char *end = memchr(from, '\n', replay->source.size - replay->offset);
    if (!end)
        return false;
    size_t size = (size_t)(end - from);
    *next = replay->offset + size + 1;
    if (size >= LINE_ROOM)
        size = LINE_ROOM - 1; /* no line of a log is that long, so it will not match */
    memcpy(line, from, size);
    line[size] = '\0';
    return true;
}

static void take_line(struct rig_replay *replay, size_t next) {
    replay->offset = next;
    replay->line++;
}

/* Records where the run diverged from the log. */
static void diverge(struct rig_replay *replay, const char *wanted) {
    char line[LINE_ROOM];
    size_t next;
    if (replay->diverged)
        return;
    replay->diverged = true;
    if (peek_line(replay, line, &next))
        error_set(&replay->error, QD_BAD_INPUT, "the log has '%.80s', the run makes '%.60s'", line,
                  wanted);
    else
        error_set(&replay->error, QD_BAD_INPUT,
                  "the log ends here, but the run continues with '%.60s'", wanted);
    snprintf(replay->error.file, sizeof replay->error.file, "%s", replay->source.name);
    replay->error.line = (int)replay->line;
}

/* Takes the next line if it is "wanted = ANSWER", and returns the answer, which is within the line.
 * NULL, and diverged, if it is not. */
static const char *take_answer(struct rig_replay *replay, const char *wanted,
                               char line[LINE_ROOM]) {
    size_t next, size = strlen(wanted);
    bool fits = !replay->diverged && peek_line(replay, line, &next) &&
                strncmp(line, wanted, size) == 0 && strncmp(line + size, " = ", 3) == 0;
    if (!fits) {
        diverge(replay, wanted);
        return NULL;
    }
    take_line(replay, next);
    return line + size + 3;
}

/* The status and the values of an answer. Returns false if it is none. */
static bool read_answer(const struct rig_call *call, const char *answer, enum rig_status *status,
                        union rig_response *response) {
    for (int i = 0; i < LOGGED_STATUSES; i++) {
        size_t size = strlen(statuses[i]);
        *status = (enum rig_status)i;
        if (strncmp(answer, statuses[i], size) != 0)
            continue;
        if (i != RIG_OK)
            return answer[size] == '\0';
        return (answer[size] == '\0' || answer[size] == ' ') &&
               rig_response_read(call, answer + size + (answer[size] == ' '), response);
    }
    return false;
}

static enum rig_status replay_call(void *context, const struct rig_call *call,
                                   union rig_response *response) {
    struct rig_replay *replay = context;
    char text[RIG_CALL_ROOM], line[LINE_ROOM];
    enum rig_status status;
    size_t before = replay->offset;
    rig_call_write(call, text);
    const char *answer = take_answer(replay, text, line);
    if (!answer)
        return RIG_DIVERGED;
    if (!read_answer(call, answer, &status, response)) {
        replay->offset = before;
        replay->line--;
        diverge(replay, text);
        return RIG_DIVERGED;
    }
    if (status != RIG_OK || call->kind != RIG_CALL_DESCRIBE)
        return status;
    const char *name = take_answer(replay, "name", line);
    if (!name)
        return RIG_DIVERGED;
    snprintf(response->description.name, sizeof response->description.name, "%.31s", name);
    return RIG_OK;
}

/* The clock cannot fail. After a divergence it keeps running, so that every wait ends. */
static int64_t replay_clock(void *context) {
    struct rig_replay *replay = context;
    char line[LINE_ROOM];
    const char *answer = take_answer(replay, "clock", line);
    if (answer) {
        int64_t now = strtoll(answer, NULL, 10);
        replay->now = now > replay->now ? now : replay->now;
    } else {
        replay->now++;
    }
    return replay->now;
}

static void replay_sleep(void *context, int32_t ms) {
    struct rig_replay *replay = context;
    char line[LINE_ROOM], wanted[32];
    size_t next;
    snprintf(wanted, sizeof wanted, "sleep %" PRId32, ms);
    if (!replay->diverged && peek_line(replay, line, &next) && strcmp(line, wanted) == 0)
        take_line(replay, next);
    else
        diverge(replay, wanted);
    replay->now += ms > 0 ? ms : 0;
}

/* Reads the first two lines. */
static bool read_head(struct rig_replay *replay, qd_error *error) {
    char line[LINE_ROOM];
    size_t next;
    if (!peek_line(replay, line, &next) || strcmp(line, head) != 0)
        return source_error(&replay->source, replay->offset, error,
                            "this is not a log of a rig; expected '%s'", head);
    take_line(replay, next);
    rig_config_init(&replay->config);
    if (!peek_line(replay, line, &next) || strncmp(line, "config ", 7) != 0 ||
        !rig_settings_read(line + 7, &replay->config))
        return source_error(&replay->source, replay->offset, error,
                            "the settings of the run are missing or invalid; expected 'config "
                            "mode=...'");
    take_line(replay, next);
    return true;
}

struct rig_replay *rig_replay_open(const char *path, qd_error *error) {
    struct rig_replay *replay = MEM_NEW(struct rig_replay);
    if (!file_read(path, &replay->source, error)) {
        free(replay);
        return NULL;
    }
    replay->line = 1;
    replay->adapter.context = replay;
    replay->adapter.call = replay_call;
    replay->adapter.clock = replay_clock;
    replay->adapter.sleep = replay_sleep;
    rig_adapter_init(&replay->adapter);
    if (read_head(replay, error))
        return replay;
    rig_replay_free(replay);
    return NULL;
}

void rig_replay_settings(const struct rig_replay *replay, struct rig_config *config) {
    const char *journal = config->journal;
    *config = replay->config;
    config->journal = journal;
}

bool rig_replay_description(const struct rig_replay *replay, struct rig_description *description) {
    struct rig_replay look = *replay;
    char line[LINE_ROOM];
    size_t next;
    for (; peek_line(&look, line, &next); take_line(&look, next)) {
        union rig_response response;
        if (strncmp(line, "describe = ok ", 14) == 0 &&
            replay_call(&look, &(struct rig_call){.kind = RIG_CALL_DESCRIBE}, &response) ==
                RIG_OK) {
            *description = response.description;
            return true;
        }
    }
    return false;
}

struct rig_device *rig_replay_device(struct rig_replay *replay) {
    return &replay->adapter.device;
}

bool rig_replay_diverged(const struct rig_replay *replay, qd_error *error) {
    if (replay->diverged && error)
        *error = replay->error;
    return replay->diverged;
}

size_t rig_replay_left(const struct rig_replay *replay) {
    size_t left = 0;
    for (size_t i = replay->offset; i < replay->source.size; i++)
        left += replay->source.data[i] == '\n';
    return left;
}

void rig_replay_free(struct rig_replay *replay) {
    if (replay)
        file_close(&replay->source);
    free(replay);
}
