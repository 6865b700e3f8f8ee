// SPDX-License-Identifier: MIT
// Finds code objects in the embedded table or a folder.
#include "kernels/runtime/code_objects.hpp"

#include <algorithm>
#include <fstream>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace kgate {
namespace {

std::string hash_of(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

CodeObjects CodeObjects::embedded(std::span<const EmbeddedCodeObject> table) {
  CodeObjects source;
  source.table_ = table;
  return source;
}

CodeObjects CodeObjects::folder(std::filesystem::path path) {
  CodeObjects source;
  source.folder_ = std::move(path);
  return source;
}

CodeObjects CodeObjects::with(std::vector<EmbeddedCodeObject> more) const {
  CodeObjects source = *this;
  source.more_ = std::move(more);
  return source;
}

Status CodeObjects::find(std::string_view family, std::string_view target, std::uint32_t wave_size,
                         CodeObjectImage& image) const {
  if (!folder_.empty()) {
    return read(folder_ / fmt::format("{}.{}.wave{}.co", family, target, wave_size), image);
  }
  const auto wanted = [&](const EmbeddedCodeObject& one) {
    return one.family == family && one.target == target && one.wave_size == wave_size;
  };
  const EmbeddedCodeObject* found = nullptr;
  if (const auto at = std::find_if(table_.begin(), table_.end(), wanted); at != table_.end()) {
    found = &*at;
  } else if (const auto in = std::find_if(more_.begin(), more_.end(), wanted); in != more_.end()) {
    found = &*in;
  }
  if (found == nullptr) {
    return Status::error(StatusCode::not_found,
                         "no code object of {} for {} with waves of {} is built in; add the target "
                         "to KGATE_GPU_TARGETS or name a folder that has it",
                         family, target, wave_size);
  }
  image.storage.clear();
  image.bytes = found->bytes;
  image.origin = "embedded";
  image.hash = hash_of(image.bytes);
  return {};
}

Status CodeObjects::read(const std::filesystem::path& file, CodeObjectImage& image) const {
  std::ifstream input(file, std::ios::binary | std::ios::ate);
  if (!input) {
    return Status::error(StatusCode::not_found, "code object {} cannot be read", file.string());
  }
  const std::streamoff size = input.tellg();
  if (size <= 0) {
    return Status::error(StatusCode::not_found, "code object {} is empty or not a file",
                         file.string());
  }
  image.storage.resize(static_cast<std::size_t>(size));
  input.seekg(0);
  if (!input.read(reinterpret_cast<char*>(image.storage.data()), size)) {
    return Status::error(StatusCode::not_found, "code object {} cannot be read", file.string());
  }
  image.bytes = image.storage;
  image.origin = file.string();
  image.hash = hash_of(image.bytes);
  return {};
}

}  // namespace kgate
