/* Reading and writing nonogram texts, one file for each family of formats. What readers share is
 * the draft: a puzzle being read, in which every clue still knows its place in the text. A reader
 * fills in lines, clues and colours, makes the puzzle of them (nonogram_draft_puzzle), then adds
 * the pictures, whose size and colours are known by then.
 *
 * docs/nonogram-formats.md has an example of each format. */
#ifndef PUZZLES_NONOGRAM_FORMAT_FORMAT_H
#define PUZZLES_NONOGRAM_FORMAT_FORMAT_H

#include "base/word.h"
#include "puzzles/nonogram/model/position.h"

/* Indices of the two lists of lines. */
enum nonogram_side { NONOGRAM_ROWS, NONOGRAM_COLUMNS, NONOGRAM_SIDES };

struct nonogram_draft_clue {
    uint16_t length;
    uint8_t colour;
    size_t at;
};

struct nonogram_draft_line {
    struct nonogram_draft_clue *clues;
    size_t count, room;
    unsigned needs; /* cells, with the gaps */
    bool zero;      /* a 0 said that it is empty */
    size_t at;
};

struct nonogram_draft_side {
    struct nonogram_draft_line *lines;
    size_t count, room;
    unsigned said;  /* how many lines there should be; 0: the text does not say */
    size_t said_at; /* where it says so */
    bool spaced;    /* blank lines among them were skipped */
    size_t spaced_at;
};

/* A colour as the text has it. */
struct nonogram_draft_colour {
    char name[NONOGRAM_NAME + 1];
    char mark; /* its character in clues or pictures of this text; 0: none */
    uint32_t rgb;
};

/* What a number without a colour means. */
enum nonogram_plain {
    NONOGRAM_PLAIN_BLACK = -1,  /* the colour named black, which is added when first needed */
    NONOGRAM_PLAIN_REFUSED = -2 /* nothing: every clue must name its colour */
};

/* Lines of a text, without their ends. */
struct nonogram_lines {
    struct line *items;
    size_t count, room;
};

struct nonogram_draft {
    const struct source *source;
    qd_error *error;
    struct record *moves;
    struct nonogram_draft_side side[NONOGRAM_SIDES];
    struct nonogram_draft_colour palette[NONOGRAM_COLOURS + 1]; /* [0] is the background */
    unsigned colours;
    bool background_said; /* the text declares the background */
    int plain;            /* a colour, or one of enum nonogram_plain */
    bool unmarked;   /* no keyword separates rows and columns: every blank line above the last clues
                        of a section is an empty row or column */
    bool undeclared; /* undeclared letters are colours too */
    struct nonogram_about about;
    struct nonogram_puzzle *puzzle; /* once it has been made */
    uint8_t *known;                 /* cells that are known at the start, or NULL */
};

/* puzzles/nonogram/format/draft.c. Functions that return bool return false with an error. */

void nonogram_draft_begin(struct nonogram_draft *draft, const struct source *source,
                          struct record *moves, qd_error *error);
/* Frees what the draft still owns. */
void nonogram_draft_free(struct nonogram_draft *draft);
/* Sets how many lines a side must have, 1 to NONOGRAM_SIDE. */
bool nonogram_draft_size(struct nonogram_draft *draft, enum nonogram_side side, unsigned count,
                         size_t at);
/* The same, with the number in a word. */
bool nonogram_draft_size_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct word word);
/* Begins the next line of a side. */
bool nonogram_draft_line(struct nonogram_draft *draft, enum nonogram_side side, size_t at);
/* Adds a clue to the last line of a side. A length of 0, alone, means that the line is empty. */
bool nonogram_draft_clue(struct nonogram_draft *draft, enum nonogram_side side, unsigned length,
                         unsigned colour, size_t at);
/* Reads a clue from a word: a number, perhaps followed by a colour's mark or name. */
bool nonogram_draft_clue_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct word word);
/* Reads a whole line of clues with blanks or commas between them. */
bool nonogram_draft_clue_line(struct nonogram_draft *draft, enum nonogram_side side,
                              struct line line);
/* The number of lines up to the last one that is not blank. Blank lines after it only separate
 * sections: if they were empty rows or columns, a lost line would go unnoticed. */
size_t nonogram_lines_used(const struct source *source, const struct nonogram_lines *lines);
/* Reads a section with a line of clues for each row or column. A blank line above the last clues is
 * an empty row or column, unless there are exactly as many other lines as the side must have. at is
 * where the section begins, for the error if there are no clues. */
typedef bool nonogram_line_reader(struct nonogram_draft *draft, enum nonogram_side side,
                                  struct line line);
bool nonogram_draft_section(struct nonogram_draft *draft, enum nonogram_side side,
                            const struct nonogram_lines *lines, size_t at,
                            nonogram_line_reader *read);
/* The colour of numbers without one. */
bool nonogram_draft_plain(struct nonogram_draft *draft, size_t at, unsigned *colour);
/* Makes the puzzle of the lines, the colours, the title and so on. */
bool nonogram_draft_puzzle(struct nonogram_draft *draft);
/* Takes over a picture (all cells known) as the goal; it must have the clues. Row r of it is at the
 * offset at + r * stride. */
bool nonogram_draft_goal(struct nonogram_draft *draft, uint8_t *picture, size_t at, size_t stride);
/* Makes the puzzle from a picture instead of clues, with the draft's palette. Takes over the
 * picture. */
bool nonogram_draft_from_picture(struct nonogram_draft *draft, unsigned width, unsigned height,
                                 uint8_t *picture);
/* Keeps text as one of draft->about's fields. It must be UTF-8 without control characters, and the
 * first of its kind. Blanks around it are dropped; nothing is kept if no more is left. */
bool nonogram_draft_about(struct nonogram_draft *draft, char **field, const char *what,
                          const char *text, size_t size, size_t at);
/* Sets the error that a second puzzle begins at the offset. Returns false. */
bool nonogram_draft_second(struct nonogram_draft *draft, size_t at);

/* puzzles/nonogram/format/colour_names.c */

/* Adds a colour, which becomes draft->palette[draft->colours]. */
bool nonogram_draft_colour(struct nonogram_draft *draft, const char *name, size_t name_size,
                           char mark, uint32_t rgb, size_t at);
/* Declares the background. */
bool nonogram_draft_background(struct nonogram_draft *draft, const char *name, size_t name_size,
                               char mark, uint32_t rgb, size_t at);
/* The colour of that mark or name, 0 the background; -1 if there is none. */
int nonogram_draft_mark(const struct nonogram_draft *draft, char mark);
int nonogram_draft_name(const struct nonogram_draft *draft, const char *name, size_t size);
/* Adds a colour that the text uses without declaring it: the one that its letter stands for. */
bool nonogram_draft_colour_letter(struct nonogram_draft *draft, char letter, size_t at);
/* Sets the puzzle's palette; every colour gets a letter. */
void nonogram_draft_palette(struct nonogram_draft *draft);
/* True if the character may be a colour's letter. */
bool nonogram_letter_allowed(char letter);
/* The value of a colour's name, in any letter case: the names of CSS; a name with a slash or
 * backslash is a triangle of two colours and gets their mean. Returns false if there is no such
 * name. */
bool nonogram_rgb_of_name(const char *name, size_t size, uint32_t *rgb);
/* Reads RRGGBB or #RRGGBB. Returns false if it is neither. */
bool nonogram_rgb_of_hex(const char *text, size_t size, uint32_t *rgb);
/* A name for a colour without one: its name in CSS, or #RRGGBB. */
void nonogram_name_of_rgb(uint32_t rgb, char name[NONOGRAM_NAME + 1]);

/* puzzles/nonogram/format/scanner.c */

bool nonogram_line_blank(const struct source *source, struct line line);
/* True if the line, without blanks around it, is this word. */
bool nonogram_line_is(const struct source *source, struct line line, const char *text);
/* True if the line, without blanks before it, begins with this text. */
bool nonogram_line_begins(const struct source *source, struct line line, const char *text);
void nonogram_lines_add(struct nonogram_lines *lines, struct line line);
/* Where the text begins: after a byte-order mark. */
size_t nonogram_text_start(const struct source *source);
/* The next line at *offset that is not blank, without blanks around it. */
bool nonogram_next_line(const struct source *source, size_t *offset, struct line *line);
/* Appends text with entities of HTML (&amp; &quot; &copy; &#65; and a few more) replaced; unknown
 * ones stay as they are. */
void nonogram_entities_decode(const char *text, size_t size, struct buf *out);
/* The character of a named entity, as UTF-8; NULL if it is not known. */
const char *nonogram_entity(const char *name, size_t size);
/* Appends text with the characters that are special in .non and XML as entities. */
void nonogram_entities_encode(const char *text, struct buf *out);
/* True if all of it is UTF-8 without control characters, except line ends and tabs. Otherwise *at
 * is the first byte that is not. */
bool nonogram_printable(const char *text, size_t size, size_t *at);

/* puzzles/nonogram/format/multi.c: files of several puzzles. */

/* Parts of a text, in order. */
struct nonogram_parts {
    const struct source *source;
    struct source_part *items;
    size_t count, room;
    size_t at; /* how far lines were counted */
    int lines;
};
void nonogram_parts_add(struct nonogram_parts *parts, struct source_part part);
/* Cuts before every line that begins a puzzle; above the first there may be only blank lines and
 * comments. Returns how many parts there are, 0 unless there are several. */
size_t nonogram_cut_before(const struct source *source, struct source_part **parts,
                           bool (*begins)(const struct source *source, struct line line));
/* Cuts at lines that separate puzzles, and drops parts without text. Returns how many parts there
 * are, 0 if there is no such line. */
size_t nonogram_cut_between(const struct source *source, struct source_part **parts,
                            bool (*separates)(const struct source *source, struct line line));

/* ---- formats ---- */

/* How likely it is that the text is in this format, 0 to 100. Must be quick, and if possible right
 * about damaged texts too. */
typedef int nonogram_recogniser(const struct source *source);
/* Makes the draft's puzzle, pictures and moves of its source, or returns false with an error. */
typedef bool nonogram_reader(struct nonogram_draft *draft);
/* Finds the puzzles of a text that holds several, as puzzle_text.cut. */
typedef size_t nonogram_cutter(const struct source *source, struct source_part **parts);

/* A game to be written. */
struct nonogram_game {
    const struct nonogram_puzzle *puzzle;
    const struct position *start;
    const struct record *moves;
    const uint8_t *cells; /* what is known after the moves */
    bool any_known;       /* at least one of them */
    const uint8_t
        *picture; /* the whole solution, for formats that hold nothing else; otherwise NULL */
};
/* Appends the text, or returns false with an error (QD_BAD_INPUT) if the format cannot hold the
 * puzzle. Colours and cells that its row does not list have been refused before. */
typedef bool nonogram_writer(const struct nonogram_game *game, struct buf *out, qd_error *error);

/* What a format holds besides clues. */
enum nonogram_holds {
    HOLDS_COLOURS = 1 << 0,
    HOLDS_CELLS = 1 << 1,  /* those that are known already */
    HOLDS_PICTURE = 1 << 2 /* the solution, and no clues */
};

/* The functions that the rows name. */
#define FORMAT(file, name, extension, summary, between, holds, recogniser, surest, reader, cutter, \
               writer)                                                                             \
    nonogram_recogniser recogniser;                                                                \
    nonogram_reader reader;                                                                        \
    nonogram_cutter cutter;                                                                        \
    nonogram_writer writer;
#include "puzzles/nonogram/format/formats.def"
#undef FORMAT

/* ---- for writers ---- */

/* Appends the clues of a line, "0" if there are none, with this text between them. */
void nonogram_write_clues(const struct nonogram_line *line, const char *between, struct buf *out);
/* The same for several lines, each followed by a newline. */
void nonogram_write_lines(const struct nonogram_line *lines, unsigned count, const char *between,
                          struct buf *out);
/* Appends a picture's row as letters, '.' for empty and '?' for unknown. */
void nonogram_write_row(const struct nonogram_puzzle *puzzle, const uint8_t *cells, unsigned row,
                        struct buf *out);

#endif
