/* Runs a fuzzer's harness without libFuzzer, with any compiler:
 *   NAME FILE...           the inputs in the files
 *   NAME --cases PATTERN   what follows has more seeds: the files that these case files make
 *   NAME --mutations N     the seeds, and N random changes of them, the same each time
 *   NAME --write FOLDER    writes the seeds as files, for libFuzzer to begin with
 */
#include "fuzz/fuzz.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"

enum { SEED = 1, INPUT_LIMIT = 4096 };

static void run(const struct buf *input) {
    LLVMFuzzerTestOneInput((const uint8_t *)buf_text(input), input->size);
}

/* ---- seeds ---- */

struct seeds {
    struct buf *items;
    size_t count, room;
};

static struct buf *add_seed(struct seeds *seeds) {
    seeds->items = mem_grow(seeds->items, seeds->count, &seeds->room, sizeof *seeds->items);
    seeds->items[seeds->count] = (struct buf){0};
    return &seeds->items[seeds->count++];
}

static void add_own_seeds(struct seeds *seeds) {
    struct buf seed = {0};
    for (size_t i = 0; buf_clear(&seed), fuzz_seed(i, &seed); i++)
        buf_bytes(add_seed(seeds), seed.text, seed.size);
    buf_free(&seed);
}

static void free_seeds(struct seeds *seeds) {
    for (size_t i = 0; i < seeds->count; i++)
        buf_free(&seeds->items[i]);
    free(seeds->items);
}

static bool line_has(const struct source *source, struct line line, const char *words) {
    return memmem(source->data + line.from, line.to - line.from, words, strlen(words)) != NULL;
}

/* Every fenced block of a case file whose first line says file=. */
static void add_blocks(struct seeds *seeds, const struct source *source) {
    struct line line;
    struct buf *block = NULL;
    bool fenced = false;
    for (size_t offset = 0; source_line(source, &offset, &line);) {
        size_t size = line.to - line.from;
        if (size >= 3 && memcmp(source->data + line.from, "```", 3) == 0) {
            fenced = !fenced;
            block = fenced && line_has(source, line, " file=") ? add_seed(seeds) : NULL;
        } else if (block) {
            buf_bytes(block, source->data + line.from, size);
            buf_char(block, '\n');
        }
    }
}

static void add_cases(struct seeds *seeds, const char *pattern) {
    glob_t found;
    qd_error error = {0};
    struct source source;
    int status = glob(pattern, 0, NULL, &found);
    fuzz_check(status == 0 || status == GLOB_NOMATCH, "cannot look for %s", pattern);
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++) {
        fuzz_check(file_read(found.gl_pathv[i], &source, &error), "%s", error.message);
        add_blocks(seeds, &source);
        file_close(&source);
    }
    globfree(&found);
}

/* ---- runs ---- */

/* One change: a byte, a likely byte, a part left out, a part doubled, or the tail of another
 * seed. */
static void mutate(struct buf *input, struct random *random, const struct seeds *seeds) {
    static const char likely[] = "0123456789 \n\t#.;:|>-=ABCXYZabc\"[]{},\\";
    size_t at = input->size ? random_below(random, input->size) : 0;
    size_t some = input->size ? 1 + random_below(random, input->size - at) : 0;
    struct buf changed = {0};
    uint64_t kind = random_below(random, 5);
    const struct buf *other = &seeds->items[random_below(random, seeds->count)];
    buf_bytes(&changed, input->text, at);
    if (kind == 0)
        buf_char(&changed, (char)random_below(random, 256));
    else if (kind == 1)
        buf_char(&changed, likely[random_below(random, sizeof likely - 1)]);
    else if (kind == 2)
        buf_bytes(&changed, input->text + at, some);
    else if (kind == 3)
        buf_bytes(&changed, other->text, other->size);
    size_t rest = kind == 4 ? at + some : at;
    rest += kind < 2 && random_below(random, 2) && rest < input->size;
    if (kind != 3)
        buf_bytes(&changed, input->text + rest, input->size - rest);
    buf_free(input);
    *input = changed;
}

static void run_mutations(const struct seeds *seeds, unsigned long count) {
    struct random random;
    printf("seed %d, %zu seed inputs, %lu mutations\n", SEED, seeds->count, count);
    fuzz_check(seeds->count > 0, "no seeds");
    random_seed(&random, SEED);
    struct buf input = {0};
    for (size_t i = 0; i < seeds->count; i++)
        run(&seeds->items[i]);
    for (unsigned long i = 0; i < count; i++) {
        const struct buf *seed = &seeds->items[i % seeds->count];
        buf_clear(&input);
        buf_bytes(&input, seed->text, seed->size);
        for (uint64_t changes = 1 + random_below(&random, 5); changes > 0; changes--)
            mutate(&input, &random, seeds);
        if (input.size <= INPUT_LIMIT)
            run(&input);
    }
    buf_free(&input);
}

static int write_seeds(const struct seeds *seeds, const char *folder) {
    struct buf path = {0};
    qd_error error = {0};
    bool done = true;
    for (size_t i = 0; done && i < seeds->count; i++) {
        buf_clear(&path);
        buf_printf(&path, "%s/seed-%03zu", folder, i);
        done = file_replace(path.text, buf_text(&seeds->items[i]), seeds->items[i].size, &error);
    }
    if (!done)
        fprintf(stderr, "%s: %s\n", error.file, error.message);
    buf_free(&path);
    return done ? 0 : 1;
}

static int run_file(const char *path) {
    struct source source;
    qd_error error = {0};
    if (!file_read(path, &source, &error)) {
        fprintf(stderr, "%s: %s\n", error.file, error.message);
        return 1;
    }
    printf("%s\n", path);
    LLVMFuzzerTestOneInput((const uint8_t *)source.data, source.size);
    file_close(&source);
    return 0;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* the last line printed names the input that ends it */
    int failed = 0;
    struct seeds seeds = {0};
    add_own_seeds(&seeds);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--mutations") == 0 && i + 1 < argc)
            run_mutations(&seeds, strtoul(argv[++i], NULL, 10));
        else if (strcmp(argv[i], "--cases") == 0 && i + 1 < argc)
            add_cases(&seeds, argv[++i]);
        else if (strcmp(argv[i], "--write") == 0 && i + 1 < argc)
            failed |= write_seeds(&seeds, argv[++i]);
        else
            failed |= run_file(argv[i]);
    free_seeds(&seeds);
    return failed;
}
