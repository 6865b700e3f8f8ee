// SPDX-License-Identifier: MIT
// Typed reading of a TOML file whose every error says file, line and column.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::mutate {

/// A table of a TOML file. Reading a key marks it as known; `finish` refuses the others, so that a
/// misspelt key is an error and not a silently ignored wish.
class TomlTable {
 public:
  /// Parses a file. Throws Failure (usage).
  static TomlTable parse(const std::filesystem::path& path, const std::string& content);

  [[nodiscard]] std::string text(std::string_view key, const std::string& otherwise = {});
  /// As `text`, but the key must be there and not empty.
  [[nodiscard]] std::string required(std::string_view key);
  [[nodiscard]] double number(std::string_view key, double otherwise);
  [[nodiscard]] int integer(std::string_view key, int otherwise);
  [[nodiscard]] bool flag(std::string_view key, bool otherwise);
  /// An array of strings; a single string is an array of one.
  [[nodiscard]] std::vector<std::string> texts(std::string_view key);
  /// A sub-table; an absent one is empty.
  [[nodiscard]] TomlTable table(std::string_view key);
  /// An array of tables; an absent one is empty.
  [[nodiscard]] std::vector<TomlTable> tables(std::string_view key);
  /// All keys, all of them marked as known.
  [[nodiscard]] std::vector<std::string> keys();

  /// Throws Failure (usage) naming the first key nothing asked for.
  void finish() const;
  /// `file:line:column` of a key, or of the table for an empty or absent key.
  [[nodiscard]] std::string where(std::string_view key = {}) const;
  /// Throws Failure (usage): place of `key`, then the message.
  [[noreturn]] void refuse(std::string_view key, const std::string& message) const;

 private:
  struct Content;
  explicit TomlTable(std::shared_ptr<Content> content) : content_(std::move(content)) {}
  std::shared_ptr<Content> content_;
};

}  // namespace kgate::mutate
