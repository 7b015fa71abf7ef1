#pragma once

#include <stdlib.h>

/* The compiler and the C library. */

#define STRINGIFY(token) STRINGIFY_EXPANDED(token)
#define STRINGIFY_EXPANDED(token) #token

#define COMPILER "gcc " STRINGIFY(__GNUC__) "." STRINGIFY(__GNUC_MINOR__) "." STRINGIFY(__GNUC_PATCHLEVEL__)

#ifdef __PICOLIBC__
#define RUNTIME "picolibc " STRINGIFY(__PICOLIBC__) "." STRINGIFY(__PICOLIBC_MINOR__)
#elif defined(_NEWLIB_VERSION)
#define RUNTIME "newlib " _NEWLIB_VERSION
#elif defined(__AVR__)
#include <avr/version.h>
#define RUNTIME "avr-libc " __AVR_LIBC_VERSION_STRING__
#else
#include <features.h>
#define RUNTIME "glibc " STRINGIFY(__GLIBC__) "." STRINGIFY(__GLIBC_MINOR__)
#endif
