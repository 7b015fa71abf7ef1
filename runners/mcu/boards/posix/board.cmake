list(APPEND BOARD_SOURCES boards/posix/board.c)
