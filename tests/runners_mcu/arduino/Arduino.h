#pragma once

/* As much of Arduino's core as the sketch uses, on this machine: its serial port is standard input and output.
   Elsewhere it only compiles. */

#include <stddef.h>
#include <stdint.h>

#define ARDUINO 10819

#ifdef __cplusplus

#ifdef __unix__
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

inline unsigned long micros() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint32_t>(now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

struct Port {
    void begin(unsigned long) {}
    explicit operator bool() const { return true; }
    void flush() {}
    int read() {
        uint8_t byte;
        if (::read(STDIN_FILENO, &byte, 1) != 1) exit(0);
        return byte;
    }
    size_t write(const uint8_t *data, size_t size) {
        fwrite(data, 1, size, stdout);
        fflush(stdout);
        return size;
    }
};
/* Boards of this kind start anew when they are told so, and a process ends. */
#define ESP8266
inline struct Chip {
    void restart() { exit(0); }
} ESP;
#else
unsigned long micros();

struct Port {
    void begin(unsigned long baud);
    explicit operator bool() const;
    void flush();
    int read();
    size_t write(const uint8_t *data, size_t size);
};
#endif

extern Port Serial;
inline void yield() {}
#if defined(__ARM_ARCH)
extern "C" void NVIC_SystemReset();
#endif

void setup();
void loop();

#endif
