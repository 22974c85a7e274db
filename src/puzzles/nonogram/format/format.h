/* Reading and writing nonogram texts. Each family of formats has a file of its own; what they share
 * is the draft: a puzzle being read, where every clue still knows its place in the text. A reader
 * fills in lines, clues and colours, then makes the puzzle of them (nonogram_draft_puzzle), then
 * adds the pictures, whose size and colours are known by then.
 *
 * docs/nonogram-formats.md shows an example of each format. */
#ifndef PUZZLES_NONOGRAM_FORMAT_FORMAT_H
#define PUZZLES_NONOGRAM_FORMAT_FORMAT_H

#include "puzzles/nonogram/model/position.h"

/* Indices of the two lists of lines. */
enum nonogram_side { NONOGRAM_ROWS, NONOGRAM_COLUMNS, NONOGRAM_SIDES };

/* What stands between separators: offsets in the source. */
struct nonogram_word {
    size_t from, to;
};

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
    bool spaced;    /* blank lines among them were passed over */
    size_t spaced_at;
};

/* A colour as the text speaks of it. */
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
    bool background_said; /* the text describes the background */
    int plain;            /* a colour, or one of enum nonogram_plain */
    bool unmarked;        /* no keyword parts rows and columns: every blank line above the last
                           * clues of a section is an empty row or column */
    bool undeclared;      /* letters that were not declared are colours too */
    struct nonogram_about about;
    struct nonogram_puzzle *puzzle; /* once it is made */
    uint8_t *known;                 /* cells that are known at the start, or NULL */
};

/* puzzles/nonogram/format/draft.c. Functions that return bool return false with an error. */

void nonogram_draft_begin(struct nonogram_draft *draft, const struct source *source,
                          struct record *moves, qd_error *error);
/* Frees what the draft still owns. */
void nonogram_draft_free(struct nonogram_draft *draft);
/* Says how many lines a side must have, 1 to NONOGRAM_SIDE. */
bool nonogram_draft_size(struct nonogram_draft *draft, enum nonogram_side side, unsigned count,
                         size_t at);
/* Reads that number from a word. */
bool nonogram_draft_size_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct nonogram_word word);
/* Begins the next line of a side. */
bool nonogram_draft_line(struct nonogram_draft *draft, enum nonogram_side side, size_t at);
/* Adds a clue to the last line of a side. A length of 0 says that the line is empty, and must stand
 * alone. */
bool nonogram_draft_clue(struct nonogram_draft *draft, enum nonogram_side side, unsigned length,
                         unsigned colour, size_t at);
/* Reads a clue from a word: a number, and perhaps a colour's mark or name behind it. */
bool nonogram_draft_clue_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct nonogram_word word);
/* Reads a whole line of clues with blanks or commas between them. */
bool nonogram_draft_clue_line(struct nonogram_draft *draft, enum nonogram_side side,
                              struct line line);
/* How many lines there are up to the last one that is not blank. Blank lines behind it only part
 * sections; were they empty rows or columns, a lost one would go unnoticed. */
size_t nonogram_lines_used(const struct source *source, const struct nonogram_lines *lines);
/* Reads a section of clues, a line each. A blank line above the last clues is an empty row or
 * column, unless there are just as many others as the side should have. at is where the section
 * begins, for an error if there are no clues at all. */
typedef bool nonogram_line_reader(struct nonogram_draft *draft, enum nonogram_side side,
                                  struct line line);
bool nonogram_draft_section(struct nonogram_draft *draft, enum nonogram_side side,
                            const struct nonogram_lines *lines, size_t at,
                            nonogram_line_reader *read);
/* The colour of plain numbers. */
bool nonogram_draft_plain(struct nonogram_draft *draft, size_t at, unsigned *colour);
/* Makes the puzzle of lines, colours and what is said about it. */
bool nonogram_draft_puzzle(struct nonogram_draft *draft);
/* Takes over a picture (all cells known) as the goal, if it fits the clues. Row number r stands at
 * the offset at + r * stride. */
bool nonogram_draft_goal(struct nonogram_draft *draft, uint8_t *picture, size_t at, size_t stride);
/* Makes the puzzle from a picture instead of clues, and takes the picture over; the palette is that
 * of the draft. */
bool nonogram_draft_from_picture(struct nonogram_draft *draft, unsigned width, unsigned height,
                                 uint8_t *picture);
/* Keeps text as one of draft->about's fields: must be UTF-8 without control characters, and said
 * once. Blanks around it are dropped; nothing is kept of a text without any others. */
bool nonogram_draft_about(struct nonogram_draft *draft, char **field, const char *what,
                          const char *text, size_t size, size_t at);
/* Refuses the text because a second puzzle begins at the offset. Returns false. */
bool nonogram_draft_second(struct nonogram_draft *draft, size_t at);

/* puzzles/nonogram/format/colour_names.c */

/* Adds a colour, which becomes draft->palette[draft->colours]. */
bool nonogram_draft_colour(struct nonogram_draft *draft, const char *name, size_t name_size,
                           char mark, uint32_t rgb, size_t at);
/* Describes the background. */
bool nonogram_draft_background(struct nonogram_draft *draft, const char *name, size_t name_size,
                               char mark, uint32_t rgb, size_t at);
/* The colour of that mark or name, 0 the background; -1 if there is none. */
int nonogram_draft_mark(const struct nonogram_draft *draft, char mark);
int nonogram_draft_name(const struct nonogram_draft *draft, const char *name, size_t size);
/* A colour that the text uses without having declared it: one that its letter stands for. */
bool nonogram_draft_colour_letter(struct nonogram_draft *draft, char letter, size_t at);
/* The palette of the puzzle: every colour gets a letter. */
void nonogram_draft_palette(struct nonogram_draft *draft);
/* True if the character may be a colour's letter. */
bool nonogram_letter_allowed(char letter);
/* Names and values of colours, in any letter case, those of the web; a name with a slash or
 * backslash in it is a triangle of both colours and gets their mean. Returns false if there is no
 * such name. */
bool nonogram_rgb_of_name(const char *name, size_t size, uint32_t *rgb);
/* Reads RRGGBB, with or without # before it. */
bool nonogram_rgb_of_hex(const char *text, size_t size, uint32_t *rgb);
/* How a colour without a name is called: by a name of the web, or #RRGGBB. */
void nonogram_name_of_rgb(uint32_t rgb, char name[NONOGRAM_NAME + 1]);

/* puzzles/nonogram/format/scanner.c */

/* The next word of a line, between blanks or any of the separators; the line then begins behind it.
 * Returns false at its end. */
bool nonogram_word_next(const struct source *source, struct line *line, const char *separators,
                        struct nonogram_word *word);
/* True if the word is this text, in any letter case. */
bool nonogram_word_is(const struct source *source, struct nonogram_word word, const char *text);
/* Reads a whole number from 0 to limit; false if the word is none. */
bool nonogram_word_number(const struct source *source, struct nonogram_word word, unsigned limit,
                          unsigned *number);
bool nonogram_line_blank(const struct source *source, struct line line);
/* True if the line, without blanks around it, is this word. */
bool nonogram_line_is(const struct source *source, struct line line, const char *text);
/* True if the line, without blanks before it, begins with this text. */
bool nonogram_line_begins(const struct source *source, struct line line, const char *text);
void nonogram_lines_add(struct nonogram_lines *lines, struct line line);
/* Where the text begins, behind a byte-order mark. */
size_t nonogram_text_start(const struct source *source);
/* The next line at *offset that is not blank, without blanks around it. */
bool nonogram_next_line(const struct source *source, size_t *offset, struct line *line);
/* Appends text in which entities of HTML (&amp; &quot; &copy; &#65; and a few more) are replaced by
 * what they stand for; others stay as they are. */
void nonogram_entities_decode(const char *text, size_t size, struct buf *out);
/* The character that a named entity stands for, as UTF-8; NULL if it is not known here. */
const char *nonogram_entity(const char *name, size_t size);
/* Appends text with the characters that matter to .non and XML as entities. */
void nonogram_entities_encode(const char *text, struct buf *out);
/* True if all of it is UTF-8 without control characters, except line ends and tabs. Otherwise *at
 * is the first byte that is not. */
bool nonogram_printable(const char *text, size_t size, size_t *at);

/* puzzles/nonogram/format/multi.c: files of several puzzles. */

/* Parts of a text that are found from its beginning to its end. */
struct nonogram_parts {
    const struct source *source;
    struct source_part *items;
    size_t count, room;
    size_t at; /* how far lines were counted */
    int lines;
};
void nonogram_parts_add(struct nonogram_parts *parts, struct source_part part);
/* Cuts before every line that begins a puzzle (nothing but blank lines and remarks may stand above
 * the first). Returns 0, and frees the parts, unless there are several. */
size_t nonogram_cut_before(const struct source *source, struct source_part **parts,
                           bool (*begins)(const struct source *source, struct line line));
/* Cuts at lines that part puzzles; pieces without any text are left out. Returns 0 if there is no
 * such line. */
size_t nonogram_cut_between(const struct source *source, struct source_part **parts,
                            bool (*separates)(const struct source *source, struct line line));

/* Readers: make the draft's puzzle, pictures and moves of its source, or return false with an
 * error. Looks: how sure one is from a first look that the text is of this family, 0 to 100. */
struct nonogram_reader {
    int (*look)(const struct source *source);
    int most; /* that look can return */
    bool (*read)(struct nonogram_draft *draft);
    size_t (*cut)(const struct source *source, struct source_part **parts); /* as puzzle_text.cut;
                                                                             * NULL: never */
};

extern const struct nonogram_reader nonogram_read_non;
extern const struct nonogram_reader nonogram_read_xml;
extern const struct nonogram_reader nonogram_read_json;
extern const struct nonogram_reader nonogram_read_olsak;   /* .g */
extern const struct nonogram_reader nonogram_read_numbers; /* .nin, .mk, .cwd, Keen, JCROSS */
extern const struct nonogram_reader nonogram_read_taai;
extern const struct nonogram_reader nonogram_read_houston;
extern const struct nonogram_reader nonogram_read_toml;
extern const struct nonogram_reader nonogram_read_gno;
extern const struct nonogram_reader nonogram_read_dzn;
extern const struct nonogram_reader nonogram_read_asp;
extern const struct nonogram_reader nonogram_read_picross;
extern const struct nonogram_reader nonogram_read_pbm;
extern const struct nonogram_reader nonogram_read_picture;
extern const struct nonogram_reader nonogram_read_png;

/* A game to be written. */
struct nonogram_page {
    const struct nonogram_puzzle *puzzle;
    const struct position *start;
    const struct record *moves;
    const uint8_t *cells; /* what is known after the moves */
    bool any_known;       /* at least one of them */
    const char *format;   /* its name, for messages */
};

/* Writers append the text, or return false with an error (QD_BAD_INPUT) if the format cannot hold
 * the puzzle. */
typedef bool nonogram_writer(const struct nonogram_page *page, struct buf *out, qd_error *error);

nonogram_writer nonogram_write_non, nonogram_write_xml, nonogram_write_json, nonogram_write_olsak,
    nonogram_write_nin, nonogram_write_mk, nonogram_write_cwd, nonogram_write_jcross,
    nonogram_write_taai, nonogram_write_houston, nonogram_write_picross, nonogram_write_toml,
    nonogram_write_gno, nonogram_write_dzn, nonogram_write_asp, nonogram_write_pbm,
    nonogram_write_picture, nonogram_write_png;

/* For writers of formats without colours: an error if there are several. */
bool nonogram_page_one_colour(const struct nonogram_page *page, qd_error *error);
/* For writers of formats that hold only clues: an error if cells are known. */
bool nonogram_page_nothing_known(const struct nonogram_page *page, qd_error *error);
/* For writers of pictures: what is known if that is all, else the goal. NULL with an error if there
 * is no such picture, or if the puzzle could not be made of it again. */
const uint8_t *nonogram_page_picture(const struct nonogram_page *page, qd_error *error);
/* Appends the clues of a line, "0" if there are none, with this text between them. */
void nonogram_page_clues(const struct nonogram_line *line, const char *between, struct buf *out);
/* Appends a picture's row as letters, '.' for empty and '?' for unknown. */
void nonogram_page_row(const struct nonogram_puzzle *puzzle, const uint8_t *cells, unsigned row,
                       struct buf *out);

#endif
