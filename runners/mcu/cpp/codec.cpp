#include "codec.hpp"

#include <cstdlib>
#include <exception>

namespace weighbridge {

Value value_of(const ::value& document) {
  switch (document.kind) {
    case VALUE_NULL: return {nullptr};
    case VALUE_BOOL: return {document.boolean};
    case VALUE_INT: return {document.integer};
    case VALUE_UINT: return {document.natural};
    case VALUE_DOUBLE: return {document.real};
    case VALUE_STRING: return {std::string(document.string.data, document.string.length)};
    case VALUE_BYTES: return {Bytes{std::string(document.string.data, document.string.length)}};
    case VALUE_ARRAY: {
      Array array;
      array.reserve(document.array.length);
      for (std::size_t i = 0; i < document.array.length; ++i) array.push_back(value_of(document.array.items[i]));
      return {std::move(array)};
    }
    case VALUE_MAP: break;
  }
  Map map;
  map.reserve(document.map.length);
  for (std::size_t i = 0; i < document.map.length; ++i) {
    const ::entry& entry = document.map.entries[i];
    map.push_back({std::string(entry.key.data, entry.key.length), value_of(entry.value)});
  }
  return {std::move(map)};
}

bool guarded(batch* job, void (*run)(batch*)) {
  try {
    run(job);
    return true;
  } catch (const Unsupported& error) {
    return refuse(&job->failure, "%s", error.what());
  } catch (const std::exception& error) {
    return fail(&job->failure, "%s", error.what());
  }
}

}  // namespace weighbridge

/// Nothing is destroyed at the end: a firmware has none.
extern "C" int __aeabi_atexit(void*, void (*)(void*), void*) { return 0; }
extern "C" {
void* __dso_handle = nullptr;
}

/// Nor does anyone read why it ended: the library's own handler would bring a demangler with it.
namespace __gnu_cxx {
void __verbose_terminate_handler() { std::abort(); }
}  // namespace __gnu_cxx
