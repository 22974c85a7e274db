#include "cli/print/transcript.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"

static void keep(struct transcript *transcript, const char *bytes, size_t size) {
    size_t count = transcript->part_count;
    buf_bytes(&transcript->text, bytes, size);
    if (count == 0 || transcript->parts[count - 1].error != transcript->error) {
        transcript->parts =
            mem_grow(transcript->parts, count, &transcript->part_room, sizeof *transcript->parts);
        transcript->parts[count].error = transcript->error;
        transcript->part_count = ++count;
    }
    transcript->parts[count - 1].end = transcript->text.size;
}

static ssize_t take(void *cookie, const char *bytes, size_t size) {
    struct transcript *transcript = cookie;
    keep(transcript, bytes, size);
    transcript->grown(transcript->context, size);
    return (ssize_t)size;
}

void transcript_begin(struct transcript *transcript, void (*grown)(void *context, size_t bytes),
                      void *context) {
    *transcript = (struct transcript){.grown = grown, .context = context};
    transcript->stream = fopencookie(transcript, "w", (cookie_io_functions_t){.write = take});
    if (transcript->stream)
        return;
    /* As mem.h: only a machine without any memory left refuses a stream. */
    fputs("quandary: out of memory\n", stderr);
    _exit(QD_FAILURE);
}

void transcript_switch(struct transcript *transcript, bool error) {
    fflush(transcript->stream);
    transcript->error = error;
}

void transcript_end(struct transcript *transcript) {
    fclose(transcript->stream);
    transcript->stream = NULL;
}

bool transcript_on_terminal(const struct transcript *transcript) {
    bool any[2] = {false, false};
    for (size_t i = 0; i < transcript->part_count; i++)
        any[transcript->parts[i].error] = true;
    return (any[0] && isatty(STDOUT_FILENO)) || (any[1] && isatty(STDERR_FILENO));
}

void transcript_print(struct transcript *transcript) {
    size_t from = 0;
    for (size_t i = 0; i < transcript->part_count; i++) {
        const struct transcript_part *part = &transcript->parts[i];
        if (part->error)
            fflush(stdout);
        fwrite(transcript->text.text + from, 1, part->end - from, part->error ? stderr : stdout);
        from = part->end;
    }
    transcript->part_count = 0;
    buf_clear(&transcript->text);
}

void transcript_free(struct transcript *transcript) {
    free(transcript->parts);
    buf_free(&transcript->text);
}
