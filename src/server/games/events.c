#include "server/games/events.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/thread.h"
#include "server/http/mhd.h"

/* A comment keeps proxies from closing the stream, and finds out who has gone. A reader who leaves
 * so much unread is sent away, to begin anew. */
enum { HEARTBEAT = 15, UNREAD = 65536, TOPIC = 22, MESSAGE = 128 };

struct stream {
    struct events *events;
    struct MHD_Connection *connection;
    struct stream *next, **self;
    bool asleep; /* suspended: somebody must wake it */
    bool over;   /* ends when all is read */
    struct buf unread;
    size_t topics;
    char topic[EVENTS_TOPICS][TOPIC + 1];
    uint64_t told[EVENTS_TOPICS]; /* of each that is a game: the version + 1; 0: none yet */
};

struct events {
    const struct mhd *mhd;
    struct mutex lock;
    struct stream *streams;
    size_t count;
    bool stopping;
    struct thread heart;
    bool beating;
    int wake[2]; /* closing this pipe ends the heartbeat */
};

/* All of these with the lock held. */

static void rouse(struct stream *stream) {
    assert(mutex_is_locked(&stream->events->lock));
    if (!stream->asleep)
        return;
    stream->asleep = false;
    stream->events->mhd->resume_connection(stream->connection);
}

static void say(struct stream *stream, const char *text) {
    assert(mutex_is_locked(&stream->events->lock) && strlen(text) <= MESSAGE);
    if (stream->unread.size < UNREAD)
        buf_add(&stream->unread, text);
    rouse(stream);
}

/* Where the topic is among those of the stream; their number if it is not. */
static size_t find_topic(const struct stream *stream, const char *topic) {
    size_t i = 0;
    while (i < stream->topics && strcmp(stream->topic[i], topic) != 0)
        i++;
    return i;
}

/* True if the version is new for the stream. What other servers did may be heard of later than what
 * was done here after it. */
static bool goes_on(struct stream *stream, const char *topic, uint64_t version) {
    size_t at = find_topic(stream, topic);
    if (at == stream->topics || version < stream->told[at])
        return false;
    assert(version + 1 > stream->told[at]); /* upwards, each once */
    stream->told[at] = version + 1;
    return true;
}

static void say_version(struct stream *stream, const char *id, uint64_t version) {
    char text[MESSAGE];
    if (!goes_on(stream, id, version))
        return;
    snprintf(text, sizeof text,
             "event: change\ndata: {\"topic\":\"%s\",\"version\":%" PRIu64 "}\n\n", id, version);
    say(stream, text);
}

static void say_all(struct events *events, const char *topic, const char *text) {
    for (struct stream *stream = events->streams; stream; stream = stream->next)
        if (!topic || find_topic(stream, topic) < stream->topics)
            say(stream, text);
}

/* ---- one stream ---- */

/* Called by libmicrohttpd when there is room to send. */
static ssize_t hand_out(void *context, uint64_t position, char *out, size_t room) {
    (void)position;
    struct stream *stream = context;
    struct events *events = stream->events;
    ssize_t given = 0;
    mutex_lock(&events->lock);
    assert(!stream->asleep); /* who is suspended is not asked */
    if (stream->unread.size >= UNREAD ||
        ((events->stopping || stream->over) && stream->unread.size == 0)) {
        given = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (stream->unread.size > 0) {
        size_t part = stream->unread.size < room ? stream->unread.size : room;
        memcpy(out, stream->unread.text, part);
        memmove(stream->unread.text, stream->unread.text + part, stream->unread.size - part + 1);
        stream->unread.size -= part;
        given = (ssize_t)part;
    } else {
        stream->asleep = true;
        events->mhd->suspend_connection(stream->connection);
    }
    mutex_unlock(&events->lock);
    return given;
}

static void forget(void *context) {
    struct stream *stream = context;
    struct events *events = stream->events;
    mutex_lock(&events->lock);
    if (stream->self) {
        assert(*stream->self == stream && events->count > 0);
        *stream->self = stream->next;
        if (stream->next)
            stream->next->self = stream->self;
        events->count--;
    }
    mutex_unlock(&events->lock);
    buf_free(&stream->unread);
    free(stream);
}

static bool read_topics(struct stream *stream, const char *topics) {
    for (;;) {
        size_t size = strcspn(topics, ",");
        if (size == 0 || size > TOPIC || stream->topics == EVENTS_TOPICS)
            return false;
        memcpy(stream->topic[stream->topics++], topics, size);
        if (!topics[size])
            return true;
        topics += size + 1;
    }
}

static bool enlist(struct events *events, struct stream *stream) {
    assert(!stream->self && stream->topics >= 1);
    mutex_lock(&events->lock);
    bool room = !events->stopping && events->count < EVENTS_STREAMS;
    if (room) {
        stream->next = events->streams;
        stream->self = &events->streams;
        if (stream->next)
            stream->next->self = &stream->next;
        events->streams = stream;
        events->count++;
    }
    mutex_unlock(&events->lock);
    return room;
}

struct stream *events_open(struct events *events, struct MHD_Connection *connection,
                           const char *topics) {
    struct stream *stream = MEM_NEW(struct stream);
    stream->events = events;
    stream->connection = connection;
    buf_add(&stream->unread, "retry: 1000\n\n");
    if (read_topics(stream, topics) && enlist(events, stream))
        return stream;
    forget(stream);
    return NULL;
}

void events_initial(struct stream *stream, const char *id, uint64_t version) {
    mutex_lock(&stream->events->lock);
    say_version(stream, id, version);
    mutex_unlock(&stream->events->lock);
}

struct MHD_Response *events_response(struct stream *stream) {
    struct MHD_Response *response = stream->events->mhd->create_response_from_callback(
        MHD_SIZE_UNKNOWN, 4096, hand_out, stream, forget);
    if (!response)
        forget(stream);
    return response;
}

/* ---- all of them ---- */

static void beat(void *context) {
    struct events *events = context;
    fd_set ready;
    for (;;) {
        struct timeval wait = {.tv_sec = HEARTBEAT};
        FD_ZERO(&ready);
        FD_SET(events->wake[0], &ready);
        if (select(events->wake[0] + 1, &ready, NULL, NULL, &wait) > 0)
            return;
        mutex_lock(&events->lock);
        say_all(events, NULL, ":\n\n");
        mutex_unlock(&events->lock);
    }
}

struct events *events_new(const struct mhd *mhd) {
    struct events *events = MEM_NEW(struct events);
    events->mhd = mhd;
    mutex_init(&events->lock);
    events->beating = pipe(events->wake) == 0 && thread_start(&events->heart, beat, events);
    return events;
}

void events_stop(struct events *events) {
    if (events->beating) {
        close(events->wake[1]); /* the other end hears that */
        thread_join(&events->heart);
        events->beating = false;
        close(events->wake[0]);
    }
    mutex_lock(&events->lock);
    events->stopping = true;
    for (struct stream *stream = events->streams; stream; stream = stream->next)
        rouse(stream);
    mutex_unlock(&events->lock);
}

void events_restart(struct events *events) {
    mutex_lock(&events->lock);
    for (struct stream *stream = events->streams; stream; stream = stream->next) {
        stream->over = true;
        rouse(stream);
    }
    mutex_unlock(&events->lock);
}

size_t events_count(struct events *events) {
    mutex_lock(&events->lock);
    size_t count = events->count;
    mutex_unlock(&events->lock);
    return count;
}

bool events_has_listener(struct events *events, const char *topic) {
    mutex_lock(&events->lock);
    struct stream *stream = events->streams;
    while (stream && find_topic(stream, topic) == stream->topics)
        stream = stream->next;
    mutex_unlock(&events->lock);
    return stream != NULL;
}

void events_free(struct events *events) {
    assert(!events->streams && events->count == 0 && !events->beating);
    mutex_destroy(&events->lock);
    free(events);
}

static void tell(struct events *events, const char *topic, const char *text) {
    mutex_lock(&events->lock);
    say_all(events, topic, text);
    mutex_unlock(&events->lock);
}

void events_game(struct events *events, const char *id, uint64_t version) {
    mutex_lock(&events->lock);
    for (struct stream *stream = events->streams; stream; stream = stream->next)
        say_version(stream, id, version);
    mutex_unlock(&events->lock);
}

void events_job(struct events *events, const char *id, const char *state) {
    char text[MESSAGE];
    snprintf(text, sizeof text, "event: job\ndata: {\"topic\":\"%s\",\"state\":\"%s\"}\n\n", id,
             state);
    tell(events, id, text);
}

/* ---- for tests and asserts ---- */

/* Who sleeps has nothing to read: everything that is said wakes. */
static bool is_well(const struct stream *stream) {
    return stream->topics >= 1 && stream->topics <= EVENTS_TOPICS && *stream->self == stream &&
           !(stream->asleep && stream->unread.size > 0) && stream->unread.size < UNREAD + MESSAGE;
}

bool events_check(struct events *events) {
    size_t count = 0;
    bool good = true;
    mutex_lock(&events->lock);
    for (const struct stream *stream = events->streams; stream; stream = stream->next) {
        count++;
        good = good && stream->events == events && is_well(stream);
    }
    good = good && count == events->count && count <= EVENTS_STREAMS;
    mutex_unlock(&events->lock);
    return good;
}
