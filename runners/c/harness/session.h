#pragma once

#include <stddef.h>

#include "payload.h"
#include "text.h"

/* The conversation of docs/protocol.md, one request at a time. */
struct session {
    struct payload *payloads;
    bool ended; /* told to quit */
};

/* Answer one line. `answer` gets the JSON text without its line feed. */
void session_answer(struct session *session, const char *line, size_t length, struct text *answer);

/* Free all payloads. */
void session_end(struct session *session);
