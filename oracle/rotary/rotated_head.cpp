// SPDX-License-Identifier: MIT
// The rotation, rounding by rounding: kernels/rope_append/rope_append.md, "Order of roundings".
#include "oracle/rotary/rotated_head.hpp"

#include <cmath>
#include <cstddef>

#include "oracle/formats/element_access.hpp"

namespace kgate::oracle {

PairIndex pair_index(const RopeArguments& rope, std::int32_t pair) {
  const auto p = static_cast<std::size_t>(pair);
  if (rope.pairing == RopePairing::interleaved) {
    return {2 * p, 2 * p + 1};
  }
  return {p, p + static_cast<std::size_t>(rope.rotary_dim) / 2};
}

std::vector<float> rotated(const RopeArguments& rope, DataType activation,
                           const std::vector<Turn<float>>& turns, std::vector<float> head) {
  const auto product = [&](float a, float b) {
    const float exact = a * b;
    return rope.profile == RopeProfile::native ? rounded_to(activation, exact) : exact;
  };
  for (std::int32_t pair = 0; pair < rope.rotary_dim / 2; ++pair) {
    const auto [cosine, sine] = turns[static_cast<std::size_t>(pair)];
    float& first = head[pair_index(rope, pair).first];
    float& second = head[pair_index(rope, pair).second];
    const float x = first;
    const float y = second;
    first = product(x, cosine) - product(y, sine);
    second = product(y, cosine) + product(x, sine);
  }
  return head;
}

std::vector<double> exactly_rotated(const RopeArguments& rope,
                                    const std::vector<Turn<double>>& turns,
                                    std::vector<double> head) {
  for (std::int32_t pair = 0; pair < rope.rotary_dim / 2; ++pair) {
    const auto [cosine, sine] = turns[static_cast<std::size_t>(pair)];
    double& first = head[pair_index(rope, pair).first];
    double& second = head[pair_index(rope, pair).second];
    const double x = first;
    const double y = second;
    first = x * cosine - y * sine;
    second = y * cosine + x * sine;
  }
  return head;
}

std::vector<float> scaled_q(const RopeArguments& rope, DataType activation, std::int64_t token,
                            std::vector<float> head) {
  if (rope.q_scales == nullptr) {
    return head;
  }
  float scale = q_scale(rope, token);
  if (rope.profile == RopeProfile::native) {
    scale = rounded_to(activation, scale);
  }
  for (float& value : head) {
    value = rounded_to(activation, value) * scale;
  }
  return head;
}

std::vector<double> pair_magnitudes(const RopeArguments& rope,
                                    const std::vector<Turn<double>>& turns,
                                    const std::vector<double>& head) {
  std::vector<double> magnitudes(head.size(), 0.0);
  for (std::int32_t pair = 0; pair < rope.rotary_dim / 2; ++pair) {
    const auto [first, second] = pair_index(rope, pair);
    const auto [cosine, sine] = turns[static_cast<std::size_t>(pair)];
    magnitudes[first] = std::hypot(head[first], head[second]) * std::hypot(cosine, sine);
    magnitudes[second] = magnitudes[first];
  }
  return magnitudes;
}

}  // namespace kgate::oracle
