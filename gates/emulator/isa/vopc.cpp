// SPDX-License-Identifier: MIT
// VOPC: comparisons into a mask (v_cmp) or into EXEC (v_cmpx).
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

enum class Test : u8 { never, less, equal, less_equal, greater, different, greater_equal, always };

template <Test R>
struct IntegerCompare {
  template <class T>
  [[gnu::always_inline]] bool operator()(T a, T b) const {
    switch (R) {
      case Test::never:
        return false;
      case Test::less:
        return a < b;
      case Test::equal:
        return a == b;
      case Test::less_equal:
        return a <= b;
      case Test::greater:
        return a > b;
      case Test::different:
        return a != b;
      case Test::greater_equal:
        return a >= b;
      case Test::always:
        return true;
    }
    return false;
  }
};

/// Bit n of the mask asks for class n: sNaN, qNaN, -inf, -normal, -denormal, -0, +0, +denormal,
/// +normal, +inf. Looks at the bits as they are, whatever MODE does to denormals.
struct ClassTest {
  template <class T>
  bool operator()(T value, u32 mask) const {
    const auto size = raw(magnitude(value));
    u32 kind = 0;
    if (size > kInfinity<T>) {
      kind = (size & kQuiet<T>) != 0 ? 1 : 0;
    } else {
      const u32 rank =
          size == 0 ? 0 : (size == kInfinity<T> ? 3 : ((size & kInfinity<T>) == 0 ? 1 : 2));
      kind = is_negative(value) ? 5 - rank : 6 + rank;
    }
    return ((mask >> kind) & 1U) != 0;
  }
};

template <class T, Relation R>
constexpr Row on_floats(u16 opcode, std::string_view mnemonic, u32 traits) {
  return {Format::vopc, opcode, mnemonic, Accuracy::exact,
          comparison<T, T>(FloatCompare<R>{}, traits)};
}
template <class T, Test R>
constexpr Row on_integers(u16 opcode, std::string_view mnemonic, u32 traits) {
  return {Format::vopc, opcode, mnemonic, Accuracy::exact,
          comparison<T, T>(IntegerCompare<R>{}, traits)};
}
template <class T>
constexpr Row on_class(u16 opcode, std::string_view mnemonic, u32 traits) {
  using Mask = std::conditional_t<sizeof(T) == 2, u16, u32>;
  return {Format::vopc, opcode, mnemonic, Accuracy::exact,
          comparison<T, Mask>([](T value, Mask mask) { return ClassTest{}(value, u32{mask}); },
                              traits)};
}

constexpr Row kRows[] = {
    on_floats<f16, Relation::never>(0x00, "v_cmp_f_f16", 0),
    on_floats<f16, Relation::less>(0x01, "v_cmp_lt_f16", 0),
    on_floats<f16, Relation::equal>(0x02, "v_cmp_eq_f16", 0),
    on_floats<f16, Relation::less_equal>(0x03, "v_cmp_le_f16", 0),
    on_floats<f16, Relation::greater>(0x04, "v_cmp_gt_f16", 0),
    on_floats<f16, Relation::less_greater>(0x05, "v_cmp_lg_f16", 0),
    on_floats<f16, Relation::greater_equal>(0x06, "v_cmp_ge_f16", 0),
    on_floats<f16, Relation::ordered>(0x07, "v_cmp_o_f16", 0),
    on_floats<f16, Relation::unordered>(0x08, "v_cmp_u_f16", 0),
    on_floats<f16, Relation::not_greater_equal>(0x09, "v_cmp_nge_f16", 0),
    on_floats<f16, Relation::not_less_greater>(0x0A, "v_cmp_nlg_f16", 0),
    on_floats<f16, Relation::not_greater>(0x0B, "v_cmp_ngt_f16", 0),
    on_floats<f16, Relation::not_less_equal>(0x0C, "v_cmp_nle_f16", 0),
    on_floats<f16, Relation::not_equal>(0x0D, "v_cmp_neq_f16", 0),
    on_floats<f16, Relation::not_less>(0x0E, "v_cmp_nlt_f16", 0),
    on_floats<f16, Relation::always>(0x0F, "v_cmp_t_f16", 0),
    on_floats<f32, Relation::never>(0x10, "v_cmp_f_f32", 0),
    on_floats<f32, Relation::less>(0x11, "v_cmp_lt_f32", 0),
    on_floats<f32, Relation::equal>(0x12, "v_cmp_eq_f32", 0),
    on_floats<f32, Relation::less_equal>(0x13, "v_cmp_le_f32", 0),
    on_floats<f32, Relation::greater>(0x14, "v_cmp_gt_f32", 0),
    on_floats<f32, Relation::less_greater>(0x15, "v_cmp_lg_f32", 0),
    on_floats<f32, Relation::greater_equal>(0x16, "v_cmp_ge_f32", 0),
    on_floats<f32, Relation::ordered>(0x17, "v_cmp_o_f32", 0),
    on_floats<f32, Relation::unordered>(0x18, "v_cmp_u_f32", 0),
    on_floats<f32, Relation::not_greater_equal>(0x19, "v_cmp_nge_f32", 0),
    on_floats<f32, Relation::not_less_greater>(0x1A, "v_cmp_nlg_f32", 0),
    on_floats<f32, Relation::not_greater>(0x1B, "v_cmp_ngt_f32", 0),
    on_floats<f32, Relation::not_less_equal>(0x1C, "v_cmp_nle_f32", 0),
    on_floats<f32, Relation::not_equal>(0x1D, "v_cmp_neq_f32", 0),
    on_floats<f32, Relation::not_less>(0x1E, "v_cmp_nlt_f32", 0),
    on_floats<f32, Relation::always>(0x1F, "v_cmp_t_f32", 0),
    on_floats<f64, Relation::never>(0x20, "v_cmp_f_f64", 0),
    on_floats<f64, Relation::less>(0x21, "v_cmp_lt_f64", 0),
    on_floats<f64, Relation::equal>(0x22, "v_cmp_eq_f64", 0),
    on_floats<f64, Relation::less_equal>(0x23, "v_cmp_le_f64", 0),
    on_floats<f64, Relation::greater>(0x24, "v_cmp_gt_f64", 0),
    on_floats<f64, Relation::less_greater>(0x25, "v_cmp_lg_f64", 0),
    on_floats<f64, Relation::greater_equal>(0x26, "v_cmp_ge_f64", 0),
    on_floats<f64, Relation::ordered>(0x27, "v_cmp_o_f64", 0),
    on_floats<f64, Relation::unordered>(0x28, "v_cmp_u_f64", 0),
    on_floats<f64, Relation::not_greater_equal>(0x29, "v_cmp_nge_f64", 0),
    on_floats<f64, Relation::not_less_greater>(0x2A, "v_cmp_nlg_f64", 0),
    on_floats<f64, Relation::not_greater>(0x2B, "v_cmp_ngt_f64", 0),
    on_floats<f64, Relation::not_less_equal>(0x2C, "v_cmp_nle_f64", 0),
    on_floats<f64, Relation::not_equal>(0x2D, "v_cmp_neq_f64", 0),
    on_floats<f64, Relation::not_less>(0x2E, "v_cmp_nlt_f64", 0),
    on_floats<f64, Relation::always>(0x2F, "v_cmp_t_f64", 0),
    on_integers<i16, Test::less>(0x31, "v_cmp_lt_i16", 0),
    on_integers<i16, Test::equal>(0x32, "v_cmp_eq_i16", 0),
    on_integers<i16, Test::less_equal>(0x33, "v_cmp_le_i16", 0),
    on_integers<i16, Test::greater>(0x34, "v_cmp_gt_i16", 0),
    on_integers<i16, Test::different>(0x35, "v_cmp_ne_i16", 0),
    on_integers<i16, Test::greater_equal>(0x36, "v_cmp_ge_i16", 0),
    on_integers<u16, Test::less>(0x39, "v_cmp_lt_u16", 0),
    on_integers<u16, Test::equal>(0x3A, "v_cmp_eq_u16", 0),
    on_integers<u16, Test::less_equal>(0x3B, "v_cmp_le_u16", 0),
    on_integers<u16, Test::greater>(0x3C, "v_cmp_gt_u16", 0),
    on_integers<u16, Test::different>(0x3D, "v_cmp_ne_u16", 0),
    on_integers<u16, Test::greater_equal>(0x3E, "v_cmp_ge_u16", 0),
    on_integers<i32, Test::never>(0x40, "v_cmp_f_i32", 0),
    on_integers<i32, Test::less>(0x41, "v_cmp_lt_i32", 0),
    on_integers<i32, Test::equal>(0x42, "v_cmp_eq_i32", 0),
    on_integers<i32, Test::less_equal>(0x43, "v_cmp_le_i32", 0),
    on_integers<i32, Test::greater>(0x44, "v_cmp_gt_i32", 0),
    on_integers<i32, Test::different>(0x45, "v_cmp_ne_i32", 0),
    on_integers<i32, Test::greater_equal>(0x46, "v_cmp_ge_i32", 0),
    on_integers<i32, Test::always>(0x47, "v_cmp_t_i32", 0),
    on_integers<u32, Test::never>(0x48, "v_cmp_f_u32", 0),
    on_integers<u32, Test::less>(0x49, "v_cmp_lt_u32", 0),
    on_integers<u32, Test::equal>(0x4A, "v_cmp_eq_u32", 0),
    on_integers<u32, Test::less_equal>(0x4B, "v_cmp_le_u32", 0),
    on_integers<u32, Test::greater>(0x4C, "v_cmp_gt_u32", 0),
    on_integers<u32, Test::different>(0x4D, "v_cmp_ne_u32", 0),
    on_integers<u32, Test::greater_equal>(0x4E, "v_cmp_ge_u32", 0),
    on_integers<u32, Test::always>(0x4F, "v_cmp_t_u32", 0),
    on_integers<i64, Test::never>(0x50, "v_cmp_f_i64", 0),
    on_integers<i64, Test::less>(0x51, "v_cmp_lt_i64", 0),
    on_integers<i64, Test::equal>(0x52, "v_cmp_eq_i64", 0),
    on_integers<i64, Test::less_equal>(0x53, "v_cmp_le_i64", 0),
    on_integers<i64, Test::greater>(0x54, "v_cmp_gt_i64", 0),
    on_integers<i64, Test::different>(0x55, "v_cmp_ne_i64", 0),
    on_integers<i64, Test::greater_equal>(0x56, "v_cmp_ge_i64", 0),
    on_integers<i64, Test::always>(0x57, "v_cmp_t_i64", 0),
    on_integers<u64, Test::never>(0x58, "v_cmp_f_u64", 0),
    on_integers<u64, Test::less>(0x59, "v_cmp_lt_u64", 0),
    on_integers<u64, Test::equal>(0x5A, "v_cmp_eq_u64", 0),
    on_integers<u64, Test::less_equal>(0x5B, "v_cmp_le_u64", 0),
    on_integers<u64, Test::greater>(0x5C, "v_cmp_gt_u64", 0),
    on_integers<u64, Test::different>(0x5D, "v_cmp_ne_u64", 0),
    on_integers<u64, Test::greater_equal>(0x5E, "v_cmp_ge_u64", 0),
    on_integers<u64, Test::always>(0x5F, "v_cmp_t_u64", 0),
    on_class<f16>(0x7D, "v_cmp_class_f16", 0),
    on_class<f32>(0x7E, "v_cmp_class_f32", 0),
    on_class<f64>(0x7F, "v_cmp_class_f64", 0),
    on_floats<f16, Relation::never>(0x80, "v_cmpx_f_f16", kWritesExec),
    on_floats<f16, Relation::less>(0x81, "v_cmpx_lt_f16", kWritesExec),
    on_floats<f16, Relation::equal>(0x82, "v_cmpx_eq_f16", kWritesExec),
    on_floats<f16, Relation::less_equal>(0x83, "v_cmpx_le_f16", kWritesExec),
    on_floats<f16, Relation::greater>(0x84, "v_cmpx_gt_f16", kWritesExec),
    on_floats<f16, Relation::less_greater>(0x85, "v_cmpx_lg_f16", kWritesExec),
    on_floats<f16, Relation::greater_equal>(0x86, "v_cmpx_ge_f16", kWritesExec),
    on_floats<f16, Relation::ordered>(0x87, "v_cmpx_o_f16", kWritesExec),
    on_floats<f16, Relation::unordered>(0x88, "v_cmpx_u_f16", kWritesExec),
    on_floats<f16, Relation::not_greater_equal>(0x89, "v_cmpx_nge_f16", kWritesExec),
    on_floats<f16, Relation::not_less_greater>(0x8A, "v_cmpx_nlg_f16", kWritesExec),
    on_floats<f16, Relation::not_greater>(0x8B, "v_cmpx_ngt_f16", kWritesExec),
    on_floats<f16, Relation::not_less_equal>(0x8C, "v_cmpx_nle_f16", kWritesExec),
    on_floats<f16, Relation::not_equal>(0x8D, "v_cmpx_neq_f16", kWritesExec),
    on_floats<f16, Relation::not_less>(0x8E, "v_cmpx_nlt_f16", kWritesExec),
    on_floats<f16, Relation::always>(0x8F, "v_cmpx_t_f16", kWritesExec),
    on_floats<f32, Relation::never>(0x90, "v_cmpx_f_f32", kWritesExec),
    on_floats<f32, Relation::less>(0x91, "v_cmpx_lt_f32", kWritesExec),
    on_floats<f32, Relation::equal>(0x92, "v_cmpx_eq_f32", kWritesExec),
    on_floats<f32, Relation::less_equal>(0x93, "v_cmpx_le_f32", kWritesExec),
    on_floats<f32, Relation::greater>(0x94, "v_cmpx_gt_f32", kWritesExec),
    on_floats<f32, Relation::less_greater>(0x95, "v_cmpx_lg_f32", kWritesExec),
    on_floats<f32, Relation::greater_equal>(0x96, "v_cmpx_ge_f32", kWritesExec),
    on_floats<f32, Relation::ordered>(0x97, "v_cmpx_o_f32", kWritesExec),
    on_floats<f32, Relation::unordered>(0x98, "v_cmpx_u_f32", kWritesExec),
    on_floats<f32, Relation::not_greater_equal>(0x99, "v_cmpx_nge_f32", kWritesExec),
    on_floats<f32, Relation::not_less_greater>(0x9A, "v_cmpx_nlg_f32", kWritesExec),
    on_floats<f32, Relation::not_greater>(0x9B, "v_cmpx_ngt_f32", kWritesExec),
    on_floats<f32, Relation::not_less_equal>(0x9C, "v_cmpx_nle_f32", kWritesExec),
    on_floats<f32, Relation::not_equal>(0x9D, "v_cmpx_neq_f32", kWritesExec),
    on_floats<f32, Relation::not_less>(0x9E, "v_cmpx_nlt_f32", kWritesExec),
    on_floats<f32, Relation::always>(0x9F, "v_cmpx_t_f32", kWritesExec),
    on_floats<f64, Relation::never>(0xA0, "v_cmpx_f_f64", kWritesExec),
    on_floats<f64, Relation::less>(0xA1, "v_cmpx_lt_f64", kWritesExec),
    on_floats<f64, Relation::equal>(0xA2, "v_cmpx_eq_f64", kWritesExec),
    on_floats<f64, Relation::less_equal>(0xA3, "v_cmpx_le_f64", kWritesExec),
    on_floats<f64, Relation::greater>(0xA4, "v_cmpx_gt_f64", kWritesExec),
    on_floats<f64, Relation::less_greater>(0xA5, "v_cmpx_lg_f64", kWritesExec),
    on_floats<f64, Relation::greater_equal>(0xA6, "v_cmpx_ge_f64", kWritesExec),
    on_floats<f64, Relation::ordered>(0xA7, "v_cmpx_o_f64", kWritesExec),
    on_floats<f64, Relation::unordered>(0xA8, "v_cmpx_u_f64", kWritesExec),
    on_floats<f64, Relation::not_greater_equal>(0xA9, "v_cmpx_nge_f64", kWritesExec),
    on_floats<f64, Relation::not_less_greater>(0xAA, "v_cmpx_nlg_f64", kWritesExec),
    on_floats<f64, Relation::not_greater>(0xAB, "v_cmpx_ngt_f64", kWritesExec),
    on_floats<f64, Relation::not_less_equal>(0xAC, "v_cmpx_nle_f64", kWritesExec),
    on_floats<f64, Relation::not_equal>(0xAD, "v_cmpx_neq_f64", kWritesExec),
    on_floats<f64, Relation::not_less>(0xAE, "v_cmpx_nlt_f64", kWritesExec),
    on_floats<f64, Relation::always>(0xAF, "v_cmpx_t_f64", kWritesExec),
    on_integers<i16, Test::less>(0xB1, "v_cmpx_lt_i16", kWritesExec),
    on_integers<i16, Test::equal>(0xB2, "v_cmpx_eq_i16", kWritesExec),
    on_integers<i16, Test::less_equal>(0xB3, "v_cmpx_le_i16", kWritesExec),
    on_integers<i16, Test::greater>(0xB4, "v_cmpx_gt_i16", kWritesExec),
    on_integers<i16, Test::different>(0xB5, "v_cmpx_ne_i16", kWritesExec),
    on_integers<i16, Test::greater_equal>(0xB6, "v_cmpx_ge_i16", kWritesExec),
    on_integers<u16, Test::less>(0xB9, "v_cmpx_lt_u16", kWritesExec),
    on_integers<u16, Test::equal>(0xBA, "v_cmpx_eq_u16", kWritesExec),
    on_integers<u16, Test::less_equal>(0xBB, "v_cmpx_le_u16", kWritesExec),
    on_integers<u16, Test::greater>(0xBC, "v_cmpx_gt_u16", kWritesExec),
    on_integers<u16, Test::different>(0xBD, "v_cmpx_ne_u16", kWritesExec),
    on_integers<u16, Test::greater_equal>(0xBE, "v_cmpx_ge_u16", kWritesExec),
    on_integers<i32, Test::never>(0xC0, "v_cmpx_f_i32", kWritesExec),
    on_integers<i32, Test::less>(0xC1, "v_cmpx_lt_i32", kWritesExec),
    on_integers<i32, Test::equal>(0xC2, "v_cmpx_eq_i32", kWritesExec),
    on_integers<i32, Test::less_equal>(0xC3, "v_cmpx_le_i32", kWritesExec),
    on_integers<i32, Test::greater>(0xC4, "v_cmpx_gt_i32", kWritesExec),
    on_integers<i32, Test::different>(0xC5, "v_cmpx_ne_i32", kWritesExec),
    on_integers<i32, Test::greater_equal>(0xC6, "v_cmpx_ge_i32", kWritesExec),
    on_integers<i32, Test::always>(0xC7, "v_cmpx_t_i32", kWritesExec),
    on_integers<u32, Test::never>(0xC8, "v_cmpx_f_u32", kWritesExec),
    on_integers<u32, Test::less>(0xC9, "v_cmpx_lt_u32", kWritesExec),
    on_integers<u32, Test::equal>(0xCA, "v_cmpx_eq_u32", kWritesExec),
    on_integers<u32, Test::less_equal>(0xCB, "v_cmpx_le_u32", kWritesExec),
    on_integers<u32, Test::greater>(0xCC, "v_cmpx_gt_u32", kWritesExec),
    on_integers<u32, Test::different>(0xCD, "v_cmpx_ne_u32", kWritesExec),
    on_integers<u32, Test::greater_equal>(0xCE, "v_cmpx_ge_u32", kWritesExec),
    on_integers<u32, Test::always>(0xCF, "v_cmpx_t_u32", kWritesExec),
    on_integers<i64, Test::never>(0xD0, "v_cmpx_f_i64", kWritesExec),
    on_integers<i64, Test::less>(0xD1, "v_cmpx_lt_i64", kWritesExec),
    on_integers<i64, Test::equal>(0xD2, "v_cmpx_eq_i64", kWritesExec),
    on_integers<i64, Test::less_equal>(0xD3, "v_cmpx_le_i64", kWritesExec),
    on_integers<i64, Test::greater>(0xD4, "v_cmpx_gt_i64", kWritesExec),
    on_integers<i64, Test::different>(0xD5, "v_cmpx_ne_i64", kWritesExec),
    on_integers<i64, Test::greater_equal>(0xD6, "v_cmpx_ge_i64", kWritesExec),
    on_integers<i64, Test::always>(0xD7, "v_cmpx_t_i64", kWritesExec),
    on_integers<u64, Test::never>(0xD8, "v_cmpx_f_u64", kWritesExec),
    on_integers<u64, Test::less>(0xD9, "v_cmpx_lt_u64", kWritesExec),
    on_integers<u64, Test::equal>(0xDA, "v_cmpx_eq_u64", kWritesExec),
    on_integers<u64, Test::less_equal>(0xDB, "v_cmpx_le_u64", kWritesExec),
    on_integers<u64, Test::greater>(0xDC, "v_cmpx_gt_u64", kWritesExec),
    on_integers<u64, Test::different>(0xDD, "v_cmpx_ne_u64", kWritesExec),
    on_integers<u64, Test::greater_equal>(0xDE, "v_cmpx_ge_u64", kWritesExec),
    on_integers<u64, Test::always>(0xDF, "v_cmpx_t_u64", kWritesExec),
    on_class<f16>(0xFD, "v_cmpx_class_f16", kWritesExec),
    on_class<f32>(0xFE, "v_cmpx_class_f32", kWritesExec),
    on_class<f64>(0xFF, "v_cmpx_class_f64", kWritesExec),
};

}  // namespace

extern const InstructionGroup vopc;
const InstructionGroup vopc{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
