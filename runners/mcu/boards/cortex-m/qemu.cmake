# A Cortex-M in QEMU: memory.ld and machine.h in the board's folder say which.
include(boards/cortex-m/cortex-m.cmake)
list(APPEND BOARD_SOURCES boards/cortex-m/qemu.c boards/semihosting.c)
list(APPEND LINK_OPTIONS -T ${PROJECT_SOURCE_DIR}/boards/${BOARD}/memory.ld)
