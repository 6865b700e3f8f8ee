// SPDX-License-Identifier: MIT
// Checks of rope_append's arguments, for launchers and oracles; host code only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/argument_checks.hpp"
#include "kernels/kv_cache_check.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"
#include "kernels/rope_check.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate {
namespace rope_append_checks {

/// One of the six tensors of heads.
struct Heads {
  std::string_view name;
  const HeadTensor& tensor;
  std::int32_t heads = 0;
  std::int32_t size = 0;
};

inline std::array<Heads, 6> tensors(const RopeAppendArguments& arguments) {
  return {{{"q", arguments.q, arguments.q_heads, arguments.head_size},
           {"k", arguments.k, arguments.kv_heads, arguments.head_size},
           {"v", arguments.v, arguments.kv_heads, arguments.v_head_size},
           {"q_out", arguments.q_out, arguments.q_heads, arguments.head_size},
           {"k_out", arguments.k_out, arguments.kv_heads, arguments.head_size},
           {"v_out", arguments.v_out, arguments.kv_heads, arguments.v_head_size}}};
}

inline StridedBytes bytes_of(const Heads& heads, const RopeAppendArguments& arguments) {
  const auto element = static_cast<std::int64_t>(size_of(arguments.activation));
  return {.name = heads.name,
          .address = reinterpret_cast<std::uintptr_t>(heads.tensor.data),
          .run = heads.tensor.data == nullptr ? 0 : heads.size * element,
          .dimensions = {{{arguments.tokens, heads.tensor.token_stride * element},
                          {heads.heads, heads.tensor.head_stride * element}}}};
}

inline Status check_count(std::string_view kernel, std::string_view name, std::int64_t value,
                          std::int64_t most) {
  if (value >= 1 && value <= most) {
    return {};
  }
  return invalid_argument("{}: {} is {}; allowed: 1 to {}", kernel, name, value, most);
}

inline Status check_sizes(const RopeAppendArguments& arguments, std::string_view kernel) {
  const bool has_k = arguments.k.data != nullptr;
  const bool has_v = arguments.v.data != nullptr;
  const DataType type = arguments.activation;
  if (type != DataType::f16 && type != DataType::bf16 && type != DataType::f32) {
    return invalid_argument("{}: activation is data type {}; allowed: f16, bf16, f32", kernel,
                            static_cast<std::uint32_t>(type));
  }
  if (arguments.q.data == nullptr && !has_k && !has_v) {
    return invalid_argument("{}: q, k and v are null; at least one must be set", kernel);
  }
  Status status = check_count(kernel, "head_size", arguments.head_size, kRopeAppendMaxHeadSize);
  if (status && arguments.q.data != nullptr) {
    status = check_count(kernel, "q_heads", arguments.q_heads, kRopeAppendMaxHeads);
  }
  if (status && (has_k || has_v)) {
    status = check_count(kernel, "kv_heads", arguments.kv_heads, kRopeAppendMaxHeads);
  }
  if (status && has_v) {
    status = check_count(kernel, "v_head_size", arguments.v_head_size, kRopeAppendMaxHeadSize);
  }
  return status;
}

inline Status check_tensor(const Heads& heads, const RopeAppendArguments& arguments,
                           std::string_view kernel) {
  if (heads.tensor.data == nullptr) {
    return {};
  }
  Status status =
      in_kernel(kernel, check_pointer(heads.name, heads.tensor.data, arguments.activation));
  if (!status) {
    return status;
  }
  const StridedBytes bytes = bytes_of(heads, arguments);
  for (const StridedBytes::Dimension& dimension : bytes.dimensions) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 60;
    if (dimension.count > 1 &&
        (dimension.stride < 0 || dimension.stride > kLargest / dimension.count)) {
      return invalid_argument(
          "{}: token_stride and head_stride of {} are {} and {}; they must be positive and span "
          "less than 2^60 bytes",
          kernel, heads.name, heads.tensor.token_stride, heads.tensor.head_stride);
    }
  }
  if (!runs_are_apart(bytes)) {
    return invalid_argument(
        "{}: token_stride {} and head_stride {} of {} make its {} heads of {} elements overlap",
        kernel, heads.tensor.token_stride, heads.tensor.head_stride, heads.name, heads.heads,
        heads.size);
  }
  return {};
}

inline kv_cache_checks::CacheUse cache_use(const RopeAppendArguments& arguments,
                                           std::string_view kernel) {
  return {.kernel = kernel,
          .activation = arguments.activation,
          .tokens = arguments.tokens,
          .heads = arguments.kv_heads,
          .k_size = arguments.k.data != nullptr ? arguments.head_size : 0,
          .v_size = arguments.v.data != nullptr ? arguments.v_head_size : 0};
}

/// Every input must have a place to go, and every output an input.
inline Status check_destinations(const RopeAppendArguments& arguments, std::string_view kernel) {
  const bool cached = kv_cache_checks::has_cache(arguments.cache);
  struct Way {
    std::string_view input;
    const void* from;
    const void* to;
    bool cached;
  };
  const Way ways[] = {{"q", arguments.q.data, arguments.q_out.data, false},
                      {"k", arguments.k.data, arguments.k_out.data, cached},
                      {"v", arguments.v.data, arguments.v_out.data, cached}};
  for (const Way& way : ways) {
    if (way.from == nullptr && way.to != nullptr) {
      return invalid_argument("{}: {}_out is set and {} is null; set both or neither", kernel,
                              way.input, way.input);
    }
    if (way.from != nullptr && way.to == nullptr && !way.cached) {
      return invalid_argument("{}: {} is set and has nowhere to go; set {}_out{}", kernel,
                              way.input, way.input, way.input == "q" ? "" : " or a cache");
    }
  }
  return {};
}

/// What the kernel reads and must not write.
inline std::array<StridedBytes, 10> inputs(const RopeAppendArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  const std::array<Heads, 6> heads = tensors(arguments);
  return {
      bytes_of(heads[0], arguments),
      bytes_of(heads[1], arguments),
      bytes_of(heads[2], arguments),
      rope_checks::position_bytes(rope, arguments.tokens),
      rope_checks::table_bytes(rope),
      rope_checks::array_bytes("rope.inverse_frequencies", rope.inverse_frequencies,
                               rope.rotary_dim / 2, DataType::f32),
      rope_checks::array_bytes("rope.q_scales", rope.q_scales, rope.q_scale_rows, DataType::f32),
      rope_checks::array_bytes("cache.slots", cache.slots, cache.slot_count, DataType::i64),
      rope_checks::array_bytes("cache.k_scale", cache.k_scale, 1, DataType::f32),
      rope_checks::array_bytes("cache.v_scale", cache.v_scale, 1, DataType::f32)};
}

inline Status check_overlap(const RopeAppendArguments& arguments, std::string_view kernel,
                            std::span<const StridedBytes> further_inputs) {
  const std::array<Heads, 6> heads = tensors(arguments);
  const auto use = cache_use(arguments, kernel);
  const std::array<StridedBytes, 6> outputs{
      bytes_of(heads[3], arguments),
      bytes_of(heads[4], arguments),
      bytes_of(heads[5], arguments),
      kv_cache_checks::k_bytes(arguments.cache, use),
      kv_cache_checks::v_bytes(arguments.cache, use),
      rope_checks::array_bytes("error", arguments.error, 1, DataType::i64)};
  const std::array<StridedBytes, 10> read = inputs(arguments);
  const auto refuse = [&](const StridedBytes& output, const StridedBytes& other, bool in_place) {
    return invalid_argument("{}: {} at {:#x} overlaps {} at {:#x}; allowed: no overlap{}", kernel,
                            output.name, output.address, other.name, other.address,
                            in_place ? ", or the same address and strides" : "");
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < read.size(); ++j) {
      const bool in_place = i == j && i < 3;
      if (overlap(outputs.at(i), read.at(j)) &&
          !(in_place && exactly_in_place(outputs.at(i), read.at(j)))) {
        return refuse(outputs.at(i), read.at(j), in_place);
      }
    }
    for (const StridedBytes& input : further_inputs) {
      if (overlap(outputs.at(i), input)) {
        return refuse(outputs.at(i), input, false);
      }
    }
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      if (overlap(outputs.at(i), outputs.at(j))) {
        return refuse(outputs.at(i), outputs.at(j), false);
      }
    }
  }
  return {};
}

/// All checks, in the name of `kernel`; `further_inputs` is what it reads besides.
inline Status check_as(const RopeAppendArguments& arguments, std::string_view kernel,
                       std::span<const StridedBytes> further_inputs) {
  if (arguments.tokens < 0 || arguments.tokens > kRopeAppendMaxTokens) {
    return invalid_argument("{}: tokens is {}; allowed: 0 to {}", kernel, arguments.tokens,
                            kRopeAppendMaxTokens);
  }
  if (arguments.tokens == 0) {
    return {};
  }
  Status status = check_sizes(arguments, kernel);
  for (const Heads& heads : tensors(arguments)) {
    if (status) {
      status = check_tensor(heads, arguments, kernel);
    }
  }
  if (status) {
    status = check_destinations(arguments, kernel);
  }
  if (status) {
    status = rope_checks::check(
        arguments.rope, {.kernel = kernel,
                         .activation = arguments.activation,
                         .tokens = arguments.tokens,
                         .head_size = arguments.head_size,
                         .needs_position = arguments.cache.addressing == KvCacheAddressing::ring});
  }
  if (status) {
    status = kv_cache_checks::check(arguments.cache, cache_use(arguments, kernel));
  }
  if (status) {
    status = in_kernel(kernel, check_pointer("error", arguments.error, DataType::i64));
  }
  return status ? check_overlap(arguments, kernel, further_inputs) : status;
}

}  // namespace rope_append_checks

inline Status check(const RopeAppendArguments& arguments) {
  return rope_append_checks::check_as(arguments, "rope_append", {});
}

}  // namespace kgate
