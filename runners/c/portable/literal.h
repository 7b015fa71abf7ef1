#pragma once

/* Reading text that may be a string literal. On most processors this is nothing special; where literals lie in a memory
   that ordinary instructions do not reach, the board says how to read them. */

#ifdef LITERALS_OF_BOARD
#include LITERALS_OF_BOARD
#else
#include <string.h>
#define literal_at(text) (*(text))
#define literal_copy memcpy
#endif
