set(CBOR_VERSION_MAJOR ${version_MAJOR})
set(CBOR_VERSION_MINOR ${version_MINOR})
set(CBOR_VERSION_PATCH ${version_PATCH})
set(CBOR_BUFFER_GROWTH 2)
set(CBOR_MAX_STACK_SIZE 2048)
set(CBOR_PRETTY_PRINTER 1)
set(CBOR_RESTRICT_SPECIFIER restrict)
file(COPY ${root}/src/ DESTINATION ${folder} FILES_MATCHING PATTERN "*.h")
configure_file(${root}/src/cbor/configuration.h.in ${folder}/cbor/configuration.h)
file(
    WRITE ${folder}/cbor/cbor_export.h
    "#pragma once\n#define CBOR_EXPORT\n#define CBOR_NO_EXPORT\n#define CBOR_DEPRECATED __attribute__((__deprecated__))\n"
)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/src/*.c)
set(options -I${folder} -std=c99 -pedantic)
if(CMAKE_SIZEOF_VOID_P GREATER_EQUAL 8)
    list(APPEND options -DEIGHT_BYTE_SIZE_T)
endif()
