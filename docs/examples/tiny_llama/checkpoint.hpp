// SPDX-License-Identifier: MIT
// A Llama checkpoint in llama2.c's legacy layout: seven int32 words, then f32 weights.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tiny_llama {

struct Sizes {
  std::int32_t dim = 0;
  std::int32_t hidden = 0;
  std::int32_t layers = 0;
  std::int32_t heads = 0;
  std::int32_t kv_heads = 0;
  std::int32_t vocabulary = 0;
  std::int32_t positions = 0;  ///< longest sequence

  [[nodiscard]] std::int32_t head_size() const { return dim / heads; }
  [[nodiscard]] std::int32_t kv_dim() const { return head_size() * kv_heads; }
};

/// Weights of one layer. A matrix is [outputs, inputs], row by row.
struct Layer {
  std::vector<float> attention_norm;  ///< [dim]
  std::vector<float> query;           ///< [dim, dim]
  std::vector<float> key;             ///< [kv_dim, dim]
  std::vector<float> value;           ///< [kv_dim, dim]
  std::vector<float> output;          ///< [dim, dim]
  std::vector<float> feed_norm;       ///< [dim]
  std::vector<float> gate;            ///< [hidden, dim]
  std::vector<float> down;            ///< [dim, hidden]
  std::vector<float> up;              ///< [hidden, dim]
};

struct Checkpoint {
  Sizes sizes;
  std::vector<float> embedding;  ///< [vocabulary, dim]
  std::vector<Layer> layers;
  std::vector<float> final_norm;  ///< [dim]
  std::vector<float> logits;      ///< [vocabulary, dim]; the embedding where the file shares it
};

/// Reads a checkpoint. Throws std::runtime_error, with the file and what is wrong with it, if it is
/// missing, its header makes no sense or its length does not fit the header.
[[nodiscard]] Checkpoint load_checkpoint(const std::filesystem::path& file);

/// Merges a low-rank update into the query and value projections of every layer, as a LoRA adapter
/// is: W += scale * B A with A [rank, inputs] and B [outputs, rank] of a fixed pseudo-random
/// sequence. A scale of 0 changes nothing.
void merge_adapter(Checkpoint& checkpoint, std::int32_t rank, float scale);

/// Multiplies one weight: "layers.2.gate", "layers.0.feed_norm", "final_norm" ... Throws
/// std::invalid_argument for a name there is not.
void edit_weight(Checkpoint& checkpoint, const std::string& name, float factor);

}  // namespace tiny_llama
