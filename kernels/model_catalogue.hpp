// SPDX-License-Identifier: MIT
// The model families of models.toml, which has the meaning of every field.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgate {

enum class FrequencyScaling : std::uint8_t { none, linear, llama3, yarn, longrope, proportional };

enum class HeadNorm : std::uint8_t { none, plain, gemma };

struct Model {
  std::string name;
  std::int32_t heads = 0;
  std::int32_t kv_heads = 0;
  std::int32_t head_size = 0;
  std::int32_t v_head_size = 0;
  std::int32_t rotary_dim = 0;  ///< 0: no rotation
  std::int64_t max_positions = 0;
  double base = 0;
  bool interleaved = false;

  FrequencyScaling scaling = FrequencyScaling::none;
  double factor = 1;
  double low = 1;
  double high = 4;
  double original_positions = 0;
  std::vector<double> factors;  ///< LongRoPE, one a pair
  double attention = 0;         ///< factor of cosines and sines; 0: what the scaling implies

  std::array<std::int32_t, 3> sections{};
  bool sections_interleaved = false;
  /// Whether pairs follow one of three rows of positions.
  [[nodiscard]] bool has_sections() const { return sections != std::array<std::int32_t, 3>{}; }
  std::int32_t window = 0;  ///< 0: full attention
  double q_scale_beta = 0;  ///< 0: q is not scaled
  std::int32_t q_scale_period = 0;
  std::int32_t q_scale_offset = 0;
  bool gate = false;

  HeadNorm norm = HeadNorm::none;
  bool norm_f32 = false;
  double eps = 1e-5;
  bool v_norm = false;
  bool kv_shared = false;

  std::int32_t mla_lora = 0;  ///< 0: no latent attention
  std::int32_t mla_rope = 0;
};

/// All models, in the order of the file. Throws std::runtime_error naming the model and the field
/// where models.toml is wrong: it is part of the build.
[[nodiscard]] std::span<const Model> models();

/// The model of that name; throws std::out_of_range without one.
[[nodiscard]] const Model& model_named(std::string_view name);

/// Inverse frequency of every pair, rotary_dim / 2 (with latent attention mla_rope / 2) of them.
[[nodiscard]] std::vector<double> inverse_frequencies(const Model& model);

/// The factor of cosines and sines: the model's own, or YaRN's 0.1 ln(factor) + 1, LongRoPE's
/// sqrt(1 + ln(factor) / ln(original)), else 1.
[[nodiscard]] double attention_scaling(const Model& model);

/// q's factor for the quotient `index` of position and period.
[[nodiscard]] double q_scale(const Model& model, std::int64_t index);

}  // namespace kgate
