# The libraries that codecs need, one call each (see needs.cmake). A codec that needs none has no line.
needs(
    BOOST_JSON
    CODECS boost-json
    HEADER boost/json/src.hpp
    APT libboost-json1.81-dev
    ADVICE "where Debian's default Boost stays below 1.75, unpack its newer packages beside it and say where, or "
)
needs(
    FLATBUFFERS
    CODECS flexbuffers
    HEADER flatbuffers/flexbuffers.h
    LIBRARY flatbuffers
    PKG_CONFIG flatbuffers
    APT libflatbuffers-dev
)
needs(JSONCPP HEADER json/json.h LIBRARY jsoncpp PKG_CONFIG jsoncpp APT libjsoncpp-dev)
needs(MSGPACK_CXX CODECS msgpack-cxx HEADER msgpack.hpp APT libmsgpack-cxx-dev)
needs(NLOHMANN_JSON CODECS nlohmann-.* HEADER nlohmann/json.hpp APT nlohmann-json3-dev)
needs(RAPIDJSON HEADER rapidjson/rapidjson.h APT rapidjson-dev)
needs(SIMDJSON HEADER simdjson.h LIBRARY simdjson PKG_CONFIG simdjson APT libsimdjson-dev)
needs(TAOJSON CODECS taojson.* HEADER tao/json.hpp APT tao-json-dev)
