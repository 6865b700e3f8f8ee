// SPDX-License-Identifier: MIT
// Compressed bundles: every header version and method, and damaged ones.
#include <zlib.h>

#include <cstring>
#include <random>

#include "gates/emulator/hip/code_object_bundle.hpp"
#include "gates/emulator/hip/code_object_compression.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::emulator;
using kgate::Status;
using kgate::StatusCode;
using kgate::runtime_tests::object;

namespace {

using Bytes = std::vector<std::byte>;

template <class Value>
void append(Bytes& bytes, Value value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(value));
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

/// A header as Clang's documentation of the offload bundler gives it, before zlib's data.
Bytes zlib_bundle(std::uint16_t version, const Bytes& plain) {
  uLongf size = compressBound(plain.size());
  Bytes data(size);
  REQUIRE(compress(reinterpret_cast<Bytef*>(data.data()), &size,
                   reinterpret_cast<const Bytef*>(plain.data()), plain.size()) == Z_OK);
  data.resize(size);
  Bytes bundle;
  for (const char letter : {'C', 'C', 'O', 'B'}) append(bundle, letter);
  append(bundle, version);
  append(bundle, std::uint16_t{0});
  if (version == 3) {
    append(bundle, std::uint64_t{32} + size);
    append(bundle, std::uint64_t{plain.size()});
  } else {
    if (version == 2) append(bundle, static_cast<std::uint32_t>(24 + size));
    append(bundle, static_cast<std::uint32_t>(plain.size()));
  }
  append(bundle, std::uint64_t{0});
  bundle.insert(bundle.end(), data.begin(), data.end());
  return bundle;
}

}  // namespace

TEST_CASE("bundles of every header version are unpacked by zlib") {
  const Bytes plain = object("runtime_kernels.bundle");
  for (const std::uint16_t version : {std::uint16_t{1}, std::uint16_t{2}, std::uint16_t{3}}) {
    INFO("version " << version);
    Bytes unpacked;
    const Status status = unpack_bundle(zlib_bundle(version, plain), unpacked);
    INFO(status.message());
    REQUIRE(status.ok());
    CHECK((unpacked == plain));
  }
}

TEST_CASE("what the compiler compressed unpacks to what it writes uncompressed") {
  Bytes unpacked;
  REQUIRE(unpack_bundle(object("runtime_kernels.compressed.bundle"), unpacked).ok());
  CHECK((unpacked == object("runtime_kernels.bundle")));
}

TEST_CASE("a compressed bundle of an unknown version or method is refused") {
  const Bytes good = zlib_bundle(2, object("runtime_kernels.bundle"));
  Bytes unpacked;
  for (const std::size_t field : {std::size_t{4}, std::size_t{6}}) {
    Bytes bad = good;
    bad[field] = std::byte{9};
    const Status status = unpack_bundle(bad, unpacked);
    CHECK(status.code() == StatusCode::invalid_argument);
    CHECK(status.message().find("9") != std::string_view::npos);
  }
}

TEST_CASE("damaged compressed bundles are refused or give what was packed") {
  const Bytes plain = object("runtime_kernels.bundle");
  const std::array<Bytes, 2> good{zlib_bundle(2, plain),
                                  object("runtime_kernels.compressed.bundle")};
  std::mt19937_64 random(7);
  int refused = 0;
  for (int number = 0; number < 400; ++number) {
    INFO("bundle " << number);
    Bytes file = good.at(static_cast<std::size_t>(number) % 2);
    const std::size_t end = number % 3 == 0 ? 32 : file.size();
    if (number % 5 == 4) {
      file.resize(random() % file.size());
    } else {
      file[random() % end] ^= std::byte{1} << random() % 8;
    }
    Bytes unpacked;
    std::span<const std::byte> elf;
    const Status status = select_code_object(file, "gfx1151", unpacked, elf);
    if (!status.ok()) {
      CHECK_FALSE(status.message().empty());
      ++refused;
    }
  }
  CHECK(refused > 200);
}
