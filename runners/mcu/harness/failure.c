#include "failure.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "literal.h"

/* Not printf: a codec that needs it should bring it along, and be seen to. */

struct writer {
    char *next, *end;
};

static void add_text(struct writer *writer, const char *text, size_t most) {
    while (most-- && literal_at(text) && writer->next < writer->end) *writer->next++ = literal_at(text++);
}

static void add_number(struct writer *writer, unsigned long number) {
    char digits[21], *first = digits + sizeof digits - 1;
    *first = '\0';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    add_text(writer, first, sizeof digits);
}

/* Of printf's conversions: %s and %.<number>s, %d, %u and %zu. */
static void format(struct failure *failure, const char *text, va_list arguments) {
    struct writer writer = {failure->message, failure->message + sizeof failure->message - 1};
    for (char letter; (letter = literal_at(text)) != '\0'; text++) {
        if (letter != '%') {
            add_text(&writer, text, 1);
            continue;
        }
        size_t most = SIZE_MAX;
        letter = literal_at(++text);
        if (letter == '.') {
            for (most = 0; (letter = literal_at(++text)) >= '0' && letter <= '9';)
                most = most * 10 + (size_t)(letter - '0');
        }
        if (letter == 's') {
            add_text(&writer, va_arg(arguments, const char *), most);
        } else if (letter == 'z') {
            add_number(&writer, va_arg(arguments, size_t));
            text++;
        } else {
            int number = va_arg(arguments, int);
            if (letter == 'd' && number < 0) add_text(&writer, "-", 1);
            add_number(&writer, letter == 'd' && number < 0 ? 0u - (unsigned)number : (unsigned)number);
        }
    }
    *writer.next = '\0';
}

bool fail(struct failure *failure, const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    format(failure, text, arguments);
    va_end(arguments);
    return false;
}

bool refuse(struct failure *failure, const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    format(failure, text, arguments);
    va_end(arguments);
    failure->by_nature = true;
    return false;
}
