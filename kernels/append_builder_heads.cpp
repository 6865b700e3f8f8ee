// SPDX-License-Identifier: MIT
// q, k and v: their strides, their values and where the results go.
#include <cmath>
#include <limits>

#include "kernels/append_builder.hpp"

namespace kgate {

std::array<AppendHeads, 3> AppendBuilder::inputs() {
  RopeAppendArguments& arguments = append();
  return {{{"q", KGATE_APPEND_FIELD(append.q.data), &arguments.q, row_.q_heads(),
            row_.model.head_size, 1.0, 0},
           {"k", KGATE_APPEND_FIELD(append.k.data), &arguments.k, row_.kv_heads(),
            row_.model.head_size, 0.75, 1},
           {"v", KGATE_APPEND_FIELD(append.v.data), &arguments.v, row_.with_v ? row_.kv_heads() : 0,
            row_.model.v_head_size, 1.5, 2}}};
}

/// Values differ by tensor, token, head and element. Of heads that are normed every fourth is small
/// enough for eps to matter, and no two neighbours have one scale.
namespace {

/// Values that rounding and comparing go wrong on, spread so that pairs of every kind occur; the
/// first `kinds` of seven.
double special_value(DataType type, std::uint64_t bits, std::uint64_t kinds, double otherwise) {
  const bool is_f16 = type == DataType::f16;
  const double least = std::ldexp(1.0, is_f16 ? -24 : type == DataType::bf16 ? -133 : -149);
  switch (bits % 16 < kinds ? bits % 16 : 16) {
    case 0:
      return -0.0;
    case 1:
      return 0.0;
    case 2:
      return least * static_cast<double>(1 + bits / 16 % 100);
    case 3:
      return -least * static_cast<double>(1 + bits / 16 % 5000);
    case 4:
      return is_f16 ? 60000.0 : 3e38;
    case 5:
      return bits / 16 % 4 == 0 ? std::numeric_limits<double>::infinity() : otherwise;
    case 6:
      return bits / 16 % 4 == 0 ? std::numeric_limits<double>::quiet_NaN() : otherwise;
    default:
      return otherwise;
  }
}

/// A multiple of `scale` by a number halfway between two of e4m3, of either sign.
double tie_value(double scale, std::uint64_t bits) {
  const double significand = 1 + static_cast<double>(2 * (bits % 8) + 1) / 16;
  const double value = std::ldexp(scale * significand, static_cast<int>(bits / 8 % 12) - 5);
  return bits / 128 % 2 == 0 ? value : -value;
}

}  // namespace

void AppendBuilder::fill_heads(const AppendHeads& part, CaseBuffer& buffer, std::int64_t first) {
  const Randoms randoms(seed_, part.name);
  for (std::int64_t token = 0; token < row_.tokens(); ++token) {
    for (std::int64_t head = 0; head < part.heads; ++head) {
      double scale = part.scale;
      // An infinity in a head that is normed leaves nothing else of it: others get none, or only
      // zeros and denormals.
      std::uint64_t kinds = 7;
      if (row_.normed) {
        scale = std::ldexp(scale, (token + head) % 4 == 1 ? -10 : static_cast<int>(head % 3));
        kinds = (token + head) % 4 == 0 ? 4 : (token + head) % 4 == 2 ? 7 : 0;
      }
      const std::int64_t at =
          first + token * part.tensor->token_stride + head * part.tensor->head_stride;
      std::byte* element = element_at(buffer, at);
      const std::int64_t index = (token * part.heads + head) * part.size;
      for (std::int64_t i = 0; i < part.size; ++i) {
        const auto at_index = static_cast<std::uint64_t>(index + i);
        double value = scale * randoms.bell(at_index);
        if (row_.data == AppendData::special) {
          value = special_value(row_.activation, randoms.bits(~at_index), kinds, value);
        }
        if (row_.data == AppendData::ties) {
          value = tie_value(part.name == "v" ? kTieScaleOfV : kTieScaleOfK, randoms.bits(at_index));
        }
        if (row_.data == AppendData::outlier && i == 5 % part.size) {
          value *= 1000;
        }
        if (row_.data == AppendData::zero && (token + head) % 3 == 0) {
          value = 0;
        }
        store_cut(row_.activation, element, value);
        element += size_of(row_.activation);
      }
    }
  }
}

void AppendBuilder::add_packed(const std::array<AppendHeads, 3>& parts) {
  std::int64_t columns = 0;
  for (const AppendHeads& part : parts) {
    columns += part.heads * part.size;
  }
  const TensorShape shape{.name = "qkv",
                          .type = row_.activation,
                          .rows = row_.tokens(),
                          .columns = columns,
                          .stride = columns};
  const Access access = row_.place == AppendPlace::separate ? Access::in : Access::in_out;
  const std::size_t buffer = add(tensor_buffer(shape, access, poison_));
  std::int64_t first = 0;
  for (const AppendHeads& part : parts) {
    *part.tensor = {nullptr, columns, part.size};
    point(part.field, buffer, first * static_cast<std::int64_t>(size_of(row_.activation)));
    fill_heads(part, problem_.buffers[buffer], first);
    first += part.heads * part.size;
  }
}

void AppendBuilder::add_tensor(const AppendHeads& part, Access access, bool filled) {
  const auto size = static_cast<std::int64_t>(size_of(row_.activation));
  HeadTensor& tensor = *part.tensor;
  tensor.head_stride = part.size;
  tensor.token_stride = part.heads * part.size + 16 * (part.number % 3);
  TensorShape shape{.name = part.name, .type = row_.activation, .rows = row_.tokens()};
  switch (row_.strides) {
    case AppendStrides::gated:
      if (part.name == "q") {
        tensor.head_stride = 2 * part.size;
        tensor.token_stride = part.heads * tensor.head_stride;
      }
      break;
    case AppendStrides::odd:
      tensor.head_stride = part.size + 2 * part.number + 1;
      tensor.token_stride = part.heads * tensor.head_stride + 2 * part.number + 3;
      shape.misalignment = static_cast<std::uint32_t>(size * (2 * part.number + 1));
      break;
    case AppendStrides::head_major:
      tensor.token_stride = part.size;
      tensor.head_stride = row_.tokens() * part.size;
      break;
    case AppendStrides::wide:
      if (part.name == "q") {
        tensor.token_stride = (std::int64_t{1} << 31) + 8;
      }
      break;
    case AppendStrides::far_tokens:
      if (part.name == "q") {
        tensor.token_stride = kFarStride;
      }
      break;
    case AppendStrides::far_heads:
      if (part.name == "q") {
        tensor.token_stride = part.size;
        tensor.head_stride = kFarStride;
      }
      break;
    case AppendStrides::dense:
    case AppendStrides::packed:
    case AppendStrides::far_positions:
    case AppendStrides::far_table:
      break;
  }
  shape.stride = tensor.token_stride;
  shape.columns = (part.heads - 1) * tensor.head_stride + part.size;
  if (row_.strides == AppendStrides::head_major) {
    shape.rows = 1;
    shape.columns = row_.tokens() * part.heads * part.size;
    shape.stride = shape.columns;
  }
  if (row_.strides == AppendStrides::far_heads && part.name == "q") {
    shape.rows = part.heads;
    shape.columns = row_.tokens() * part.size;
    shape.stride = kFarStride;
  }
  const std::size_t buffer = add(tensor_buffer(shape, access, poison_));
  point(part.field, buffer);
  if (filled) {
    fill_heads(part, problem_.buffers[buffer], 0);
  }
}

void AppendBuilder::add_heads() {
  const std::array<AppendHeads, 3> parts = inputs();
  if (row_.strides == AppendStrides::packed && row_.kv_heads() != 0) {
    add_packed(parts);
    return;
  }
  for (const AppendHeads& part : parts) {
    const bool in_place = part.name == "q" ? row_.place != AppendPlace::separate
                                           : row_.place == AppendPlace::all_in_place;
    if (part.heads != 0) {
      add_tensor(part, in_place ? Access::in_out : Access::in, /*filled=*/true);
    }
  }
}

void AppendBuilder::add_outputs() {
  RopeAppendArguments& arguments = append();
  const std::array<AppendHeads, 3> from = inputs();
  const std::array<AppendHeads, 3> to{{{"q_out", KGATE_APPEND_FIELD(append.q_out.data),
                                        &arguments.q_out, from[0].heads, from[0].size, 0, 3},
                                       {"k_out", KGATE_APPEND_FIELD(append.k_out.data),
                                        &arguments.k_out, from[1].heads, from[1].size, 0, 4},
                                       {"v_out", KGATE_APPEND_FIELD(append.v_out.data),
                                        &arguments.v_out, from[2].heads, from[2].size, 0, 5}}};
  for (std::size_t i = 0; i < to.size(); ++i) {
    const bool q = i == 0;
    const bool absent = i == 2 && !row_.v_out;
    const bool wanted = !absent && (q || row_.kv_out || row_.cache == CacheLayout::none);
    if (from.at(i).heads == 0 || !wanted) {
      continue;
    }
    const bool in_place =
        q ? row_.place != AppendPlace::separate : row_.place == AppendPlace::all_in_place;
    if (!in_place) {
      add_tensor(to.at(i), Access::out, /*filled=*/false);
      continue;
    }
    *to.at(i).tensor = *from.at(i).tensor;
    const PointerPlace input = *pointer_at(setup_, from.at(i).field);
    point(to.at(i).field, input.buffer, input.bytes);
  }
}

}  // namespace kgate
