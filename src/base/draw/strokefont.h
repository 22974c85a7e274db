/* A small sans-serif font of strokes: every printable ASCII character as the path of a pen with a
 * round tip, and a box for anything else. Its widths and heights are close to those of Arial and
 * Helvetica, so that text takes up about the same room in an SVG. Tabs and line ends count as
 * spaces; bytes that are not UTF-8 show as '?'. */
#ifndef BASE_DRAW_STROKEFONT_H
#define BASE_DRAW_STROKEFONT_H

#include <stdbool.h>

#include "base/draw/outline.h"

/* How far the text reaches from where it starts to where the next character would start. */
double strokefont_width(const char *text, double size, bool bold);

/* The width of the pen. */
double strokefont_pen(double size, bool bold);

/* Appends the path of the pen: the text starts at `at`, on its baseline; y grows downwards. */
void strokefont_trace(const char *text, struct point at, double size, bool bold,
                      struct outline *path);

#endif
