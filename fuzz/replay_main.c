/* Runs a fuzzer's harness without libFuzzer, with any compiler:
 *   NAME FILE...           the inputs in the files
 *   NAME --mutations N     the seeds, and N random changes of them, the same each time
 *   NAME --write FOLDER    writes the seeds as files, for libFuzzer to begin with
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "mem.h"
#include "random.h"

enum { SEED = 1, INPUT_LIMIT = 4096 };

static void run(const struct buf *input) {
    LLVMFuzzerTestOneInput((const uint8_t *)buf_text(input), input->size);
}

static size_t seed_count(void) {
    size_t count = 0;
    struct buf seed = {0};
    while (buf_clear(&seed), fuzz_seed(count, &seed))
        count++;
    buf_free(&seed);
    return count;
}

/* One change: a byte, a likely byte, a part left out, a part doubled, or the tail of another
 * seed. */
static void mutate(struct buf *input, struct random *random, size_t seeds) {
    static const char likely[] = "0123456789 \n\t#.;:|>-=ABCXYZabc\"[]{},\\";
    size_t at = input->size ? random_below(random, input->size) : 0;
    size_t some = input->size ? 1 + random_below(random, input->size - at) : 0;
    struct buf changed = {0};
    uint64_t kind = random_below(random, 5);
    buf_bytes(&changed, input->text, at);
    if (kind == 0)
        buf_char(&changed, (char)random_below(random, 256));
    else if (kind == 1)
        buf_char(&changed, likely[random_below(random, sizeof likely - 1)]);
    else if (kind == 2)
        buf_bytes(&changed, input->text + at, some);
    else if (kind == 3)
        fuzz_seed(random_below(random, seeds), &changed);
    size_t rest = kind == 4 ? at + some : at;
    rest += kind < 2 && random_below(random, 2) && rest < input->size;
    if (kind != 3)
        buf_bytes(&changed, input->text + rest, input->size - rest);
    buf_free(input);
    *input = changed;
}

static void run_mutations(unsigned long count) {
    struct random random;
    size_t seeds = seed_count();
    printf("seed %d, %zu seed inputs, %lu mutations\n", SEED, seeds, count);
    fuzz_check(seeds > 0, "no seeds");
    random_seed(&random, SEED);
    struct buf input = {0};
    for (size_t i = 0; buf_clear(&input), fuzz_seed(i, &input); i++)
        run(&input);
    for (unsigned long i = 0; i < count; i++) {
        buf_clear(&input);
        fuzz_seed(i % seeds, &input);
        for (uint64_t changes = 1 + random_below(&random, 5); changes > 0; changes--)
            mutate(&input, &random, seeds);
        if (input.size <= INPUT_LIMIT)
            run(&input);
    }
    buf_free(&input);
}

static int write_seeds(const char *folder) {
    struct buf seed = {0}, path = {0};
    qd_error error = {0};
    bool done = true;
    for (size_t i = 0; done && (buf_clear(&seed), fuzz_seed(i, &seed)); i++) {
        buf_clear(&path);
        buf_printf(&path, "%s/seed-%03zu", folder, i);
        done = file_replace(path.text, buf_text(&seed), seed.size, &error);
    }
    if (!done)
        fprintf(stderr, "%s: %s\n", error.file, error.message);
    buf_free(&seed);
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
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--mutations") == 0 && i + 1 < argc)
            run_mutations(strtoul(argv[++i], NULL, 10));
        else if (strcmp(argv[i], "--write") == 0 && i + 1 < argc)
            failed |= write_seeds(argv[++i]);
        else
            failed |= run_file(argv[i]);
    return failed;
}
