/* The microcontroller runner of Weighbridge: reads requests line by line and answers them (docs/protocol.md). */

#include "allocations.h"
#include "board.h"
#include "serial_line.h"
#include "session.h"

int main(void) {
    board_start();
    board_refresh();
    allocations_start();
    do session_run();
    while (serial_line_again());
    board_end();
}
