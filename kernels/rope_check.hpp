// SPDX-License-Identifier: MIT
// Checks of the rotary arguments that kernels share; host code only.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "kernels/argument_checks.hpp"
#include "kernels/rope_contract.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate::rope_checks {

/// What of a launch decides whether its rotary arguments are right.
struct RopeUse {
  std::string_view kernel;
  DataType activation;
  std::int64_t tokens = 0;
  std::int32_t head_size = 0;
  bool needs_position = false;  ///< for something other than angles and q scales
};

inline bool has_sections(const RopeArguments& rope) {
  return rope.sections[0] != 0 || rope.sections[1] != 0 || rope.sections[2] != 0;
}

inline bool uses_positions(const RopeArguments& rope, bool needs_position) {
  return rope.angles != RopeAngles::none || rope.q_scales != nullptr || needs_position;
}

inline Status check_enumerations(const RopeArguments& rope, std::string_view kernel) {
  if (rope.angles > RopeAngles::base) {
    return invalid_argument("{}: rope.angles is {}; allowed: 0 to 3", kernel,
                            static_cast<std::uint32_t>(rope.angles));
  }
  if (rope.pairing > RopePairing::interleaved) {
    return invalid_argument("{}: rope.pairing is {}; allowed: 0 (NeoX) or 1 (interleaved)", kernel,
                            static_cast<std::uint32_t>(rope.pairing));
  }
  if (rope.profile > RopeProfile::native) {
    return invalid_argument("{}: rope.profile is {}; allowed: 0 (f32) or 1 (native)", kernel,
                            static_cast<std::uint32_t>(rope.profile));
  }
  return {};
}

inline Status check_rotary_dim(const RopeArguments& rope, const RopeUse& use) {
  if (rope.angles == RopeAngles::none) {
    if (rope.rotary_dim == 0) {
      return {};
    }
    return invalid_argument("{}: rope.rotary_dim is {}; without rotation it must be 0", use.kernel,
                            rope.rotary_dim);
  }
  if (rope.rotary_dim < 2 || rope.rotary_dim > use.head_size) {
    return invalid_argument("{}: rope.rotary_dim is {}; allowed: 2 to the head size, {}",
                            use.kernel, rope.rotary_dim, use.head_size);
  }
  if (rope.rotary_dim % 2 != 0) {
    return invalid_argument("{}: rope.rotary_dim is {}; it must be even", use.kernel,
                            rope.rotary_dim);
  }
  return {};
}

inline Status check_sections(const RopeArguments& rope, std::string_view kernel) {
  if (!has_sections(rope)) {
    return {};
  }
  const std::int32_t* sections = rope.sections;
  const std::int64_t sum = std::int64_t{sections[0]} + sections[1] + sections[2];
  if (sections[0] < 0 || sections[1] < 0 || sections[2] < 0 || sum != rope.rotary_dim / 2) {
    return invalid_argument(
        "{}: rope.sections are {}, {}, {}; they must not be negative and must add up to "
        "rotary_dim / 2, {}",
        kernel, sections[0], sections[1], sections[2], rope.rotary_dim / 2);
  }
  // Row `axis` has pairs axis, axis + 3, ... and all of its section must fit there.
  for (const int axis : {1, 2}) {
    if (rope.sections_interleaved != 0 && sections[axis] > (sum - axis + 2) / 3) {
      return invalid_argument("{}: rope.sections[{}] is {}; interleaved it is at most {}", kernel,
                              axis, sections[axis], (sum - axis + 2) / 3);
    }
  }
  return {};
}

inline Status check_positions(const RopeArguments& rope, const RopeUse& use) {
  if (!uses_positions(rope, use.needs_position)) {
    if (rope.positions == nullptr) {
      return {};
    }
    return invalid_argument("{}: rope.positions is set and nothing reads it; it must be null",
                            use.kernel);
  }
  if (rope.position_type != DataType::i32 && rope.position_type != DataType::i64) {
    return invalid_argument("{}: rope.position_type is data type {}; allowed: i32, i64", use.kernel,
                            static_cast<std::uint32_t>(rope.position_type));
  }
  if (has_sections(rope) &&
      (rope.position_stride < use.tokens || rope.position_stride > INT64_MAX / 32)) {
    return invalid_argument("{}: rope.position_stride is {}; it must be at least the tokens, {}",
                            use.kernel, rope.position_stride, use.tokens);
  }
  return in_kernel(use.kernel, check_pointer("rope.positions", rope.positions, rope.position_type));
}

inline Status check_table(const RopeArguments& rope, const RopeUse& use) {
  if (rope.table_type != DataType::f32 && rope.table_type != use.activation) {
    return invalid_argument("{}: rope.table_type is data type {}; allowed: f32 or {}", use.kernel,
                            static_cast<std::uint32_t>(rope.table_type), name(use.activation));
  }
  if (rope.table_rows < 1) {
    return invalid_argument("{}: rope.table_rows is {}; it must be at least 1", use.kernel,
                            rope.table_rows);
  }
  const Status status = check_stride("rope.table_stride", rope.table_stride, rope.rotary_dim,
                                     rope.table_rows, rope.table_type);
  return in_kernel(use.kernel,
                   status ? check_pointer("rope.table", rope.table, rope.table_type) : status);
}

inline Status check_angles(const RopeArguments& rope, const RopeUse& use) {
  if (rope.angles == RopeAngles::table) {
    return check_table(rope, use);
  }
  if (rope.angles == RopeAngles::none) {
    return {};
  }
  if (!std::isfinite(rope.attention_scaling) || rope.attention_scaling <= 0.0F) {
    return invalid_argument("{}: rope.attention_scaling is {}; it must be finite and above 0",
                            use.kernel, rope.attention_scaling);
  }
  if (rope.angles == RopeAngles::inverse_frequencies) {
    return in_kernel(use.kernel, check_pointer("rope.inverse_frequencies", rope.inverse_frequencies,
                                               DataType::f32));
  }
  if (!std::isfinite(rope.base) || rope.base <= 1.0F) {
    return invalid_argument("{}: rope.base is {}; it must be finite and above 1", use.kernel,
                            rope.base);
  }
  return {};
}

inline Status check_q_scales(const RopeArguments& rope, std::string_view kernel) {
  if (rope.q_scales == nullptr) {
    return {};
  }
  if (rope.q_scale_rows < 1 || rope.q_scale_period < 1 || rope.q_scale_offset < 0) {
    return invalid_argument(
        "{}: rope.q_scale_rows, q_scale_period and q_scale_offset are {}, {} and {}; rows and "
        "period must be at least 1, the offset at least 0",
        kernel, rope.q_scale_rows, rope.q_scale_period, rope.q_scale_offset);
  }
  return in_kernel(kernel, check_pointer("rope.q_scales", rope.q_scales, DataType::f32));
}

inline Status check(const RopeArguments& rope, const RopeUse& use) {
  Status status = check_enumerations(rope, use.kernel);
  if (status) {
    status = check_rotary_dim(rope, use);
  }
  if (status) {
    status = check_sections(rope, use.kernel);
  }
  if (status) {
    status = check_positions(rope, use);
  }
  if (status) {
    status = check_angles(rope, use);
  }
  if (status) {
    status = check_q_scales(rope, use.kernel);
  }
  return status;
}

/// Bytes of an array of `count` elements.
inline StridedBytes array_bytes(std::string_view name, const void* pointer, std::int64_t count,
                                DataType type) {
  StridedBytes bytes;
  bytes.name = name;
  bytes.address = reinterpret_cast<std::uintptr_t>(pointer);
  bytes.run = pointer == nullptr ? 0 : count * static_cast<std::int64_t>(size_of(type));
  return bytes;
}

inline StridedBytes position_bytes(const RopeArguments& rope, std::int64_t tokens) {
  StridedBytes bytes = array_bytes("rope.positions", rope.positions, tokens, rope.position_type);
  if (has_sections(rope)) {
    bytes.dimensions[0] = {
        3, rope.position_stride * static_cast<std::int64_t>(size_of(rope.position_type))};
  }
  return bytes;
}

inline StridedBytes table_bytes(const RopeArguments& rope) {
  if (rope.angles != RopeAngles::table) {
    return {};
  }
  StridedBytes bytes = array_bytes("rope.table", rope.table, rope.rotary_dim, rope.table_type);
  bytes.dimensions[0] = {rope.table_rows,
                         rope.table_stride * static_cast<std::int64_t>(size_of(rope.table_type))};
  return bytes;
}

}  // namespace kgate::rope_checks
