/* Writing an animation as a document. Each drawing has a time slot. In the first part of the slot
 * things glide to their new places; when they have landed, everything else that is new appears. The
 * caption is visible for the whole slot. The pause is added to the last slot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/drawing_internal.h"
#include "base/draw/svg_animation.h"
#include "base/draw/svg_animation_internal.h"
#include "base/mem.h"

/* The part of a slot in which things glide. */
#define GLIDE 0.6

enum { CAPTION_SIZE = 16, CAPTION_STRIP = 34 };

/* The document in two parts: the keyframes are known only when the shapes are written. */
struct writer {
    const struct svg_animation *animation;
    double total; /* seconds from the beginning to the end of the pause */
    struct buf body;
    char **keyframes; /* each without its name; number i is called k<i> */
    size_t keyframe_count, keyframe_room;
};

static double slot_of(const struct writer *writer, size_t frame) {
    return (double)frame * writer->animation->seconds;
}

static double landing_of(const struct writer *writer, size_t frame) {
    return frame ? ((double)frame + GLIDE) * writer->animation->seconds : 0;
}

/* ---- Keyframes ---- */

static void add_percent(struct buf *out, const struct writer *writer, double seconds) {
    svg_number(out, 100 * seconds / writer->total);
    buf_char(out, '%');
}

/* The number of these keyframes, which are stored only once. */
static size_t keyframes_number(struct writer *writer, const struct buf *keyframes) {
    for (size_t i = 0; i < writer->keyframe_count; i++)
        if (strcmp(writer->keyframes[i], buf_text(keyframes)) == 0)
            return i;
    writer->keyframes = mem_grow(writer->keyframes, writer->keyframe_count, &writer->keyframe_room,
                                 sizeof *writer->keyframes);
    writer->keyframes[writer->keyframe_count] = mem_text(buf_text(keyframes));
    return writer->keyframe_count++;
}

/* The attribute that plays these keyframes. Releases them. */
static void play_keyframes(struct writer *writer, struct buf *keyframes) {
    size_t number = keyframes_number(writer, keyframes);
    buf_printf(&writer->body, " style=\"animation-name:k%zu\"", number);
    buf_free(keyframes);
}

/* ---- When a look is visible ---- */

/* The turns of one kind: those with even numbers make it visible, the others hide it. The beginning
 * is no turn but an attribute. */
static void add_turns(struct buf *out, const struct writer *writer, const struct look *look,
                      size_t first, const char *value) {
    size_t before = out->size;
    for (size_t i = first; i < look->turn_count; i += 2) {
        if (look->turns[i] == 0)
            continue;
        if (out->size > before)
            buf_char(out, ',');
        add_percent(out, writer, landing_of(writer, look->turns[i]));
    }
    if (out->size > before)
        buf_printf(out, "{visibility:%s}", value);
}

static void write_look(struct writer *writer, const struct look *look) {
    struct buf keyframes = {0};
    buf_printf(&writer->body, "<%s", look->element);
    if (look->turns[0] > 0)
        buf_add(&writer->body, " visibility=\"hidden\"");
    add_turns(&keyframes, writer, look, 0, "visible");
    add_turns(&keyframes, writer, look, 1, "hidden");
    if (keyframes.size)
        play_keyframes(writer, &keyframes);
    buf_add(&writer->body, look->rest);
}

static void write_layers(struct writer *writer, const struct thing *thing) {
    for (size_t i = 0; i < thing->layer_count; i++)
        for (size_t k = 0; k < thing->layers[i].look_count; k++)
            write_look(writer, &thing->layers[i].looks[k]);
}

/* ---- Where a thing is ---- */

/* A moment and where a thing is then; between two of them it moves evenly. */
struct stop {
    double seconds;
    struct point at;
    bool written;
};

struct route {
    struct stop *stops;
    size_t count, room;
};

static void route_add(struct route *route, double seconds, double x, double y) {
    route->stops = mem_grow(route->stops, route->count, &route->room, sizeof *route->stops);
    route->stops[route->count++] = (struct stop){seconds, {x, y}, false};
}

/* True if they are written alike. */
static bool same_place(struct point a, struct point b) {
    return llround(a.x * 1000) == llround(b.x * 1000) && llround(a.y * 1000) == llround(b.y * 1000);
}

static void add_translate(struct buf *out, struct point at) {
    buf_add(out, "{transform:translate(");
    svg_number(out, at.x);
    buf_add(out, "px,");
    svg_number(out, at.y);
    buf_add(out, "px)}");
}

/* Keyframes need no order, so all stops at one place share one line. Releases the route. */
static void add_route(struct buf *out, const struct writer *writer, struct route *route) {
    for (size_t i = 0; i < route->count; i++) {
        struct stop *stop = &route->stops[i];
        if (stop->written)
            continue;
        add_percent(out, writer, stop->seconds);
        for (size_t k = i + 1; k < route->count; k++) {
            struct stop *other = &route->stops[k];
            if (other->written || !same_place(stop->at, other->at))
                continue;
            other->written = true;
            buf_char(out, ',');
            add_percent(out, writer, other->seconds);
        }
        add_translate(out, stop->at);
    }
    free(route->stops);
}

/* Straight from place to place, staying at each until the slot of the next. The beginning is said
 * again, because not every browser takes the attribute for the style that keyframes begin with. */
static void play_places(struct writer *writer, const struct thing *thing) {
    struct route route = {0};
    for (size_t i = 0; i < thing->place_count; i++) {
        const struct place *place = &thing->places[i];
        bool last = i + 1 == thing->place_count;
        route_add(&route, i ? landing_of(writer, place->frame) : 0, place->at.x, place->at.y);
        route_add(&route, last ? writer->total : slot_of(writer, place[1].frame), place->at.x,
                  place->at.y);
    }
    struct buf keyframes = {0};
    add_route(&keyframes, writer, &route);
    play_keyframes(writer, &keyframes);
}

/* What must be added to each straight motion so that it leads up, across and down, a third of the
 * time each. */
static void play_lifts(struct writer *writer, const struct thing *thing) {
    struct route route = {0};
    for (size_t i = 1; i < thing->place_count; i++) {
        const struct place *to = &thing->places[i];
        struct point from = thing->places[i - 1].at;
        double dx = to->at.x - from.x, dy = to->at.y - from.y;
        double begin = slot_of(writer, to->frame), end = landing_of(writer, to->frame);
        route_add(&route, begin, 0, 0);
        route_add(&route, begin + (end - begin) / 3, -dx / 3, thing->lift - from.y - dy / 3);
        route_add(&route, end - (end - begin) / 3, dx / 3, thing->lift - to->at.y + dy / 3);
        route_add(&route, end, 0, 0);
    }
    struct buf keyframes = {0};
    add_route(&keyframes, writer, &route);
    play_keyframes(writer, &keyframes);
}

static void write_thing(struct writer *writer, const struct thing *thing) {
    bool moves = thing->place_count > 1, lifts = moves && thing->lifted;
    buf_add(&writer->body, "<g transform=\"translate(");
    svg_number(&writer->body, thing->places[0].at.x);
    buf_char(&writer->body, ' ');
    svg_number(&writer->body, thing->places[0].at.y);
    buf_add(&writer->body, ")\"");
    if (moves) {
        buf_printf(&writer->body, " class=\"%s\"", lifts ? "carry" : "glide");
        play_places(writer, thing);
    }
    buf_add(&writer->body, ">\n");
    if (lifts) {
        buf_add(&writer->body, "<g class=\"lift\"");
        play_lifts(writer, thing);
        buf_add(&writer->body, ">\n");
    }
    write_layers(writer, thing);
    buf_add(&writer->body, lifts ? "</g>\n</g>\n" : "</g>\n");
}

/* ---- Captions ---- */

/* The size at which the widest caption fits; 0 if there are none. */
static double caption_size(const struct svg_animation *animation) {
    double widest = 0;
    for (size_t i = 0; i < animation->frames; i++)
        widest = fmax(widest, drawing_text_width(animation->captions[i], CAPTION_SIZE, false));
    if (widest <= 0)
        return 0;
    return CAPTION_SIZE * fmin(1, animation->width * 0.95 / widest);
}

/* All captions play the same keyframes, each with its own delay, which is negative if it started
 * earlier. Only the last one stays longer. */
static void write_caption(struct writer *writer, size_t frame) {
    const struct svg_animation *animation = writer->animation;
    buf_add(&writer->body, frame ? "<text" : "<text visibility=\"visible\"");
    if (frame > 0 && frame + 1 == animation->frames) {
        struct buf keyframes = {0};
        add_percent(&keyframes, writer, slot_of(writer, frame));
        buf_add(&keyframes, "{visibility:visible}");
        play_keyframes(writer, &keyframes);
    } else if (animation->frames > 1) {
        buf_add(&writer->body, " style=\"animation-delay:");
        svg_number(&writer->body, frame ? slot_of(writer, frame) - writer->total : 0);
        buf_add(&writer->body, "s\"");
    }
    buf_char(&writer->body, '>');
    svg_escaped(&writer->body, animation->captions[frame]);
    buf_add(&writer->body, "</text>\n");
}

static void write_captions(struct writer *writer, double size) {
    const struct svg_animation *animation = writer->animation;
    buf_add(&writer->body, "<g class=\"caption\" transform=\"translate(");
    svg_number(&writer->body, animation->width / 2);
    buf_char(&writer->body, ' ');
    svg_number(&writer->body, animation->height + CAPTION_STRIP / 2.0);
    buf_add(&writer->body, ")\" text-anchor=\"middle\" fill=\"#333333\" visibility=\"hidden\"");
    svg_attribute(&writer->body, "font-size", size);
    buf_add(&writer->body, ">\n");
    for (size_t i = 0; i < animation->frames; i++)
        write_caption(writer, i);
    buf_add(&writer->body, "</g>\n");
}

/* ---- The document ---- */

static void add_style(const struct writer *writer, struct buf *out) {
    buf_add(out, "<style>\n.moves [style]{animation:");
    svg_number(out, writer->total);
    buf_add(out, "s step-end infinite}\n"
                 ".moves .glide{animation-timing-function:ease-in-out}\n"
                 ".moves .carry,.moves .lift{animation-timing-function:linear}\n"
                 ".moves .caption text{animation-name:caption}\n"
                 "@media (prefers-reduced-motion:reduce){"
                 ".moves .glide,.moves .carry{animation-timing-function:step-end}"
                 ".moves .lift{animation-name:none!important}}\n"
                 "@keyframes caption{0%{visibility:visible}");
    add_percent(out, writer, writer->animation->seconds);
    buf_add(out, "{visibility:hidden}}\n");
    for (size_t i = 0; i < writer->keyframe_count; i++)
        buf_printf(out, "@keyframes k%zu{%s}\n", i, writer->keyframes[i]);
    buf_add(out, "</style>\n");
}

static void write_body(struct writer *writer, double caption) {
    const struct svg_animation *animation = writer->animation;
    buf_add(&writer->body, "<g class=\"moves\">\n"
                           "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    write_layers(writer, &animation->below);
    for (size_t i = 0; i < animation->thing_count; i++)
        write_thing(writer, animation->things[i]);
    write_layers(writer, &animation->above);
    if (caption > 0)
        write_captions(writer, caption);
    buf_add(&writer->body, "</g>\n");
}

void svg_animation_write(const struct svg_animation *animation, struct buf *out) {
    struct writer writer = {.animation = animation};
    writer.total = slot_of(&writer, animation->frames) + SVG_ANIMATION_PAUSE;
    double caption = caption_size(animation);
    write_body(&writer, caption);
    svg_head(out, animation->width, animation->height + (caption > 0 ? CAPTION_STRIP : 0));
    svg_said(out, animation->title, animation->description);
    if (animation->frames > 1)
        add_style(&writer, out);
    buf_bytes(out, buf_text(&writer.body), writer.body.size);
    buf_add(out, "</svg>\n");
    for (size_t i = 0; i < writer.keyframe_count; i++)
        free(writer.keyframes[i]);
    free(writer.keyframes);
    buf_free(&writer.body);
}
