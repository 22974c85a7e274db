/* Secrets: ids and tokens that nobody can guess, and how tokens are stored and compared. */
#ifndef SERVER_STORE_TOKENS_H
#define SERVER_STORE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum {
    SECRET_ID = 12,   /* characters of a game's id */
    SECRET_LONG = 22, /* characters of a token, an invite, a job's id: at least 128 bits */
    SECRET_HASH = 32, /* bytes */
    SECRET_ETAG = 64  /* hexadecimal digits of a hash */
};

/* Writes `count` random letters and digits, and a NUL. */
void secret_name(char *out, size_t count);
/* A token: 128 random bits as base64url, SECRET_LONG characters and a NUL. */
void secret_token(char out[SECRET_LONG + 1]);
/* 64 random bits that no player can guess. */
uint64_t secret_seed(void);
/* True if the text may be an id or a token of `count` characters. */
bool secret_is_name(const char *text, size_t count);

/* SHA-256 of a text. */
void secret_hash(const char *text, uint8_t hash[SECRET_HASH]);
/* Compares in a time that does not depend on where they differ. */
bool secret_same(const uint8_t a[SECRET_HASH], const uint8_t b[SECRET_HASH]);

/* Decodes base64 and appends the bytes. Returns false if the text is not base64. */
bool secret_base64(const char *text, size_t size, struct buf *out);

#endif
