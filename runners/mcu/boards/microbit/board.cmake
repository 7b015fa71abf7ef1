include(boards/cortex-m/qemu.cmake)
