/* Cuts: where the teams must pass and there is too little room. Every link carries one line, so a
 * set of hexes that separates the two ends of k teams must have at least k links out of it. Whether
 * all such sets have them is a matter of maximum flows, one for each way to say which end of a team
 * is a source. (For two teams whose lines could be split in halves this is also enough, by a
 * theorem of T. C. Hu, 1963; for whole lines it refutes most, not all.) */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_CUT_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_CUT_H

#include "puzzles/flows/model/legality/routes.h"

enum { FLOWS_OPEN = 0xFFFF };

/* The two ends of each team's unfinished route: FLOWS_OPEN, still any port of that edge; else the
 * node by which the route, coming from that edge, entered its last hex. */
struct flows_ends {
    uint16_t at[FLOWS_EDGES];
};

struct flows_cut {
    uint8_t axes;          /* teams that have one end on this side, the other one beyond */
    uint8_t edges;         /* the open edges (mask) on this side */
    uint8_t open;          /* all open edges (mask) that count: links to others lead nowhere */
    struct flows_set side; /* the empty hexes on this side */
};

/* True if there is room for the teams of axes in every cut between their ends, beside the routes;
 * it then says nothing. False proves that they cannot all be joined; cut (may be NULL) says where,
 * with as few teams as possible. */
bool flows_cuts_have_room(const struct flows_net *net, const struct flows_routes *routes,
                          const struct flows_ends *ends, unsigned axes, struct flows_cut *cut);

/* The same for teams that have no routes yet. */
bool flows_edges_have_room(const struct flows_net *net, unsigned axes, struct flows_cut *cut);

/* The links that lead across the cut, each as the port of an empty hex at one of its ends; fewer
 * than the cut has teams. Returns their number. ports has room for FLOWS_CUT_MOST. */
enum { FLOWS_CUT_MOST = 8 };
unsigned flows_cut_ports(const struct flows_net *net, const struct flows_routes *routes,
                         const struct flows_cut *cut, struct flows_port ports[FLOWS_CUT_MOST]);

#endif
