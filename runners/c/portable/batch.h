#pragma once

#include <stdlib.h>

#include "events.h"
#include "memory.h"
#include "operation.h"
#include "recording.h"
#include "value.h"
#include "visitor.h"

/* The loops that time and check an operation. Each codec's file instantiates them with its own functions, so that the
   compiler sees the loop and the calls into the library together. */

/* Bytes that an encoder made. */
struct encoding {
    const void *data;
    size_t size;
};

/* Make the compiler believe that the object is read and changed here. */
#define USE(object) __asm__ volatile("" : "+m"(object) : : "memory")

#define BATCH_INLINE static inline __attribute__((always_inline))

/* Run `body`, which works on the document `index`, over all iterations between the clocks, or, untimed, to count what
   it allocates. A check runs the same loop
   once, and not one of its own, except for scans: a library function that is called from one place only is compiled
   otherwise than one that is called from two. */
#define TIMED(batch, index, ...)                                                \
    do {                                                                        \
        const uint64_t iterations_ = (batch)->iterations;                       \
        const size_t count_ = (batch)->count;                                   \
        if ((batch)->allocations) allocations_begin();                          \
        struct times start_ = clocks_start();                                   \
        for (uint64_t iteration_ = 0; iteration_ < iterations_; iteration_++) { \
            for (size_t index = 0; index < count_; index++) __VA_ARGS__         \
        }                                                                       \
        (batch)->elapsed = clocks_since(start_);                                \
        if ((batch)->allocations) *(batch)->allocations = allocations_end();    \
    } while (0)

/* Whether this is a check, which is rare. */
#define CHECKING(batch) __builtin_expect((batch)->recordings != NULL, 0)

/* Use the bytes that an encoder made, or record them. */
BATCH_INLINE void batch_use_encoding(struct batch *batch, size_t i, struct encoding *encoding) {
    if (CHECKING(batch)) {
        record_bytes(batch->recordings, i, encoding->data, encoding->size);
    } else {
        USE(*encoding);
    }
}

/* Hand every value to the visitor. */
BATCH_INLINE bool batch_scan(struct batch *batch,
                             bool (*scan)(const char *, size_t, struct visitor *, struct failure *)) {
    const struct string *encoded = batch->encoded;
    if (CHECKING(batch)) {
        for (size_t i = 0; i < batch->count; i++) {
            struct visitor visitor = {.record = record_events(batch->recordings, i)};
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

/* The macros below define batch functions. Their arguments are expressions of the codec's file, in which these names
   stand for:
     value     const struct value *      the document, for encoders
     data      const char *, size_t      the encoded document, with a NUL behind it
     size
     encoding  struct encoding *         all zero; where an encoder leaves its bytes
     visitor   struct visitor *          what values are handed to
     failure   struct failure *          where the reason goes, if an expression is false
   All but `release` and `build` are true if they succeeded. */

/* Encode from the application's own tree. `state` declares what lives as long as the encoded bytes do, and may be
   empty; `release` frees it and them, after a failure too. */
#define ENCODER(name, state, encode, release)                                      \
    static bool name(struct batch *batch) {                                        \
        struct failure *failure = &batch->failure;                                 \
        (void)failure;                                                             \
        TIMED(batch, i, {                                                          \
            const struct value *value = &batch->values[i];                         \
            struct encoding bytes = {0}, *encoding = &bytes;                       \
            state;                                                                 \
            bool done = encode;                                                    \
            if (__builtin_expect(done, 1)) batch_use_encoding(batch, i, encoding); \
            release;                                                               \
            if (__builtin_expect(!done, 0)) return false;                          \
        });                                                                        \
        return true;                                                               \
    }

/* Encode through a tree of the library's, a `Tree tree`, whose building is a part of the work. `dump` writes it,
   `release` frees the bytes, `release_tree` the tree after them. */
#define TREE_ENCODER(name, Tree, ...) TREE_ENCODER_(name, Tree, __VA_ARGS__)
#define TREE_ENCODER_(name, Tree, build, dump, release, release_tree) \
    ENCODER(name, Tree tree = build, dump, TWO_STEPS(release, release_tree))

/* Define run_encode in this way, and run_prebuilt, which starts from a tree that was built before. */
#define TREE_ENCODERS(Tree, ...)                \
    TREE_ENCODER(run_encode, Tree, __VA_ARGS__) \
    PREBUILT_ENCODER(run_prebuilt, Tree, __VA_ARGS__)

#define TWO_STEPS(first, second) \
    {                            \
        first;                   \
        second;                  \
    }

/* Encode from trees of the library's, built before the clocks start and freed after they stop. */
#define PREBUILT_ENCODER(name, Tree, ...) PREBUILT_ENCODER_(name, Tree, __VA_ARGS__)
#define PREBUILT_ENCODER_(name, Tree, build, dump, release, release_tree) \
    static bool name##_trees(struct batch *batch, Tree *trees) {          \
        struct failure *failure = &batch->failure;                        \
        (void)failure;                                                    \
        TIMED(batch, i, {                                                 \
            struct encoding bytes = {0}, *encoding = &bytes;              \
            Tree tree = trees[i];                                         \
            if (!(dump)) return false;                                    \
            batch_use_encoding(batch, i, encoding);                       \
            release;                                                      \
        });                                                               \
        return true;                                                      \
    }                                                                     \
    static bool name(struct batch *batch) {                               \
        Tree *trees = allocate(batch->count * sizeof *trees);             \
        for (size_t i = 0; i < batch->count; i++) {                       \
            const struct value *value = &batch->values[i];                \
            trees[i] = build;                                             \
        }                                                                 \
        bool done = name##_trees(batch, trees);                           \
        for (size_t i = 0; i < batch->count; i++) {                       \
            Tree tree = trees[i];                                         \
            release_tree;                                                 \
        }                                                                 \
        free(trees);                                                      \
        return done;                                                      \
    }

/* Decode to a tree of the library's, a `Tree tree`, and free it. `visit`, which hands the tree's values to the visitor,
   runs in checks only. */
#define DECODER(name, Tree, decode, visit, release)                                                              \
    static bool name(struct batch *batch) {                                                                      \
        struct failure *failure = &batch->failure;                                                               \
        (void)failure;                                                                                           \
        TIMED(batch, i, {                                                                                        \
            const char *data = batch->encoded[i].data;                                                           \
            size_t size = batch->encoded[i].length;                                                              \
            (void)size;                                                                                          \
            Tree tree;                                                                                           \
            if (!(decode)) return false;                                                                         \
            bool used = true;                                                                                    \
            if (CHECKING(batch)) {                                                                               \
                struct visitor recorder = {.record = record_events(batch->recordings, i)}, *visitor = &recorder; \
                used = visit;                                                                                    \
            } else {                                                                                             \
                USE(tree);                                                                                       \
            }                                                                                                    \
            release;                                                                                             \
            if (!used) return false;                                                                             \
        });                                                                                                      \
        return true;                                                                                             \
    }

/* Hand every value to the visitor. */
#define SCANNER(name, scan)                                                                                         \
    BATCH_INLINE bool name##_one(const char *data, size_t size, struct visitor *visitor, struct failure *failure) { \
        return scan;                                                                                                \
    }                                                                                                               \
    static bool name(struct batch *batch) { return batch_scan(batch, name##_one); }

/* Free what an encoder allocated with malloc. */
static inline void free_bytes(struct encoding *encoding) { free((void *)encoding->data); }
