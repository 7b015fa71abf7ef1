/* What Arduino's core does with a sketch. */

#include <Arduino.h>

Port Serial;

int main() {
    setup();
    for (;;) loop();
}
