/* What the files of webpbn's XML share. */
#ifndef PUZZLES_NONOGRAM_FORMAT_WEBPBN_XML_H
#define PUZZLES_NONOGRAM_FORMAT_WEBPBN_XML_H

#include "puzzles/nonogram/format/format.h"

/* The text of an image element. */
struct nonogram_xml_image {
    char *text; /* NULL: there is none */
    size_t *at; /* where each of its bytes is */
    size_t size;
    size_t begins; /* where the element does */
};

/* Reads an image, if there is one: the goal, or the saved cells. If the draft has no puzzle yet,
 * for lack of clues, the goal makes it. Returns false with an error. */
bool nonogram_xml_picture(struct nonogram_draft *draft, const struct nonogram_xml_image *image,
                          bool saved);

#endif
