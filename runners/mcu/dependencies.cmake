# What each of the C runner's codecs is built with here: its own dependencies.cmake describes the arguments. A codec is on
# boards if it is in this list; <codec>_LINK are options that linking it needs.
depends(cjson HEADER cJSON.h FOLDER cjson SOURCES cJSON.c)
set(cjson_LINK ${PRINTS_FLOATS} ${SCANS_FLOATS})
depends(cmp HEADER cmp.h FOLDER cmp/third_party/cmp SOURCES cmp.c)
depends(jsmn HEADER jsmn.h FOLDER jsmn)
depends(json-parser HEADER json-builder.h FOLDER json-parser/ext_src/json SOURCES json.c json-builder.c)
set(json-parser_LINK ${PRINTS_FLOATS})
depends(libcbor HEADER cbor.h FOLDER libcbor BUILD WITH_EXAMPLES=OFF)
depends(mpack HEADER mpack.h FOLDER mpack/backend/lib SOURCES mpack.c)
depends(
    msgpack-c
    HEADER msgpack.h
    FOLDER msgpack-c
    BUILD
        MSGPACK_BUILD_EXAMPLES=OFF
        MSGPACK_BUILD_TESTS=OFF
        MSGPACK_ENABLE_SHARED=OFF
)
include(${C_RUNNER}/cmake/tinycbor.cmake)
depends(tinycbor HEADER cbor.h FOLDER ${tinycbor_FOLDER} SOURCES cborencoder*.c cborparser*.c cborerrorstrings.c)
depends(yyjson HEADER yyjson.h FOLDER yyjson/src SOURCES yyjson.c)

set(FOR_BOARDS
    cjson
    cmp
    jsmn
    json-parser
    libcbor
    mpack
    msgpack-c
    tinycbor
    yyjson
)

# Those in C++: what the C++ runner's own dependencies.cmake says of their libraries holds here, too.
set(CPP_FOR_BOARDS
    arduinojson-json
    arduinojson-msgpack
    nlohmann-bson
    nlohmann-cbor
    nlohmann-json
    nlohmann-msgpack
    nlohmann-ubjson
    rapidjson
)

# Of these, weighbridge firmware --codecs names the only ones that are wanted.
if(NOT "$ENV{WEIGHBRIDGE_CODECS}" STREQUAL "")
    string(REPLACE "," ";" wanted "$ENV{WEIGHBRIDGE_CODECS}")
    set(named)
    set(named_cpp)
    foreach(codec IN LISTS wanted)
        if(codec IN_LIST FOR_BOARDS)
            list(APPEND named ${codec})
        elseif(codec IN_LIST CPP_FOR_BOARDS)
            list(APPEND named_cpp ${codec})
        else()
            list(JOIN FOR_BOARDS ", " names)
            list(JOIN CPP_FOR_BOARDS ", " names_cpp)
            message(FATAL_ERROR "Boards have no codec ${codec}: they have ${names}, ${names_cpp}")
        endif()
    endforeach()
    set(FOR_BOARDS ${named})
    set(CPP_FOR_BOARDS ${named_cpp})
endif()
