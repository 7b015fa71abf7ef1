set(EMULATED ON CACHE BOOL "Whether simavr is the machine, and not a board")
set(BAUD 2000000 CACHE STRING "Bits a second of UART 0")
list(
    APPEND BOARD_SOURCES
    boards/memory.c
    boards/avr/board.c
    boards/avr/guard.c
    boards/avr/literals.c
    boards/avr/timer1.c
)
list(
    APPEND BOARD_DEFINITIONS
    F_CPU=16000000UL
    BAUD=${BAUD}
    EMULATED=$<BOOL:${EMULATED}>
    BOARD_NESTING=20
    # avr-libc has conversions of 32 bits only.
    strtoull=strtoul
    "LITERALS_OF_BOARD=\"literals.h\""
)
list(APPEND LINK_OPTIONS -T ${PROJECT_SOURCE_DIR}/boards/avr/atmega2560.ld)
set(OUTPUT_CAPACITY 64)
set(IMAGE ihex)

# By default, avr-libc's printf writes a question mark for a float.
set(PRINTS_FLOATS -Wl,-u,vfprintf -lprintf_flt)
set(SCANS_FLOATS -Wl,-u,vfscanf -lscanf_flt)

# String literals of the harness are read by what literals.h says, and those of the codecs' own files by the harness:
# where they are not merged, the linker script can tell them from their libraries'.
set(ADAPTER_OPTIONS -fno-merge-constants)
set(HARNESS_OPTIONS -include ${PROJECT_SOURCE_DIR}/boards/avr/literals.h)

set(libcbor_REFUSED "its library does not compile for this processor: wchar.h: No such file or directory")
set(msgpack-c_REFUSED "its library overwrites memory on this processor once a map outgrows its first chunk")
