// SPDX-License-Identifier: MIT
// Text to tokens and back.
#include "docs/examples/tiny_llama/tokenizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <stdexcept>

namespace tiny_llama {
namespace {

constexpr std::int32_t kFirstByte = 3;  // the token of byte 0

template <class Value>
Value take(std::ifstream& stream, const std::filesystem::path& file) {
  Value value{};
  std::array<char, sizeof value> bytes{};
  if (!stream.read(bytes.data(), bytes.size())) {
    throw std::runtime_error(fmt::format("{}: ends within its vocabulary", file.string()));
  }
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(&value));
  return value;
}

}  // namespace

Tokenizer::Tokenizer(const std::filesystem::path& file, std::int32_t vocabulary) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw std::runtime_error(fmt::format("{}: cannot be read", file.string()));
  }
  constexpr std::int32_t kLongest = 4096;
  static_cast<void>(take<std::int32_t>(stream, file));
  for (std::int32_t token = 0; token < vocabulary; ++token) {
    Piece piece;
    piece.score = take<float>(stream, file);
    const auto length = take<std::int32_t>(stream, file);
    if (length < 0 || length > kLongest) {
      throw std::runtime_error(
          fmt::format("{}: piece {} has {} bytes", file.string(), token, length));
    }
    piece.text.resize(static_cast<std::size_t>(length));
    if (!stream.read(piece.text.data(), length)) {
      throw std::runtime_error(fmt::format("{}: ends within piece {}", file.string(), token));
    }
    pieces_.push_back(std::move(piece));
  }
}

std::string Tokenizer::text(std::int32_t previous, std::int32_t token) const {
  std::string_view piece = pieces_.at(static_cast<std::size_t>(token)).text;
  if (piece.size() == 6 && piece.substr(0, 3) == "<0x") {
    unsigned byte = 0;
    std::from_chars(piece.data() + 3, piece.data() + 5, byte, 16);
    return std::string(1, static_cast<char>(byte));
  }
  if (previous == kBegin && !piece.empty() && piece.front() == ' ') {
    piece.remove_prefix(1);
  }
  return std::string(piece);
}

std::int32_t Tokenizer::find(std::string_view piece) const {
  const auto at = std::find_if(pieces_.begin(), pieces_.end(),
                               [&](const Piece& one) { return one.text == piece; });
  return at == pieces_.end() ? -1 : static_cast<std::int32_t>(at - pieces_.begin());
}

std::vector<std::int32_t> Tokenizer::tokens(std::string_view text) const {
  std::vector<std::int32_t> tokens{kBegin};
  if (text.empty()) {
    return tokens;
  }
  tokens.push_back(find(" "));
  for (const char byte : text) {
    const std::int32_t token = find({&byte, 1});
    tokens.push_back(token >= 0 ? token : kFirstByte + static_cast<unsigned char>(byte));
  }
  const auto piece = [this](std::int32_t token) -> const std::string& {
    return pieces_.at(static_cast<std::size_t>(token)).text;
  };
  while (true) {
    std::size_t best = 0;
    std::int32_t merged = -1;
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      const std::int32_t token = find(piece(tokens[i]) + piece(tokens[i + 1]));
      if (token >= 0 && (merged < 0 || pieces_[static_cast<std::size_t>(token)].score >
                                           pieces_[static_cast<std::size_t>(merged)].score)) {
        best = i;
        merged = token;
      }
    }
    if (merged < 0) {
      return tokens;
    }
    tokens[best] = merged;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

}  // namespace tiny_llama
