/* Connections and how long they take: whoever sends a request too slowly is cut off. */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include <stdbool.h>

/* Seconds for the head of a request, for its whole body, and from one request to the next. */
#define PEERS_HEAD 10.0
#define PEERS_BODY 20.0
#define PEERS_REST 75.0

struct peer;
struct peers;

/* Watches once a second. Never NULL. */
struct peers *peers_new(void);
void peers_free(struct peers *peers);

/* A connection begins, and ends. */
struct peer *peers_add(struct peers *peers, int fd);
void peers_remove(struct peers *peers, struct peer *peer);
/* Its next request has begun; it has a head now; its body is complete; its answer is sent. */
void peer_begins(struct peers *peers, struct peer *peer);
void peer_has_head(struct peers *peers, struct peer *peer);
void peer_has_body(struct peers *peers, struct peer *peer);
void peer_is_answered(struct peers *peers, struct peer *peer);

#endif
