# What each codec's file in codecs/ is built with: one entry a codec, named as its file.
#
#   depends(<codec> HEADER <path> [FOLDER <path>] [SOURCES <glob>… | [GATHERED <path>] BUILD <option>…]
#           [DEFINITIONS <name>=<value>…] [LIBRARY <name>…] [PACKAGE <pkg-config name>] [GET <text>])
#
# FOLDER is where below third_party/ weighbridge setup puts the library's source (runner.toml). SOURCES are files in the
# header's folder, compiled with the codec; BUILD has the library built by its own CMake files, with these options, in
# which @VERSION@ stands for its version; not what was fetched if GATHERED, a file of the release whose sources we know how
# to compile with the codec, is in it (cmake/gathered/). LIBRARY and PACKAGE name what is installed, for the target of the
# distribution's builds. <CODEC>_ROOT, a CMake or an environment variable, names another folder: a source tree like that
# which is fetched, or what a library installed. DEFINITIONS configure the library and the codec's file. GET says how to
# get a library that is not fetched.

depends(binn HEADER binn.h SOURCES binn.c GET "get it from https://github.com/liteserver/binn")
depends(cjson HEADER cJSON.h FOLDER cjson SOURCES cJSON.c LIBRARY cjson PACKAGE libcjson)
depends(cmp HEADER cmp.h FOLDER cmp/third_party/cmp SOURCES cmp.c)
depends(
    jansson
    HEADER jansson.h
    FOLDER jansson
    GATHERED cmake/jansson_private_config.h.cmake
    BUILD JANSSON_BUILD_DOCS=OFF JANSSON_WITHOUT_TESTS=ON JANSSON_EXAMPLES=OFF
    LIBRARY jansson
    PACKAGE jansson
)
depends(
    json-c
    HEADER json-c/json.h
    FOLDER json-c
    GATHERED cmake/config.h.in
    BUILD BUILD_APPS=OFF DISABLE_WERROR=ON
    LIBRARY json-c
    PACKAGE json-c
)
depends(jsmn HEADER jsmn.h FOLDER jsmn)
depends(json-parser HEADER json-builder.h FOLDER json-parser/ext_src/json SOURCES json.c json-builder.c)
depends(
    libbson
    HEADER bson/bson.h
    FOLDER libbson
    GATHERED src/libbson/src/bson/bson-config.h.in
    BUILD
        ENABLE_MONGOC=OFF
        ENABLE_TESTS=OFF
        ENABLE_EXAMPLES=OFF
        ENABLE_SHARED=OFF
        ENABLE_STATIC=ON
        ENABLE_UNINSTALL=OFF
        BUILD_VERSION=@VERSION@
    LIBRARY bson-static-1.0 bson-1.0
    PACKAGE libbson-1.0
)
depends(
    libcbor
    HEADER cbor.h
    FOLDER libcbor
    GATHERED src/cbor/configuration.h.in
    BUILD WITH_EXAMPLES=OFF
    LIBRARY cbor
    PACKAGE libcbor
)
depends(mpack HEADER mpack.h FOLDER mpack/backend/lib SOURCES mpack.c)
depends(
    mpack-tracking
    HEADER mpack.h
    FOLDER mpack/backend/lib
    SOURCES mpack.c
    DEFINITIONS MPACK_READ_TRACKING=1 MPACK_WRITE_TRACKING=1 MPACK_TRACKING
)
depends(
    msgpack-c
    HEADER msgpack.h
    FOLDER msgpack-c
    GATHERED cmake/sysdep.h.in
    BUILD MSGPACK_BUILD_EXAMPLES=OFF MSGPACK_BUILD_TESTS=OFF MSGPACK_ENABLE_SHARED=OFF
    LIBRARY msgpackc msgpack-c
    PACKAGE msgpack
)
include(cmake/yajl.cmake)
depends(yajl HEADER yajl/yajl_tree.h FOLDER ${yajl_FOLDER} SOURCES yajl*.c LIBRARY yajl_s yajl PACKAGE yajl)
include(cmake/tinycbor.cmake)
depends(tinycbor HEADER cbor.h FOLDER ${tinycbor_FOLDER} SOURCES cbor*.c LIBRARY tinycbor PACKAGE tinycbor)
depends(ubj HEADER ubj.h SOURCES ubjr.c ubjw.c GET "get it from https://github.com/Steve132/ubj")
depends(
    qcbor
    HEADER qcbor/qcbor_encode.h
    SOURCES ../src/*.c
    GET "get it from https://github.com/laurencelundblade/QCBOR"
)
depends(yyjson HEADER yyjson.h FOLDER yyjson/src SOURCES yyjson.c LIBRARY yyjson PACKAGE yyjson)
