#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The board's end of "Over a serial line" (docs/protocol.md): bytes arrive once and intact over a line that flips,
   loses and adds some. Until the host sends a 0x00, which no request holds, bytes go to and fro as they are, so that
   the same firmware talks over an emulator's pipes and to a person at a terminal. It reads only while it waits, so that
   nothing needs an interrupt while an operation is timed. */

/* The next byte from the host, or -1 where this conversation ends: at the end of input, or as the host begins another.
 */
int serial_line_read(void);

/* Send bytes to the host. A line feed sends what is left over. */
void serial_line_write(const char *data, size_t length);

/* Whether another conversation began where the last ended: forget all of that one, and read on. */
bool serial_line_again(void);
