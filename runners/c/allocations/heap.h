#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Make the heap what the environment variable WEIGHBRIDGE_HEAP asks for, before anything else is allocated:
   "fragmented" as that of a program that has run for a while, or as it is. */
void heap_prepare(void);

/* What it was made: "fragmented" or "fresh". */
const char *heap_state(void);

#ifdef __cplusplus
}
#endif
