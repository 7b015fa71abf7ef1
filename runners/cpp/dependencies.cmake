# The libraries that codecs need, one call each (see needs.cmake).
needs(
    ARDUINOJSON
    CODECS arduinojson-.*
    HEADER ArduinoJson.h
    DEFINITIONS ARDUINOJSON_USE_DOUBLE=1 ARDUINOJSON_USE_LONG_LONG=1 ARDUINOJSON_ENABLE_STD_STRING=1
    PLACES
        $ENV{HOME}/Arduino/libraries/ArduinoJson
        $ENV{HOME}/Documents/Arduino/libraries/ArduinoJson
        $ENV{HOME}/.platformio/lib/ArduinoJson
        $ENV{HOME}/.platformio/lib/ArduinoJson_*
    GET "install it with Arduino's or PlatformIO's library manager"
)
needs(BOOST_JSON CODECS boost-json HEADER boost/json/src.hpp FOLDER boost)
needs(
    BSONCXX
    HEADER bsoncxx/builder/core.hpp
    LIBRARY bsoncxx bsoncxx1
    GET "install MongoDB's C++ driver, https://github.com/mongodb/mongo-cxx-driver"
)
# What these headers include of its newer interface lies beside them, from another root.
if(BSONCXX_HEADERS)
    list(APPEND bsoncxx_OPTIONS "SHELL:-isystem ${BSONCXX_HEADERS}/../..")
endif()
needs(
    FLATBUFFERS
    CODECS flexbuffers
    HEADER flatbuffers/flexbuffers.h
    FOLDER flatbuffers/flatc
    DEFINITIONS FLATBUFFERS_LOCALE_INDEPENDENT=0
)
needs(GLAZE HEADER glaze/json.hpp FOLDER glaze COMPILES format STANDARD 23)
needs(JSONCONS CODECS jsoncons-.* HEADER jsoncons/json.hpp FOLDER jsoncons)
needs(JSONCPP HEADER json/json.h FOLDER jsoncpp SOURCES src/lib_json/*.cpp LIBRARY jsoncpp PKG_CONFIG jsoncpp)
# In one stage GCC 12 makes a slower decoder of it: rows took 4 to 15 % longer.
needs(MSGPACK_CXX CODECS msgpack-cxx HEADER msgpack.hpp FOLDER msgpack-cxx DEFINITIONS MSGPACK_NO_BOOST TWO_STAGES)
needs(NLOHMANN_JSON CODECS nlohmann-.* HEADER nlohmann/json.hpp FOLDER nlohmann)
needs(RAPIDJSON HEADER rapidjson/rapidjson.h FOLDER rapidjson/rapidjson PACKAGED rapidjson-dev)
needs(TAOJSON CODECS taojson.* HEADER tao/json.hpp FOLDER taojson PACKAGED tao-json-dev)

needs(
    SIMDJSON
    HEADER simdjson.h
    FOLDER simdjson/vendor
    SOURCES simdjson.cpp
    SHARED
    LIBRARY simdjson
    PKG_CONFIG simdjson
)
# Its implementations for other processors than all of the architecture, each of which registers its own rows.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND simdjson_KNOWN AND SIMDJSON_HEADERS)
    list(APPEND simdjson_DEFINITIONS WITH_OTHERS)
    foreach(other IN ITEMS haswell icelake-server)
        string(REGEX REPLACE "-.*" "" name simdjson_${other})
        isolate(
            ${name}
            codecs/simdjson.cpp
            OPTIONS ${simdjson_OPTIONS} -march=${other}
            DEFINITIONS ${simdjson_DEFINITIONS} ISOLATED=${name}
            GLOBAL ${name}
        )
    endforeach()
endif()
