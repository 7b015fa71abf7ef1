#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
    va_end(arguments);
    return false;
}

bool refuse(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
    va_end(arguments);
    failure->by_nature = true;
    return false;
}
