#include "describe.hpp"

#include <gnu/libc-version.h>

#include <nlohmann/json.hpp>
#include <typeinfo>

#include "allocations.h"
#include "clock_answers.hpp"
#include "floor.hpp"
#include "footprint.h"
#include "heap.h"
#include "tare.hpp"

namespace weighbridge {
namespace {

using nlohmann::json;

json names(const std::vector<Operation>& operations) {
  json result = json::array();
  for (const Operation operation : operations) result.push_back(operation_name(operation));
  return result;
}

/// The tare that is subtracted: it follows from what the operation starts from (docs/protocol.md, "Tares").
std::string_view tare(Operation operation, std::string_view starts_from) {
  if (operation == Operation::scan) return "visit";
  return operation == Operation::encode && starts_from == "events" ? "visit" : "call";
}

/// The members that a codec has whether its library was found or not.
json identity(const Facts& facts) {
  return {{"codec", facts.codec},
          {"variant", facts.variant.empty() ? json(nullptr) : json(facts.variant)},
          {"format", facts.format},
          {"library", facts.library.name},
          {"operations", names(facts.operations)}};
}

/// What linking the codec adds to a program, where that was weighed. There it is known by its class, as the
/// names of its functions begin: the class's own name has an E at its end.
json footprint(const Registered& registered) {
  std::string_view row = typeid(*registered.codec).name();
  row.remove_suffix(1);
  json result;
  for (const ::footprint* one = footprints; one->source != nullptr; ++one) {
    if (registered.source != one->source || row != one->row) continue;
    const json weight = {{"flash_bytes", one->flash}, {"ram_bytes", one->ram}};
    if (one->operation == nullptr) {
      result.update(weight);
    } else {
      result["operations"][one->operation] = weight;
    }
  }
  return result;
}

json present(const Registered& registered) {
  const Facts& facts = registered.facts;
  const Policies& policies = facts.policies;
  json result = identity(facts);
  result["version"] = registered.codec->version();
  const std::string_view starts_from = registered.codec->starts_from();
  result["tare"] = json::object();
  for (const Operation operation : facts.operations) {
    result["tare"][operation_name(operation)] = tare(operation, starts_from);
  }
  result["policies"] = {{"buffers", policies.buffers},
                        {"strings", policies.strings},
                        {"utf8", policies.utf8},
                        {"access", policies.access},
                        {"map", policies.map.empty() ? json(nullptr) : json(policies.map)},
                        {"api", policies.api},
                        {"starts_from", starts_from.empty() ? json(nullptr) : json(starts_from)},
                        {"threads", policies.threads}};
  result["homepage"] = facts.library.homepage;
  result["licence"] = facts.library.licence;
  result["documentation"] = facts.documentation;
  result["source"] = registered.source;
  if (json weighed = footprint(registered); !weighed.is_null()) result["footprint"] = std::move(weighed);
  return result;
}

}  // namespace

std::string full_name(const Facts& facts) {
  return facts.variant.empty() ? facts.codec : facts.codec + '[' + facts.variant + ']';
}

json describe() {
  json codecs = json::array();
  json missing = json::array();
  for (const Registered& registered : registry()) {
    if (registered.codec) {
      codecs.push_back(present(registered));
    } else {
      json row = identity(registered.facts);
      row["reason"] = registered.missing;
      missing.push_back(std::move(row));
    }
  }
  json tare_names = json::array();
  for (const Tare& tare : tares()) tare_names.push_back(tare.name);
  return {{"answer", "ok"},
          {"protocol", 1},
          {"runner", "cpp"},
          {"language", "c++"},
          {"runtime", std::string("glibc ") + gnu_get_libc_version()},
          {"compiler", WEIGHBRIDGE_COMPILER},
          {"flags", WEIGHBRIDGE_FLAGS},
          {"allocator", allocator() == nullptr ? json(nullptr) : json(allocator())},
          {"heap", heap_state()},
          {"clocks", describe_clocks()},
          {"tares", std::move(tare_names)},
          {"floors", floor_names()},
          {"codecs", std::move(codecs)},
          {"missing", std::move(missing)}};
}

}  // namespace weighbridge
