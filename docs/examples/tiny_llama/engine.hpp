// SPDX-License-Identifier: MIT
// A Llama decoder: norms, rotation, cache and gate by kgate, the rest in plain C++.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "docs/examples/tiny_llama/checkpoint.hpp"
#include "docs/examples/tiny_llama/kernels.hpp"

namespace tiny_llama {

/// Decodes one sequence. Weights and activations are numbers of `type` (f32, f16, bf16), each
/// rounded once where it is stored; sums of the host are f32, in ascending order.
class Engine {
 public:
  Engine(const Checkpoint& checkpoint, Kernels& kernels, kgate_type type);

  /// Appends tokens to the sequence; the logits after the last of them. Throws std::out_of_range
  /// for a token that is not in the vocabulary or a sequence that would become too long.
  std::vector<float> forward(std::span<const std::int32_t> tokens);

  /// Begins another sequence.
  void reset() { length_ = 0; }

 private:
  /// A tensor of `type` in device memory with rows of `width` elements.
  struct Tensor {
    void* data = nullptr;
    std::int32_t width = 0;
  };

  Tensor tensor(std::int32_t width, std::int32_t rows);
  Tensor weight(const std::vector<float>& values);
  void upload(const Tensor& tensor, const std::vector<float>& values);
  std::vector<float> download(const Tensor& tensor, std::int64_t rows);
  /// Rounds values to `type`.
  void round(std::vector<float>& values) const;

  /// Its first rows, or `width` columns of them from `first`, as kgate takes it.
  [[nodiscard]] kgate_tensor rows_of(const Tensor& tensor, std::int64_t rows) const;
  [[nodiscard]] kgate_tensor columns_of(const Tensor& tensor, std::int64_t rows, std::int32_t first,
                                        std::int32_t width) const;
  /// Those columns as heads.
  [[nodiscard]] kgate_tensor heads_of(const Tensor& tensor, std::int64_t rows, std::int32_t first,
                                      std::int32_t heads) const;
  /// A cache as one block of all positions.
  [[nodiscard]] kgate_tensor cache_of(const Tensor& tensor) const;

  void norm(const Tensor* branch, const Tensor& weights, std::int64_t rows);
  void rope(std::size_t layer, std::int64_t rows);
  std::vector<float> attention(std::size_t layer, std::int64_t rows);
  void gate(std::int64_t rows);
  void check_error_word();

  Checkpoint checkpoint_;  ///< rounded to `type`
  Kernels& kernels_;
  kgate_type type_;
  std::int32_t length_ = 0;  ///< tokens in the cache

  struct DeviceLayer {
    Tensor attention_norm;
    Tensor feed_norm;
    Tensor keys;    ///< [positions, kv_dim]
    Tensor values;  ///< [positions, kv_dim]
  };
  std::vector<DeviceLayer> layers_;
  Tensor final_norm_;
  Tensor residual_;
  Tensor normed_;
  Tensor branch_;   ///< what a block adds to the residual stream
  Tensor qkv_;      ///< q, k and v of a token one after the other
  Tensor gate_up_;  ///< gate and up of a token one after the other
  Tensor gated_;
  void* positions_ = nullptr;  ///< of each token, and its slot in the cache
  void* error_ = nullptr;
};

}  // namespace tiny_llama
