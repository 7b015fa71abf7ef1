#pragma once

#include <stdint.h>

/* SysTick counts the processor's cycles. */
static inline uint64_t ticks_to_instructions(uint64_t ticks) { return ticks; }

/* rp2040js takes 9 cycles for SysTick's handler, none for entering and leaving it, and reloads a cycle early. A chip
   takes 15 to enter, and about as many to leave. */
#if EMULATED
#define HANDLER_COST 10
#else
#define HANDLER_COST 38
#endif
