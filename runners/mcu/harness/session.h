#pragma once

/* The conversation of docs/protocol.md, until the runner is told to quit or its input ends. */
void session_run(void);
