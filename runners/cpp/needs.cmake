# needs(<NAME> HEADER <header> APT <package> [CODECS <regular expression>] [LIBRARY <name>...] [PKG_CONFIG <module>]
#       [ADVICE <sentence>])
#
# Says that codecs need a library: those whose file's name without .cpp matches CODECS (by default, <NAME> in lower
# case). It is looked for where <NAME>_ROOT says (a CMake or an environment variable), where pkg-config says, and
# where the compiler looks; a static LIBRARY goes before a shared one. A library that is not found does not break the
# build: the files are compiled with CODEC_MISSING, the reason, and their codecs report themselves as missing. Else
# they are compiled with CODEC_PACKAGE_VERSION, for a library whose headers do not tell their version.
find_package(PkgConfig QUIET)

function(needs name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;APT;CODECS;PKG_CONFIG;ADVICE" "LIBRARY")
    if(NOT arg_CODECS)
        string(TOLOWER ${name} arg_CODECS)
    endif()
    set(files ${codecs})
    list(FILTER files INCLUDE REGEX "/(${arg_CODECS})\\.cpp$")

    set(hints ${${name}_ROOT} $ENV{${name}_ROOT})
    if(arg_PKG_CONFIG AND PkgConfig_FOUND)
        pkg_check_modules(${name}_PC QUIET ${arg_PKG_CONFIG})
    endif()
    find_path(${name}_INCLUDE_DIR ${arg_HEADER} HINTS ${hints} ${${name}_PC_INCLUDE_DIRS} PATH_SUFFIXES include)
    set(found ${${name}_INCLUDE_DIR})
    if(arg_LIBRARY)
        list(TRANSFORM arg_LIBRARY REPLACE "(.+)" "lib\\1.a" OUTPUT_VARIABLE static)
        find_library(
            ${name}_LIBRARY
            NAMES ${static} ${arg_LIBRARY}
            HINTS ${hints} ${${name}_PC_LIBRARY_DIRS}
            PATH_SUFFIXES lib
        )
        if(NOT ${name}_LIBRARY)
            set(found FALSE)
        endif()
    endif()

    if(NOT found)
        set(reason "${arg_HEADER} was not found: ${arg_ADVICE}install ${arg_APT}, or set ${name}_ROOT")
        message(STATUS "${name}: ${reason}")
        set_property(SOURCE ${files} APPEND PROPERTY COMPILE_DEFINITIONS "CODEC_MISSING=\"${reason}\"")
        return()
    endif()
    message(STATUS "${name}: ${${name}_INCLUDE_DIR} ${${name}_LIBRARY}")
    if(NOT ${name}_INCLUDE_DIR IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
        set_property(SOURCE ${files} APPEND PROPERTY COMPILE_OPTIONS -isystem ${${name}_INCLUDE_DIR})
    endif()
    execute_process(
        COMMAND dpkg-query --show --showformat=\${Version} ${arg_APT}
        OUTPUT_VARIABLE version
        ERROR_QUIET
        RESULT_VARIABLE unknown
    )
    if(unknown OR NOT ${name}_INCLUDE_DIR MATCHES "^/usr/include")
        set(version "unknown")
    endif()
    set_property(SOURCE ${files} APPEND PROPERTY COMPILE_DEFINITIONS CODEC_PACKAGE_VERSION="${version}")
    if(arg_LIBRARY)
        target_link_libraries(runner PRIVATE ${${name}_LIBRARY})
    endif()
endfunction()
