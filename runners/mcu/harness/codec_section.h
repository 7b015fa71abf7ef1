#pragma once

/* Where the pointer to a codec's row lies. Each has a section of its own, so that a firmware can be linked with one row
   alone; the linker script gathers them, where there is one. */
#ifdef __unix__
#define CODEC_SECTION(number) "codecs"
#else
#define CODEC_SECTION(number) "codecs." #number
#endif
