# What each codec's file in codecs/ is built with: one entry a codec, named as its file.
#
#   depends(<codec> HEADER <path> [LIBRARY <name>… | SOURCES <file>…] [PACKAGE <pkg-config name>] [FOLDER <path>] GET <text>)
#
# HEADER is found in <CODEC>_ROOT, in FOLDER below third_party/, where pkg-config says, or where the compiler looks.
# LIBRARY names libraries to link, the static one first where it exists; SOURCES are the library's own files, in the
# header's folder, compiled with the codec. GET says how to get it, for those who lack it.

depends(binn HEADER binn.h SOURCES binn.c GET "get it from https://github.com/liteserver/binn")
depends(cjson HEADER cJSON.h SOURCES cJSON.c FOLDER cjson GET "make setup fetches it")
depends(cmp HEADER cmp.h SOURCES cmp.c FOLDER cmp/third_party/cmp GET "make setup fetches it")
depends(jansson HEADER jansson.h LIBRARY libjansson.a jansson PACKAGE jansson GET "apt install libjansson-dev")
depends(json-c HEADER json-c/json.h LIBRARY libjson-c.a json-c PACKAGE json-c GET "apt install libjson-c-dev")
depends(json-parser HEADER json-builder.h SOURCES json.c json-builder.c FOLDER json-parser/ext_src/json GET "make setup fetches it")
depends(libbson HEADER bson/bson.h LIBRARY libbson-static-1.0.a bson-1.0 PACKAGE libbson-1.0 GET "apt install libbson-dev")
depends(
    libcbor
    HEADER cbor.h
    SOURCES
        allocators.c
        cbor.c
        cbor/arrays.c
        cbor/bytestrings.c
        cbor/callbacks.c
        cbor/common.c
        cbor/encoding.c
        cbor/floats_ctrls.c
        cbor/internal/builder_callbacks.c
        cbor/internal/encoders.c
        cbor/internal/loaders.c
        cbor/internal/memory_utils.c
        cbor/internal/stack.c
        cbor/internal/unicode.c
        cbor/ints.c
        cbor/maps.c
        cbor/serialization.c
        cbor/streaming.c
        cbor/strings.c
        cbor/tags.c
    FOLDER libcbor/src
    GET "make setup fetches it"
)
include(cmake/libcbor.cmake)
depends(mpack HEADER mpack.h SOURCES mpack.c FOLDER mpack/backend/lib GET "make setup fetches it")
depends(msgpack-c HEADER msgpack.h LIBRARY libmsgpackc.a msgpackc PACKAGE msgpack GET "apt install libmsgpack-dev")
depends(yajl HEADER yajl/yajl_tree.h LIBRARY libyajl_s.a yajl PACKAGE yajl GET "apt install libyajl-dev")
depends(yyjson HEADER yyjson.h SOURCES yyjson.c FOLDER yyjson/src GET "make setup fetches it")
