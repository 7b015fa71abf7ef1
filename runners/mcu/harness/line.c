#include "line.h"

#include <string.h>

#include "literal.h"
#include "serial_line.h"

static struct {
    bool ended;
    int first; /* the first byte, read to see whether there is one */
} input;

static struct {
    char data[64];
    size_t size;
} output;

bool line_begin(void) {
    input.first = serial_line_read();
    input.ended = input.first == '\n';
    return input.first >= 0;
}

int line_next(void) {
    if (input.ended) return LINE_END;
    int byte = input.first;
    input.first = LINE_END;
    if (byte == LINE_END) byte = serial_line_read();
    input.ended = byte < 0 || byte == '\n';
    return input.ended ? LINE_END : byte;
}

void line_finish(void) {
    while (line_next() != LINE_END) continue;
}

static void flush(void) {
    serial_line_write(output.data, output.size);
    output.size = 0;
}

void line_write(const char *data, size_t size) {
    while (size) {
        size_t part = sizeof output.data - output.size;
        if (part > size) part = size;
        literal_copy(output.data + output.size, data, part);
        output.size += part;
        data += part;
        size -= part;
        if (output.size == sizeof output.data) flush();
    }
}

void line_send(void) {
    line_write("\n", 1);
    flush();
}
