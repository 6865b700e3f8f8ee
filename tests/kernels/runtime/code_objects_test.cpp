// SPDX-License-Identifier: MIT
// Sources of code objects: the embedded table and a folder.
#include "kernels/runtime/code_objects.hpp"

#include <array>
#include <cstdlib>
#include <fstream>

#include "tests/catch.hpp"

using namespace kgate;
using Catch::Matchers::Contains;

namespace {

/// A folder that is gone at the end.
struct Folder {
  std::filesystem::path path = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "kgate_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    return std::filesystem::path(pattern);
  }();
  Folder() = default;
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(Folder&&) = delete;

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(path / name, std::ios::binary) << text;
  }
};

constexpr std::array<std::byte, 1> kLetter{std::byte{'a'}};

}  // namespace

TEST_CASE("the embedded table is searched by family, target and wave size") {
  const std::array<EmbeddedCodeObject, 2> table{
      {{"norm", "gfx1151", 32, kLetter}, {"norm", "gfx1151", 64, {}}}};
  const CodeObjects source = CodeObjects::embedded(table);
  CodeObjectImage image;
  REQUIRE(source.find("norm", "gfx1151", 32, image).ok());
  CHECK(image.bytes.data() == kLetter.data());
  CHECK(image.origin == "embedded");
  const Status status = source.find("norm", "gfx1100", 32, image);
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(std::string(status.message()), Contains("norm for gfx1100 with waves of 32"));
}

TEST_CASE("a folder gives its file and its XXH3-128") {
  const Folder folder;
  folder.write("norm.gfx1151.wave32.co", "a");
  CodeObjectImage image;
  REQUIRE(CodeObjects::folder(folder.path).find("norm", "gfx1151", 32, image).ok());
  REQUIRE(image.bytes.size() == 1);
  CHECK(image.bytes[0] == std::byte{'a'});
  CHECK(image.origin == (folder.path / "norm.gfx1151.wave32.co").string());
  // What `printf a | xxh128sum` prints.
  CHECK(image.hash == "a96faf705af16834e6c632b61e964e1f");
}

TEST_CASE("a folder that lacks a family does not fall back, and names the file") {
  const Folder folder;
  folder.write("norm.gfx1151.wave64.co", "");
  CodeObjectImage image;
  const CodeObjects source = CodeObjects::folder(folder.path);
  const Status missing = source.find("norm", "gfx1151", 32, image);
  CHECK(missing.code() == StatusCode::not_found);
  CHECK_THAT(std::string(missing.message()),
             Contains((folder.path / "norm.gfx1151.wave32.co").string()));
  const Status empty = source.find("norm", "gfx1151", 64, image);
  CHECK(empty.code() == StatusCode::not_found);
  CHECK_THAT(std::string(empty.message()), Contains("empty"));
}
