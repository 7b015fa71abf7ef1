/* The C runner of Weighbridge: reads requests line by line and answers them (docs/protocol.md). */

#include <stdio.h>
#include <stdlib.h>

#include "heap.h"
#include "session.h"

int main(void) {
    heap_prepare();
    struct session session = {0};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while (!session.ended && (length = getline(&line, &capacity, stdin)) > 0) {
        struct text answer = {0};
        session_answer(&session, line, (size_t)length, &answer);
        text_add(&answer, "\n");
        if (fwrite(answer.data, 1, answer.length, stdout) != answer.length || fflush(stdout) != 0) {
            perror("standard output");
            return EXIT_FAILURE;
        }
        text_free(&answer);
    }
    free(line);
    session_end(&session);
    return EXIT_SUCCESS;
}
