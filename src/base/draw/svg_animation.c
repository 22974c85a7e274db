#include "base/draw/svg_animation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/drawing_internal.h"
#include "base/draw/svg_animation_internal.h"
#include "base/mem.h"

struct svg_animation *svg_animation_new(double seconds) {
    struct svg_animation *animation = MEM_NEW(struct svg_animation);
    animation->seconds = fmin(fmax(seconds, SVG_ANIMATION_FASTEST), SVG_ANIMATION_SLOWEST);
    return animation;
}

static void layer_free(struct layer *layer) {
    for (size_t i = 0; i < layer->look_count; i++) {
        free(layer->looks[i].rest);
        free(layer->looks[i].turns);
    }
    free(layer->looks);
}

static void thing_free(struct thing *thing) {
    for (size_t i = 0; i < thing->layer_count; i++)
        layer_free(&thing->layers[i]);
    free(thing->layers);
    free(thing->places);
    free(thing->id);
}

void svg_animation_free(struct svg_animation *animation) {
    if (!animation)
        return;
    for (size_t i = 0; i < animation->frames; i++)
        free(animation->captions[i]);
    for (size_t i = 0; i < animation->thing_count; i++) {
        thing_free(animation->things[i]);
        free(animation->things[i]);
    }
    thing_free(&animation->below);
    thing_free(&animation->above);
    free(animation->captions);
    free(animation->things);
    free(animation->known);
    free(animation->title);
    free(animation->description);
    buf_free(&animation->scratch);
    free(animation);
}

/* ---- Shapes and their looks ---- */

static void turn(struct look *look, size_t frame) {
    look->turns = mem_grow(look->turns, look->turn_count, &look->turn_room, sizeof *look->turns);
    look->turns[look->turn_count++] = frame;
}

static void layer_hide(struct layer *layer, size_t frame) {
    if (layer->shown)
        turn(layer->shown, frame);
    layer->shown = NULL;
}

static bool looks_so(const struct look *look, const char *element, const char *rest) {
    return strcmp(look->element, element) == 0 && strcmp(look->rest, rest) == 0;
}

static struct look *look_of(struct layer *layer, const char *element, const char *rest) {
    for (size_t i = 0; i < layer->look_count; i++)
        if (looks_so(&layer->looks[i], element, rest))
            return &layer->looks[i];
    layer->looks =
        mem_grow(layer->looks, layer->look_count, &layer->look_room, sizeof *layer->looks);
    struct look *look = &layer->looks[layer->look_count++];
    *look = (struct look){.element = element, .rest = mem_text(rest)};
    return look;
}

static void layer_show(struct layer *layer, size_t frame, const char *element, const char *rest) {
    if (layer->shown && looks_so(layer->shown, element, rest))
        return;
    layer_hide(layer, frame);
    layer->shown = look_of(layer, element, rest);
    turn(layer->shown, frame);
}

/* Shows a shape as the thing's layer of that number. */
static void thing_show(struct svg_animation *animation, struct thing *thing, size_t number,
                       const struct drawing *drawing, const struct shape *shape,
                       struct point origin) {
    if (number == thing->layer_count) {
        thing->layers =
            mem_grow(thing->layers, thing->layer_count, &thing->layer_room, sizeof *thing->layers);
        thing->layers[thing->layer_count++] = (struct layer){0};
    }
    buf_clear(&animation->scratch);
    svg_shape(&animation->scratch, drawing, shape, origin);
    layer_show(&thing->layers[number], animation->frames, svg_element(shape),
               buf_text(&animation->scratch));
}

/* Hides the layers from that number on. */
static void thing_hide(struct thing *thing, size_t number, size_t frame) {
    for (; number < thing->layer_count; number++)
        layer_hide(&thing->layers[number], frame);
}

/* ---- Things ---- */

static int compare_ids(const void *a, const void *b) {
    const struct thing *const *left = a, *const *right = b;
    return strcmp((*left)->id, (*right)->id);
}

static void rename_thing(struct svg_animation *animation, struct thing *thing, svg_follow *follow,
                         void *context) {
    buf_clear(&animation->scratch);
    follow(context, thing->id, &animation->scratch);
    free(thing->id);
    thing->id = mem_text(buf_text(&animation->scratch));
}

/* Lists the things of the drawing before by the ids they have now. */
static void know_things(struct svg_animation *animation, svg_follow *follow, void *context) {
    animation->known_count = 0;
    for (size_t i = 0; i < animation->thing_count; i++) {
        struct thing *thing = animation->things[i];
        if (thing->seen + 1 != animation->frames)
            continue;
        if (follow)
            rename_thing(animation, thing, follow, context);
        animation->known = mem_grow(animation->known, animation->known_count,
                                    &animation->known_room, sizeof(struct thing *));
        animation->known[animation->known_count++] = thing;
    }
    if (animation->known_count)
        qsort(animation->known, animation->known_count, sizeof(struct thing *), compare_ids);
}

static struct thing *new_thing(struct svg_animation *animation, const char *id) {
    struct thing *thing = MEM_NEW(struct thing);
    thing->id = mem_text(id);
    animation->things = mem_grow(animation->things, animation->thing_count, &animation->thing_room,
                                 sizeof(struct thing *));
    animation->things[animation->thing_count++] = thing;
    return thing;
}

/* The known thing of that id, or a new one. */
static struct thing *thing_of(struct svg_animation *animation, const char *id) {
    size_t low = 0, high = animation->known_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(animation->known[middle]->id, id);
        if (order == 0)
            return animation->known[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return new_thing(animation, id);
}

static void thing_place(struct thing *thing, size_t frame, struct point at) {
    if (thing->place_count) {
        struct point last = thing->places[thing->place_count - 1].at;
        if (last.x == at.x && last.y == at.y)
            return;
    }
    thing->places =
        mem_grow(thing->places, thing->place_count, &thing->place_room, sizeof *thing->places);
    thing->places[thing->place_count++] = (struct place){frame, at};
}

static void add_group(struct svg_animation *animation, const struct drawing *drawing,
                      const struct group *group) {
    struct thing *thing = thing_of(animation, drawing->texts.text + group->id);
    thing->seen = animation->frames;
    thing->lifted = group->lifted;
    thing->lift = group->lift;
    thing_place(thing, animation->frames, group->at);
    for (size_t i = 0; i < group->count; i++)
        thing_show(animation, thing, i, drawing, &drawing->shapes[group->from + i], group->at);
    thing_hide(thing, group->count, animation->frames);
}

static void hide_lost_things(struct svg_animation *animation) {
    for (size_t i = 0; i < animation->known_count; i++)
        if (animation->known[i]->seen != animation->frames)
            thing_hide(animation->known[i], 0, animation->frames);
}

/* The shapes outside of groups. */
static void add_loose_shapes(struct svg_animation *animation, const struct drawing *drawing) {
    const struct point origin = {0, 0};
    const struct group *groups = drawing->groups;
    size_t next = 0, below = 0, above = 0;
    for (size_t i = 0; i < drawing->shape_count; i++) {
        while (next < drawing->group_count && i >= groups[next].from + groups[next].count)
            next++;
        if (next < drawing->group_count && i >= groups[next].from)
            continue;
        if (next == 0)
            thing_show(animation, &animation->below, below++, drawing, &drawing->shapes[i], origin);
        else
            thing_show(animation, &animation->above, above++, drawing, &drawing->shapes[i], origin);
    }
    thing_hide(&animation->below, below, animation->frames);
    thing_hide(&animation->above, above, animation->frames);
}

/* ---- Drawings ---- */

static void begin(struct svg_animation *animation, const struct drawing *drawing) {
    animation->title = drawing->title ? mem_text(drawing->title) : NULL;
    animation->description = drawing->description ? mem_text(drawing->description) : NULL;
}

void svg_animation_add(struct svg_animation *animation, const struct drawing *drawing,
                       const char *caption, svg_follow *follow, void *context) {
    if (animation->frames == 0)
        begin(animation, drawing);
    else
        know_things(animation, follow, context);
    animation->width = fmax(animation->width, drawing->width);
    animation->height = fmax(animation->height, drawing->height);
    add_loose_shapes(animation, drawing);
    for (size_t i = 0; i < drawing->group_count; i++)
        add_group(animation, drawing, &drawing->groups[i]);
    hide_lost_things(animation);
    animation->captions = mem_grow(animation->captions, animation->frames, &animation->caption_room,
                                   sizeof *animation->captions);
    animation->captions[animation->frames++] = mem_text(caption ? caption : "");
}
