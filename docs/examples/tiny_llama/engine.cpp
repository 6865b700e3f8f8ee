// SPDX-License-Identifier: MIT
// The forward pass.
#include "docs/examples/tiny_llama/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "docs/examples/tiny_llama/number_types.hpp"

namespace tiny_llama {
namespace {

constexpr float kEps = 1e-5F;
constexpr float kRopeBase = 1e4F;

/// y[t] = W x[t] for each row of x; W is [outputs, inputs].
std::vector<float> times(const std::vector<float>& matrix, const std::vector<float>& x,
                         std::int32_t inputs) {
  const auto width = static_cast<std::size_t>(inputs);
  const std::size_t outputs = matrix.size() / width;
  std::vector<float> y(x.size() / width * outputs);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const float* row = &matrix[i % outputs * width];
    const float* from = &x[i / outputs * width];
    float sum = 0;
    for (std::size_t j = 0; j < width; ++j) {
      sum += row[j] * from[j];
    }
    y[i] = sum;
  }
  return y;
}

/// Copies rows of `width` elements into columns [first, first + width) of rows of `stride`.
void place(const std::vector<float>& rows, std::size_t width, std::size_t first, std::size_t stride,
           std::vector<float>& to) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    to[i / width * stride + first + i % width] = rows[i];
  }
}

/// Turns scores into weights that add up to one.
void softmax(std::vector<float>& scores) {
  const float largest = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (float& score : scores) {
    score = std::exp(score - largest);
    sum += score;
  }
  for (float& score : scores) {
    score /= sum;
  }
}

}  // namespace

Engine::Engine(const Checkpoint& checkpoint, Kernels& kernels, kgate_type type)
    : checkpoint_(checkpoint), kernels_(kernels), type_(type) {
  const Sizes& sizes = checkpoint_.sizes;
  const std::int32_t rows = sizes.positions;
  round(checkpoint_.embedding);
  round(checkpoint_.logits);
  for (Layer& layer : checkpoint_.layers) {
    for (std::vector<float>* matrix : {&layer.query, &layer.key, &layer.value, &layer.output,
                                       &layer.gate, &layer.down, &layer.up}) {
      round(*matrix);
    }
    layers_.push_back({.attention_norm = weight(layer.attention_norm),
                       .feed_norm = weight(layer.feed_norm),
                       .keys = tensor(sizes.kv_dim(), rows),
                       .values = tensor(sizes.kv_dim(), rows)});
  }
  final_norm_ = weight(checkpoint_.final_norm);
  residual_ = tensor(sizes.dim, rows);
  normed_ = tensor(sizes.dim, rows);
  branch_ = tensor(sizes.dim, rows);
  qkv_ = tensor(sizes.dim + 2 * sizes.kv_dim(), rows);
  gate_up_ = tensor(2 * sizes.hidden, rows);
  gated_ = tensor(sizes.hidden, rows);
  positions_ = kernels_.allocate(static_cast<std::size_t>(rows) * sizeof(std::int64_t));
  error_ = kernels_.allocate(sizeof(std::uint64_t));
}

Engine::Tensor Engine::tensor(std::int32_t width, std::int32_t rows) {
  const auto elements = static_cast<std::size_t>(width) * static_cast<std::size_t>(rows);
  return {kernels_.allocate(elements * size_of(type_)), width};
}

Engine::Tensor Engine::weight(const std::vector<float>& values) {
  const Tensor made = tensor(static_cast<std::int32_t>(values.size()), 1);
  upload(made, values);
  return made;
}

void Engine::upload(const Tensor& tensor, const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * size_of(type_));
  for (std::size_t i = 0; i < values.size(); ++i) {
    store(type_, &bytes[i * size_of(type_)], values[i]);
  }
  kernels_.write(tensor.data, bytes);
}

std::vector<float> Engine::download(const Tensor& tensor, std::int64_t rows) {
  std::vector<float> values(static_cast<std::size_t>(rows * tensor.width));
  std::vector<std::byte> bytes(values.size() * size_of(type_));
  kernels_.read(bytes, tensor.data);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = load(type_, &bytes[i * size_of(type_)]);
  }
  return values;
}

void Engine::round(std::vector<float>& values) const {
  for (float& value : values) {
    value = rounded_to(type_, value);
  }
}

kgate_tensor Engine::columns_of(const Tensor& tensor, std::int64_t rows, std::int32_t first,
                                std::int32_t width) const {
  auto* begin =
      static_cast<std::byte*>(tensor.data) + static_cast<std::size_t>(first) * size_of(type_);
  kgate_tensor made = kgate::api::tensor(begin, type_, {rows, width});
  made.stride[0] = tensor.width;
  return made;
}

kgate_tensor Engine::rows_of(const Tensor& tensor, std::int64_t rows) const {
  return columns_of(tensor, rows, 0, tensor.width);
}

kgate_tensor Engine::heads_of(const Tensor& tensor, std::int64_t rows, std::int32_t first,
                              std::int32_t heads) const {
  const std::int32_t size = checkpoint_.sizes.head_size();
  kgate_tensor made = columns_of(tensor, rows, first, heads * size);
  made = kgate::api::tensor(made.data, type_, {rows, heads, size});
  made.stride[0] = tensor.width;
  return made;
}

kgate_tensor Engine::cache_of(const Tensor& tensor) const {
  const Sizes& sizes = checkpoint_.sizes;
  return kgate::api::tensor(tensor.data, type_,
                            {1, sizes.positions, sizes.kv_heads, sizes.head_size()});
}

/// Adds a branch to the residual stream, if there is one, and norms the sum.
void Engine::norm(const Tensor* branch, const Tensor& weights, std::int64_t rows) {
  auto arguments = kgate::api::arguments<kgate_add_rms_norm_args>();
  arguments.x = rows_of(branch == nullptr ? residual_ : *branch, rows);
  if (branch != nullptr) {
    arguments.residual = rows_of(residual_, rows);
    arguments.new_residual = arguments.residual;
  }
  arguments.weight = kgate::api::tensor(weights.data, type_, {weights.width});
  arguments.normed = rows_of(normed_, rows);
  arguments.eps = kEps;
  arguments.profile = KGATE_ADD_RMS_NORM_GRAPH;
  kernels_.add_rms_norm(arguments);
}

/// Rotates q and k of qkv_ in place and stores k and v in the layer's cache.
void Engine::rope(std::size_t layer, std::int64_t rows) {
  const Sizes& sizes = checkpoint_.sizes;
  auto arguments = kgate::api::arguments<kgate_rope_append_args>();
  arguments.q = heads_of(qkv_, rows, 0, sizes.heads);
  arguments.q_out = arguments.q;
  arguments.k = heads_of(qkv_, rows, sizes.dim, sizes.kv_heads);
  arguments.v = heads_of(qkv_, rows, sizes.dim + sizes.kv_dim(), sizes.kv_heads);
  arguments.rope.positions = kgate::api::tensor(positions_, KGATE_I64, {rows});
  arguments.rope.rotary_dim = sizes.head_size();
  arguments.rope.angles = KGATE_ROPE_BASE;
  arguments.rope.pairing = KGATE_ROPE_INTERLEAVED;
  arguments.rope.base = kRopeBase;
  arguments.cache.k = cache_of(layers_[layer].keys);
  arguments.cache.v = cache_of(layers_[layer].values);
  arguments.cache.slots = arguments.rope.positions;
  arguments.cache.addressing = KGATE_KV_SLOTS;
  arguments.error = static_cast<std::uint64_t*>(error_);
  kernels_.rope_append(arguments);
}

/// silu(gate) * up of each token.
void Engine::gate(std::int64_t rows) {
  const std::int32_t hidden = checkpoint_.sizes.hidden;
  auto arguments = kgate::api::arguments<kgate_gated_activation_args>();
  arguments.gate = columns_of(gate_up_, rows, 0, hidden);
  arguments.up = columns_of(gate_up_, rows, hidden, hidden);
  arguments.out = rows_of(gated_, rows);
  arguments.alpha = 1;
  arguments.function = KGATE_SILU;
  arguments.profile = KGATE_GATED_ACTIVATION_STORED;
  kernels_.gated_activation(arguments);
}

/// softmax(q K / sqrt(size)) V of each token's heads, over all positions up to its own.
std::vector<float> Engine::attention(std::size_t layer, std::int64_t rows) {
  const Sizes& sizes = checkpoint_.sizes;
  const auto size = static_cast<std::size_t>(sizes.head_size());
  const auto kv_dim = static_cast<std::size_t>(sizes.kv_dim());
  const auto dim = static_cast<std::size_t>(sizes.dim);
  const auto sharing = static_cast<std::size_t>(sizes.heads / sizes.kv_heads);
  const std::vector<float> qkv = download(qkv_, rows);
  const std::vector<float> keys = download(layers_[layer].keys, length_ + rows);
  const std::vector<float> values = download(layers_[layer].values, length_ + rows);
  std::vector<float> result(static_cast<std::size_t>(rows) * dim);
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    for (std::size_t head = 0; head < static_cast<std::size_t>(sizes.heads); ++head) {
      const float* q = &qkv[row * static_cast<std::size_t>(qkv_.width) + head * size];
      const std::size_t column = head / sharing * size;
      std::vector<float> scores(static_cast<std::size_t>(length_) + row + 1);
      for (std::size_t at = 0; at < scores.size(); ++at) {
        scores[at] = std::inner_product(q, q + size, &keys[at * kv_dim + column], 0.0F) /
                     std::sqrt(static_cast<float>(size));
      }
      softmax(scores);
      float* out = &result[row * dim + head * size];
      for (std::size_t at = 0; at < scores.size(); ++at) {
        for (std::size_t i = 0; i < size; ++i) {
          out[i] += scores[at] * values[at * kv_dim + column + i];
        }
      }
    }
  }
  round(result);
  return result;
}

void Engine::check_error_word() {
  std::uint64_t word = 0;
  kernels_.read(std::as_writable_bytes(std::span(&word, 1)), error_);
  kgate::api::check(kgate_token_status("rope_append", word));
}

std::vector<float> Engine::forward(std::span<const std::int32_t> tokens) {
  const Sizes& sizes = checkpoint_.sizes;
  const auto rows = static_cast<std::int32_t>(tokens.size());
  if (rows < 1 || rows > sizes.positions - length_) {
    throw std::out_of_range(fmt::format("{} tokens after {}; the model has {} positions", rows,
                                        length_, sizes.positions));
  }
  const auto dim = static_cast<std::size_t>(sizes.dim);
  std::vector<float> x;
  for (const std::int32_t token : tokens) {
    if (token < 0 || token >= sizes.vocabulary) {
      throw std::out_of_range(fmt::format("token {}; the model has {}", token, sizes.vocabulary));
    }
    const auto row = checkpoint_.embedding.begin() + token * std::ptrdiff_t{sizes.dim};
    x.insert(x.end(), row, row + sizes.dim);
  }
  upload(residual_, x);
  std::vector<std::int64_t> positions(tokens.size());
  std::iota(positions.begin(), positions.end(), length_);
  kernels_.write(positions_, std::as_bytes(std::span(positions)));

  const auto hidden = static_cast<std::size_t>(sizes.hidden);
  const auto kv_dim = static_cast<std::size_t>(sizes.kv_dim());
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = checkpoint_.layers[l];
    norm(l == 0 ? nullptr : &branch_, layers_[l].attention_norm, rows);
    x = download(normed_, rows);
    std::vector<float> packed(tokens.size() * static_cast<std::size_t>(qkv_.width));
    place(times(layer.query, x, sizes.dim), dim, 0, dim + 2 * kv_dim, packed);
    place(times(layer.key, x, sizes.dim), kv_dim, dim, dim + 2 * kv_dim, packed);
    place(times(layer.value, x, sizes.dim), kv_dim, dim + kv_dim, dim + 2 * kv_dim, packed);
    upload(qkv_, packed);
    rope(l, rows);
    upload(branch_, times(layer.output, attention(l, rows), sizes.dim));

    norm(&branch_, layers_[l].feed_norm, rows);
    x = download(normed_, rows);
    packed.assign(tokens.size() * 2 * hidden, 0.0F);
    place(times(layer.gate, x, sizes.dim), hidden, 0, 2 * hidden, packed);
    place(times(layer.up, x, sizes.dim), hidden, hidden, 2 * hidden, packed);
    upload(gate_up_, packed);
    gate(rows);
    upload(branch_, times(layer.down, download(gated_, rows), sizes.hidden));
  }
  norm(&branch_, final_norm_, rows);
  x = download(normed_, rows);
  check_error_word();
  length_ += rows;
  x.erase(x.begin(), x.end() - sizes.dim);
  return times(checkpoint_.logits, x, sizes.dim);
}

}  // namespace tiny_llama
