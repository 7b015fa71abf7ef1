# What firmware for every Cortex-M is made of, with the small variant of newlib, as Arduino's and PlatformIO's is.
list(APPEND BOARD_SOURCES boards/memory.c boards/cortex-m/startup.c boards/cortex-m/systick.c)
list(APPEND BOARD_INCLUDES boards/cortex-m)
list(APPEND BOARD_OPTIONS --specs=nano.specs --specs=nosys.specs)
list(APPEND LINK_OPTIONS -nostartfiles -L${PROJECT_SOURCE_DIR}/boards/cortex-m)
set(ALLOCATOR _malloc_r _calloc_r _realloc_r _free_r)
# The small variant's printf and scanf take floats only where they are asked to.
set(PRINTS_FLOATS -Wl,-u,_printf_float)
set(SCANS_FLOATS -Wl,-u,_scanf_float)
# In its small variant, the C++ library's exceptions cannot be caught.
set(CPP_LIBRARIES -l:libstdc++.a)
