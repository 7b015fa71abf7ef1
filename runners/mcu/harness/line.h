#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Requests and answers, one a line, byte by byte: there is no buffer that holds a line. */

enum { LINE_END = -1 };

/* Wait for the next request; false where the conversation ends. */
bool line_begin(void);

/* The request's next byte; LINE_END behind its last one, however often it is asked. */
int line_next(void);

/* Read what is left of the request. */
void line_finish(void);

void line_write(const char *data, size_t size);

/* End the answer. */
void line_send(void);
