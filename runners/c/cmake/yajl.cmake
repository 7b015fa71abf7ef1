# YAJL's own build has options of its own, and clashes with today's CMake. So its files are gathered here as it would
# gather them: the public headers in yajl/, with one that says the version.
set(yajl_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/yajl)
set(fetched ${THIRD_PARTY}/yajl)
if(EXISTS ${fetched})
    file(COPY ${fetched}/src/ DESTINATION ${yajl_FOLDER})
    file(COPY ${fetched}/src/api/ DESTINATION ${yajl_FOLDER}/yajl)
    foreach(part IN ITEMS MAJOR MINOR MICRO)
        file(STRINGS ${fetched}/CMakeLists.txt line REGEX "SET \\(YAJL_${part} " LIMIT_COUNT 1)
        string(REGEX MATCH "[0-9]+" YAJL_${part} "${line}")
    endforeach()
    configure_file(${fetched}/src/api/yajl_version.h.cmake ${yajl_FOLDER}/yajl/yajl_version.h)
endif()
