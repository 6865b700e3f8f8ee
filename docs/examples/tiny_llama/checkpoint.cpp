// SPDX-License-Identifier: MIT
// Reads and edits checkpoints.
#include "docs/examples/tiny_llama/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace tiny_llama {
namespace {

/// Takes consecutive tensors off the file's floats.
class Reader {
 public:
  Reader(std::vector<char> bytes, std::filesystem::path file)
      : bytes_(std::move(bytes)), file_(std::move(file)) {}

  std::vector<float> take(std::int64_t count) {
    const std::size_t size = static_cast<std::size_t>(count) * sizeof(float);
    if (bytes_.size() - at_ < size) {
      throw std::runtime_error(fmt::format("{}: ends at byte {}; its header asks for more",
                                           file_.string(), bytes_.size()));
    }
    std::vector<float> values(static_cast<std::size_t>(count));
    std::memcpy(values.data(), &bytes_[at_], size);
    at_ += size;
    return values;
  }

  /// The next tensor of each layer, one layer after the other.
  void take_each(std::vector<Layer>& layers, std::vector<float> Layer::* tensor,
                 std::int64_t count) {
    for (Layer& layer : layers) {
      layer.*tensor = take(count);
    }
  }

  Sizes header() {
    std::array<std::int32_t, 7> words{};
    if (bytes_.size() < sizeof words) {
      throw std::runtime_error(fmt::format("{}: too short for a checkpoint", file_.string()));
    }
    std::memcpy(words.data(), bytes_.data(), sizeof words);
    at_ = sizeof words;
    return {words[0], words[1], words[2], words[3], words[4], words[5], words[6]};
  }

 private:
  std::vector<char> bytes_;
  std::filesystem::path file_;
  std::size_t at_ = 0;
};

void check_sizes(const Sizes& sizes, const std::filesystem::path& file) {
  constexpr std::int32_t kLargest = 1 << 20;
  const std::array all{sizes.dim,      sizes.hidden,     sizes.layers,   sizes.heads,
                       sizes.kv_heads, sizes.vocabulary, sizes.positions};
  const bool in_range = std::all_of(all.begin(), all.end(),
                                    [](std::int32_t size) { return size > 0 && size < kLargest; });
  if (!in_range || sizes.dim % sizes.heads != 0 || sizes.heads % sizes.kv_heads != 0 ||
      sizes.head_size() % 2 != 0) {
    throw std::runtime_error(
        fmt::format("{}: its first seven words are {}, which are no Llama's sizes", file.string(),
                    fmt::join(all, ", ")));
  }
}

/// Numbers in [-1, 1), the same on every machine.
class Sequence {
 public:
  float next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<float>(static_cast<std::int32_t>(state_ >> 32)) * 0x1p-31F;
  }

 private:
  std::uint64_t state_ = 260;
};

void add_product(std::vector<float>& matrix, std::int32_t inputs, std::int32_t rank, float scale,
                 Sequence& sequence) {
  const auto width = static_cast<std::size_t>(inputs);
  const std::size_t outputs = matrix.size() / width;
  for (std::int32_t r = 0; r < rank; ++r) {
    std::vector<float> a(width);
    std::vector<float> b(outputs);
    std::generate(a.begin(), a.end(), [&] { return sequence.next(); });
    std::generate(b.begin(), b.end(), [&] { return sequence.next(); });
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      matrix[i] += scale * b[i / width] * a[i % width];
    }
  }
}

}  // namespace

Checkpoint load_checkpoint(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw std::runtime_error(fmt::format("{}: cannot be read", file.string()));
  }
  Reader reader({std::istreambuf_iterator<char>(stream), {}}, file);
  Checkpoint checkpoint;
  Sizes& sizes = checkpoint.sizes;
  sizes = reader.header();
  const bool shared = sizes.vocabulary > 0;  // a negative size says: logits of their own
  sizes.vocabulary = std::abs(sizes.vocabulary);
  check_sizes(sizes, file);
  const std::int64_t dim = sizes.dim;
  std::vector<Layer>& layers = checkpoint.layers;
  layers.resize(static_cast<std::size_t>(sizes.layers));
  checkpoint.embedding = reader.take(dim * sizes.vocabulary);
  reader.take_each(layers, &Layer::attention_norm, dim);
  reader.take_each(layers, &Layer::query, dim * dim);
  reader.take_each(layers, &Layer::key, dim * sizes.kv_dim());
  reader.take_each(layers, &Layer::value, dim * sizes.kv_dim());
  reader.take_each(layers, &Layer::output, dim * dim);
  reader.take_each(layers, &Layer::feed_norm, dim);
  reader.take_each(layers, &Layer::gate, dim * sizes.hidden);
  reader.take_each(layers, &Layer::down, dim * sizes.hidden);
  reader.take_each(layers, &Layer::up, dim * sizes.hidden);
  checkpoint.final_norm = reader.take(dim);
  // Cosines and sines of an older format: angles are computed here.
  static_cast<void>(reader.take(std::int64_t{sizes.positions} * sizes.head_size()));
  checkpoint.logits = shared ? checkpoint.embedding : reader.take(dim * sizes.vocabulary);
  return checkpoint;
}

void merge_adapter(Checkpoint& checkpoint, std::int32_t rank, float scale) {
  Sequence sequence;
  for (Layer& layer : checkpoint.layers) {
    add_product(layer.query, checkpoint.sizes.dim, rank, scale, sequence);
    add_product(layer.value, checkpoint.sizes.dim, rank, scale, sequence);
  }
}

void edit_weight(Checkpoint& checkpoint, const std::string& name, float factor) {
  struct Tensor {
    std::string_view name;
    std::vector<float> Layer::* tensor;
  };
  static constexpr std::array kTensors{Tensor{"attention_norm", &Layer::attention_norm},
                                       Tensor{"query", &Layer::query},
                                       Tensor{"key", &Layer::key},
                                       Tensor{"value", &Layer::value},
                                       Tensor{"output", &Layer::output},
                                       Tensor{"feed_norm", &Layer::feed_norm},
                                       Tensor{"gate", &Layer::gate},
                                       Tensor{"down", &Layer::down},
                                       Tensor{"up", &Layer::up}};
  std::vector<float>* found = name == "final_norm" ? &checkpoint.final_norm : nullptr;
  for (std::size_t layer = 0; layer < checkpoint.layers.size(); ++layer) {
    for (const Tensor& tensor : kTensors) {
      if (name == fmt::format("layers.{}.{}", layer, tensor.name)) {
        found = &(checkpoint.layers[layer].*tensor.tensor);
      }
    }
  }
  if (found == nullptr) {
    throw std::invalid_argument(
        fmt::format("there is no weight '{}'; there are final_norm and layers.N.T, T one of "
                    "attention_norm, query, key, value, output, feed_norm, gate, down, up",
                    name));
  }
  for (float& value : *found) {
    value *= factor;
  }
}

}  // namespace tiny_llama
