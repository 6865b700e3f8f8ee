// SPDX-License-Identifier: MIT
// Buffer loads and stores that convert: MTBUF, whose format is in the instruction, and the format
// instructions of MUBUF, whose format and component selection are in the resource.
//
// A model where documents give no rounding. Integers and floats that fit are exact. Loaded
// normalised values are the quotient by 2^n-1 (signed: 2^(n-1)-1, not below -1), rounded to f32 to
// nearest even; scaled ones are the integer. Stored ones are clamped, multiplied and rounded to
// nearest even. In D16 forms a 32-bit float from memory is rounded to f16 toward zero, as
// documented, anything else to nearest even. What has no documented result at all is a fault.
#include <cmath>

#include "gates/emulator/buffer_formats.hpp"
#include "gates/emulator/lanes/buffer_access.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

constexpr bool is_integer(NumberKind kind) {
  return kind == NumberKind::uint || kind == NumberKind::sint;
}
i32 sign_extended(u32 raw, u32 width) {
  return static_cast<i32>(raw << (32U - width)) >> (32U - width);
}

/// A float of 10, 11, 16 or 32 bits as f32, exactly. The small ones are f16 without a sign and with
/// fewer mantissa bits.
f32 widen_float(u32 raw, u32 width) {
  if (width == 32) return to_f32(raw);
  const u32 half = width == 16 ? raw : raw << (width == 11 ? 4U : 5U);
  return widen(f16{static_cast<u16>(half)});
}

/// The value of a component of memory: f32 bits, or an integer.
u32 loaded(NumberKind kind, u32 raw, u32 width) {
  const f64 positive = static_cast<f64>(raw);
  const f64 both = static_cast<f64>(sign_extended(raw, width));
  switch (kind) {
    case NumberKind::unorm:
      return bits(static_cast<f32>(positive / (std::ldexp(1.0, static_cast<int>(width)) - 1)));
    case NumberKind::snorm: {
      const f64 most = std::ldexp(1.0, static_cast<int>(width) - 1) - 1;
      return bits(static_cast<f32>(both < -most ? -1.0 : both / most));
    }
    case NumberKind::uscaled:
      return bits(static_cast<f32>(positive));
    case NumberKind::sscaled:
      return bits(static_cast<f32>(both));
    case NumberKind::uint:
      return raw;
    case NumberKind::sint:
      return static_cast<u32>(sign_extended(raw, width));
    case NumberKind::floating:
      break;
  }
  return bits(widen_float(raw, width));
}

/// The memory bits of a component from f32 bits or an integer.
u32 stored(Wave& wave, NumberKind kind, u32 value, u32 width, unsigned lane) {
  const u32 mask = width == 32 ? ~0U : (1U << width) - 1U;
  const auto rounded = [&](f64 low, f64 high, f64 scale) {
    const f64 number = static_cast<f64>(to_f32(value));
    const f64 clamped = std::isnan(number) ? 0 : std::fmin(std::fmax(number, low), high);
    return static_cast<u32>(static_cast<i32>(std::nearbyint(clamped * scale))) & mask;
  };
  const f64 span = std::ldexp(1.0, static_cast<int>(width)) - 1;
  const f64 half_span = std::ldexp(1.0, static_cast<int>(width) - 1) - 1;
  switch (kind) {
    case NumberKind::unorm:
      return rounded(0, 1, span);
    case NumberKind::snorm:
      return rounded(-1, 1, half_span);
    case NumberKind::uscaled:
      return rounded(0, span, 1);
    case NumberKind::sscaled:
      return rounded(-half_span - 1, half_span, 1);
    case NumberKind::uint:
    case NumberKind::sint:
      return value & mask;
    case NumberKind::floating:
      break;
  }
  if (width == 32) return value;
  if (width == 16) return narrow(to_f32(value)).bits;
  raise(wave, FaultKind::unsupported_operand,
        "storing floats of 10 or 11 bits: their rounding is not documented",
        static_cast<int>(lane));
}

/// What a loaded value becomes in a D16 form.
u32 to_16_bits(Wave& wave, const BufferFormat& format, u32 value, unsigned lane) {
  if (is_integer(format.kind)) {
    if (format.bits.data()[0] <= 16) return value & 0xFFFFU;
    raise(wave, FaultKind::unsupported_operand, "a D16 form of a 32-bit integer format",
          static_cast<int>(lane));
  }
  const bool single = format.kind == NumberKind::floating && format.bits.data()[0] == 32;
  return narrow(static_cast<f64>(to_f32(value)),
                single ? Rounding::toward_zero : Rounding::nearest_even)
      .bits;
}

/// The format of the instruction (MTBUF) or of the resource (MUBUF).
const BufferFormat& format_of(Wave& wave, const Instruction& instruction,
                              const BufferResource& resource) {
  const bool typed = instruction.encoding == Format::mtbuf;
  const unsigned number = typed ? instruction.op_sel_hi : resource.format;
  if (number >= kBufferFormats.size() || (typed && number == 0)) {
    raise(wave, FaultKind::unsupported_operand, "a buffer format that does not exist");
  }
  return kBufferFormats.data()[number];
}

/// The bits of component `c` of an element; none crosses a dword.
u32 component_bits(const std::array<u32, 4>& words, const BufferFormat& format, unsigned c) {
  unsigned at = 0;
  for (unsigned i = 0; i < c; ++i) at += format.bits.data()[i];
  const u32 width = format.bits.data()[c];
  const u32 mask = width == 32 ? ~0U : (1U << width) - 1U;
  return (words.data()[at / 32] >> (at % 32)) & mask;
}

template <unsigned Components, bool Half, bool High>
void load(Wave& wave, const Instruction& instruction) {
  const BufferResource resource = read_resource(wave, instruction);
  const BufferFormat& format = format_of(wave, instruction, resource);
  const bool typed = instruction.encoding == Format::mtbuf;
  const u64 exec = wave.exec();
  std::array<std::array<u32, 4>, 64> result{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const BufferPlace place = place_of(wave, instruction, resource, lane);
    std::array<u32, 4> words{};
    // All of the element is in range or none of it.
    if (format.bytes() != 0 && !is_outside(resource, place, 0, format.bytes())) {
      std::memcpy(words.data(),
                  global_lane(wave, address_of(resource, place, 0), format.bytes(), Access::load,
                              static_cast<int>(lane)),
                  format.bytes());
    }
    for (unsigned i = 0; i < Components; ++i) {
      const unsigned select = typed ? 4 + i : resource.select.data()[i];
      u32 value = 0;
      if (select >= 4 && select - 4 < format.components()) {
        const unsigned c = select - 4;
        value = loaded(format.kind, component_bits(words, format, c), format.bits.data()[c]);
      } else if (select == 1) {
        value = is_integer(format.kind) ? 1U : bits(1.0F);
      }
      result[lane][i] = Half ? to_16_bits(wave, format, value, lane) : value;
    }
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    for (unsigned i = 0; i < Components; ++i) {
      u32& into = wave.vgpr(instruction.destination.index + (Half ? i / 2 : i))[lane];
      const bool upper = High || i % 2 == 1;
      if (!Half) {
        into = result[lane][i];
      } else {
        into = upper ? (into & 0xFFFFU) | (result[lane][i] << 16U)
                     : (into & 0xFFFF0000U) | result[lane][i];
      }
    }
  }
}

/// A component that the instruction does not have is its first one.
template <unsigned Components, bool Half, bool High>
u32 store_value(Wave& wave, const Instruction& instruction, const BufferFormat& format, unsigned c,
                unsigned lane) {
  const unsigned i = c < Components ? c : 0;
  const u32 word = wave.vgpr(instruction.source[1].index + (Half ? i / 2 : i))[lane];
  if (!Half) return word;
  const auto half = static_cast<u16>(High || i % 2 == 1 ? word >> 16U : word);
  if (!is_integer(format.kind)) return bits(widen(f16{half}));
  return format.kind == NumberKind::sint ? static_cast<u32>(i32{static_cast<i16>(half)}) : half;
}

template <unsigned Components, bool Half, bool High>
void store(Wave& wave, const Instruction& instruction) {
  const BufferResource resource = read_resource(wave, instruction);
  const BufferFormat& format = format_of(wave, instruction, resource);
  if (format.bytes() == 0) return;  // an unbound resource
  const u64 exec = wave.exec();
  for (unsigned c = 0; instruction.encoding == Format::mubuf && c < format.components(); ++c) {
    if (resource.select.data()[c] != 4 + c) {
      raise(wave, FaultKind::unsupported_operand, "a format store that reorders components");
    }
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const BufferPlace place = place_of(wave, instruction, resource, lane);
    if (is_outside(resource, place, 0, format.bytes())) continue;
    std::array<u32, 4> words{};
    unsigned at = 0;
    for (unsigned c = 0; c < format.components(); ++c) {
      const u32 width = format.bits.data()[c];
      const u32 value = store_value<Components, Half, High>(wave, instruction, format, c, lane);
      words.data()[at / 32] |= stored(wave, format.kind, value, width, lane) << (at % 32);
      at += width;
    }
    std::memcpy(global_lane(wave, address_of(resource, place, 0), format.bytes(), Access::store,
                            static_cast<int>(lane)),
                words.data(), format.bytes());
  }
}

constexpr Type data_type(unsigned components, bool half) {
  constexpr std::array<Type, 4> kTypes{Type::b32, Type::b64, Type::b96, Type::b128};
  return kTypes.at((half ? (components + 1) / 2 : components) - 1);
}
template <unsigned Components, bool Half, bool High = false>
constexpr Row load_row(Format format, u16 opcode, std::string_view mnemonic) {
  return {format, opcode, mnemonic, Accuracy::model,
          special(&load<Components, Half, High>, data_type(Components, Half), {})};
}
template <unsigned Components, bool Half, bool High = false>
constexpr Row store_row(Format format, u16 opcode, std::string_view mnemonic) {
  return {format, opcode, mnemonic, Accuracy::model,
          special(&store<Components, Half, High>, Type::none,
                  {Type::none, data_type(Components, Half)}, kStore)};
}

constexpr Row kRows[] = {
#define KGATE_FORMAT_ROWS(F, prefix)                               \
  load_row<1, false>(F, 0x00, prefix "_load_format_x"),            \
      load_row<2, false>(F, 0x01, prefix "_load_format_xy"),       \
      load_row<3, false>(F, 0x02, prefix "_load_format_xyz"),      \
      load_row<4, false>(F, 0x03, prefix "_load_format_xyzw"),     \
      store_row<1, false>(F, 0x04, prefix "_store_format_x"),      \
      store_row<2, false>(F, 0x05, prefix "_store_format_xy"),     \
      store_row<3, false>(F, 0x06, prefix "_store_format_xyz"),    \
      store_row<4, false>(F, 0x07, prefix "_store_format_xyzw"),   \
      load_row<1, true>(F, 0x08, prefix "_load_d16_format_x"),     \
      load_row<2, true>(F, 0x09, prefix "_load_d16_format_xy"),    \
      load_row<3, true>(F, 0x0A, prefix "_load_d16_format_xyz"),   \
      load_row<4, true>(F, 0x0B, prefix "_load_d16_format_xyzw"),  \
      store_row<1, true>(F, 0x0C, prefix "_store_d16_format_x"),   \
      store_row<2, true>(F, 0x0D, prefix "_store_d16_format_xy"),  \
      store_row<3, true>(F, 0x0E, prefix "_store_d16_format_xyz"), \
      store_row<4, true>(F, 0x0F, prefix "_store_d16_format_xyzw")
    KGATE_FORMAT_ROWS(Format::mtbuf, "tbuffer"),
    KGATE_FORMAT_ROWS(Format::mubuf, "buffer"),
    load_row<1, true, true>(Format::mubuf, 0x26, "buffer_load_d16_hi_format_x"),
    store_row<1, true, true>(Format::mubuf, 0x27, "buffer_store_d16_hi_format_x"),
};

}  // namespace

extern const InstructionGroup buffer_format;
const InstructionGroup buffer_format{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
