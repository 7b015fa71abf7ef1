# What each codec's file in codecs/ is built with: one entry a codec, named as its file.
#
#   depends(<codec> HEADER <path> [LIBRARY <name>… | SOURCES <file>…] [PACKAGE <pkg-config name>] [FOLDER <path>] GET <text>)
#
# HEADER is found in <CODEC>_ROOT, in FOLDER below third_party/, where pkg-config says, or where the compiler looks.
# LIBRARY names libraries to link, the static one first where it exists; SOURCES are the library's own files, in the
# header's folder, compiled with the codec. GET says how to get it, for those who lack it.

depends(cjson HEADER cjson/cJSON.h LIBRARY libcjson.a cjson GET "apt install libcjson-dev")
depends(mpack HEADER mpack.h SOURCES mpack.c FOLDER mpack/backend/lib GET "run the set-up")
depends(yyjson HEADER yyjson.h SOURCES yyjson.c FOLDER yyjson/src GET "run the set-up")
