// Writes what describe says of missing codecs, as C, to the file that is named.

#include <cstdio>
#include <string>

#include "harness.hpp"

extern "C" {
#include "describe_codec.h"
}

namespace {

std::string written;

}  // namespace

extern "C" void text_append(text*, const void* data, std::size_t length) {
  written.append(static_cast<const char*>(data), length);
}

extern "C" void text_add(text*, const char* string) { written += string; }

int main(int, char** arguments) {
  const codecs missing = registry_codecs();
  text answer{};
  for (auto codec = missing.begin; codec < missing.end; ++codec) {
    text_add(&answer, codec == missing.begin ? "{" : "},{");
    add_codec_members(&answer, *codec);
  }
  written += "}";

  std::FILE* file = std::fopen(arguments[1], "w");
  if (file == nullptr) return 1;
  std::fputs("extern const char *const cpp_missing;\nconst char *const cpp_missing = \"", file);
  for (const char byte : written) std::fprintf(file, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
  std::fputs("\";\n", file);
  return std::fclose(file);
}
