# What each codec adds to a firmware: measured by linking, and linked into the firmware as a table.
set(table ${CMAKE_CURRENT_BINARY_DIR}/footprint/footprints.c)
target_sources(firmware PRIVATE ${table})
target_link_libraries(firmware PRIVATE harness_headers)
if(NOT CMAKE_CROSSCOMPILING)
    # A process of this host is no board, and has no memory to weigh.
    file(WRITE ${table} "#include \"footprint.h\"\n\nconst struct footprint footprints[] = {{0}};\n")
    return()
endif()

set(C_OBJECTS)
set(CPP_OBJECTS)
set(options)
foreach(codec IN LISTS FOR_BOARDS)
    if(NOT ${codec}_MISSING)
        list(APPEND C_OBJECTS ${CMAKE_CURRENT_BINARY_DIR}/isolated/${codec}.o)
        string(APPEND options "set(OPTIONS_${codec} ${${codec}_LINK})\n")
        target_link_options(firmware PRIVATE ${${codec}_LINK})
    endif()
endforeach()

add_library(empty OBJECT footprint/empty.c)
target_link_libraries(empty PRIVATE harness_headers)
set(empty $<TARGET_OBJECTS:empty>)
set(empty_cpp)
if(TARGET cpp)
    foreach(codec IN LISTS CPP_FOR_BOARDS)
        if(NOT ${codec}_DEFINITIONS MATCHES CODEC_MISSING)
            list(APPEND CPP_OBJECTS ${CMAKE_CURRENT_BINARY_DIR}/isolated/${codec}.o)
        endif()
    endforeach()
    add_library(empty-cpp OBJECT cpp/empty.cpp cpp/codec.cpp)
    target_link_libraries(empty-cpp PRIVATE cpp_headers)
    set(empty_cpp $<TARGET_OBJECTS:empty-cpp>)
endif()

string(REGEX REPLACE "objcopy([^/]*)$" "size\\1" size ${CMAKE_OBJCOPY})
set(inputs ${CMAKE_CURRENT_BINARY_DIR}/footprint/inputs.cmake)
file(
    GENERATE OUTPUT ${inputs}
    CONTENT
        "set(C_LINK ${CMAKE_C_COMPILER} ${link} ${empty})
set(CPP_LINK ${CMAKE_CXX_COMPILER} ${link} ${empty} ${empty_cpp})
set(LIBRARIES $<TARGET_FILE:harness> -lm ${CPP_LIBRARIES})
set(C_OBJECTS ${C_OBJECTS})
set(CPP_OBJECTS ${CPP_OBJECTS})
${options}set(OBJDUMP ${CMAKE_OBJDUMP})
set(OBJCOPY ${CMAKE_OBJCOPY})
set(SIZE ${size})
"
)
add_custom_command(
    OUTPUT ${table}
    COMMAND
        ${CMAKE_COMMAND} -E chdir footprint ${CMAKE_COMMAND} -DINPUTS=${inputs} -DOUTPUT=${table} -P
        ${PROJECT_SOURCE_DIR}/footprint/measure.cmake
    DEPENDS
        ${inputs}
        ${C_OBJECTS}
        ${CPP_OBJECTS}
        empty
        ${empty}
        ${empty_cpp}
        harness
        footprint/measure.cmake
        ${C_RUNNER}/footprint/weigh.cmake
    COMMENT "Weighing codecs"
    VERBATIM
)
