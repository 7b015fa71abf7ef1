# Codecs: finding or building their libraries, and linking each with its library into one object of its own.
#
# Libraries clash: Jansson and json-c both export json_object_get. So a codec and its library are linked into one
# relocatable object, optimised as a whole, whose symbols are then all made local. The harness finds the codec through
# the pointers in the section "codecs" (harness/codec.h), not through a symbol.
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)

# Compile <codec>.c in the folder CODECS, with its library's sources, into one object without global symbols, and link it.
function(add_codec runner codec)
    set(target codec-${codec})
    add_library(${target} OBJECT ${CODECS}/${codec}.c)
    target_link_libraries(${target} PRIVATE harness_headers)
    target_compile_definitions(${target} PRIVATE ${${codec}_DEFINITIONS} "CODEC_SOURCE=\"codecs/${codec}.c\"")
    if(${codec}_MISSING)
        target_compile_definitions(${target} PRIVATE "CODEC_MISSING=\"${${codec}_MISSING}\"")
        message(STATUS "codec ${codec}: ${${codec}_MISSING}")
        target_link_libraries(${runner} PRIVATE $<TARGET_OBJECTS:${target}>)
        return()
    endif()
    target_compile_definitions(${target} PRIVATE "CODEC_VERSION=\"${${codec}_VERSION}\"")
    target_sources(${target} PRIVATE ${${codec}_SOURCES})
    set_source_files_properties(
        ${${codec}_SOURCES}
        PROPERTIES COMPILE_OPTIONS "-w;-fno-sanitize=undefined;${${codec}_OPTIONS}"
    )
    target_include_directories(${target} SYSTEM PRIVATE ${${codec}_INCLUDES})
    if(TARGET library-${codec})
        add_dependencies(${target} library-${codec})
        set_source_files_properties(${CODECS}/${codec}.c PROPERTIES OBJECT_DEPENDS "${${codec}_LIBRARIES}")
    endif()

    set(archives ${${codec}_LIBRARIES})
    list(FILTER archives INCLUDE REGEX "\\.a$")
    set(shared ${${codec}_LIBRARIES})
    list(FILTER shared EXCLUDE REGEX "\\.a$")

    set(object ${CMAKE_CURRENT_BINARY_DIR}/isolated/${codec}.o)
    set(relocatable -r -nostdlib ${OPTIMISATION} ${SECTIONS})
    list(FILTER relocatable EXCLUDE REGEX "^--specs=") # which may bring a linker script for whole programs
    if(OPTIMISATION MATCHES "-flto" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        # As if it were a program: nothing outside refers to its functions, so that they may be inlined and specialised as
        # in any program that is linked with its libraries. For a mere object, GCC would keep each as others may call it.
        list(APPEND relocatable -flinker-output=pie -fwhole-program)
    elseif(CMAKE_C_COMPILER_ID STREQUAL "Clang")
        list(APPEND relocatable -fuse-ld=lld)
    endif()
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${CMAKE_COMMAND} -E make_directory isolated
        COMMAND ${CMAKE_C_COMPILER} ${relocatable} -o ${object} $<TARGET_OBJECTS:${target}> ${archives}
        # Keeping only a symbol that does not exist makes all others local; undefined ones stay as they are.
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=none ${object}
        DEPENDS ${target} $<TARGET_OBJECTS:${target}> ${archives}
        COMMENT "Isolating codec ${codec}"
        COMMAND_EXPAND_LISTS
        VERBATIM
    )
    target_sources(${runner} PRIVATE ${object})
    set_property(TARGET ${runner} APPEND PROPERTY ISOLATED ${object})
    target_link_libraries(${runner} PRIVATE ${shared})
endfunction()

# Add the codecs given, or every file in the folder CODECS.
function(add_codecs runner)
    set(codecs ${ARGN})
    if(NOT codecs)
        file(GLOB files CONFIGURE_DEPENDS ${CODECS}/*.c)
        foreach(file IN LISTS files)
            cmake_path(GET file STEM LAST_ONLY codec)
            list(APPEND codecs ${codec})
        endforeach()
    endif()
    foreach(codec IN LISTS codecs)
        if(NOT ${codec}_KNOWN)
            message(FATAL_ERROR "${CODECS}/${codec}.c has no entry in dependencies.cmake")
        endif()
        add_codec(${runner} ${codec})
    endforeach()
endfunction()
