/* States from which the search found no routes. With any tiles, another state with the same ends
 * that leaves no more ports and no more straight pairs free fails too. (The search only skips
 * routes that take more ports than they must; a state that is dominated has taken at least as many
 * ports as the failed one, so the shortest routes are not among what is skipped.) With only the
 * tiles that are left, the demands on the hexes must be the same. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_DOMINANCE_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_DOMINANCE_H

#include "puzzles/flows/model/legality/cut.h"

struct flows_failed;

/* An empty memory for boards of that many hexes. It holds a limited number of states. exactly: a
 * state dominates only those that demand the same pairs. Never NULL. */
struct flows_failed *flows_failed_new(unsigned hexes, bool exactly);
void flows_failed_free(struct flows_failed *failed);
/* Remembers a state; open are the axes whose routes are not complete. */
void flows_failed_add(struct flows_failed *failed, const struct flows_routes *routes,
                      const struct flows_ends *ends, unsigned open);
/* True if a failed state dominates this one, which then fails. */
bool flows_failed_dominates(const struct flows_failed *failed, const struct flows_routes *routes,
                            const struct flows_ends *ends, unsigned open);

#endif
