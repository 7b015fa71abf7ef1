#pragma once

#include "clocks.h"
#include "events.h"
#include "failure.h"
#include "text.h"
#include "value.h"
#include "visitor.h"

/* The loops that time and check an operation. Each codec's file instantiates them with its own functions, so that the
   compiler sees the loop and the calls into the library together. */

/* What checking an operation on one document gave: encoded bytes, or the events of what was decoded. */
struct recording {
    struct text bytes;
    struct events events;
};

/* One operation on every document of a payload, `iterations` times, or once to check it. */
struct batch {
    size_t count; /* of documents, in each of the arrays */
    const struct value *values;
    const struct string *encoded;
    struct recording *recordings; /* NULL while timing */
    uint64_t iterations;
    struct times elapsed;
    struct failure failure;
};

typedef bool batch_function(struct batch *batch);

/* Bytes that an encoder made, and what `release` needs besides. */
struct encoding {
    const void *data;
    size_t size;
    void *owner;
};

/* Make the compiler believe that the object is read and changed here. */
#define USE(object) __asm__ volatile("" : "+m"(object) : : "memory")

#define BATCH_INLINE static inline __attribute__((always_inline))

/* Run `body`, which works on the document `index`, over all iterations between the clocks. A check runs the same loop
   once, and not one of its own, except for scans: a library function that is called from one place only is compiled
   otherwise than one that is called from two. */
#define TIMED(batch, index, ...)                                                \
    do {                                                                        \
        const uint64_t iterations_ = (batch)->iterations;                       \
        const size_t count_ = (batch)->count;                                   \
        struct times start_ = clocks_start();                                   \
        for (uint64_t iteration_ = 0; iteration_ < iterations_; iteration_++) { \
            for (size_t index = 0; index < count_; index++) __VA_ARGS__         \
        }                                                                       \
        (batch)->elapsed = clocks_since(start_);                                \
    } while (0)

/* Whether this is a check, which is rare. */
#define CHECKING(batch) __builtin_expect((batch)->recordings != NULL, 0)

/* Use the bytes that an encoder made, or record them. */
BATCH_INLINE void batch_use_encoding(struct batch *batch, size_t i, struct encoding *encoding) {
    if (CHECKING(batch)) {
        text_append(&batch->recordings[i].bytes, encoding->data, encoding->size);
    } else {
        USE(*encoding);
    }
}

/* Encode from the application's own tree. */
BATCH_INLINE bool batch_encode(struct batch *batch,
                               bool (*encode)(const struct value *, struct encoding *, struct failure *),
                               void (*release)(struct encoding *)) {
    const struct value *values = batch->values;
    TIMED(batch, i, {
        struct encoding encoding = {0};
        if (!encode(&values[i], &encoding, &batch->failure)) return false;
        batch_use_encoding(batch, i, &encoding);
        release(&encoding);
    });
    return true;
}

/* Hand every value to the visitor. */
BATCH_INLINE bool batch_scan(struct batch *batch,
                             bool (*scan)(const char *, size_t, struct visitor *, struct failure *)) {
    const struct string *encoded = batch->encoded;
    if (CHECKING(batch)) {
        for (size_t i = 0; i < batch->count; i++) {
            struct visitor visitor = {.record = &batch->recordings[i].events};
            if (!scan(encoded[i].data, encoded[i].length, &visitor, &batch->failure)) return false;
        }
        return true;
    }
    TIMED(batch, i, {
        struct visitor visitor = {0};
        if (!scan(encoded[i].data, encoded[i].length, &visitor, &batch->failure)) return false;
        USE(visitor);
    });
    return true;
}

/* Define the batch function `name` that encodes. Functions, of the codec's file:
   bool encode(const struct value *value, struct encoding *encoding, struct failure *failure)
   void release(struct encoding *encoding) */
#define ENCODER(name, encode, release) \
    static bool name(struct batch *batch) { return batch_encode(batch, encode, release); }

/* Define the batch function `name` that scans. Function:
   bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) */
#define SCANNER(name, scan) \
    static bool name(struct batch *batch) { return batch_scan(batch, scan); }

/* Define the batch function `name` that decodes to the library's own tree and frees it. Functions:
   bool decode(const char *data, size_t size, Tree *tree, struct failure *failure)
   bool visit(Tree *tree, struct visitor *visitor, struct failure *failure), called in checks only
   void release(Tree *tree) */
#define DECODER(name, Tree, decode, visit, release)                                                \
    static bool name(struct batch *batch) {                                                        \
        const struct string *encoded = batch->encoded;                                             \
        TIMED(batch, i, {                                                                          \
            Tree tree;                                                                             \
            if (!decode(encoded[i].data, encoded[i].length, &tree, &batch->failure)) return false; \
            bool used = true;                                                                      \
            if (CHECKING(batch)) {                                                                 \
                struct visitor visitor = {.record = &batch->recordings[i].events};                 \
                used = visit(&tree, &visitor, &batch->failure);                                    \
            } else {                                                                               \
                USE(tree);                                                                         \
            }                                                                                      \
            release(&tree);                                                                        \
            if (!used) return false;                                                               \
        });                                                                                        \
        return true;                                                                               \
    }

/* Define the batch function `name` that encodes from the library's own trees, built before the clocks start and freed
   after they stop. Functions, besides those of ENCODER and DECODER:
   bool build(const struct value *value, Tree *tree, struct failure *failure)
   bool dump(Tree *tree, struct encoding *encoding, struct failure *failure) */
#define PREBUILT_ENCODER(name, Tree, build, dump, release, release_tree)                                      \
    static bool name##_trees(struct batch *batch, Tree *trees) {                                              \
        TIMED(batch, i, {                                                                                     \
            struct encoding encoding = {0};                                                                   \
            if (!dump(&trees[i], &encoding, &batch->failure)) return false;                                   \
            batch_use_encoding(batch, i, &encoding);                                                          \
            release(&encoding);                                                                               \
        });                                                                                                   \
        return true;                                                                                          \
    }                                                                                                         \
    static bool name(struct batch *batch) {                                                                   \
        Tree *trees = allocate(batch->count * sizeof *trees);                                                 \
        size_t built = 0;                                                                                     \
        while (built < batch->count && build(&batch->values[built], &trees[built], &batch->failure)) built++; \
        bool done = built == batch->count && name##_trees(batch, trees);                                      \
        while (built) release_tree(&trees[--built]);                                                          \
        free(trees);                                                                                          \
        return done;                                                                                          \
    }
