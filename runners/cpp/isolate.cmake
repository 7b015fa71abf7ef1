# Each codec's file and the sources of its library are linked into one relocatable object, optimised as a whole, whose
# symbols are then all made local. So codecs are compiled as if they were alone, and what one of them is compiled with
# cannot get into another by way of an inline function that both have. Codecs register themselves when the program
# starts: nobody calls them by name.

# isolate(<object> <source>... [STANDARD <C++ standard>] [OPTIONS <option>...] [DEFINITIONS <definition>...]
#         [GLOBAL <symbol>] [TWO_STAGES])
#
# GLOBAL is a symbol that others may use all the same. TWO_STAGES has even a single file optimised when it is linked, as
# several files are.
function(isolate object)
    cmake_parse_arguments(PARSE_ARGV 1 arg "TWO_STAGES" "STANDARD;GLOBAL" "OPTIONS;DEFINITIONS")
    set(target codec-${object})
    add_library(${target} OBJECT ${arg_UNPARSED_ARGUMENTS})
    target_include_directories(${target} PRIVATE harness portable)
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
    target_compile_options(${target} PRIVATE ${arg_OPTIONS})
    if(arg_STANDARD)
        set_target_properties(${target} PROPERTIES CXX_STANDARD ${arg_STANDARD})
    endif()

    separate_arguments(options UNIX_COMMAND "${flags}")
    set(relocatable -r -nostdlib ${options} ${COMPILER_MEMORY})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        list(APPEND relocatable -fuse-ld=lld)
    else()
        # Unique symbols could not be made local.
        target_compile_options(${target} PRIVATE -fno-gnu-unique)
        list(APPEND relocatable -fno-gnu-unique -Wl,--force-group-allocation)
        if(flags MATCHES "-flto")
            # As if it were a program: nothing outside refers to its functions, so that a library's may be inlined and
            # specialised as in any program that is linked with it.
            list(LENGTH arg_UNPARSED_ARGUMENTS files)
            if(files EQUAL 1 AND NOT arg_TWO_STAGES)
                # The one file is all of it: to write it down and to read it again before it is optimised only takes
                # longer.
                target_compile_options(${target} PRIVATE -fno-lto -fwhole-program)
                list(APPEND relocatable -fno-lto)
            else()
                # Partitions of such an object are more than GCC 12 can do.
                list(APPEND relocatable -flinker-output=pie -fwhole-program -flto-partition=none)
            endif()
        endif()
    endif()
    if(NOT arg_GLOBAL)
        set(arg_GLOBAL none)
    endif()
    set(isolated ${CMAKE_CURRENT_BINARY_DIR}/isolated/${object}.o)
    add_custom_command(
        OUTPUT ${isolated}
        COMMAND ${CMAKE_COMMAND} -E make_directory isolated
        COMMAND ${CMAKE_CXX_COMPILER} ${relocatable} -o ${isolated} $<TARGET_OBJECTS:${target}>
        # Keeping only one symbol, or one that does not exist, makes all others local; undefined ones stay as they are.
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${arg_GLOBAL} ${isolated}
        DEPENDS ${target} $<TARGET_OBJECTS:${target}>
        COMMENT "Isolating ${object}"
        COMMAND_EXPAND_LISTS
        VERBATIM
    )
    target_sources(runner PRIVATE ${isolated})
endfunction()
