/* The inside of an animation, for the files that fill and write it. */
#ifndef BASE_DRAW_SVG_ANIMATION_INTERNAL_H
#define BASE_DRAW_SVG_ANIMATION_INTERNAL_H

#include "base/draw/outline.h"
#include "base/draw/svg_animation.h"

/* One of the ways in which a shape looks, and when. */
struct look {
    const char *element; /* "rect" */
    char *rest;          /* what follows the name, to the end of the element */
    size_t *turns;       /* the drawings at which it becomes visible, hidden, visible and so on */
    size_t turn_count, turn_room;
};

/* A shape in all its looks. */
struct layer {
    struct look *looks;
    size_t look_count, look_room;
    struct look *shown; /* NULL: none */
};

/* The place of a thing from that drawing on. */
struct place {
    size_t frame;
    struct point at;
};

/* The groups of one id. Shapes outside of groups belong to things without an id. */
struct thing {
    char *id; /* in the last drawing */
    struct layer *layers;
    size_t layer_count, layer_room;
    struct place *places;
    size_t place_count, place_room;
    bool lifted;
    double lift;
    size_t seen; /* the last drawing it is in */
};

struct svg_animation {
    double seconds;
    double width, height; /* of the largest drawing */
    char *title, *description;
    size_t frames;
    char **captions; /* one for each drawing, "" for none */
    size_t caption_room;
    struct thing below, above;
    struct thing **things; /* in the order of their first drawings */
    size_t thing_count, thing_room;
    struct thing **known; /* those of the drawing before, sorted by id */
    size_t known_count, known_room;
    struct buf scratch;
};

#endif
