#include <nlohmann/json.hpp>
#include <string>

#include "bare.h"

BARE_MAIN
const std::string text(bare_data, bare_size);
if (BARE_IS("decode")) {
  BARE_SERVE({
    const nlohmann::json tree = nlohmann::json::parse(text);
    BARE_USE(tree);
  });
}
if (BARE_IS("encode")) {
  const nlohmann::json tree = nlohmann::json::parse(text);
  BARE_SERVE({
    const std::string encoded = tree.dump();
    BARE_USE(encoded);
  });
}
BARE_END
