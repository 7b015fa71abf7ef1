// The microcontroller runner of Weighbridge as a sketch. Upload it, and then: weighbridge run --targets serial:/dev/ttyUSB0
#include "src/harness/runner.h"

void setup() { runner_start(); }

void loop() { runner_run(); }
