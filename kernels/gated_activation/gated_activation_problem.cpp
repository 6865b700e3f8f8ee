// SPDX-License-Identifier: MIT
// Builds gated_activation's problems.
#include "kernels/gated_activation/gated_activation_problem.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/case_building.hpp"

namespace kgate::gated_activation_table {
namespace {

// --- names -------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 3> kFunctions{"silu", "gelu", "gelu_tanh"};
constexpr std::array<std::string_view, 2> kProfiles{"stored_activation", "f32_activation"};
constexpr std::array<std::string_view, 6> kLayouts{"packed",    "packed_up", "separate",
                                                   "over_gate", "over_up",   "packed_over_gate"};
constexpr std::array<std::string_view, 6> kValues{"bell",       "wide",    "every_gate",
                                                  "every_unit", "special", "every_exponent"};

template <std::size_t kCount, class Enum>
std::string_view name_of(const std::array<std::string_view, kCount>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

bool is_packed(Layout layout) {
  return layout == Layout::packed || layout == Layout::packed_up ||
         layout == Layout::packed_over_gate;
}

// --- memory ------------------------------------------------------------------------------------

/// The buffers, all poison, and where the tensors are in them.
Problem layout_of(const Row& row, std::byte poison) {
  const std::int64_t columns = row.intermediate;
  const bool packed = is_packed(row.layout);
  const std::int64_t in_stride = (packed ? 2 * columns : columns) + row.padding;
  // 16 elements are whole vectors of every type. Strides of tensors apart must not agree by
  // accident.
  const std::int64_t apart = packed || row.padding == 0 ? 0 : 16;
  const std::int64_t up_stride = in_stride + apart;
  const std::int64_t out_stride = columns + row.padding + 2 * apart;
  const auto misalignment = row.misalignment * static_cast<std::uint32_t>(size_of(row.type));
  Setup setup;
  setup.row = row;
  setup.arguments = {.gate = nullptr,
                     .up = nullptr,
                     .out = nullptr,
                     .rows = row.rows,
                     .gate_stride = in_stride,
                     .up_stride = up_stride,
                     .out_stride = out_stride,
                     .intermediate = row.intermediate,
                     .limit = row.limit,
                     .alpha = row.alpha,
                     .up_bias = row.up_bias,
                     .type = row.type,
                     .function = row.function,
                     .profile = row.profile};
  Problem problem;
  const auto add = [&](std::string_view name, Access access, std::int64_t width,
                       std::int64_t stride) {
    problem.buffers.push_back(tensor_buffer({.name = name,
                                             .type = row.type,
                                             .rows = row.rows,
                                             .columns = width,
                                             .stride = stride,
                                             .misalignment = misalignment},
                                            access, poison));
    return Place{.buffer = problem.buffers.size() - 1, .element = 0};
  };
  const bool over_gate = row.layout == Layout::over_gate || row.layout == Layout::packed_over_gate;
  const bool over_up = row.layout == Layout::over_up;
  if (packed) {
    const Place first =
        add("gate_up", over_gate ? Access::in_out : Access::in, 2 * columns, in_stride);
    const Place second{.buffer = first.buffer, .element = columns};
    setup.gate = row.layout == Layout::packed_up ? second : first;
    setup.up = row.layout == Layout::packed_up ? first : second;
  } else {
    setup.gate = add("gate", over_gate ? Access::in_out : Access::in, columns, in_stride);
    setup.up = add("up", over_up ? Access::in_out : Access::in, columns, up_stride);
  }
  if (over_gate || over_up) {
    setup.out = over_gate ? setup.gate : setup.up;
    setup.arguments.out_stride = over_gate ? in_stride : up_stride;
  } else {
    setup.out = add("out", Access::out, columns, out_stride);
  }
  problem.arguments = setup;
  return problem;
}

// --- values ------------------------------------------------------------------------------------

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Range {
  double least;    ///< smallest denormal
  double largest;  ///< finite
};

Range range_of(DataType type) {
  switch (type) {
    case DataType::f16:
      return {0x1p-24, 65504.0};
    case DataType::bf16:
      return {0x1p-133, 0x1.fep+127};
    default:
      return {0x1p-149, 0x1.fffffep+127};
  }
}

/// Gates and ups that take a branch or lose a bit somewhere, each gate with each up. Gates whose
/// activation is an f32 denormal are left out: an up of 10^38 would make one unit of it visible.
std::array<double, 2> special_pair(DataType type, std::int64_t index) {
  const Range range = range_of(type);
  const std::array<double, 17> gates{
      0.0, -0.0,  kInfinity, -kInfinity, kNan,  range.largest, -range.largest, 1.0,      -1.0,
      0.5, -20.0, 20.0,      3.25,       -5.75, 0x1p-12,       -0x1.8p-14,     -0x1.4p-3};
  const std::array<double, 11> ups{0.0,        -0.0, 1.0,           -1.0,           kInfinity,
                                   -kInfinity, kNan, range.largest, -range.largest, 3 * range.least,
                                   -0.75};
  return {gates.at(static_cast<std::size_t>(index) % gates.size()),
          ups.at(static_cast<std::size_t>(index) / gates.size() % ups.size())};
}

/// Signed, of every exponent from `low` to `high` - 1 alike.
double spread(const Randoms& randoms, std::uint64_t index, int low, int high) {
  const std::uint64_t bits = randoms.bits(index);
  const int exponent = low + static_cast<int>((bits >> 1U) % static_cast<unsigned>(high - low));
  const double magnitude = std::ldexp(1.0 + static_cast<double>(bits >> 12U) * 0x1p-52, exponent);
  return bits % 2 == 0 ? magnitude : -magnitude;
}

struct Streams {
  Randoms gate;
  Randoms up;
  Randoms sign;
};

double gate_value(const Row& row, const Streams& streams, std::uint64_t index) {
  const bool clamps = std::isfinite(row.limit);
  switch (row.values) {
    case Values::special:
      return special_pair(row.type, static_cast<std::int64_t>(index))[0];
    case Values::wide:
      // Not beyond 64: below -87 the activation is an f32 denormal.
      return spread(streams.gate, index, -12, 6);
    default:
      return (clamps ? 0.6 * static_cast<double>(row.limit) : 3.0) * streams.gate.bell(index);
  }
}

double up_value(const Row& row, const Streams& streams, std::uint64_t index) {
  const bool clamps = std::isfinite(row.limit);
  switch (row.values) {
    case Values::special:
      return special_pair(row.type, static_cast<std::int64_t>(index))[1];
    case Values::wide:
      return spread(streams.up, index, -12, 12);
    case Values::every_unit:
      return streams.up.bits(index) % 2 == 0 ? 1.0 : -1.0;
    case Values::every_gate:
    case Values::every_exponent:
      return spread(streams.up, index, -1, 1);
    default:
      // A few ups of -0: the sign of the zero that they give is part of the contract.
      return index > 4 && streams.sign.bits(index) % 61 == 0
                 ? -0.0
                 : (clamps ? 0.6 * static_cast<double>(row.limit) : 1.5) * streams.up.bell(index);
  }
}

/// The gate's encoding where the row runs through encodings instead of values.
std::optional<std::uint64_t> gate_code(const Row& row, const Streams& streams,
                                       std::uint64_t index) {
  switch (row.values) {
    case Values::every_gate:
    case Values::every_unit:
      // Odd multiples visit every residue once, and neighbours are unlike.
      return (index * 40503U + 17U) % 65536U;
    case Values::every_exponent: {
      // Sign and exponent from the index, the rest random.
      const std::uint64_t fraction = streams.gate.bits(index) % (1ULL << 23U);
      return (index % 512U) << 23U | fraction;
    }
    default:
      return std::nullopt;
  }
}

void fill_inputs(const Row& row, std::uint64_t seed, Problem& problem) {
  const auto& setup = std::any_cast<const Setup&>(problem.arguments);
  const Streams streams{
      .gate = Randoms(seed, "gate"), .up = Randoms(seed, "up"), .sign = Randoms(seed, "sign")};
  for (std::int64_t r = 0; r < row.rows; ++r) {
    for (std::int64_t column = 0; column < row.intermediate; ++column) {
      const auto index = static_cast<std::uint64_t>(r * row.intermediate + column);
      std::byte* gate = element_at(problem.buffers.at(setup.gate.buffer),
                                   setup.gate.element + r * setup.arguments.gate_stride + column);
      if (const std::optional<std::uint64_t> code = gate_code(row, streams, index)) {
        store_code(row.type, gate, *code);
      } else {
        store_cut(row.type, gate, gate_value(row, streams, index));
      }
      store_cut(row.type,
                element_at(problem.buffers.at(setup.up.buffer),
                           setup.up.element + r * setup.arguments.up_stride + column),
                up_value(row, streams, index));
    }
  }
}

std::any bind(const Problem& problem, std::span<void* const> addresses) {
  const auto& setup = std::any_cast<const Setup&>(problem.arguments);
  GatedActivationArguments bound = setup.arguments;
  const auto size = static_cast<std::int64_t>(size_of(bound.type));
  const auto address = [&](const Place& place) {
    return at_offset(addresses[place.buffer], place.element * size);
  };
  bound.gate = address(setup.gate);
  bound.up = address(setup.up);
  bound.out = address(setup.out);
  return bound;
}

}  // namespace

std::string id_of(const Row& row) {
  std::string id =
      fmt::format("gated_activation:type={},function={},rows={},intermediate={}", name(row.type),
                  name_of(kFunctions, row.function), row.rows, row.intermediate);
  const Row plain;
  const auto add = [&id](bool differs, std::string_view key, const auto& value) {
    if (differs) {
      id += fmt::format(",{}={}", key, value);
    }
  };
  add(row.profile != plain.profile, "profile", name_of(kProfiles, row.profile));
  add(row.layout != plain.layout, "layout", name_of(kLayouts, row.layout));
  add(row.values != plain.values, "values", name_of(kValues, row.values));
  add(row.padding != 0, "padding", row.padding);
  add(row.misalignment != 0, "misalignment", row.misalignment);
  add(row.limit != plain.limit, "limit", row.limit);
  add(row.alpha != plain.alpha, "alpha", row.alpha);
  add(row.up_bias != plain.up_bias, "up_bias", row.up_bias);
  return id;
}

Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison) {
  const auto row = std::any_cast<Row>(one.row);
  Problem problem = layout_of(row, poison);
  fill_inputs(row, seed, problem);
  problem.bind = bind;
  return problem;
}

std::uint64_t rows_of(const Problem& problem) {
  return static_cast<std::uint64_t>(std::any_cast<const Setup&>(problem.arguments).arguments.rows);
}

bool keep_row(Problem& problem, std::uint64_t row) {
  auto& setup = std::any_cast<Setup&>(problem.arguments);
  const auto index = static_cast<std::int64_t>(row);
  setup.gate.element += index * setup.arguments.gate_stride;
  setup.up.element += index * setup.arguments.up_stride;
  setup.out.element += index * setup.arguments.out_stride;
  setup.arguments.rows = 1;
  return true;
}

}  // namespace kgate::gated_activation_table
