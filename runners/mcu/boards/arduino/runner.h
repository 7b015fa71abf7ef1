#pragma once

/* The sketch's two functions. */

#ifdef __cplusplus
extern "C" {
#endif

void runner_start(void);
void runner_run(void);

#ifdef __cplusplus
}
#endif
