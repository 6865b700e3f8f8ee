// SPDX-License-Identifier: MIT
// The folder of lowered units.
#include "checks/unit_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "checks/front_end.hpp"

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

/// 64-bit FNV-1a over eight bytes at a time: fast, and nobody attacks a cache of their own.
class Digest {
 public:
  void add(std::string_view bytes) {
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, 8);
      mix(word);
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
    mix(rest);
    mix(bytes.size());
  }
  [[nodiscard]] std::uint64_t value() const { return state_ ^ (state_ >> 29U); }

 private:
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ULL;
    state_ ^= state_ >> 32U;
  }
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// What a file was when a unit was made of it.
struct Input {
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< nanoseconds
  std::uint64_t content = 0;

  bool operator==(const Input&) const = default;
};

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Size and time of a file; nothing where there is none.
std::optional<Input> stat_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  constexpr std::int64_t kNano = 1'000'000'000;
  return Input{static_cast<std::uint64_t>(status.st_size),
               status.st_mtim.tv_sec * kNano + status.st_mtim.tv_nsec, 0};
}

/// Inputs of one run; a header that a thousand files share is looked at once.
class Inputs {
 public:
  std::optional<Input> with_content(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    const auto [it, added] = known_.try_emplace(path);
    if (added) {
      it->second = stat_of(path);
    }
    if (it->second && it->second->content == 0) {
      const auto bytes = read_file(path);
      Digest digest;
      digest.add(bytes.value_or(std::string()));
      it->second->content = digest.value() | 1U;  // 0 says "not computed"
    }
    return it->second;
  }

  /// Whether the file is what it was: by size and time, and where those differ by content.
  bool is_same(const std::string& path, const Input& before) {
    {
      const std::scoped_lock lock(mutex_);
      const auto [it, added] = known_.try_emplace(path);
      if (added) {
        it->second = stat_of(path);
      }
      if (!it->second || it->second->size != before.size) {
        return false;
      }
      if (it->second->modified == before.modified) {
        return true;
      }
    }
    const auto now = with_content(path);
    return now && now->content == before.content;
  }

  bool is_absent(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    const auto [it, added] = absent_.try_emplace(path, false);
    if (added) {
      it->second = !stat_of(path);
    }
    return it->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::optional<Input>> known_;
  std::map<std::string, bool> absent_;
};

Inputs& inputs() {
  static Inputs all;
  return all;
}

constexpr std::string_view kMagic = "kcheck unit\n";

struct Header {
  std::array<char, 12> magic{};
  std::uint64_t checksum = 0;  ///< of everything after the header
  std::uint64_t inputs = 0;    ///< one Input for each of Unit::inputs, before the unit
};

}  // namespace

std::string UnitCache::path_of(const CompileCommand& command, Pass pass) const {
  Digest digest;
  digest.add(KGATE_LOWERING_REVISION);
  digest.add(clang_path());
  digest.add(command.directory);
  digest.add(command.file);
  digest.add(name(pass));
  for (const auto& argument : command.arguments) {
    digest.add(argument);
  }
  return (fs::path(folder_) / fmt::format("{:016x}.unit", digest.value())).string();
}

std::optional<Unit> UnitCache::find(const CompileCommand& command, Pass pass) const {
  if (folder_.empty()) {
    return std::nullopt;
  }
  const auto bytes = read_file(path_of(command, pass));
  Header header;
  if (!bytes || bytes->size() < sizeof(Header)) {
    return std::nullopt;
  }
  std::memcpy(&header, bytes->data(), sizeof(Header));
  std::string_view body(*bytes);
  body.remove_prefix(sizeof(Header));
  Digest digest;
  digest.add(body);
  if (std::string_view(header.magic.data(), header.magic.size()) != kMagic ||
      header.checksum != digest.value() || header.inputs == 0 ||
      header.inputs > body.size() / sizeof(Input)) {
    return std::nullopt;
  }
  std::vector<Input> before(header.inputs);
  std::memcpy(before.data(), body.data(), before.size() * sizeof(Input));
  body.remove_prefix(before.size() * sizeof(Input));
  auto unit = unpack(body);
  if (!unit || unit->inputs.size() != before.size()) {
    return std::nullopt;
  }
  for (std::size_t at = 0; at < before.size(); ++at) {
    if (!inputs().is_same(unit->inputs[at], before[at])) {
      return std::nullopt;
    }
  }
  const bool still_absent = std::all_of(unit->absent.begin(), unit->absent.end(),
                                        [](const auto& path) { return inputs().is_absent(path); });
  return still_absent ? std::move(unit) : std::nullopt;
}

void UnitCache::keep(const CompileCommand& command, Pass pass, const Unit& unit) const {
  const bool misses = std::any_of(unit.errors.begin(), unit.errors.end(),
                                  [](const UnitError& error) { return error.missing_header; });
  if (folder_.empty() || misses || !unit.has_tree) {
    return;
  }
  Header header;
  std::memcpy(header.magic.data(), kMagic.data(), kMagic.size());
  header.inputs = unit.inputs.size();
  std::string body;
  for (const auto& path : unit.inputs) {
    const auto input = inputs().with_content(path);
    if (!input) {
      return;  // it went while it was read
    }
    body.append(reinterpret_cast<const char*>(&*input), sizeof(Input));
  }
  body += pack(unit);
  Digest digest;
  digest.add(body);
  header.checksum = digest.value();
  std::error_code failed;
  fs::create_directories(folder_, failed);
  // Written aside and renamed, so that another process sees a whole entry or none. A full disk or a
  // read-only folder costs the next run its time and nothing else.
  const std::string path = path_of(command, pass);
  const std::string aside = fmt::format("{}.{}", path, ::getpid());
  std::ofstream out(aside, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&header), sizeof(Header));
  out.write(body.data(), static_cast<std::streamsize>(body.size()));
  out.close();
  if (out) {
    fs::rename(aside, path, failed);
  } else {
    fs::remove(aside, failed);
  }
}

}  // namespace kgate::checks
