#include "core.h"

#include <Arduino.h>

#ifdef __AVR__
#include <avr/wdt.h>
#endif

void core_start(uint32_t baud) {
    Serial.begin(baud);
    while (!Serial) continue; /* a board with USB of its own waits until the port is opened */
}

int core_read(void) {
    int byte;
    while ((byte = Serial.read()) < 0) yield(); /* some cores keep their radio alive in it */
    return byte;
}

void core_write(const char *data, size_t size) { Serial.write(reinterpret_cast<const uint8_t *>(data), size); }

uint32_t core_microseconds(void) { return micros(); }

void core_reset(void) {
    Serial.flush();
#if defined(__AVR__)
    wdt_enable(WDTO_15MS);
    for (;;) continue;
#elif defined(ESP8266) || defined(ESP32)
    ESP.restart();
#elif defined(__ARM_ARCH)
    NVIC_SystemReset();
#endif
}
