/* A board on this machine, for tests of both ends of a serial line. With a command it is that runner, started anew for
   each conversation. Without, it answers a line with how many it has answered in this conversation, a checksum of the
   line, and as many letters as it has bytes. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "serial_line.h"

int board_read(void) {
    uint8_t byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

void board_write(const char *data, size_t length) {
    while (length) {
        ssize_t written = write(STDOUT_FILENO, data, length);
        if (written < 0) _exit(1);
        data += written;
        length -= (size_t)written;
    }
}

static void work(unsigned milliseconds) {
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

static void count_lines(void) {
    for (unsigned served = 1;; served++) {
        char begin[16] = "", head[64];
        unsigned length = 0, milliseconds = 0;
        uint32_t sum = 0;
        for (int byte; (byte = serial_line_read()) != '\n'; length++) {
            if (byte < 0) return;
            if (length < sizeof begin - 1) begin[length] = (char)byte;
            sum = sum * 31 + (uint8_t)byte;
        }
        if (sscanf(begin, "work %u", &milliseconds) == 1) work(milliseconds);
        snprintf(head, sizeof head, "%u %u %u ", served, length, (unsigned)sum);
        serial_line_write(head, strlen(head));
        for (unsigned i = 0; i < length; i++) serial_line_write("x", 1);
        serial_line_write("\n", 1);
    }
}

static void pass_on(FILE *to_runner, FILE *from_runner) {
    for (int byte; (byte = serial_line_read()) >= 0;) {
        char letter;
        putc(byte, to_runner);
        if (byte != '\n') continue;
        fflush(to_runner);
        do {
            if ((byte = getc(from_runner)) < 0) _exit(0); /* it was told to quit: the board resets itself */
            letter = (char)byte;
            serial_line_write(&letter, 1);
        } while (letter != '\n');
    }
}

static void be_runner(char **command) {
    int there[2], back[2];
    if (pipe(there) != 0 || pipe(back) != 0) _exit(1);
    pid_t runner = fork();
    if (runner == 0) {
        dup2(there[0], STDIN_FILENO);
        dup2(back[1], STDOUT_FILENO);
        close(there[1]);
        close(back[0]);
        execvp(command[0], command);
        _exit(1);
    }
    close(there[0]);
    close(back[1]);
    FILE *to_runner = fdopen(there[1], "w"), *from_runner = fdopen(back[0], "r");
    pass_on(to_runner, from_runner);
    fclose(to_runner);
    fclose(from_runner);
    waitpid(runner, NULL, 0);
}

int main(int count, char **arguments) {
    do {
        if (count > 1) {
            be_runner(arguments + 1);
        } else {
            count_lines();
        }
    } while (serial_line_again());
    return 0;
}
