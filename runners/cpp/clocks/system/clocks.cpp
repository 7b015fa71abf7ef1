#include "clocks.hpp"

#include <ctime>

#include "clock_answers.hpp"

namespace weighbridge {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

std::int64_t now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

nlohmann::json describe_clock(const char* name, clockid_t clock) {
  timespec resolution{};
  clock_getres(clock, &resolution);
  return {{"name", name}, {"resolution_ns", nanoseconds(resolution)}};
}

}  // namespace

Elapsed read_clocks() { return {now(CLOCK_MONOTONIC), now(CLOCK_THREAD_CPUTIME_ID)}; }

Elapsed between(const Elapsed& start, const Elapsed& end) {
  return {end.wall_ns - start.wall_ns, end.cpu_ns - start.cpu_ns};
}

nlohmann::json describe_clocks() {
  return {{"wall", describe_clock("CLOCK_MONOTONIC", CLOCK_MONOTONIC)},
          {"cpu", describe_clock("CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID)}};
}

nlohmann::json members_of(const Elapsed& elapsed) {
  return {{"wall_ns", elapsed.wall_ns}, {"cpu_ns", elapsed.cpu_ns}};
}

}  // namespace weighbridge
