#include "clocks.hpp"

#include "clock_answers.hpp"
#include "instructions.h"

namespace weighbridge {

Elapsed read_clocks() { return {instructions()}; }

Elapsed between(const Elapsed& start, const Elapsed& end) {
  return {end.count - start.count - instructions_cost()};
}

nlohmann::json describe_clocks() {
  return {{"wall", nullptr},
          {"cpu", nullptr},
          {"counter", {{"name", INSTRUCTIONS_NAME}, {"unit", "instructions"}, {"emulated", true}}}};
}

nlohmann::json members_of(const Elapsed& elapsed) { return {{"count", elapsed.count}}; }

}  // namespace weighbridge
