#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reading JSON (RFC 8259) as its bytes come, from a line or from a string inside of another JSON text. */
struct json {
    int (*next)(void *source); /* the next byte, or JSON_END */
    void *source;
    int ahead;                               /* the byte that was read and not used; JSON_NONE */
    unsigned char pending[3], pending_count; /* of the string at hand: bytes of a character still to be handed out */
    bool broken;                             /* this is no JSON, and everything from here on ends at once */
};

enum { JSON_END = -1, JSON_NONE = -2 };

struct json json_of(int (*next)(void *), void *source);

/* Skip white space and look at the next byte; JSON_END where there is none. */
int json_peek(struct json *json);

/* Skip white space, and the byte if it is this one; false, and nothing is skipped but white space, if it is not. */
bool json_accept(struct json *json, char byte);

/* The same, and the text is broken where it is another. */
bool json_expect(struct json *json, char byte);

/* Note that the text is broken, and return false. */
bool json_break(struct json *json);

/* Behind the quote that begins a string: its next byte, in UTF-8, or JSON_END behind the quote that ends it. */
int json_string_next(struct json *json);

/* A string as a C string into `text`, of which as much is kept as fits. False where that is not all of it, or where it
   has a NUL inside. */
bool json_read_text(struct json *json, char *text, size_t size);

/* Read one of true, false and null, and return its first letter; 0 where it is none. */
char json_read_word(struct json *json);

/* Read the characters of a number, as many as fit with a NUL behind them, and return whether they are those of a JSON
   number. */
bool json_read_number(struct json *json, char *text, size_t size);

/* Skip a value. */
void json_skip(struct json *json);
