# What each codec, and each of its operations, adds to a program without any: measured by linking, and linked into the
# runner as a table. Neither the harness nor the C library is in what is weighed: what is called there stays unresolved.

set(FOOTPRINT ${CMAKE_CURRENT_LIST_DIR})

# add_footprints(<runner> LINK <command>... ROOTS <regular expression> [DROPPED <regular expression>] EMPTY <argument>...)
#
# The codecs' objects are in the runner's property ISOLATED; measure.cmake says what the others are. Without LINK nothing is
# weighed: the table is empty.
function(add_footprints runner)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOTS;DROPPED" "LINK;EMPTY")
    set(table ${CMAKE_CURRENT_BINARY_DIR}/footprints/footprints.c)
    target_sources(${runner} PRIVATE ${table})
    get_target_property(objects ${runner} ISOLATED)
    if(NOT objects OR NOT arg_LINK)
        file(WRITE ${table} "#include \"footprint.h\"\n\nconst struct footprint footprints[] = {{0}};\n")
        return()
    endif()
    set(sources)
    foreach(object IN LISTS objects)
        cmake_path(GET object STEM LAST_ONLY codec)
        file(GLOB source RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/codecs/${codec}.c*)
        list(APPEND sources ${source})
    endforeach()
    set(link
        ${arg_LINK}
        -nostdlib
        -static
        -Wl,--gc-sections
        -Wl,--unresolved-symbols=ignore-all
        -Wl,--defsym=__dso_handle=0 # hidden, so that it cannot stay unresolved
        -Wl,-e0
    )
    string(REGEX REPLACE "objcopy([^/]*)$" "size\\1" size ${CMAKE_OBJCOPY})
    add_custom_command(
        OUTPUT ${table}
        COMMAND ${CMAKE_COMMAND} -E make_directory footprints
        COMMAND
            ${CMAKE_COMMAND} -E chdir footprints ${CMAKE_COMMAND} "-DLINK=${link}" "-DEMPTY=${arg_EMPTY}"
            "-DROOTS=${arg_ROOTS}" "-DDROPPED=${arg_DROPPED}" -DKEPT=.init "-DOBJECTS=${objects}" "-DSOURCES=${sources}"
            -DOBJDUMP=${CMAKE_OBJDUMP} -DOBJCOPY=${CMAKE_OBJCOPY} -DSIZE=${size} -DOUTPUT=${table} -P
            ${FOOTPRINT}/measure.cmake
        DEPENDS ${objects} ${FOOTPRINT}/measure.cmake ${FOOTPRINT}/weigh.cmake
        COMMENT "Weighing codecs"
        VERBATIM
    )
endfunction()
