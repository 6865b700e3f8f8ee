// SPDX-License-Identifier: MIT
// Reads offload bundles and fat-binary wrappers.
#include "gates/emulator/hip/code_object_bundle.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "gates/emulator/hip/bounded_reader.hpp"
#include "gates/emulator/hip/code_object_compression.hpp"
#include "gates/emulator/hip/elf_image.hpp"

namespace kgate::emulator {
namespace {

constexpr std::string_view kElfMagic =
    "\x7f"
    "ELF";
constexpr std::string_view kBundleMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::uint32_t kWrapperMagic = 0x48495046;  // "HIPF"
constexpr std::uint32_t kWrapperVersion = 1;
constexpr std::uint64_t kMostEntries = 1024;

template <class... Values>
Status invalid(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

struct BundleEntry {
  std::string_view id;  ///< "hipv4-amdgcn-amd-amdhsa--gfx1151"
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Calls `visit` with each entry until it returns true.
template <class Visit>
Status visit_entries(std::span<const std::byte> bundle, Visit visit) {
  std::uint64_t count = 0;
  std::uint64_t at = kBundleMagic.size();
  if (!read_record(bundle, at, count) || count > kMostEntries) {
    return invalid("bundle: {} entries, more than {} or cut off", count, kMostEntries);
  }
  at += sizeof(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    struct {
      std::uint64_t offset;
      std::uint64_t size;
      std::uint64_t id_size;
    } header{};
    if (!read_record(bundle, at, header) ||
        !in_range(at + sizeof(header), header.id_size, bundle.size())) {
      return invalid("bundle: the header of entry {} at {} is cut off", i, at);
    }
    at += sizeof(header);
    const std::string_view id(reinterpret_cast<const char*>(bundle.data() + at), header.id_size);
    at += header.id_size;
    if (!in_range(header.offset, header.size, bundle.size())) {
      return invalid("bundle: entry '{}': {} bytes at {} are outside the bundle of {} bytes", id,
                     header.size, header.offset, bundle.size());
    }
    if (visit(BundleEntry{id, header.offset, header.size})) {
      break;
    }
  }
  return {};
}

/// "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-" -> "gfx90a"; empty for a host entry.
std::string_view target_of(std::string_view id) {
  if (!id.starts_with("hip-") && !id.starts_with("hipv4-")) {
    return {};
  }
  const std::size_t gfx = id.rfind("-gfx");
  if (gfx == std::string_view::npos) {
    return {};
  }
  const std::string_view target = id.substr(gfx + 1);
  return target.substr(0, target.find(':'));
}

/// Bytes that may be read from `address` on, by the process's memory map.
std::uint64_t readable_from(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  std::uint64_t end = address;
  while (std::getline(maps, line)) {
    unsigned long long from = 0;
    unsigned long long to = 0;
    char readable = '-';
    if (std::sscanf(line.c_str(), "%llx-%llx %c", &from, &to, &readable) != 3) {  // NOLINT(cert-*)
      continue;
    }
    if (from <= end && end < to && readable == 'r') {
      end = to;
    }
  }
  return end - address;
}

Status bundle_extent(std::span<const std::byte> readable, std::uint64_t& size) {
  std::uint64_t end = 0;
  Status status = visit_entries(readable, [&](const BundleEntry& entry) {
    end = std::max(end, entry.offset + entry.size);
    return false;
  });
  size = end;
  return status;
}

}  // namespace

Status select_code_object(std::span<const std::byte> image, std::string_view target,
                          std::vector<std::byte>& unpacked, std::span<const std::byte>& elf) {
  if (starts_with(image, kElfMagic)) {
    elf = image;
    return {};
  }
  if (starts_with(image, kCompressedMagic)) {
    if (Status status = unpack_bundle(image, unpacked); !status) {
      return status;
    }
    image = unpacked;
  }
  if (!starts_with(image, kBundleMagic)) {
    return invalid("the image of {} bytes is neither an ELF file nor an offload bundle",
                   image.size());
  }
  std::string known;
  bool found = false;
  Status status = visit_entries(image, [&](const BundleEntry& entry) {
    const std::string_view name = target_of(entry.id);
    if (name == target) {
      elf = image.subspan(entry.offset, entry.size);
      found = true;
    } else if (!name.empty()) {
      known.append(known.empty() ? "" : ", ").append(name);
    }
    return found;
  });
  if (status.ok() && !found) {
    return Status::error(StatusCode::not_found, "bundle: no code for {}; it has {}", target,
                         known.empty() ? "no device code" : known);
  }
  return status;
}

Status image_extent(const void* image, std::span<const std::byte>& bytes) {
  const auto* begin = static_cast<const std::byte*>(image);
  std::span<const std::byte> readable(begin,
                                      readable_from(reinterpret_cast<std::uintptr_t>(image)));
  struct {
    std::uint32_t magic;
    std::uint32_t version;
    const std::byte* bundle;
    const void* unused;
  } wrapper{};
  if (read_record(readable, 0, wrapper) && wrapper.magic == kWrapperMagic) {
    if (wrapper.version != kWrapperVersion || wrapper.bundle == nullptr) {
      return invalid("fat binary: wrapper version {} is not {}", wrapper.version, kWrapperVersion);
    }
    begin = wrapper.bundle;
    readable = {begin, readable_from(reinterpret_cast<std::uintptr_t>(begin))};
  }
  if (readable.empty()) {
    return invalid("the image address {:#x} cannot be read",
                   reinterpret_cast<std::uintptr_t>(image));
  }
  std::uint64_t size = 0;
  Status status;
  if (starts_with(readable, kElfMagic)) {
    status = elf_extent(readable, size);
  } else if (starts_with(readable, kBundleMagic)) {
    status = bundle_extent(readable, size);
  } else if (starts_with(readable, kCompressedMagic)) {
    status = compressed_extent(readable, size);
  } else {
    status = invalid("the image is neither an ELF file nor an offload bundle");
  }
  bytes = readable.first(status.ok() ? size : 0);
  return status;
}

}  // namespace kgate::emulator
