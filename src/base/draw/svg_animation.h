/* A sequence of drawings as one SVG document that plays in a browser: objects glide from place to
 * place, other changes are immediate, and at the end it pauses and starts again.
 *
 * Groups (drawing_begin_group) with the same id in successive drawings are one object and are
 * written once, with the places they visit. A shape that does not change is written once too; one
 * that changes is written in each of its looks, of which one is visible at a time. Marks
 * (drawing_tag, drawing_class) are left out.
 *
 * The document uses CSS animations, not the animation elements of SVG, because CSS knows whether
 * the reader prefers reduced motion: then objects jump instead of gliding. A viewer without
 * animation shows the first drawing. The document is meant as a file of its own or as an image;
 * pasted into a page, the names of two documents would clash. */
#ifndef BASE_DRAW_SVG_ANIMATION_H
#define BASE_DRAW_SVG_ANIMATION_H

#include "base/buf.h"
#include "base/draw/drawing.h"

/* The bounds of the time for one drawing, in seconds, and the pause after the last one. */
#define SVG_ANIMATION_FASTEST 0.05
#define SVG_ANIMATION_SLOWEST 60
#define SVG_ANIMATION_PAUSE   2

struct svg_animation;

/* An empty animation. seconds is the time for each drawing, clamped to the bounds above. Never
 * NULL; svg_animation_free releases it. */
struct svg_animation *svg_animation_new(double seconds);
/* animation may be NULL. */
void svg_animation_free(struct svg_animation *animation);

/* Appends (to an empty buf) the id that the group called id in the drawing before has now. */
typedef void svg_follow(void *context, const char *id, struct buf *now);

/* Adds a drawing, which is copied as far as necessary; title and description are those of the first
 * one. caption is shown below it (NULL or "": none). follow says how groups of the previous drawing
 * are renamed; NULL: not at all. */
void svg_animation_add(struct svg_animation *animation, const struct drawing *drawing,
                       const char *caption, svg_follow *follow, void *context);

/* Appends the document. The same drawings always give the same bytes. */
void svg_animation_write(const struct svg_animation *animation, struct buf *out);

#endif
