#include "runner.h"

#include "board.h"
#include "serial_line.h"
#include "session.h"

void runner_start(void) { board_start(); }

void runner_run(void) {
    do session_run();
    while (serial_line_again());
    board_end();
}
