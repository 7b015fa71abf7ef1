#pragma once

#include <stdlib.h>

#include "batch.h"
#include "codec_section.h"
#include "row.h"

/* What a codec's file holds: the functions that call its library, and one CODEC a row. Where the library was not
   found, the build defines CODEC_MISSING, which says how to get it, and only the CODECs are compiled. */

#ifdef CODEC_MISSING
#define OPERATION(run) {true, NULL}
#define FOUND(function) NULL
#else
#define CODEC_MISSING NULL
#define CODEC_FOUND
#define OPERATION(run) {true, run}
#define FOUND(function) function
#endif

/* FOUND gives a function that is there only where the library is. */
#define LIBRARY(name, version_, homepage_, licence_) \
    .library = name, .version = FOUND(version_), .homepage = homepage_, .licence = licence_

/* Register a row: the pointers in the section "codecs" are what registry.c finds. Arduino's linker scripts have no
   place for it. */
#define CODEC(...) CODEC_NUMBERED(__COUNTER__, __VA_ARGS__)
#define CODEC_NUMBERED(number, ...) CODEC_DEFINED(number, __VA_ARGS__)
#define CODEC_DEFINED(number, ...)                                                       \
    static const struct codec codec_##number = {                                         \
        .source = CODEC_SOURCE, .missing = CODEC_MISSING, ROW_NAME(number) __VA_ARGS__}; \
    OPERATION_ROOT(number, encode)                                                       \
    OPERATION_ROOT(number, decode)                                                       \
    OPERATION_ROOT(number, scan)                                                         \
    CODEC_REGISTERED(number)

/* What holds on to one operation alone, so that it can be weighed without the others (footprint/measure.cmake). */
#ifdef OPERATION_SECTION
#define ROW_NAME(number) .row = #number,
#define OPERATION_ROOT(number, operation)                                                        \
    __attribute__((used, section(OPERATION_SECTION(number, operation)))) static batch_function * \
    root_##number##_##operation(void) {                                                          \
        return codec_##number.operation.run;                                                     \
    }
#else
#define ROW_NAME(number)
#define OPERATION_ROOT(number, operation)
#endif

#ifdef ARDUINO
void registry_add(const struct codec *codec);
#define CODEC_REGISTERED(number)                                                                              \
    __attribute__((constructor)) static void codec_register_##number(void) { registry_add(&codec_##number); } \
    struct codec
#else
#define CODEC_REGISTERED(number)                                                                                    \
    static const struct codec *const codec_pointer_##number __attribute__((section(CODEC_SECTION(number)), used)) = \
        &codec_##number
#endif
