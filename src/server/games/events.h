/* Server-Sent Events: streams that tell which games and jobs have changed, and no more than that.
 */
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
/* Ends all streams; no new ones begin. */
void events_stop(struct events *events);
/* Ends the streams that there are: their readers come again, and are told the present versions. */
void events_restart(struct events *events);
/* How many streams there are. */
size_t events_count(struct events *events);
/* True if somebody listens to this topic. */
bool events_has_listener(struct events *events, const char *topic);
/* Walks all streams. Returns false if their list is broken. */
bool events_check(struct events *events);
/* After the last stream has gone. */
void events_free(struct events *events);

/* Begins a stream about these topics (text with commas between them; each at most 22 characters):
 * what changes from now on is told. Returns NULL if there are too many streams or topics, or no new
 * ones begin. */
struct stream *events_open(struct events *events, struct MHD_Connection *connection,
                           const char *topics);
/* Tells this stream the present version of a game, unless it has heard of it meanwhile. */
void events_initial(struct stream *stream, const char *id, uint64_t version);
/* The answer that hands out the stream. Returns NULL if there is none; then the stream has gone. */
struct MHD_Response *events_response(struct stream *stream);

/* Tells those who listen that a game has a new version, or a job a new state. A version that is not
 * above those which a stream was told already is left out there. */
void events_game(struct events *events, const char *id, uint64_t version);
void events_job(struct events *events, const char *id, const char *state);

#endif
