// SPDX-License-Identifier: MIT
// Typed reading of TOML through toml++; the only file of kmutate that includes it.
#include "mutate/toml_table.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <set>

#include "mutate/failure.hpp"

namespace kgate::mutate {

struct TomlTable::Content {
  std::string file;
  std::shared_ptr<const toml::table> document;  // keeps `table` alive
  const toml::table* table = nullptr;
  std::string path;  // dotted, for messages
  std::set<std::string, std::less<>> known;

  [[nodiscard]] std::string place(const toml::source_region& region) const {
    return fmt::format("{}:{}:{}", file, region.begin.line, region.begin.column);
  }
};

TomlTable TomlTable::parse(const std::filesystem::path& path, const std::string& content) {
  auto root = std::make_shared<Content>();
  root->file = path.string();
  try {
    root->document = std::make_shared<const toml::table>(toml::parse(content, path.string()));
  } catch (const toml::parse_error& error) {
    throw Failure(kExitUsage,
                  fmt::format("{}: {}", root->place(error.source()), error.description()));
  }
  root->table = root->document.get();
  return TomlTable(std::move(root));
}

std::string TomlTable::text(std::string_view key, const std::string& otherwise) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  if (node == nullptr) {
    return otherwise;
  }
  const auto value = node->value_exact<std::string>();
  if (!value) {
    refuse(key, fmt::format("`{}` must be a string", key));
  }
  return *value;
}

std::string TomlTable::required(std::string_view key) {
  std::string value = text(key);
  if (value.empty()) {
    refuse(key, fmt::format("`{}` is missing or empty{}", key,
                            content_->path.empty() ? "" : " in [" + content_->path + "]"));
  }
  return value;
}

double TomlTable::number(std::string_view key, double otherwise) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  if (node == nullptr) {
    return otherwise;
  }
  const auto value = node->value<double>();
  if (!value || *value <= 0) {
    refuse(key, fmt::format("`{}` must be a positive number", key));
  }
  return *value;
}

int TomlTable::integer(std::string_view key, int otherwise) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  if (node == nullptr) {
    return otherwise;
  }
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 1 || *value > 1'000'000) {
    refuse(key, fmt::format("`{}` must be a whole number from 1", key));
  }
  return static_cast<int>(*value);
}

bool TomlTable::flag(std::string_view key, bool otherwise) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  if (node == nullptr) {
    return otherwise;
  }
  const auto value = node->value_exact<bool>();
  if (!value) {
    refuse(key, fmt::format("`{}` must be true or false", key));
  }
  return *value;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  std::vector<std::string> values;
  if (node == nullptr) {
    return values;
  }
  if (const auto single = node->value_exact<std::string>()) {
    return {*single};
  }
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    refuse(key, fmt::format("`{}` must be a string or an array of strings", key));
  }
  for (const toml::node& element : *array) {
    const auto value = element.value_exact<std::string>();
    if (!value) {
      refuse(key, fmt::format("`{}` must hold strings only", key));
    }
    values.push_back(*value);
  }
  return values;
}

TomlTable TomlTable::table(std::string_view key) {
  static const toml::table kEmpty;
  content_->known.emplace(key);
  auto inner = std::make_shared<Content>();
  inner->file = content_->file;
  inner->document = content_->document;
  inner->path =
      content_->path.empty() ? std::string(key) : fmt::format("{}.{}", content_->path, key);
  const toml::node* node = content_->table->get(key);
  inner->table = node == nullptr ? &kEmpty : node->as_table();
  if (inner->table == nullptr) {
    refuse(key, fmt::format("`{0}` must be a table: [{0}]", key));
  }
  return TomlTable(std::move(inner));
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
  content_->known.emplace(key);
  const toml::node* node = content_->table->get(key);
  std::vector<TomlTable> result;
  if (node == nullptr) {
    return result;
  }
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    refuse(key, fmt::format("`{0}` must be an array of tables: [[{0}]]", key));
  }
  for (const toml::node& element : *array) {
    auto inner = std::make_shared<Content>();
    inner->file = content_->file;
    inner->document = content_->document;
    inner->path = std::string(key);
    inner->table = element.as_table();
    if (inner->table == nullptr) {
      refuse(key, fmt::format("`{0}` must be an array of tables: [[{0}]]", key));
    }
    result.push_back(TomlTable(std::move(inner)));
  }
  return result;
}

std::vector<std::string> TomlTable::keys() {
  std::vector<std::string> names;
  for (const auto& [key, unused] : *content_->table) {
    names.emplace_back(key.str());
    content_->known.emplace(key.str());
  }
  return names;
}

void TomlTable::finish() const {
  for (const auto& [key, unused] : *content_->table) {
    if (!content_->known.contains(key.str())) {
      std::string known;
      for (const std::string& name : content_->known) {
        known += (known.empty() ? "" : ", ") + name;
      }
      refuse(key.str(), fmt::format("unknown key `{}`; known here: {}", key.str(), known));
    }
  }
}

std::string TomlTable::where(std::string_view key) const {
  const toml::node* node = key.empty() ? nullptr : content_->table->get(key);
  const toml::source_region& region = node == nullptr ? content_->table->source() : node->source();
  return region.begin.line == 0 ? content_->file : content_->place(region);
}

void TomlTable::refuse(std::string_view key, const std::string& message) const {
  throw Failure(kExitUsage, fmt::format("{}: {}", where(key), message));
}

}  // namespace kgate::mutate
