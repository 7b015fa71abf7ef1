# Where a firmware can have no codecs in C++, it says so: a program of this host, which can compile them, writes what.
find_program(HOST_CXX NAMES c++ g++ clang++ NO_CMAKE_FIND_ROOT_PATH)
if(NOT HOST_CXX)
    message(STATUS "codecs in C++ are not listed as missing: that needs a C++ compiler for this host")
    return()
endif()
set(missing ${CMAKE_CURRENT_BINARY_DIR}/missing)
list(TRANSFORM CPP_FOR_BOARDS REPLACE "(.+)" "${CPP_RUNNER}/codecs/\\1.cpp" OUTPUT_VARIABLE codecs)
file(GLOB sources CONFIGURE_DEPENDS cpp/*.[ch]pp cpp/missing/* ${CPP_RUNNER}/portable/*)
add_custom_command(
    OUTPUT ${missing}.c
    COMMAND
        ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/cpp/missing -B ${missing} -G Ninja -DCMAKE_CXX_COMPILER=${HOST_CXX}
        "-DCODECS=${codecs}" "-DREASON=this board's compiler has no C++ library"
    COMMAND ${CMAKE_COMMAND} --build ${missing}
    COMMAND ${missing}/missing ${missing}.c
    DEPENDS ${codecs} ${sources}
    COMMENT "Listing codecs that this board cannot have"
    VERBATIM
)
add_library(codec-missing OBJECT ${missing}.c)
target_compile_options(codec-missing PRIVATE ${OPTIMISATION} ${ADAPTER_OPTIONS})
target_link_libraries(firmware PRIVATE $<TARGET_OBJECTS:codec-missing>)
