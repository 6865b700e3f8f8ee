// SPDX-License-Identifier: MIT
// A byte-pair vocabulary in llama2.c's layout: the longest piece, then score, length and bytes of
// each piece.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llama {

class Tokenizer {
 public:
  static constexpr std::int32_t kBegin = 1;  ///< begins every sequence

  /// Reads `vocabulary` pieces. Throws std::runtime_error naming the file and what is wrong.
  Tokenizer(const std::filesystem::path& file, std::int32_t vocabulary);

  /// The text of a token that follows `previous`: raw bytes for <0x0A>, and no blank at the
  /// beginning of a sequence.
  [[nodiscard]] std::string text(std::int32_t previous, std::int32_t token) const;

  /// kBegin, then the text as pieces: bytes, merged pair by pair, the best score first.
  [[nodiscard]] std::vector<std::int32_t> tokens(std::string_view text) const;

 private:
  struct Piece {
    std::string text;
    float score = 0;
  };

  /// The token of a piece, or -1.
  [[nodiscard]] std::int32_t find(std::string_view piece) const;

  std::vector<Piece> pieces_;
};

}  // namespace tiny_llama
