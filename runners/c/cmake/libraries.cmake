# Where libraries come from. Ordinarily each is built here from its sources, all with the same options; with
# DISTRIBUTION, it is the one that is installed. THIRD_PARTY is the folder with the sources that were fetched.
include(ExternalProject)
find_package(PkgConfig QUIET)

# Read a codec's entry of dependencies.cmake, which describes the arguments. Set for it, in the caller's scope:
# <codec>_KNOWN, _DEFINITIONS, and _INCLUDES, _SOURCES, _OPTIONS (for the sources), _LIBRARIES and _VERSION, or _MISSING.
function(depends codec)
    cmake_parse_arguments(
        PARSE_ARGV 1
        needs
        ""
        "HEADER;FOLDER;GATHERED;PACKAGE;GET"
        "SOURCES;BUILD;DEFINITIONS;LIBRARY"
    )
    string(TOUPPER "${codec}" name)
    string(REPLACE "-" "_" name "${name}")
    set(${codec}_KNOWN TRUE PARENT_SCOPE)
    set(${codec}_DEFINITIONS ${needs_DEFINITIONS} PARENT_SCOPE)
    set(${codec}_VERSION "unknown" PARENT_SCOPE)

    set(root ${${name}_ROOT})
    if(NOT root)
        set(root $ENV{${name}_ROOT})
    endif()
    set(fetched)
    if(NOT root AND needs_FOLDER AND NOT DISTRIBUTION)
        file(REAL_PATH ${needs_FOLDER} root BASE_DIRECTORY ${THIRD_PARTY})
        read_version(${root} version)
        set(${codec}_VERSION ${version} PARENT_SCOPE)
        set(fetched ${root})
    endif()
    string(REGEX REPLACE "[+-].*" "" version "${version}") # without what is Debian's

    # What was fetched is compiled with the codec; where it is another release than is known here, the library's own
    # build is asked.
    if(fetched AND needs_GATHERED AND EXISTS ${root}/${needs_GATHERED} AND CMAKE_C_BYTE_ORDER STREQUAL "LITTLE_ENDIAN")
        gather(${codec} ${root} ${version})
        foreach(part IN ITEMS INCLUDES SOURCES OPTIONS)
            set(${codec}_${part} ${${codec}_${part}} PARENT_SCOPE)
        endforeach()
        return()
    endif()

    # The library's own build, in what was fetched or in a source tree that <NAME>_ROOT names.
    if(needs_BUILD AND root AND EXISTS ${root}/CMakeLists.txt)
        list(TRANSFORM needs_BUILD REPLACE "@VERSION@" "${version}")
        string(MD5 key ${root})
        set(prefix ${CMAKE_CURRENT_BINARY_DIR}/libraries/${codec}-${key})
        build_library(${codec} ${root} ${prefix} ${needs_HEADER} ${needs_BUILD})
        set(${codec}_INCLUDES ${prefix}/headers PARENT_SCOPE)
        set(${codec}_LIBRARIES ${prefix}/library.a PARENT_SCOPE)
        return()
    endif()

    # Nothing is cached: another <NAME>_ROOT, or a library installed later, counts at once.
    set(places)
    if(root)
        set(places PATHS ${root} NO_DEFAULT_PATH)
    elseif(NOT DISTRIBUTION)
        set(places PATHS nowhere NO_DEFAULT_PATH)
    elseif(needs_PACKAGE AND PKG_CONFIG_FOUND)
        pkg_check_modules(PC_${name} QUIET ${needs_PACKAGE})
        set(places HINTS ${PC_${name}_INCLUDE_DIRS} ${PC_${name}_LIBRARY_DIRS})
    endif()
    find_path(headers ${needs_HEADER} ${places} PATH_SUFFIXES include inc src NO_CACHE)
    if(headers AND needs_SOURCES)
        list(TRANSFORM needs_SOURCES PREPEND ${headers}/)
        file(GLOB sources CONFIGURE_DEPENDS ${needs_SOURCES})
    endif()
    if(headers AND NOT sources AND needs_LIBRARY)
        list(TRANSFORM needs_LIBRARY REPLACE "(.+)" "lib\\1.a" OUTPUT_VARIABLE static)
        find_library(library NAMES ${static} ${needs_LIBRARY} ${places} PATH_SUFFIXES lib build NO_CACHE)
    endif()
    if(needs_SOURCES OR needs_LIBRARY)
        set(header_only FALSE)
    else()
        set(header_only TRUE)
    endif()
    if(headers AND (sources OR library OR header_only))
        set(${codec}_INCLUDES ${headers} PARENT_SCOPE)
        set(${codec}_SOURCES ${sources} PARENT_SCOPE)
        set(${codec}_LIBRARIES ${library} PARENT_SCOPE)
        return()
    endif()
    if(DISTRIBUTION)
        set(get "the distribution has no package of it, or it is not installed")
    elseif(needs_FOLDER)
        set(get "weighbridge setup fetches its source")
    else()
        set(get ${needs_GET})
    endif()
    set(${codec}_MISSING "not found: ${get}, or set ${name}_ROOT to where it is" PARENT_SCOPE)
endfunction()

# Set `variable` to the version of the package that weighbridge setup took a folder's files out of.
function(read_version folder variable)
    string(REGEX REPLACE "(/third_party/[^/]+).*" "\\1" folder ${folder})
    file(GLOB records ${folder}/.from-*)
    set(${variable} "unknown" PARENT_SCOPE)
    foreach(record IN LISTS records)
        file(READ ${record} text)
        string(JSON version GET "${text}" version)
        set(${variable} ${version} PARENT_SCOPE)
    endforeach()
endfunction()

# Take a library's sources, and write those headers of it that its own build would write: gathered/<codec>.cmake says how.
# That is given the source tree as `root`, its version as `version` and by parts, and a `folder` for the headers that the
# codec includes, and sets `sources`, and the `options` to compile these with.
function(gather codec root version)
    string(REGEX MATCH "^([0-9]+)\\.([0-9]+)(\\.([0-9]+))?" parts "${version}.0")
    set(version_MAJOR ${CMAKE_MATCH_1})
    set(version_MINOR ${CMAKE_MATCH_2})
    set(version_PATCH ${CMAKE_MATCH_4})
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/libraries/${codec})
    include(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gathered/answers.cmake)
    include(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gathered/${codec}.cmake)
    set(${codec}_INCLUDES ${folder} PARENT_SCOPE)
    set(${codec}_SOURCES ${sources} PARENT_SCOPE)
    set(${codec}_OPTIONS ${options} PARENT_SCOPE)
endfunction()

# Build the library in `root` by its own CMake files, with the options that all libraries have here, as the target
# library-<codec>: below `prefix` a static library.a, and its headers in headers/.
function(build_library codec root prefix header)
    list(TRANSFORM ARGN PREPEND -D)
    list(JOIN OPTIMISATION " " options)
    set(cross)
    if(CMAKE_CROSSCOMPILING)
        set(cross
            -DCMAKE_SYSTEM_NAME=${CMAKE_SYSTEM_NAME}
            -DCMAKE_TRY_COMPILE_TARGET_TYPE=${CMAKE_TRY_COMPILE_TARGET_TYPE}
        )
    endif()
    ExternalProject_Add(
        library-${codec}
        EXCLUDE_FROM_ALL TRUE
        PREFIX ${prefix}/work
        SOURCE_DIR ${root}
        INSTALL_DIR ${prefix}
        CMAKE_ARGS
            -Wno-dev -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
            -DCMAKE_AR=${CMAKE_C_COMPILER_AR} -DCMAKE_RANLIB=${CMAKE_C_COMPILER_RANLIB}
            # A build type that no library knows, so that none has options of its own for it.
            -DCMAKE_BUILD_TYPE=Weighbridge -DCMAKE_C_FLAGS=-w "-DCMAKE_C_FLAGS_WEIGHBRIDGE=${options}"
            -DCMAKE_INSTALL_PREFIX=<INSTALL_DIR> -DCMAKE_INSTALL_LIBDIR=lib
            -DCMAKE_POSITION_INDEPENDENT_CODE=${CMAKE_POSITION_INDEPENDENT_CODE} -DBUILD_SHARED_LIBS=OFF
            -DBUILD_TESTING=OFF ${cross} ${ARGN}
        INSTALL_COMMAND ${CMAKE_COMMAND} --install <BINARY_DIR>
        COMMAND
            ${CMAKE_COMMAND} -DPREFIX=<INSTALL_DIR> -DHEADER=${header} -P
            ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/collect.cmake
        BUILD_BYPRODUCTS ${prefix}/library.a
        BUILD_ALWAYS FALSE
        LOG_CONFIGURE TRUE
        LOG_BUILD TRUE
        LOG_INSTALL TRUE
        LOG_OUTPUT_ON_FAILURE TRUE
    )
    # Sources that are fetched anew are built anew.
    file(GLOB record ${root}/.from-*)
    ExternalProject_Add_Step(library-${codec} fetched DEPENDS ${record} DEPENDERS configure)
endfunction()
