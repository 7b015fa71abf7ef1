// The runner's side of the conversation that docs/protocol.md specifies.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "payload.hpp"

namespace weighbridge {

class Session {
 public:
  /// The answer to one line, without its line break. Never throws for what the line holds.
  std::string answer(const std::string& line);
  /// Whether the runner was told to quit.
  bool done() const { return done_; }

 private:
  nlohmann::json handle(const nlohmann::json& request);
  void load(const nlohmann::json& request);
  nlohmann::json check(const nlohmann::json& request);
  nlohmann::json time(const nlohmann::json& request);
  Payload& payload(const nlohmann::json& request);

  std::map<std::string, Payload> payloads_;
  bool done_ = false;
};

}  // namespace weighbridge
