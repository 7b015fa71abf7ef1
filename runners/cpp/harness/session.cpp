#include "session.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base64.hpp"
#include "clock_answers.hpp"
#include "codec.hpp"
#include "describe.hpp"
#include "floor.hpp"
#include "tare.hpp"
#include "value_text.hpp"

namespace weighbridge {
namespace {

using nlohmann::json;

/// A member that the request must have, of the type it must be.
template <class T>
const T& member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw BadRequest(std::string("the request lacks \"") + name + '"');
  const T* content = found->get_ptr<const T*>();
  if (content == nullptr) {
    throw BadRequest(std::string("\"") + name + "\" cannot be a value of type " + found->type_name());
  }
  return *content;
}

Operation operation(const json& request) {
  const std::string& name = member<std::string>(request, "operation");
  for (const Operation candidate : {Operation::encode, Operation::decode, Operation::scan}) {
    if (name == operation_name(candidate)) return candidate;
  }
  throw BadRequest("there is no operation " + name);
}

const Tare* find_tare(const std::string& name) {
  for (const Tare& tare : tares()) {
    if (name == "tare:" + std::string(tare.name)) return &tare;
  }
  return nullptr;
}

Codec& find_codec(const std::string& name, Operation operation) {
  for (const Registered& registered : registry()) {
    if (name != full_name(registered.facts)) continue;
    if (!registered.codec) throw BadRequest(name + " is not in this runner: " + registered.missing);
    if (std::ranges::find(registered.facts.operations, operation) == registered.facts.operations.end()) {
      throw Unsupported(name + " has no " + std::string(operation_name(operation)));
    }
    return *registered.codec;
  }
  throw BadRequest("there is no codec " + name);
}

/// What a request to check or to time names: a tare, a floor or a codec.
class Subject {
 public:
  Subject(const std::string& name, Operation operation)
      : operation_(operation), tare_(find_tare(name)), floor_(find_floor(name)) {
    if (floor_ && floor_->format.empty() && operation != Operation::encode) {
      throw Unsupported("the walk is a floor of encoders");
    }
    if (tare_ == nullptr && !floor_) codec_ = &find_codec(name, operation);
  }

  bool gives_bytes() const { return codec_ != nullptr && operation_ == Operation::encode; }

  Checked check(Payload& payload, bool with_values) const {
    if (tare_ != nullptr) return tare_->check(payload, with_values);
    if (floor_) return floor_->check(payload, floor_->format, with_values);
    return codec_->check(operation_, payload, with_values);
  }

  Elapsed time(Payload& payload, std::uint64_t iterations) const {
    if (tare_ != nullptr) return tare_->time(payload, iterations);
    if (floor_) return floor_->time(payload, floor_->format, iterations);
    return codec_->time(operation_, payload, iterations);
  }

 private:
  Operation operation_;
  const Tare* tare_;
  std::optional<Floor> floor_;
  Codec* codec_ = nullptr;
};

json parse(const std::string& line) {
  try {
    return json::parse(line);
  } catch (const json::exception& refusal) {
    throw BadRequest(refusal.what());
  }
}

/// What a pass allocates. The first pass of all may allocate what later ones use again.
allocations of_a_pass(const std::function<Elapsed(std::uint64_t)>& run) {
  const allocations first = count_allocations([&] { run(1); });
  allocations both = count_allocations([&] { run(2); });
  both.bytes -= first.bytes;
  both.objects -= first.objects;
  return both;
}

/// No more than the protocol's integers hold.
std::uint64_t product(std::uint64_t of_one, std::uint64_t iterations) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  return of_one > most / iterations ? most : of_one * iterations;
}

json error(const char* kind, const std::string& message) { return {{"answer", kind}, {"message", message}}; }

}  // namespace

std::string Session::answer(const std::string& line) {
  json result;
  try {
    result = handle(parse(line));
  } catch (const BadRequest& refusal) {
    result = error("bad-request", refusal.what());
  } catch (const Unsupported& refusal) {
    result = error("unsupported", refusal.what());
  } catch (const std::exception& failure) {
    result = error("failed", failure.what());
  } catch (...) {
    result = error("failed", "the library threw what is no std::exception");
  }
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

json Session::handle(const json& request) {
  if (!request.is_object()) throw BadRequest("a request is a JSON object");
  const std::string& kind = member<std::string>(request, "request");
  if (kind == "describe") return describe();
  if (kind == "check") return check(request);
  if (kind == "time") return time(request);
  if (kind == "load") {
    load(request);
  } else if (kind == "drop") {
    payload(request);
    payloads_.erase(member<std::string>(request, "payload"));
  } else if (kind == "quit") {
    done_ = true;
  } else {
    throw BadRequest("there is no request " + kind);
  }
  return {{"answer", "ok"}};
}

Payload& Session::payload(const json& request) {
  const std::string& name = member<std::string>(request, "payload");
  const auto found = payloads_.find(name);
  if (found == payloads_.end()) throw BadRequest("there is no payload " + name);
  return found->second;
}

void Session::load(const json& request) {
  const std::string& name = member<std::string>(request, "payload");
  Payload loaded;
  for (const json& item : member<json::array_t>(request, "documents")) {
    Document document{
        .value = read_value_text(member<std::string>(item, "value")), .numbered = {}, .encoded = {}};
    for (const auto& [format, text] : member<json::object_t>(item, "encoded")) {
      if (!text.is_string()) throw BadRequest("the bytes in " + format + " are no base64 string");
      document.encoded[format] = from_base64(text.get_ref<const std::string&>());
    }
    loaded.documents.push_back(std::move(document));
  }
  if (loaded.documents.empty()) throw BadRequest("a payload has one document or more");
  payloads_.insert_or_assign(name, std::move(loaded));
}

json Session::check(const json& request) {
  const Operation what = operation(request);
  const std::string& name = member<std::string>(request, "codec");
  const bool with_values = request.contains("values") && member<bool>(request, "values");
  const Subject subject(name, what);
  const Checked checked = subject.check(payload(request), with_values);
  json result = {{"answer", "ok"}};
  if (subject.gives_bytes()) {
    json& bytes = result["bytes"] = json::array();
    for (const std::string& encoded : checked.bytes) bytes.push_back(to_base64(encoded));
  } else {
    result["hashes"] = checked.hashes;
    if (with_values) result["values"] = checked.values;
  }
  return result;
}

json Session::time(const json& request) {
  const Operation what = operation(request);
  const std::string& name = member<std::string>(request, "codec");
  // nlohmann's integers that are not negative are unsigned.
  const auto iterations = member<std::uint64_t>(request, "iterations");
  if (iterations == 0) throw BadRequest("\"iterations\" must be at least 1");
  const Subject subject(name, what);
  Payload& documents = payload(request);
  const std::function<Elapsed(std::uint64_t)> run = [&](std::uint64_t count) {
    return subject.time(documents, count);
  };
  if (request.contains("untimed")) run(member<std::uint64_t>(request, "untimed"));
  const Elapsed elapsed = run(iterations);
  // Once for each operation on each payload: counting takes as long as timing does.
  const std::string key = name + '/' + std::string(operation_name(what));
  auto known = documents.allocated.find(key);
  if (known == documents.allocated.end()) known = documents.allocated.emplace(key, of_a_pass(run)).first;
  const allocations& pass = known->second;
  json result = {{"answer", "ok"}};
  result.update(members_of(elapsed));
  if (allocations_known()) {
    result["allocated_bytes"] = product(pass.bytes, iterations);
    result["allocated_objects"] = product(pass.objects, iterations);
    result["peak_bytes"] = pass.peak;
  }
  return result;
}

}  // namespace weighbridge
