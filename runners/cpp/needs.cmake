# needs(<NAME> HEADER <header> [FOLDER <path>] [SOURCES <glob>... [SHARED]] [DEFINITIONS <definition>...]
#       [CODECS <regular expression>] [COMPILES <header>] [STANDARD <C++ standard>] [LIBRARY <name>...]
#       [PKG_CONFIG <module>...] [PACKAGED <package>] [PLACES <glob>...] [GET <sentence>] [TWO_STAGES])
#
# Says that codecs need a library: those whose file's name without .cpp matches CODECS (by default, <NAME> in lower
# case). FOLDER is where below third_party/ weighbridge setup puts its HEADER (runner.toml), and its SOURCES, which are
# compiled with the codec, all with the same options, or if they are SHARED, once for all. <NAME>_ROOT, a CMake or an
# environment variable, names another folder. LIBRARY (any of these names) and PKG_CONFIG name what is installed, for
# the target of the distribution's builds and for <NAME>_ROOT where that has no sources. COMPILES is a header that the
# compiler must have, too. PACKAGED is for a library whose headers do not tell enough of its version: its codecs are
# compiled with CODEC_PACKAGE and CODEC_PACKAGE_VERSION, of what was fetched or, from the distribution, of the package
# that this names. PLACES are folders that may hold a library that is not fetched, and GET says how to get it.
# TWO_STAGES is for isolate (isolate.cmake).
#
# A library that is not found does not break the build: the files are compiled with CODEC_MISSING, the reason, and their
# codecs report themselves as missing. Nothing is cached: another <NAME>_ROOT counts at once.
include(CheckIncludeFileCXX)
find_package(PkgConfig QUIET)
option(DISTRIBUTION "Take the libraries that the distribution has built, not their sources")

function(needs name)
    cmake_parse_arguments(
        PARSE_ARGV 1
        arg
        "SHARED;TWO_STAGES"
        "HEADER;FOLDER;CODECS;COMPILES;STANDARD;PACKAGED;GET"
        "SOURCES;DEFINITIONS;LIBRARY;PKG_CONFIG;PLACES"
    )
    if(NOT arg_CODECS)
        string(TOLOWER ${name} arg_CODECS)
    endif()
    set(files ${codecs})
    list(FILTER files INCLUDE REGEX "/(${arg_CODECS})\\.cpp$")
    if(NOT files)
        return()
    endif()

    set(root ${${name}_ROOT} $ENV{${name}_ROOT})
    set(version "unknown")
    set(package "unknown")
    if(NOT root AND arg_FOLDER AND NOT DISTRIBUTION)
        set(root ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/third_party/${arg_FOLDER})
        read_record(${root} package version)
    elseif(NOT root AND arg_PACKAGED)
        set(package ${arg_PACKAGED})
        execute_process(
            COMMAND dpkg-query --show --showformat=\${Version} ${package}
            OUTPUT_VARIABLE version
            ERROR_QUIET
            RESULT_VARIABLE unknown
        )
        if(unknown)
            set(version "unknown")
        endif()
    endif()
    if(NOT root AND arg_PLACES)
        file(GLOB root ${arg_PLACES})
    endif()
    set(places)
    if(root)
        set(places PATHS ${root} NO_DEFAULT_PATH)
    elseif(NOT DISTRIBUTION)
        set(places PATHS nowhere NO_DEFAULT_PATH)
    elseif(arg_PKG_CONFIG AND PkgConfig_FOUND)
        pkg_check_modules(${name}_PC QUIET ${arg_PKG_CONFIG})
        set(places HINTS ${${name}_PC_INCLUDE_DIRS} ${${name}_PC_LIBRARY_DIRS})
    endif()
    find_path(
        headers
        ${arg_HEADER}
        ${places}
        PATH_SUFFIXES include include/bsoncxx/v_noabi usr/include src NO_CACHE
    )
    string(REGEX REPLACE "/$" "" headers "${headers}")
    list(TRANSFORM arg_SOURCES PREPEND ${root}/)
    if(root AND arg_SOURCES)
        file(GLOB sources CONFIGURE_DEPENDS ${arg_SOURCES})
    endif()
    set(missing_library FALSE)
    if(NOT sources AND arg_LIBRARY)
        list(TRANSFORM arg_LIBRARY REPLACE "(.+)" "lib\\1.a" OUTPUT_VARIABLE static)
        find_library(libraries NAMES ${static} ${arg_LIBRARY} ${places} PATH_SUFFIXES lib usr/lib NO_CACHE)
        if(NOT libraries)
            set(missing_library TRUE)
        endif()
    endif()

    if(NOT headers OR missing_library OR (arg_SOURCES AND NOT sources AND NOT arg_LIBRARY))
        set(get "weighbridge setup fetches its source")
        if(DISTRIBUTION)
            set(get "the distribution has no package of it, or it is not installed")
        elseif(arg_GET)
            set(get ${arg_GET})
        endif()
        set(reason "${arg_HEADER} was not found: ${get}, or set ${name}_ROOT to where it is")
    elseif(arg_COMPILES)
        check_include_file_cxx(${arg_COMPILES} HAS_${arg_COMPILES})
        if(NOT HAS_${arg_COMPILES})
            set(reason "it needs a newer compiler, with the header <${arg_COMPILES}>")
        endif()
    endif()
    foreach(file IN LISTS files)
        get_filename_component(codec ${file} NAME_WE)
        set(${codec}_KNOWN TRUE PARENT_SCOPE)
        set(${codec}_SHARED ${arg_SHARED} PARENT_SCOPE)
        if(arg_TWO_STAGES)
            set(${codec}_STAGES TWO_STAGES PARENT_SCOPE)
        endif()
        if(reason)
            set(${codec}_DEFINITIONS "CODEC_MISSING=\"${reason}\"" PARENT_SCOPE)
            continue()
        endif()
        if(arg_PACKAGED)
            list(APPEND arg_DEFINITIONS CODEC_PACKAGE="${package}" CODEC_PACKAGE_VERSION="${version}")
        endif()
        set(${codec}_DEFINITIONS ${arg_DEFINITIONS} PARENT_SCOPE)
        if(NOT headers IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
            set(${codec}_OPTIONS -isystem ${headers} PARENT_SCOPE)
        endif()
        set(${codec}_STANDARD ${arg_STANDARD} PARENT_SCOPE)
        if(NOT arg_SHARED)
            set(${codec}_SOURCES ${sources} PARENT_SCOPE)
        endif()
    endforeach()
    if(reason)
        message(STATUS "${name}: ${reason}")
        return()
    endif()
    message(STATUS "${name}: ${headers} ${libraries}")
    set(${name}_HEADERS ${headers} PARENT_SCOPE)
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS -w -isystem ${headers})
    if(arg_SHARED)
        # No codec is optimised together with it; to compile it when the program is linked is only slower.
        set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS -fno-lto)
        target_sources(runner PRIVATE ${sources})
    endif()
    if(libraries)
        target_link_libraries(runner PRIVATE ${libraries})
    endif()
endfunction()

# Set two variables to what package weighbridge setup took a folder's files out of, and its version.
function(read_record folder package_variable version_variable)
    string(REGEX REPLACE "(/third_party/[^/]+).*" "\\1" folder ${folder})
    file(GLOB records ${folder}/.from-*)
    foreach(record IN LISTS records)
        file(READ ${record} text)
        string(JSON package GET "${text}" wanted package)
        string(JSON version GET "${text}" version)
        set(${package_variable} ${package} PARENT_SCOPE)
        set(${version_variable} ${version} PARENT_SCOPE)
    endforeach()
endfunction()
