list(APPEND BOARD_SOURCES boards/memory.c boards/semihosting.c boards/riscv-virt/board.c)
list(APPEND BOARD_OPTIONS --specs=picolibc.specs)
list(APPEND LINK_OPTIONS -nostartfiles -T ${PROJECT_SOURCE_DIR}/boards/riscv-virt/virt.ld)
