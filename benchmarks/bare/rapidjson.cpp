#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "bare.h"

BARE_MAIN
if (BARE_IS("decode")) {
  BARE_SERVE({
    rapidjson::Document document;
    document.Parse<rapidjson::kParseFullPrecisionFlag>(bare_data);
    BARE_USE(document);
  });
}
if (BARE_IS("encode")) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseFullPrecisionFlag>(bare_data);
  BARE_SERVE({
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    document.Accept(writer);
    const char* encoded = buffer.GetString();
    BARE_USE(encoded);
  });
}
BARE_END
