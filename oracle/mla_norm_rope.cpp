// SPDX-License-Identifier: MIT
// mla_norm_rope by its formulas: kernels/mla_norm_rope/mla_norm_rope.md.
#include <algorithm>
#include <any>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "oracle/formats/element_access.hpp"
#include "oracle/oracle.hpp"
#include "oracle/order/row_sum.hpp"
#include "oracle/rotary/cache_entries.hpp"
#include "oracle/rotary/rotary_angles.hpp"
#include "oracle/rotary/rotated_head.hpp"

namespace kgate::oracle {
namespace {

template <class Real>
std::vector<Real> read_run(DataType type, const void* tensor, std::int64_t first,
                           std::int32_t count) {
  std::vector<Real> values;
  for (std::int32_t i = 0; i < count; ++i) {
    values.push_back(static_cast<Real>(read_element(type, tensor, first + i)));
  }
  return values;
}

TokenErrorCode error_of(const MlaNormRopeArguments& arguments, std::int64_t token) {
  const TokenErrorCode error = position_error(arguments.rope, token);
  if (error != TokenErrorCode::none) {
    return error;
  }
  return slot_is_out_of_range(arguments.cache, token) ? TokenErrorCode::slot_out_of_range
                                                      : TokenErrorCode::none;
}

std::int64_t q_index(const HeadTensor& tensor, std::int64_t token, std::int32_t head) {
  return token * tensor.token_stride + head * tensor.head_stride;
}

/// The latent as it is stored, before the last rounding to the activation type.
std::vector<float> normalized(const MlaNormRopeArguments& arguments, std::vector<float> latent) {
  const DataType type = arguments.activation;
  const float squares = sum_of_squares(latent, size_of(type));
  const float mean = squares * (1.0F / static_cast<float>(arguments.kv_lora_rank));
  const float inverse_rms = 1.0F / std::sqrt(mean + arguments.eps);
  for (std::size_t i = 0; i < latent.size(); ++i) {
    float scaled = latent[i] * inverse_rms;
    float gain =
        read_element(arguments.weight_type, arguments.weight, static_cast<std::int64_t>(i));
    // Without bias the weight is untouched: -0 + 0 would be +0.
    if (arguments.weight_bias != 0.0F) {
      gain += arguments.weight_bias;
    }
    if (arguments.norm_profile == MlaNormProfile::graph) {
      scaled = rounded_to(type, scaled);
      gain = rounded_to(type, gain);
    }
    latent[i] = scaled * gain;
  }
  return latent;
}

void write_run(DataType type, void* tensor, std::int64_t first, const std::vector<float>& values) {
  for (const float value : values) {
    write_element(type, tensor, first++, value);
  }
}

void evaluate_token(const MlaNormRopeArguments& arguments, std::int64_t token) {
  const DataType type = arguments.activation;
  const auto turns = turns_of_token(arguments.rope, type, token);
  const std::int64_t row = token * arguments.kv_stride;
  std::vector<float> entry =
      normalized(arguments, read_run<float>(type, arguments.kv, row, arguments.kv_lora_rank));
  const std::vector<float> pe =
      rotated(arguments.rope, type, turns,
              read_run<float>(type, arguments.kv, row + arguments.kv_lora_rank, arguments.pe_size));
  if (arguments.latent != nullptr) {
    write_run(type, arguments.latent, token * arguments.latent_stride, entry);
  }
  if (arguments.pe != nullptr) {
    write_run(type, arguments.pe, token * arguments.pe_stride, pe);
  }
  entry.insert(entry.end(), pe.begin(), pe.end());
  for (float& value : entry) {
    value = rounded_to(type, value);
  }
  if (const auto place =
          entry_of_token(arguments.cache, token, first_position(arguments.rope, token))) {
    store_head(arguments.cache, k_side(arguments.cache), *place, 0, entry);
  }
  for (std::int32_t head = 0; head < arguments.q_heads; ++head) {
    write_run(type, arguments.q_pe_out.data, q_index(arguments.q_pe_out, token, head),
              rotated(arguments.rope, type, turns,
                      read_run<float>(type, arguments.q_pe.data,
                                      q_index(arguments.q_pe, token, head), arguments.pe_size)));
  }
}

Status evaluate(const std::any& any) {
  const auto& arguments = std::any_cast<const MlaNormRopeArguments&>(any);
  Status status = check(arguments);
  if (!status) {
    return status;
  }
  for (std::int64_t token = 0; token < arguments.tokens; ++token) {
    const TokenErrorCode error = error_of(arguments, token);
    if (error == TokenErrorCode::none) {
      evaluate_token(arguments, token);
    } else {
      *arguments.error = std::max(*arguments.error, token_error_word(token, error));
    }
  }
  return {};
}

/// True values of a run of elements, and the sizes of the terms that were added to each.
struct ExactRun {
  std::vector<double> values;
  std::vector<double> magnitudes;
};

ExactRun exactly_normalized(const MlaNormRopeArguments& arguments, std::int64_t token) {
  ExactRun run;
  run.values = read_run<double>(arguments.activation, arguments.kv, token * arguments.kv_stride,
                                arguments.kv_lora_rank);
  double squares = 0;
  for (const double value : run.values) {
    squares += value * value;
  }
  const double rms =
      std::sqrt(squares / arguments.kv_lora_rank + static_cast<double>(arguments.eps));
  std::int64_t i = 0;
  for (double& value : run.values) {
    const double weight =
        static_cast<double>(read_element(arguments.weight_type, arguments.weight, i++));
    value = value / rms * (weight + static_cast<double>(arguments.weight_bias));
  }
  run.magnitudes.assign(run.values.size(), 0.0);
  return run;
}

ExactRun exactly_turned(const MlaNormRopeArguments& arguments,
                        const std::vector<Turn<double>>& turns, const void* tensor,
                        std::int64_t first) {
  const auto head = read_run<double>(arguments.activation, tensor, first, arguments.pe_size);
  return {exactly_rotated(arguments.rope, turns, head),
          pair_magnitudes(arguments.rope, turns, head)};
}

/// Largest number of a type that saturates, infinity for the others.
double largest(DataType type) {
  switch (type) {
    case DataType::f8_e4m3fn:
      return 448;
    case DataType::f8_e4m3fnuz:
      return 240;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

TruthRun truth_run(std::string_view tensor, DataType type, const void* base, std::int64_t first,
                   ExactRun exact, double scale) {
  for (double& value : exact.values) {
    value = std::clamp(value / scale, -largest(type), largest(type));
  }
  for (double& magnitude : exact.magnitudes) {
    magnitude /= scale;
  }
  return {.tensor = tensor,
          .first = static_cast<const std::byte*>(base) +
                   first * static_cast<std::int64_t>(size_of(type)),
          .type = type,
          .values = std::move(exact.values),
          .magnitudes = std::move(exact.magnitudes)};
}

void add_truth_of_token(const MlaNormRopeArguments& arguments, std::int64_t token,
                        std::vector<TruthRun>& runs) {
  const DataType type = arguments.activation;
  const auto turns = exact_turns_of_token(arguments.rope, token);
  const ExactRun latent = exactly_normalized(arguments, token);
  const ExactRun pe = exactly_turned(arguments, turns, arguments.kv,
                                     token * arguments.kv_stride + arguments.kv_lora_rank);
  if (arguments.latent != nullptr) {
    runs.push_back(
        truth_run("latent", type, arguments.latent, token * arguments.latent_stride, latent, 1.0));
  }
  if (arguments.pe != nullptr) {
    runs.push_back(truth_run("pe", type, arguments.pe, token * arguments.pe_stride, pe, 1.0));
  }
  const KvCacheArguments& cache = arguments.cache;
  if (const auto place = entry_of_token(cache, token, first_position(arguments.rope, token))) {
    const CacheSide side = k_side(cache);
    const std::int64_t first = first_element(side, *place, 0);
    const auto scale = static_cast<double>(side.scale);
    runs.push_back(truth_run("cache latent", cache.type, cache.k, first, latent, scale));
    runs.push_back(
        truth_run("cache pe", cache.type, cache.k, first + arguments.kv_lora_rank, pe, scale));
  }
  for (std::int32_t head = 0; head < arguments.q_heads; ++head) {
    runs.push_back(truth_run(
        "q_pe_out", type, arguments.q_pe_out.data, q_index(arguments.q_pe_out, token, head),
        exactly_turned(arguments, turns, arguments.q_pe.data, q_index(arguments.q_pe, token, head)),
        1.0));
  }
}

std::vector<TruthRun> truth(const std::any& any) {
  const auto& arguments = std::any_cast<const MlaNormRopeArguments&>(any);
  std::vector<TruthRun> runs;
  for (std::int64_t token = 0; token < arguments.tokens; ++token) {
    if (error_of(arguments, token) == TokenErrorCode::none) {
      add_truth_of_token(arguments, token, runs);
    }
  }
  return runs;
}

}  // namespace

extern const Oracle mla_norm_rope;
const Oracle mla_norm_rope{.name = "mla_norm_rope", .evaluate = evaluate, .truth = truth};

}  // namespace kgate::oracle
