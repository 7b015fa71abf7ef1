set(BSON_MAJOR_VERSION ${version_MAJOR})
set(BSON_MINOR_VERSION ${version_MINOR})
set(BSON_MICRO_VERSION ${version_PATCH})
set(BSON_VERSION ${version})
set(BSON_BYTE_ORDER 1234)
set(BSON_OS 1)
set(BSON_EXTRA_ALIGN 1)
foreach(
    present
    IN
    ITEMS STDBOOL_H CLOCK_GETTIME STRINGS_H STRNLEN SNPRINTF GMTIME_R TIMESPEC RAND_R
)
    set(BSON_HAVE_${present} 1)
endforeach()
set(BSON_HAVE_STRLCPY 0)
set(MONGOC_ENABLE_DEBUG_ASSERTIONS 0)
set(own ${root}/src/libbson/src)
file(COPY ${own}/bson ${own}/jsonsl DESTINATION ${folder} FILES_MATCHING PATTERN "*.h")
configure_file(${own}/bson/bson-config.h.in ${folder}/bson/bson-config.h)
configure_file(${own}/bson/bson-version.h.in ${folder}/bson/bson-version.h)
configure_file(${root}/src/common/common-config.h.in ${folder}/private/common-config.h)
file(GLOB sources CONFIGURE_DEPENDS ${own}/bson/*.c ${own}/jsonsl/*.c ${root}/src/common/*.c)
set(options
    -I${folder}
    -I${folder}/bson
    -I${folder}/private
    -I${root}/src/common
    -DBSON_COMPILATION
    -DBSON_STATIC
    -DJSONSL_PARSE_NAN
    -DMCOMMON_NAME_PREFIX=_bson_mcommon
    -D_BSD_SOURCE
    -D_DEFAULT_SOURCE
    -D_XOPEN_SOURCE=700
)
