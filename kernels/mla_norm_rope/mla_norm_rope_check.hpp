// SPDX-License-Identifier: MIT
// Checks of mla_norm_rope's arguments, for the launcher and the oracle; host code only.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "kernels/argument_checks.hpp"
#include "kernels/kv_cache_check.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/rope_check.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate {
namespace mla_norm_rope_checks {

inline constexpr std::string_view kKernel = "mla_norm_rope";

inline Status check_range(std::string_view name, std::int64_t value, std::int64_t least,
                          std::int64_t most) {
  if (value >= least && value <= most) {
    return {};
  }
  return invalid_argument("mla_norm_rope: {} is {}; allowed: {} to {}", name, value, least, most);
}

inline Status check_types(const MlaNormRopeArguments& arguments) {
  const DataType type = arguments.activation;
  if (type != DataType::f16 && type != DataType::bf16 && type != DataType::f32) {
    return invalid_argument("mla_norm_rope: activation is data type {}; allowed: f16, bf16, f32",
                            static_cast<std::uint32_t>(type));
  }
  if (arguments.weight_type != type && arguments.weight_type != DataType::f32) {
    return invalid_argument(
        "mla_norm_rope: weight_type is data type {}; allowed with {}: {} or f32",
        static_cast<std::uint32_t>(arguments.weight_type), name(type), name(type));
  }
  return {};
}

inline Status check_values(const MlaNormRopeArguments& arguments) {
  if (arguments.norm_profile > MlaNormProfile::graph) {
    return invalid_argument("mla_norm_rope: norm_profile is {}; allowed: 0 (f32) or 1 (graph)",
                            static_cast<std::uint32_t>(arguments.norm_profile));
  }
  if (!std::isfinite(arguments.eps) || arguments.eps < 0.0F) {
    return invalid_argument("mla_norm_rope: eps is {}; allowed: finite, not negative",
                            arguments.eps);
  }
  if (arguments.weight_bias != 0.0F && arguments.weight_bias != 1.0F) {
    return invalid_argument("mla_norm_rope: weight_bias is {}; allowed: 0 or 1",
                            arguments.weight_bias);
  }
  if (arguments.rope.q_scales != nullptr) {
    return invalid_argument(
        "mla_norm_rope: rope.q_scales is set; it must be null, as the part of q that is not "
        "rotated would keep its scale");
  }
  Status status = check_range("kv_lora_rank", arguments.kv_lora_rank, 1, kMlaNormRopeMaxLatent);
  if (status) {
    status = check_range("pe_size", arguments.pe_size, 1, kMlaNormRopeMaxPeSize);
  }
  const bool has_q = arguments.q_pe.data != nullptr;
  return status ? check_range("q_heads", arguments.q_heads, has_q ? 1 : 0,
                              has_q ? kMlaNormRopeMaxHeads : 0)
                : status;
}

/// The tensors of rows and heads, in the order of Tensor.
enum Tensor : std::uint8_t { kLatentIn, kPeIn, kQPe, kLatent, kPe, kQPeOut };

inline std::array<StridedBytes, 6> tensors(const MlaNormRopeArguments& arguments) {
  const auto element = static_cast<std::int64_t>(size_of(arguments.activation));
  const auto rows = [&](std::string_view name, const void* pointer, std::int64_t size,
                        std::int64_t stride) {
    StridedBytes bytes;
    bytes.name = name;
    bytes.address = reinterpret_cast<std::uintptr_t>(pointer);
    bytes.run = pointer == nullptr ? 0 : size * element;
    bytes.dimensions.front() = {arguments.tokens, stride * element};
    return bytes;
  };
  const auto heads = [&](std::string_view name, const HeadTensor& tensor) {
    StridedBytes bytes = rows(name, tensor.data, arguments.pe_size, tensor.token_stride);
    bytes.dimensions.back() = {arguments.q_heads, tensor.head_stride * element};
    return bytes;
  };
  StridedBytes pe_in = rows("kv", arguments.kv, arguments.pe_size, arguments.kv_stride);
  pe_in.address += static_cast<std::uintptr_t>(arguments.kv_lora_rank * element);
  return {rows("kv", arguments.kv, arguments.kv_lora_rank, arguments.kv_stride),
          pe_in,
          heads("q_pe", arguments.q_pe),
          rows("latent", arguments.latent, arguments.kv_lora_rank, arguments.latent_stride),
          rows("pe", arguments.pe, arguments.pe_size, arguments.pe_stride),
          heads("q_pe_out", arguments.q_pe_out)};
}

/// Strides that could not be multiplied, or that make rows of one tensor overlap.
inline Status check_strides(const StridedBytes& tensor) {
  for (const StridedBytes::Dimension& dimension : tensor.dimensions) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 60;
    if (dimension.count > 1 &&
        (dimension.stride < 0 || dimension.stride > kLargest / dimension.count)) {
      return invalid_argument(
          "mla_norm_rope: a stride of {} is {} bytes; it must be positive and span less than 2^60 "
          "bytes",
          tensor.name, dimension.stride);
    }
  }
  if (!runs_are_apart(tensor)) {
    return invalid_argument(
        "mla_norm_rope: the strides of {} make its rows of {} bytes overlap; every stride must be "
        "at "
        "least the extent of the smaller ones",
        tensor.name, tensor.run);
  }
  return {};
}

inline Status check_tensors(const MlaNormRopeArguments& arguments) {
  struct Named {
    std::string_view name;
    const void* pointer;
    bool wanted;
    DataType type;
  };
  const DataType type = arguments.activation;
  const Named pointers[] = {
      {"mla_norm_rope: kv", arguments.kv, true, type},
      {"mla_norm_rope: weight", arguments.weight, true, arguments.weight_type},
      {"mla_norm_rope: latent", arguments.latent, arguments.latent != nullptr, type},
      {"mla_norm_rope: pe", arguments.pe, arguments.pe != nullptr, type},
      {"mla_norm_rope: q_pe", arguments.q_pe.data, arguments.q_pe.data != nullptr, type},
      {"mla_norm_rope: q_pe_out", arguments.q_pe_out.data, arguments.q_pe.data != nullptr, type},
      {"mla_norm_rope: error", arguments.error, true, DataType::i64}};
  for (const Named& one : pointers) {
    if (!one.wanted) {
      continue;
    }
    if (Status status = check_pointer(one.name, one.pointer, one.type); !status) {
      return status;
    }
  }
  Status status = check_stride("mla_norm_rope: kv_stride", arguments.kv_stride,
                               arguments.kv_lora_rank + arguments.pe_size, arguments.tokens, type);
  for (const StridedBytes& tensor : tensors(arguments)) {
    if (status && tensor.run != 0) {
      status = check_strides(tensor);
    }
  }
  return status;
}

/// Latent and rotated part must have a place to go, and q_pe_out an input.
inline Status check_destinations(const MlaNormRopeArguments& arguments) {
  if (arguments.q_pe.data == nullptr && arguments.q_pe_out.data != nullptr) {
    return invalid_argument("mla_norm_rope: q_pe_out is set and q_pe is null; set both or neither");
  }
  if (kv_cache_checks::has_cache(arguments.cache) ||
      (arguments.latent != nullptr && arguments.pe != nullptr)) {
    return {};
  }
  return invalid_argument("mla_norm_rope: {} is null and there is no cache; set it or a cache",
                          arguments.latent == nullptr ? "latent" : "pe");
}

inline kv_cache_checks::CacheUse cache_use(const MlaNormRopeArguments& arguments) {
  return {.kernel = kKernel,
          .activation = arguments.activation,
          .tokens = arguments.tokens,
          .heads = 1,
          .k_size = arguments.kv_lora_rank + arguments.pe_size,
          .v_size = 0};
}

inline Status check_overlap(const MlaNormRopeArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  const std::array<StridedBytes, 6> all = tensors(arguments);
  const std::array<StridedBytes, 5> outputs{
      all[kLatent], all[kPe], all[kQPeOut], kv_cache_checks::k_bytes(cache, cache_use(arguments)),
      rope_checks::array_bytes("error", arguments.error, 1, DataType::i64)};
  const std::array<StridedBytes, 9> inputs{
      all[kLatentIn],
      all[kPeIn],
      all[kQPe],
      rope_checks::array_bytes("weight", arguments.weight, arguments.kv_lora_rank,
                               arguments.weight_type),
      rope_checks::position_bytes(rope, arguments.tokens),
      rope_checks::table_bytes(rope),
      rope_checks::array_bytes("rope.inverse_frequencies", rope.inverse_frequencies,
                               rope.rotary_dim / 2, DataType::f32),
      rope_checks::array_bytes("cache.slots", cache.slots, cache.slot_count, DataType::i64),
      rope_checks::array_bytes("cache.k_scale", cache.k_scale, 1, DataType::f32)};
  const auto refuse = [](const StridedBytes& output, const StridedBytes& other, bool in_place) {
    return invalid_argument(
        "mla_norm_rope: {} at {:#x} overlaps {} at {:#x}; allowed: no overlap{}", output.name,
        output.address, other.name, other.address,
        in_place ? ", or the same address and strides" : "");
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < inputs.size(); ++j) {
      const bool in_place = i == j && i < 3;
      if (overlap(outputs.at(i), inputs.at(j)) &&
          !(in_place && exactly_in_place(outputs.at(i), inputs.at(j)))) {
        return refuse(outputs.at(i), inputs.at(j), in_place);
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

}  // namespace mla_norm_rope_checks

inline Status check(const MlaNormRopeArguments& arguments) {
  namespace checks = mla_norm_rope_checks;
  Status status = checks::check_types(arguments);
  if (status) {
    status = checks::check_values(arguments);
  }
  if (status) {
    status = checks::check_range("tokens", arguments.tokens, 0, kMlaNormRopeMaxTokens);
  }
  if (!status || arguments.tokens == 0) {
    return status;
  }
  status = checks::check_tensors(arguments);
  if (status) {
    status = checks::check_destinations(arguments);
  }
  if (status) {
    status = rope_checks::check(
        arguments.rope, {.kernel = checks::kKernel,
                         .activation = arguments.activation,
                         .tokens = arguments.tokens,
                         .head_size = arguments.pe_size,
                         .needs_position = arguments.cache.addressing == KvCacheAddressing::ring});
  }
  if (status) {
    status = kv_cache_checks::check(arguments.cache, checks::cache_use(arguments));
  }
  return status ? checks::check_overlap(arguments) : status;
}

}  // namespace kgate
