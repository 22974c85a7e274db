/* Drawings one after the other as one SVG document that plays in a browser: things glide from place
 * to place, what changes otherwise changes at once, and at the end it pauses and begins again.
 *
 * Groups of successive drawings (drawing_begin_group) that have the same id are one thing and are
 * written once, with the places they come to. A shape that stays as it is, on a thing or on its
 * own, is written once too; one that changes is written in each of its looks, of which one is
 * visible at a time. Marks (drawing_tag, drawing_class) are left out.
 *
 * The document moves by CSS, not by the animation elements of SVG, because CSS knows whether the
 * reader asked for less motion: then things jump instead of gliding. Where nothing is animated, it
 * shows the first drawing. The rules are meant for a file of its own or an image; pasted into a
 * page, two documents would share their names. */
#ifndef BASE_DRAW_SVG_ANIMATION_H
#define BASE_DRAW_SVG_ANIMATION_H

#include "base/buf.h"
#include "base/draw/drawing.h"

/* The bounds of the time for one drawing, in seconds, and the pause behind the last one. */
#define SVG_ANIMATION_FASTEST 0.05
#define SVG_ANIMATION_SLOWEST 60
#define SVG_ANIMATION_PAUSE   2

struct svg_animation;

/* An animation without drawings. seconds is the time for each of them; it is kept within the bounds
 * above. Never NULL; svg_animation_free releases it. */
struct svg_animation *svg_animation_new(double seconds);
/* animation may be NULL. */
void svg_animation_free(struct svg_animation *animation);

/* Appends (to an empty buf) the id that the group called id in the drawing before has now. */
typedef void svg_follow(void *context, const char *id, struct buf *now);

/* Adds a drawing, of which it keeps what it needs; title and description are those of the first
 * one. caption stands below it (NULL or "": none). follow says how groups are renamed from the
 * drawing before; NULL: not at all. */
void svg_animation_add(struct svg_animation *animation, const struct drawing *drawing,
                       const char *caption, svg_follow *follow, void *context);

/* Appends the document. The same drawings always give the same bytes. */
void svg_animation_write(const struct svg_animation *animation, struct buf *out);

#endif
