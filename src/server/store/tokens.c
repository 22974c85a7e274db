#include "server/store/tokens.h"

#include <errno.h>
#include <nettle/base64.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"

static void fill(void *bytes, size_t size) {
    uint8_t *at = bytes;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno != EINTR)
            abort(); /* a server with tokens that can be guessed is worse than none */
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
}

/* Without bias: bytes beyond the last multiple of 62 are discarded. */
void secret_name(char *out, size_t count) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    size_t done = 0;
    while (done < count) {
        uint8_t bytes[32];
        fill(bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && done < count; i++)
            if (bytes[i] < 62 * 4)
                out[done++] = letters[bytes[i] % 62];
    }
    out[count] = '\0';
}

void secret_token(char out[SECRET_LONG + 1]) {
    uint8_t bytes[16];
    char text[BASE64_ENCODE_RAW_LENGTH(sizeof bytes)];
    fill(bytes, sizeof bytes);
    base64_encode_raw(text, sizeof bytes, bytes);
    for (size_t i = 0; i < SECRET_LONG; i++)
        out[i] = text[i] == '+' ? '-' : text[i] == '/' ? '_' : text[i];
    out[SECRET_LONG] = '\0';
}

uint64_t secret_seed(void) {
    uint64_t seed;
    fill(&seed, sizeof seed);
    return seed;
}

bool secret_is_name(const char *text, size_t count) {
    static const char known[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(text) == count && strspn(text, known) == count;
}

void secret_hash(const char *text, uint8_t hash[SECRET_HASH]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, strlen(text), (const uint8_t *)text);
    sha256_digest(&context, SECRET_HASH, hash);
}

bool secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH]) {
    return memeql_sec(a, b, SECRET_HASH);
}

bool secret_base64(const char *text, size_t size, struct buf *out) {
    struct base64_decode_ctx context;
    size_t got = BASE64_DECODE_LENGTH(size);
    uint8_t *bytes = mem_new(got + 1, 1);
    base64_decode_init(&context);
    bool good =
        base64_decode_update(&context, &got, bytes, size, text) && base64_decode_final(&context);
    if (good)
        buf_bytes(out, bytes, got);
    free(bytes);
    return good;
}
