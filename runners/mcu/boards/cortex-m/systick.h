#pragma once

#include <stdbool.h>

/* SysTick, which every Cortex-M may have, as the counter of board.h. */

void systick_start(void);

/* Whether code of known length counts as long as it is: an emulator may run it at whatever speed. */
bool systick_is_exact(void);

void SysTick_Handler(void);
