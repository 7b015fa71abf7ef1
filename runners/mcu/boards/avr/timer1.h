#pragma once

/* Timer 1, which counts the processor's cycles, as the counter of board.h. */

void timer1_start(void);
