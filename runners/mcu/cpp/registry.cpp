// Rows of codecs in C++, which register themselves whenever the libraries' world begins.
#include <algorithm>
#include <functional>

#include "codec.hpp"
#include "limits.hpp"

namespace weighbridge {
namespace {

/// What the harness has of a row, and what that refers to.
struct Row {
  Facts facts;
  std::string source;
  const Functions* functions;
  ::codec codec;
};

/// Made by the linker around the pointers to the rows of codecs in C, if there are any.
extern "C" [[gnu::weak]] const ::codec* const __start_codecs[];
extern "C" [[gnu::weak]] const ::codec* const __stop_codecs[];

std::vector<const ::codec*>& rows() {
  static auto* const all = new std::vector<const ::codec*>(__start_codecs, __stop_codecs);
  return *all;
}

unsigned cannot_encode(const Limits& limits) {
  return (limits.bytes ? 0 : HAS_BYTES) | (limits.non_finite ? 0 : HAS_NON_FINITE) |
         (limits.unsigned_64 ? 0 : HAS_UINT) | (limits.nul_in_keys ? 0 : HAS_NUL_IN_KEY) |
         (limits.scalar_root ? 0 : ROOT_IS_SCALAR);
}

/// Rows of one file are in the order in which their functions lie in memory, which is the order in which they are
/// weighed (footprint/measure.cmake); that in which constructors name them is not known there.
void insert(const Row* row) {
  static auto* const of_file = new std::vector<const Row*>;
  if (!of_file->empty() && of_file->front()->source != row->source) of_file->clear();
  of_file->push_back(row);
  std::ranges::sort(*of_file, std::less(), &Row::functions);
  rows().resize(rows().size() + 1);
  std::ranges::transform(*of_file, rows().end() - of_file->size(), [](const Row* each) { return &each->codec; });
}

const char* or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

}  // namespace

void add_row(const Facts& facts, std::string_view path, const Functions* functions, const char* missing) {
  auto* row = new Row{facts, source_of(path), functions, {}};
  const auto operation = [&](Operation wanted, batch_function* run) -> ::operation {
    const auto& offered = row->facts.operations;
    return {std::ranges::find(offered, wanted) != offered.end(), run};
  };
  const Limits limits = limits_of(row->facts.format);
  const Policies& policies = row->facts.policies;
  row->codec = {
      .codec = row->facts.codec.c_str(),
      .variant = or_null(row->facts.variant),
      .format = row->facts.format.c_str(),
      .library = row->facts.library.name.c_str(),
      .version = functions ? functions->version : nullptr,
      .encode = operation(Operation::encode, functions ? functions->encode : nullptr),
      .decode = operation(Operation::decode, functions ? functions->decode : nullptr),
      .scan = operation(Operation::scan, functions ? functions->scan : nullptr),
      .starts_from = functions ? functions->starts_from : FROM_EVENTS,
      .root_is_map = !limits.array_root,
      .cannot_encode = cannot_encode(limits),
      .trust = nullptr,
      .policies = {policies.buffers.c_str(), policies.strings.c_str(), policies.utf8.c_str(), policies.access.c_str(),
                   or_null(policies.map), policies.api.c_str()},
      .homepage = row->facts.library.homepage.c_str(),
      .licence = row->facts.library.licence.c_str(),
      .documentation = row->facts.documentation.c_str(),
      .source = row->source.c_str(),
      .missing = missing,
  };
  insert(row);
}

}  // namespace weighbridge

/// Takes the place of the one that knows those in C only.
extern "C" codecs registry_codecs(void) {
  const auto& rows = weighbridge::rows();
  return {rows.data(), rows.data() + rows.size()};
}
