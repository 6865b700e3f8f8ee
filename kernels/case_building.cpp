// SPDX-License-Identifier: MIT
// Building blocks of problems.
#include "kernels/case_building.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace kgate {
namespace {

/// Code of a finite, not negative value in a format of the given widths, cut toward zero.
std::uint64_t cut_code(double magnitude, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int least = 1 - bias;
  const int most = bias;
  const std::uint64_t largest = (((1ULL << static_cast<unsigned>(exponent_bits)) - 1)
                                 << static_cast<unsigned>(fraction_bits)) -
                                1;
  const int exponent = magnitude == 0 ? least : std::max(std::ilogb(magnitude), least);
  if (exponent > most) {
    return largest;
  }
  const double digits = std::trunc(std::ldexp(magnitude, fraction_bits - exponent));
  return static_cast<std::uint64_t>(digits) +
         (static_cast<std::uint64_t>(exponent - least) << static_cast<unsigned>(fraction_bits));
}

std::uint64_t cut_float(double value, int exponent_bits, int fraction_bits) {
  const auto width = static_cast<unsigned>(exponent_bits + fraction_bits);
  const std::uint64_t sign = std::signbit(value) ? 1ULL << width : 0;
  const std::uint64_t infinity = ((1ULL << static_cast<unsigned>(exponent_bits)) - 1)
                                 << static_cast<unsigned>(fraction_bits);
  if (std::isnan(value)) {
    return sign | infinity | (1ULL << static_cast<unsigned>(fraction_bits - 1));
  }
  return sign |
         (std::isinf(value) ? infinity : cut_code(std::fabs(value), exponent_bits, fraction_bits));
}

/// Rows farther apart than this get segments of their own.
constexpr std::int64_t kOneSegmentStride = 65536;  // bytes
constexpr std::int64_t kPadding = 256;             // bytes kept around a row of its own

}  // namespace

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

Randoms::Randoms(std::uint64_t seed, std::string_view stream) : key_(mixed(seed + 1)) {
  for (const char letter : stream) {
    key_ = mixed(key_ ^ static_cast<unsigned char>(letter));
  }
}

std::uint64_t Randoms::bits(std::uint64_t index) const {
  return mixed(key_ + index * 0x9e3779b97f4a7c15U);
}

double Randoms::uniform(std::uint64_t index) const {
  return static_cast<double>(bits(index) >> 11U) * 0x1p-53;
}

double Randoms::bell(std::uint64_t index) const {
  const std::uint64_t value = bits(index);
  const auto sum = static_cast<double>((value & 0xffffU) + ((value >> 16U) & 0xffffU) +
                                       ((value >> 32U) & 0xffffU) + (value >> 48U));
  // Four uniform numbers in 0..65535: mean 131070, variance (65536^2 - 1) / 3.
  return (sum - 131070.0) / 37837.2;
}

void store_code(DataType type, std::byte* element, std::uint64_t code) {
  for (std::size_t i = 0; i < size_of(type); ++i) {
    element[i] = static_cast<std::byte>(code >> (8 * i));
  }
}

std::uint64_t load_code(DataType type, const std::byte* element) {
  std::uint64_t code = 0;
  for (std::size_t i = 0; i < size_of(type); ++i) {
    code |= std::to_integer<std::uint64_t>(element[i]) << (8 * i);
  }
  return code;
}

void store_cut(DataType type, std::byte* element, double value) {
  switch (type) {
    case DataType::f32:
      return store_code(type, element, cut_float(value, 8, 23));
    case DataType::f16:
      return store_code(type, element, cut_float(value, 5, 10));
    case DataType::bf16:
      return store_code(type, element, cut_float(value, 8, 7));
    case DataType::i32:
    case DataType::i64:
    case DataType::u8:
      return store_code(type, element,
                        static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    case DataType::f8_e4m3fn:
    case DataType::f8_e4m3fnuz:
      break;
  }
  throw std::invalid_argument("store_cut: an f8 input is given by its code");
}

CaseBuffer tensor_buffer(const TensorShape& shape, Access access, std::byte poison) {
  const auto size = static_cast<std::int64_t>(size_of(shape.type));
  const std::int64_t stride = shape.stride * size;
  const std::int64_t row = shape.columns * size;
  const std::int64_t total = shape.rows == 0 ? 0 : (shape.rows - 1) * stride + row;
  CaseBuffer buffer{.name = std::string(shape.name),
                    .type = shape.type,
                    .access = access,
                    .size = static_cast<std::uint64_t>(total),
                    .misalignment = shape.misalignment,
                    .segments = {}};
  const auto add = [&](std::int64_t begin, std::int64_t end) {
    buffer.segments.push_back(
        {.offset = static_cast<std::uint64_t>(begin),
         .bytes = std::vector<std::byte>(static_cast<std::size_t>(end - begin), poison)});
  };
  if (stride <= row + kOneSegmentStride || shape.rows <= 1) {
    add(0, total);
    return buffer;
  }
  for (std::int64_t i = 0; i < shape.rows; ++i) {
    add(std::max<std::int64_t>(i * stride - kPadding, 0),
        std::min(i * stride + row + kPadding, total));
  }
  return buffer;
}

std::byte* element_at(CaseBuffer& buffer, std::int64_t index) {
  const std::uint64_t offset = static_cast<std::uint64_t>(index) * size_of(buffer.type);
  const auto after = std::ranges::upper_bound(buffer.segments, offset, {}, &Segment::offset);
  if (after != buffer.segments.begin()) {
    Segment& segment = *std::prev(after);
    if (offset + size_of(buffer.type) <= segment.offset + segment.bytes.size()) {
      return segment.bytes.data() + (offset - segment.offset);
    }
  }
  throw std::out_of_range("element_at: element " + std::to_string(index) + " of " + buffer.name +
                          " is in no segment");
}

void fill(CaseBuffer& buffer, const TensorShape& shape,
          const std::function<double(std::int64_t row, std::int64_t column)>& value) {
  for (std::int64_t row = 0; row < shape.rows; ++row) {
    std::byte* element = element_at(buffer, row * shape.stride);
    for (std::int64_t column = 0; column < shape.columns; ++column) {
      store_cut(shape.type, element, value(row, column));
      element += size_of(shape.type);
    }
  }
}

std::optional<std::size_t> find_buffer(const Problem& problem, std::string_view name) {
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

CaseBuffer& buffer_named(Problem& problem, std::string_view name) {
  const std::optional<std::size_t> found = find_buffer(problem, name);
  if (!found) {
    throw std::out_of_range("there is no buffer " + std::string(name));
  }
  return problem.buffers[*found];
}

void* at_offset(void* address, std::int64_t bytes) {
  return static_cast<std::byte*>(address) + bytes;
}

std::optional<std::vector<float>> read_floats(const std::filesystem::path& file,
                                              std::size_t header_bytes, std::size_t first,
                                              std::size_t count) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> bytes(4 * count);
  stream.seekg(static_cast<std::streamoff>(header_bytes + 4 * first));
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    return std::nullopt;
  }
  std::vector<float> floats(count);
  std::memcpy(floats.data(), bytes.data(), bytes.size());
  return floats;
}

}  // namespace kgate
