// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_printf.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

namespace kgate::emulator {
namespace {

/// Words of a message, taken one after the other.
class Words {
 public:
  explicit Words(std::span<const std::uint64_t> words) : words_(words) {}

  std::optional<std::uint64_t> word() {
    if (words_.empty()) return std::nullopt;
    const std::uint64_t first = words_.front();
    words_ = words_.subspan(1);
    return first;
  }
  /// A string, and the words that it fills.
  std::optional<std::string_view> string() {
    if (words_.empty()) return std::nullopt;
    const std::string_view bytes(reinterpret_cast<const char*>(words_.data()),
                                 words_.size() * sizeof(std::uint64_t));
    const std::size_t length = std::min(bytes.find('\0'), bytes.size());
    words_ = words_.subspan(std::min(words_.size(), length / sizeof(std::uint64_t) + 1));
    return bytes.substr(0, length);
  }

 private:
  std::span<const std::uint64_t> words_;
};

/// One conversion: "%", flags, width, precision and length modifiers, letter.
struct Conversion {
  std::string flags;
  std::optional<int> width;
  std::optional<int> precision;
  std::string length;  ///< "hh", "h", "l" ...
  char letter = 0;
};

/// A number in the format, or one of the arguments for '*'.
std::optional<int> read_number(std::string_view format, std::size_t& at, Words& arguments) {
  if (at < format.size() && format[at] == '*') {
    ++at;
    return static_cast<int>(arguments.word().value_or(0));
  }
  std::optional<int> number;
  for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
    constexpr int kMost = 4096;
    number = std::min(number.value_or(0) * 10 + (format[at] - '0'), kMost);
  }
  return number;
}

Conversion read_conversion(std::string_view format, std::size_t& at, Words& arguments) {
  Conversion conversion;
  while (at < format.size() &&
         std::string_view("-+ #0").find(format[at]) != std::string_view::npos) {
    conversion.flags += format[at++];
  }
  conversion.width = read_number(format, at, arguments);
  if (at < format.size() && format[at] == '.') {
    ++at;
    conversion.precision = read_number(format, at, arguments).value_or(0);
  }
  while (at < format.size() &&
         std::string_view("hlqjztL").find(format[at]) != std::string_view::npos) {
    conversion.length += format[at++];
  }
  conversion.letter = at < format.size() ? format[at++] : '\0';
  return conversion;
}

/// What C prints for one conversion of one value.
template <class Value>
std::string print(const Conversion& conversion, const char* letters, Value value) {
  std::string format = "%" + conversion.flags;
  if (conversion.width) format += std::to_string(*conversion.width);
  if (conversion.precision && *conversion.precision >= 0) {
    format += "." + std::to_string(*conversion.precision);
  }
  format += letters;
  // The format was put together from parts that fit the value.
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg)
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<std::size_t>(std::max(size, 0)), '\0');
  std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  return text;
}

/// An integer argument as C sees it. Device code widens it to 64 bits with zeros, so that the upper
/// half of an int is not its sign.
template <class Long, class Int, class Short, class Char>
std::string print_integer(const Conversion& conversion, std::uint64_t word) {
  const std::string letters = "ll" + std::string(1, conversion.letter);
  Long value = static_cast<Int>(word);
  if (conversion.length == "hh") {
    // The sign of a char is meant, as C's printf has it for hh.
    value = static_cast<Char>(word);  // NOLINT(bugprone-signed-char-misuse)
  } else if (conversion.length == "h") {
    value = static_cast<Short>(word);
  } else if (!conversion.length.empty()) {
    value = static_cast<Long>(word);
  }
  return print(conversion, letters.c_str(), value);
}

/// The text of a conversion; none where the arguments are used up or the letter is unknown.
std::optional<std::string> convert(const Conversion& conversion, Words& arguments) {
  const std::string letter(1, conversion.letter);
  if (conversion.letter == 's') {
    const auto text = arguments.string();
    if (!text) return std::nullopt;
    return print(conversion, "s", std::string(*text).c_str());
  }
  const auto word = arguments.word();
  if (!word) return std::nullopt;
  switch (conversion.letter) {
    case 'd':
    case 'i':
      return print_integer<long long, int, short, signed char>(conversion, *word);
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return print_integer<unsigned long long, unsigned, unsigned short, unsigned char>(conversion,
                                                                                        *word);
    case 'c':
      return print(conversion, "c", static_cast<int>(*word));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print(conversion, letter.c_str(), std::bit_cast<double>(*word));
    case 'p':
      return print(conversion, "p", std::bit_cast<void*>(*word));
    case 'n':
      return std::string();
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string format_message(std::span<const std::uint64_t> words) {
  Words arguments(words);
  const std::string_view format = arguments.string().value_or("");
  std::string text;
  std::size_t at = 0;
  while (at < format.size()) {
    const std::size_t percent = std::min(format.find('%', at), format.size());
    text += format.substr(at, percent - at);
    at = percent + 1;
    if (at >= format.size()) break;
    if (format[at] == '%') {
      text += '%';
      ++at;
      continue;
    }
    const auto converted = convert(read_conversion(format, at, arguments), arguments);
    if (!converted) break;
    text += *converted;
  }
  return text;
}

}  // namespace kgate::emulator
