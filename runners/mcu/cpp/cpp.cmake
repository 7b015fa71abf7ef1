# Codecs in C++: the files of the C++ runner, against cpp/codec.hpp.
enable_language(CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)

add_library(cpp_headers INTERFACE)
target_include_directories(cpp_headers INTERFACE cpp ${CPP_RUNNER}/portable)
# As Arduino's tools have them, but with exceptions, which the libraries' users see. Unique symbols could not be made
# local.
target_compile_options(cpp_headers INTERFACE -fno-rtti -fno-threadsafe-statics -fno-gnu-unique -Wno-psabi)
target_link_libraries(cpp_headers INTERFACE harness_headers)

add_library(cpp OBJECT cpp/codec.cpp cpp/registry.cpp ${CPP_RUNNER}/portable/facts.cpp)
target_link_libraries(cpp PRIVATE cpp_headers)
target_link_libraries(firmware PRIVATE $<TARGET_OBJECTS:cpp> ${CPP_LIBRARIES})
set_target_properties(firmware PROPERTIES LINKER_LANGUAGE CXX)

# Compile a codec with its library into one object without global symbols, and link it.
function(add_cpp_codec codec)
    set(target codec-${codec})
    add_library(${target} OBJECT ${CPP_RUNNER}/codecs/${codec}.cpp)
    target_link_libraries(${target} PRIVATE cpp_headers)
    target_compile_definitions(${target} PRIVATE ${${codec}_DEFINITIONS})
    target_compile_options(${target} PRIVATE ${${codec}_OPTIONS})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/isolated/${codec}.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${CMAKE_COMMAND} -E make_directory isolated
        COMMAND
            ${CMAKE_CXX_COMPILER} -r -nostdlib ${CPU} -Wl,--force-group-allocation -o ${object}
            $<TARGET_OBJECTS:${target}>
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=none ${object}
        DEPENDS ${target} $<TARGET_OBJECTS:${target}>
        COMMENT "Isolating codec ${codec}"
        COMMAND_EXPAND_LISTS
        VERBATIM
    )
    target_sources(firmware PRIVATE ${object})
endfunction()

list(TRANSFORM CPP_FOR_BOARDS REPLACE "(.+)" "${CPP_RUNNER}/codecs/\\1.cpp" OUTPUT_VARIABLE codecs)
include(${CPP_RUNNER}/needs.cmake)
include(${CPP_RUNNER}/dependencies.cmake)
foreach(codec IN LISTS CPP_FOR_BOARDS)
    add_cpp_codec(${codec})
endforeach()
