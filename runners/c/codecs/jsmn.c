#include "codec.h"

#ifdef CODEC_FOUND

#include <errno.h>
#include <inttypes.h>

#define JSMN_STATIC
#include <jsmn.h>

/* jsmn says of itself nothing but this. */
static const char *version(void) { return CODEC_VERSION; }

/* Where the values are in the text, each before those in it. jsmn leaves the memory to its user, who may ask first how
   many there will be. */
struct tokens {
    jsmntok_t *list;
    int count;
};

static inline bool decode(const char *data, size_t size, struct tokens *tokens, struct failure *failure) {
    jsmn_parser parser;
    jsmn_init(&parser);
    tokens->count = jsmn_parse(&parser, data, size, NULL, 0);
    if (tokens->count <= 0) return fail(failure, "jsmn_parse: error %d", tokens->count);
    tokens->list = malloc((size_t)tokens->count * sizeof *tokens->list);
    if (!tokens->list) return fail(failure, "no memory for %d tokens", tokens->count);
    jsmn_init(&parser);
    tokens->count = jsmn_parse(&parser, data, size, tokens->list, (unsigned)tokens->count);
    if (tokens->count > 0) return true;
    fail(failure, "jsmn_parse: error %d", tokens->count);
    free(tokens->list);
    return false;
}

/* Converting numbers is left to the user, too. */
static bool visit_number(const char *text, const char *end, struct visitor *visitor, struct failure *failure) {
    bool negative = *text == '-';
    char *rest;
    errno = 0;
    uint64_t natural = strtoull(text + negative, &rest, 10);
    if (rest == end && !errno && (!negative || natural <= (uint64_t)INT64_MAX + 1)) {
        return negative ? visit_int(visitor, (int64_t)-natural) : visit_uint(visitor, natural);
    }
    double real = strtod(text, &rest);
    return rest == end ? visit_double(visitor, real) : fail(failure, "there is what is no number: %.40s", text);
}

static bool visit_primitive(const char *text, const char *end, struct visitor *visitor, struct failure *failure) {
    switch (*text) {
        case 'n': return visit_null(visitor);
        case 't':
        case 'f': return visit_bool(visitor, *text == 't');
        default: return visit_number(text, end, visitor, failure);
    }
}

/* Visit the value at the token, and move behind its last one. Strings are handed on as they stand in the text, with
   their escapes. jsmn takes what is no JSON, such as {"a"} and ["a":1]: whoever walks its tokens has to see whether
   they are a tree. */
static bool visit(const jsmntok_t **token, const char *data, struct visitor *visitor, struct failure *failure) {
    const jsmntok_t *value = (*token)++;
    const char *begin = data + value->start, *end = data + value->end;
    bool is_container = value->type == JSMN_ARRAY || value->type == JSMN_OBJECT;
    if (value->size && !is_container) return fail(failure, "something follows a value: %.40s", begin);
    switch (value->type) {
        case JSMN_STRING: return visit_string(visitor, begin, (size_t)(end - begin));
        case JSMN_ARRAY:
            if (!visit_begin_array(visitor)) return false;
            for (int i = 0; i < value->size; i++) {
                if (!visit(token, data, visitor, failure)) return false;
            }
            return visit_end_array(visitor);
        case JSMN_OBJECT:
            if (!visit_begin_map(visitor)) return false;
            for (int i = 0; i < value->size; i++) {
                const jsmntok_t *key = (*token)++;
                if (key->type != JSMN_STRING || key->size != 1) return fail(failure, "there is a key without a value");
                visit_key(visitor, data + key->start, (size_t)(key->end - key->start));
                if (!visit(token, data, visitor, failure)) return false;
            }
            return visit_end_map(visitor);
        default: return visit_primitive(begin, end, visitor, failure);
    }
}

static inline bool visit_all(const struct tokens *tokens, const char *data, struct visitor *visitor,
                             struct failure *failure) {
    const jsmntok_t *token = tokens->list;
    return visit(&token, data, visitor, failure);
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    struct tokens tokens;
    if (!decode(data, size, &tokens, failure)) return false;
    bool done = visit_all(&tokens, data, visitor, failure);
    free(tokens.list);
    return done;
}

DECODER(run_decode, struct tokens, decode(data, size, &tree, failure), visit_all(&tree, data, visitor, failure),
        free(tree.list))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

CODEC(.codec = "jsmn", .format = "json", LIBRARY("jsmn", version, "https://github.com/zserge/jsmn", "MIT"),
      .policies = {"fresh", "borrowed", "unchecked", "tree", "list", "parse; text with its escapes"},
      .documentation = "https://github.com/zserge/jsmn#usage", .decode = OPERATION(run_decode),
      .scan = OPERATION(run_scan));
