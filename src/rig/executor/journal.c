#include "rig/executor/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/disk.h"
#include "base/file.h"

enum { LONGEST_LINE = 256, LARGEST_FILE = 256 * 1024 * 1024 };

/* CRC-32 with the polynomial of IEEE 802.3, bit by bit; the lines are short. */
static uint32_t crc_of(const char *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (UINT32_C(0xedb88320) & (0 - (crc & 1)));
    }
    return ~crc;
}

/* ---- writing ---- */

/* Appends bytes and syncs them. After a failure the content of the file is unknown, and a later
 * sync would succeed although bytes are lost: so nothing more is written. */
static bool append(struct rig_journal *journal, const char *bytes, size_t size) {
    journal->broken = journal->broken || !file_append(journal->fd, bytes, size);
    return !journal->broken;
}

/* Makes a line of NUMBER TEXT; returns its length. */
static size_t make_line(char line[LONGEST_LINE + 16], const char *body) {
    return (size_t)snprintf(line, LONGEST_LINE + 16, "%08x %s\n", crc_of(body, strlen(body)), body);
}

bool rig_journal_add(struct rig_journal *journal, const char *format, ...) {
    char body[LONGEST_LINE];
    char line[LONGEST_LINE + 16];
    if (journal->fd < 0)
        return true;
    int used = snprintf(body, sizeof body, "%ld ", journal->number + 1);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(body + used, sizeof body - (size_t)used, format, args);
    va_end(args);
    if (more < 0 || (size_t)more >= sizeof body - (size_t)used)
        return false;
    assert(!strchr(body, '\n'));
    journal->number++;
    return append(journal, line, make_line(line, body));
}

static void tower_word(const struct rig_board *board, int t, char word[RIG_RINGS + 2]) {
    int count = board->count[t];
    assert(count >= 0 && count <= RIG_RINGS);
    for (int i = 0; i < count; i++)
        word[i] = (char)('0' + board->ring[t][i]);
    if (count == 0)
        word[count++] = '-';
    word[count] = '\0';
}

bool rig_journal_board(struct rig_journal *journal, const struct rig_board *board) {
    char word[RIG_TOWERS][RIG_RINGS + 2];
    assert((board->hand == RIG_HAND_EMPTY) == (board->held == RIG_NO_RING));
    for (int t = 0; t < RIG_TOWERS; t++)
        tower_word(board, t, word[t]);
    return rig_journal_add(journal, "board %s %s %s %d %d %d %s %c", word[0], word[1], word[2],
                           board->unsure[0], board->unsure[1], board->unsure[2],
                           rig_hand_word(board->hand),
                           board->held == RIG_NO_RING ? '-' : '0' + board->held);
}

/* ---- reading ---- */

struct reader {
    const struct rig_config *config;
    struct rig_recovery *recovery;
    long number; /* of the last good line */
    bool other_rings;
    bool foreign; /* some line cannot be a truncated first line of such a journal */
};

static bool read_tower(const char *word, int rings, unsigned *seen, struct rig_board *board,
                       int t) {
    board->count[t] = 0;
    if (strcmp(word, "-") == 0)
        return true;
    for (; *word != '\0'; word++) {
        int ring = *word - '0';
        if (ring < 0 || ring >= rings || (*seen >> ring & 1) != 0)
            return false;
        assert(board->count[t] < RIG_RINGS); /* no ring appears twice */
        *seen |= 1U << ring;
        board->ring[t][board->count[t]++] = (int8_t)ring;
    }
    return true;
}

static bool read_hand(const char *word, char held, int rings, unsigned seen,
                      struct rig_board *board) {
    board->held = held == '-' ? RIG_NO_RING : (int8_t)(held - '0');
    if (board->held != RIG_NO_RING &&
        (board->held < 0 || board->held >= rings || (seen >> board->held & 1) != 0))
        return false;
    for (int hand = RIG_HAND_EMPTY; hand <= RIG_HAND_MAYBE; hand++) {
        if (strcmp(word, rig_hand_word((enum rig_hand)hand)) == 0) {
            board->hand = (enum rig_hand)hand;
            return (hand == RIG_HAND_EMPTY) == (board->held == RIG_NO_RING);
        }
    }
    return false;
}

static bool read_board(const char *text, int rings, struct rig_board *board) {
    char tower[RIG_TOWERS][16];
    char hand[16];
    char held;
    int unsure[RIG_TOWERS];
    unsigned seen = 0;
    *board = (struct rig_board){0};
    if (sscanf(text, "%15s %15s %15s %d %d %d %15s %c", tower[0], tower[1], tower[2], &unsure[0],
               &unsure[1], &unsure[2], hand, &held) != 8)
        return false;
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (!read_tower(tower[t], rings, &seen, board, t) || unsure[t] < 0 ||
            unsure[t] > board->count[t] || unsure[t] == 1)
            return false;
        board->unsure[t] = (int8_t)unsure[t];
    }
    return read_hand(hand, held, rings, seen, board);
}

static void print_rings(const struct rig_config *config, struct buf *out) {
    for (int ring = 0; ring < config->rings; ring++)
        buf_printf(out, " %.10g", config->weight[ring]);
}

static bool same_rings(const struct rig_config *config, const char *text) {
    struct buf expected = {0};
    print_rings(config, &expected);
    bool same = strcmp(buf_text(&expected), text) == 0;
    buf_free(&expected);
    return same;
}

/* A power cut during the very first write leaves part of the first line; bytes that did not reach
 * the disk are zeros. */
static bool is_torn_beginning(const struct rig_config *config, const char *text, size_t size) {
    struct buf body = {0};
    char line[LONGEST_LINE + 16];
    buf_add(&body, "1 rings");
    print_rings(config, &body);
    size_t length = make_line(line, buf_text(&body));
    buf_free(&body);
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\0' && (i >= length || text[i] != line[i]))
            return false;
    return true;
}

static bool read_calibration(const char *text, struct rig_calibration *to) {
    bool good = sscanf(text, "%lf %lf %lf %lf %lf %lf", &to->zero[0], &to->zero[1], &to->zero[2],
                       &to->gain[0], &to->gain[1], &to->gain[2]) == 6;
    for (int t = 0; good && t < RIG_TOWERS; t++)
        good = to->zero[t] >= -RIG_ZERO_LIMIT && to->zero[t] <= RIG_ZERO_LIMIT &&
               to->gain[t] >= RIG_GAIN_LOW && to->gain[t] <= RIG_GAIN_HIGH;
    return good;
}

static bool begins(const char *text, const char *word, const char **rest) {
    size_t length = strlen(word);
    *rest = text + length;
    return strncmp(text, word, length) == 0;
}

static void take_text(struct reader *reader, const char *text) {
    struct rig_recovery *recovery = reader->recovery;
    struct rig_board board;
    struct rig_calibration calibration;
    const char *rest;
    int from;
    if (begins(text, "rings", &rest)) {
        reader->other_rings |= !same_rings(reader->config, rest);
    } else if (begins(text, "run ", &rest)) {
        recovery->unfinished = true;
        recovery->in_step = false;
    } else if (begins(text, "board ", &rest) && read_board(rest, reader->config->rings, &board)) {
        recovery->board = board;
        recovery->has_board = true;
    } else if (begins(text, "want ", &rest)) {
        if (sscanf(rest, "%d %d", &from, &recovery->want_to) != 2 || recovery->want_to < 0 ||
            recovery->want_to >= RIG_TOWERS)
            recovery->want_to = -1;
    } else if (begins(text, "step ", &rest)) {
        recovery->in_step = true;
    } else if (begins(text, "did ", &rest) || begins(text, "failed ", &rest)) {
        recovery->in_step = false;
    } else if (begins(text, "calibration ", &rest) && read_calibration(rest, &calibration)) {
        recovery->calibration = calibration;
        recovery->has_calibration = true;
    } else if (begins(text, "done", &rest) || begins(text, "stopped", &rest)) {
        recovery->unfinished = recovery->in_step = false;
    }
}

static bool take_line(struct reader *reader, const char *line, size_t length) {
    char body[LONGEST_LINE];
    if (length < 12 || length - 9 >= sizeof body || line[8] != ' ' || memchr(line, '\0', length))
        return false;
    memcpy(body, line + 9, length - 9);
    body[length - 9] = '\0';
    char crc[9];
    snprintf(crc, sizeof crc, "%08x", crc_of(body, length - 9));
    if (memcmp(crc, line, 8) != 0)
        return false;
    char *text;
    long number = strtol(body, &text, 10);
    if (*text != ' ' || number <= reader->number)
        return false;
    assert(number > reader->number);                           /* numbers only increase */
    reader->recovery->damaged += number != reader->number + 1; /* a line is missing before it */
    reader->number = number;
    take_text(reader, text + 1);
    return true;
}

static void read_line(struct reader *reader, const char *text, size_t length, bool ended) {
    if (ended && take_line(reader, text, length)) {
        reader->recovery->lines++;
    } else if (length > 0) {
        reader->recovery->damaged++;
        reader->foreign |= !is_torn_beginning(reader->config, text, length);
    }
}

static bool read_lines(struct reader *reader, const char *text, size_t size) {
    struct rig_recovery *recovery = reader->recovery;
    *recovery = (struct rig_recovery){.want_to = -1};
    recovery->board.held = RIG_NO_RING;
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        read_line(reader, text, length, end != NULL);
        size -= end ? length + 1 : length;
        text += end ? length + 1 : length;
    }
    return !reader->other_rings && (recovery->lines > 0 || !reader->foreign);
}

bool rig_journal_read(const char *text, size_t size, const struct rig_config *config,
                      struct rig_recovery *recovery, bool *other_rings) {
    struct reader reader = {.config = config, .recovery = recovery};
    bool good = read_lines(&reader, text, size);
    *other_rings = reader.other_rings;
    return good;
}

/* ---- opening ---- */

static bool read_file(int fd, struct buf *text) {
    char block[65536];
    ssize_t got;
    while ((got = disk_read(fd, block, sizeof block)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || text->size + (size_t)got > LARGEST_FILE)
            return false;
        buf_bytes(text, block, (size_t)got);
    }
    return true;
}

static bool begin_run(struct rig_journal *journal, const struct rig_config *config,
                      const struct buf *old) {
    struct buf rings = {0};
    int tower = config->mode == RIG_RESET ? config->start : config->goal;
    print_rings(config, &rings);
    /* If its writer was killed, what was read may not be on disk yet: this syncs it. A truncated
     * line is terminated. */
    bool torn = old->size > 0 && old->text[old->size - 1] != '\n';
    bool good = old->size == 0 || append(journal, "\n", torn);
    good = good && rig_journal_add(journal, "rings%s", buf_text(&rings)) &&
           rig_journal_add(journal, "run %s %d", rig_mode_word(config->mode), tower);
    buf_free(&rings);
    return good;
}

static bool read_past(struct rig_journal *journal, const struct rig_config *config,
                      struct rig_recovery *recovery, struct buf *text, char *message, size_t size) {
    struct stat status;
    struct reader reader = {.config = config, .recovery = recovery};
    if (fstat(journal->fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        !read_file(journal->fd, text))
        return snprintf(message, size, "the journal %s is not a file that can be read",
                        config->journal),
               false;
    bool good = read_lines(&reader, buf_text(text), text->size);
    journal->number = reader.number;
    if (!good)
        snprintf(message, size,
                 reader.other_rings ? "the journal %s belongs to other rings"
                                    : "%s is not a journal of a rig",
                 config->journal);
    return good;
}

bool rig_journal_open(struct rig_journal *journal, const struct rig_config *config,
                      struct rig_recovery *recovery, char *message, size_t size) {
    *journal = (struct rig_journal){.fd = -1};
    *recovery = (struct rig_recovery){.want_to = -1};
    if (!config->journal)
        return true;
    journal->fd = disk_open(config->journal, O_RDWR | O_CREAT | O_APPEND, 0644);
    if (journal->fd < 0)
        return snprintf(message, size, "the journal %s cannot be opened: %s", config->journal,
                        strerror(errno)),
               false;
    /* Two runs in one journal would each believe what the other did. The lock ends with the
     * process, however that ends. */
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0) {
        snprintf(message, size,
                 errno == EWOULDBLOCK ? "the journal %s is in use by another run"
                                      : "the journal %s cannot be locked",
                 config->journal);
        rig_journal_close(journal);
        return false;
    }
    struct buf text = {0};
    bool good = read_past(journal, config, recovery, &text, message, size);
    /* The folder is synced each time: the process that created the file may have been killed before
     * it did that. */
    if (good && (!begin_run(journal, config, &text) || !file_sync_folder(config->journal))) {
        snprintf(message, size, "the journal %s cannot be written: %s", config->journal,
                 strerror(errno));
        good = false;
    }
    buf_free(&text);
    if (!good)
        rig_journal_close(journal);
    return good;
}

void rig_journal_close(struct rig_journal *journal) {
    if (journal->fd >= 0)
        disk_close(journal->fd);
    journal->fd = -1;
}
