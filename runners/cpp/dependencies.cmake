# The libraries that codecs need, one line each (see needs.cmake). A codec that needs none has no line.
needs(MSGPACK_CXX CODECS msgpack-cxx HEADER msgpack.hpp APT libmsgpack-cxx-dev)
needs(NLOHMANN_JSON CODECS nlohmann-.* HEADER nlohmann/json.hpp APT nlohmann-json3-dev)
needs(RAPIDJSON HEADER rapidjson/rapidjson.h APT rapidjson-dev)
