# The libraries that codecs need, one call each (see needs.cmake). A codec that needs none has no line.
needs(BOOST_JSON CODECS boost-json HEADER boost/json/src.hpp FOLDER boost)
needs(FLATBUFFERS CODECS flexbuffers HEADER flatbuffers/flexbuffers.h FOLDER flatbuffers/flatc)
needs(
    JSONCPP
    HEADER json/json.h
    FOLDER jsoncpp
    SOURCES src/lib_json/*.cpp
    LIBRARY jsoncpp
    PKG_CONFIG jsoncpp
)
needs(MSGPACK_CXX CODECS msgpack-cxx HEADER msgpack.hpp FOLDER msgpack-cxx)
needs(NLOHMANN_JSON CODECS nlohmann-.* HEADER nlohmann/json.hpp FOLDER nlohmann)
needs(RAPIDJSON HEADER rapidjson/rapidjson.h FOLDER rapidjson/rapidjson)
needs(
    SIMDJSON
    HEADER simdjson.h
    FOLDER simdjson/vendor
    SOURCES simdjson.cpp
    LIBRARY simdjson
    PKG_CONFIG simdjson
)
needs(TAOJSON CODECS taojson.* HEADER tao/json.hpp FOLDER taojson)
