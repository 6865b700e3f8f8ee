// SPDX-License-Identifier: MIT
// SOPC: scalar comparisons into SCC.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class T, class F>
constexpr Row compare(u16 opcode, std::string_view mnemonic, F function) {
  return {Format::sopc, opcode, mnemonic, Accuracy::exact, scalar<void, T, T>(function)};
}
template <class T, Relation R>
constexpr Row compare_float(std::string_view mnemonic) {
  constexpr u16 kBase = sizeof(T) == 4 ? 0x40 : 0x50;
  return {Format::sopc, kBase + static_cast<u16>(R), mnemonic, Accuracy::exact,
          scalar<void, T, T>(FloatCompare<R>{}, kOnlyGfx115)};
}
template <class T, u32 Value>
constexpr Row test_bit(u16 opcode, std::string_view mnemonic) {
  return {Format::sopc, opcode, mnemonic, Accuracy::exact, scalar<void, T, u32>([](T a, u32 b) {
            return ((a >> (b & (8U * sizeof(T) - 1U))) & 1U) == Value;
          })};
}

constexpr Row kRows[] = {
    compare<i32>(0x00, "s_cmp_eq_i32", [](i32 a, i32 b) { return a == b; }),
    compare<i32>(0x01, "s_cmp_lg_i32", [](i32 a, i32 b) { return a != b; }),
    compare<i32>(0x02, "s_cmp_gt_i32", [](i32 a, i32 b) { return a > b; }),
    compare<i32>(0x03, "s_cmp_ge_i32", [](i32 a, i32 b) { return a >= b; }),
    compare<i32>(0x04, "s_cmp_lt_i32", [](i32 a, i32 b) { return a < b; }),
    compare<i32>(0x05, "s_cmp_le_i32", [](i32 a, i32 b) { return a <= b; }),
    compare<u32>(0x06, "s_cmp_eq_u32", [](u32 a, u32 b) { return a == b; }),
    compare<u32>(0x07, "s_cmp_lg_u32", [](u32 a, u32 b) { return a != b; }),
    compare<u32>(0x08, "s_cmp_gt_u32", [](u32 a, u32 b) { return a > b; }),
    compare<u32>(0x09, "s_cmp_ge_u32", [](u32 a, u32 b) { return a >= b; }),
    compare<u32>(0x0A, "s_cmp_lt_u32", [](u32 a, u32 b) { return a < b; }),
    compare<u32>(0x0B, "s_cmp_le_u32", [](u32 a, u32 b) { return a <= b; }),
    test_bit<u32, 0>(0x0C, "s_bitcmp0_b32"),
    test_bit<u32, 1>(0x0D, "s_bitcmp1_b32"),
    test_bit<u64, 0>(0x0E, "s_bitcmp0_b64"),
    test_bit<u64, 1>(0x0F, "s_bitcmp1_b64"),
    compare<u64>(0x10, "s_cmp_eq_u64", [](u64 a, u64 b) { return a == b; }),
    compare<u64>(0x11, "s_cmp_lg_u64", [](u64 a, u64 b) { return a != b; }),
    compare_float<f32, Relation::less>("s_cmp_lt_f32"),
    compare_float<f32, Relation::equal>("s_cmp_eq_f32"),
    compare_float<f32, Relation::less_equal>("s_cmp_le_f32"),
    compare_float<f32, Relation::greater>("s_cmp_gt_f32"),
    compare_float<f32, Relation::less_greater>("s_cmp_lg_f32"),
    compare_float<f32, Relation::greater_equal>("s_cmp_ge_f32"),
    compare_float<f32, Relation::ordered>("s_cmp_o_f32"),
    compare_float<f32, Relation::unordered>("s_cmp_u_f32"),
    compare_float<f32, Relation::not_greater_equal>("s_cmp_nge_f32"),
    compare_float<f32, Relation::not_less_greater>("s_cmp_nlg_f32"),
    compare_float<f32, Relation::not_greater>("s_cmp_ngt_f32"),
    compare_float<f32, Relation::not_less_equal>("s_cmp_nle_f32"),
    compare_float<f32, Relation::not_equal>("s_cmp_neq_f32"),
    compare_float<f32, Relation::not_less>("s_cmp_nlt_f32"),
    compare_float<f16, Relation::less>("s_cmp_lt_f16"),
    compare_float<f16, Relation::equal>("s_cmp_eq_f16"),
    compare_float<f16, Relation::less_equal>("s_cmp_le_f16"),
    compare_float<f16, Relation::greater>("s_cmp_gt_f16"),
    compare_float<f16, Relation::less_greater>("s_cmp_lg_f16"),
    compare_float<f16, Relation::greater_equal>("s_cmp_ge_f16"),
    compare_float<f16, Relation::ordered>("s_cmp_o_f16"),
    compare_float<f16, Relation::unordered>("s_cmp_u_f16"),
    compare_float<f16, Relation::not_greater_equal>("s_cmp_nge_f16"),
    compare_float<f16, Relation::not_less_greater>("s_cmp_nlg_f16"),
    compare_float<f16, Relation::not_greater>("s_cmp_ngt_f16"),
    compare_float<f16, Relation::not_less_equal>("s_cmp_nle_f16"),
    compare_float<f16, Relation::not_equal>("s_cmp_neq_f16"),
    compare_float<f16, Relation::not_less>("s_cmp_nlt_f16"),
};

}  // namespace

extern const InstructionGroup sopc;
const InstructionGroup sopc{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
