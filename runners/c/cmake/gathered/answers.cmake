# What libraries' own builds ask the compiler, one program each question, for half a minute in all: on Linux with the GNU
# C library the answers are these, whatever the processor. The few that differ are asked for or computed here.
include(CheckSymbolExists)
foreach(
    present
    IN
    ITEMS
        DLFCN_H
        ENDIAN_H
        FCNTL_H
        INTTYPES_H
        LIMITS_H
        LOCALE_H
        MEMORY_H
        SCHED_H
        STDARG_H
        STDINT_H
        STDLIB_H
        STRINGS_H
        STRING_H
        SYSLOG_H
        SYS_CDEFS_H
        SYS_PARAM_H
        SYS_RANDOM_H
        SYS_RESOURCE_H
        SYS_STAT_H
        SYS_TIME_H
        SYS_TYPES_H
        UNISTD_H
        INT32_T
        SSIZE_T
        UINT16_T
        UINT32_T
        UINT8_T
        CLOSE
        GETPID
        GETRANDOM
        GETRUSAGE
        GETTIMEOFDAY
        OPEN
        READ
        REALLOC
        SCHED_YIELD
        SETLOCALE
        SNPRINTF
        STRCASECMP
        STRDUP
        STRERROR
        STRNCASECMP
        STRTOLL
        STRTOULL
        USELOCALE
        VASPRINTF
        VPRINTF
        VSNPRINTF
        VSYSLOG
        DECL_INFINITY
        DECL_ISINF
        DECL_ISNAN
        DECL_NAN
        ATOMIC_BUILTINS
        SYNC_BUILTINS
        __THREAD
)
    set(HAVE_${present} 1)
endforeach()
check_symbol_exists(arc4random stdlib.h HAVE_ARC4RANDOM) # from glibc 2.36 on
set(SIZEOF_INT 4)
set(SIZEOF_INT64_T 8)
set(SIZEOF_LONG ${CMAKE_SIZEOF_VOID_P})
set(SIZEOF_LONG_LONG 8)
set(SIZEOF_SIZE_T ${CMAKE_SIZEOF_VOID_P})
set(SIZEOF_SSIZE_T ${CMAKE_SIZEOF_VOID_P})
