/* Server-Sent Events: streams that say which games and jobs have changed, and no more than that. */
#ifndef SERVER_GAMES_EVENTS_H
#define SERVER_GAMES_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EVENTS_TOPICS = 50, EVENTS_STREAMS = 4000 };

struct MHD_Connection;
struct MHD_Response;
struct mhd;
struct events;
struct stream;

/* mhd must outlive it. Never NULL. */
struct events *events_new(const struct mhd *mhd);
/* Ends all streams and refuses new ones. */
void events_stop(struct events *events);
/* Ends all streams, so that their readers connect again and get the present versions. */
void events_restart(struct events *events);
/* The number of streams. */
size_t events_count(struct events *events);
/* True if a stream has this topic. */
bool events_has_listener(struct events *events, const char *topic);
/* Walks all streams. Returns false if their list is broken. */
bool events_check(struct events *events);
/* To be called after the last stream has ended. */
void events_free(struct events *events);

/* Opens a stream for topics, a list with commas (each at most 22 characters), which gets all
 * changes from now on. Returns NULL if there are too many streams or topics, a topic is empty or
 * too long, or the server is stopping. */
struct stream *events_open(struct events *events, struct MHD_Connection *connection,
                           const char *topics);
/* Sends the present version of a game, unless the stream has got a later one by now. */
void events_initial(struct stream *stream, const char *id, uint64_t version);
/* The response that sends the stream. Returns NULL if it cannot be made; the stream is closed then.
 */
struct MHD_Response *events_response(struct stream *stream);

/* Sends the new version of a game, or the new state of a job, to all streams with this topic. A
 * stream that has got this version or a later one gets nothing. */
void events_game(struct events *events, const char *id, uint64_t version);
void events_job(struct events *events, const char *id, const char *state);

#endif
