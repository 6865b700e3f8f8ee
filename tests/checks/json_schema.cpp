// SPDX-License-Identifier: MIT
// The keywords of JSON schema that the SARIF schema uses.
#include "tests/checks/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>
#include <string_view>

namespace kgate::checks::tests {
namespace {

using Json = nlohmann::json;

bool has_type(const Json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "integer" && value.is_number_integer()) ||
         (type == "number" && value.is_number()) || (type == "null" && value.is_null());
}

bool has_format(const std::string& text, const std::string& format) {
  if (format == "date-time") {
    static const std::regex kTime(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))");
    return std::regex_match(text, kTime);
  }
  const bool characters = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-._~:/?#[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
  });
  static const std::regex kScheme("[A-Za-z][A-Za-z0-9+.-]*:.*");
  return characters && (format != "uri" || std::regex_match(text, kScheme));
}

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  void check(const Json& given, const Json& value, const std::string& at) {
    const Json* schema = &given;
    while (schema->contains("$ref")) {
      schema = &root_.at(Json::json_pointer(schema->at("$ref").get<std::string>().substr(1)));
    }
    for (const auto& [keyword, operand] : schema->items()) {
      if (!of_value(keyword, operand, value, at) && !of_object(*schema, keyword, value, at) &&
          !of_array(keyword, operand, value, at) && !of_choice(keyword, operand, value, at) &&
          !is_remark(keyword)) {
        error(at, "the schema has the unknown keyword " + keyword);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> errors() const { return errors_; }

 private:
  static bool is_remark(const std::string& keyword) {
    static constexpr std::array<std::string_view, 6> kRemarks{
        "$schema", "id", "title", "description", "default", "definitions"};
    return std::find(kRemarks.begin(), kRemarks.end(), keyword) != kRemarks.end();
  }

  void error(const std::string& at, const std::string& what) {
    errors_.push_back((at.empty() ? "/" : at) + ": " + what);
  }

  bool of_value(const std::string& keyword, const Json& operand, const Json& value,
                const std::string& at) {
    bool fine = true;
    if (keyword == "type") {
      fine = has_type(value, operand.get<std::string>());
    } else if (keyword == "enum") {
      fine = std::find(operand.begin(), operand.end(), value) != operand.end();
    } else if (keyword == "minimum") {
      fine = !value.is_number() || value >= operand;
    } else if (keyword == "maximum") {
      fine = !value.is_number() || value <= operand;
    } else if (keyword == "pattern") {
      fine = !value.is_string() ||
             std::regex_search(value.get<std::string>(), std::regex(operand.get<std::string>()));
    } else if (keyword == "format") {
      fine = !value.is_string() || has_format(value.get<std::string>(), operand.get<std::string>());
    } else {
      return false;
    }
    if (!fine) {
      error(at, fmt::format("{} is not of {} {}", value.dump(), keyword, operand.dump()));
    }
    return true;
  }

  bool of_object(const Json& schema, const std::string& keyword, const Json& value,
                 const std::string& at) {
    static const Json kNone = Json::object();
    const Json& operand = schema.at(keyword);
    if (keyword == "required") {
      for (const auto& name : operand) {
        if (value.is_object() && !value.contains(name.get<std::string>())) {
          error(at, "has no " + name.get<std::string>());
        }
      }
      return true;
    }
    if (keyword != "properties" && keyword != "additionalProperties") {
      return false;
    }
    const Json& known = schema.contains("properties") ? schema.at("properties") : kNone;
    for (const auto& [name, member] : (value.is_object() ? value : kNone).items()) {
      const std::string place = at + "/" + name;
      if (known.contains(name)) {
        if (keyword == "properties") {
          check(known.at(name), member, place);
        }
      } else if (keyword == "additionalProperties" && operand.is_object()) {
        check(operand, member, place);
      } else if (keyword == "additionalProperties" && operand == false) {
        error(place, "the schema has no such property");
      }
    }
    return true;
  }

  bool of_array(const std::string& keyword, const Json& operand, const Json& value,
                const std::string& at) {
    if (keyword == "minItems") {
      if (value.is_array() && value.size() < operand.get<std::size_t>()) {
        error(at, "has too few elements");
      }
    } else if (keyword == "uniqueItems") {
      const bool wanted = value.is_array() && operand == true;
      if (wanted && std::set<Json>(value.begin(), value.end()).size() != value.size()) {
        error(at, "has an element twice");
      }
    } else if (keyword == "items") {
      for (std::size_t index = 0; value.is_array() && index < value.size(); ++index) {
        check(operand, value.at(index), fmt::format("{}/{}", at, index));
      }
    } else {
      return false;
    }
    return true;
  }

  bool of_choice(const std::string& keyword, const Json& operand, const Json& value,
                 const std::string& at) {
    if (keyword != "anyOf" && keyword != "oneOf") {
      return false;
    }
    const auto fitting = std::count_if(operand.begin(), operand.end(), [&](const Json& one) {
      Validator alone(root_);
      alone.check(one, value, at);
      return alone.errors_.empty();
    });
    if (keyword == "anyOf" ? fitting == 0 : fitting != 1) {
      error(at, fmt::format("{} of the alternatives of {} fit", fitting, keyword));
    }
    return true;
  }

  const Json& root_;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> schema_errors(const nlohmann::json& schema, const nlohmann::json& value) {
  Validator validator(schema);
  validator.check(schema, value, "");
  return validator.errors();
}

}  // namespace kgate::checks::tests
