// SPDX-License-Identifier: MIT
// The families of the gfx11 encoding space and random words in them.
#include "tests/gates/emulator/random_encoding.hpp"

namespace kgate::emulator_tests {

using emulator::Format;

const std::vector<EncodingFamily>& encoding_families() {
  const auto top = [](std::uint32_t value, unsigned bits) {
    return FixedBits{value << (32U - bits), ~0U << (32U - bits)};
  };
  const auto flat = [](std::uint32_t segment) {
    return FixedBits{(0x37U << 26U) | (segment << 16U), 0xFC030000U};
  };
  static const std::vector<EncodingFamily> all{
      {"SOP1", Format::sop1, top(0x17D, 9), 8, 8},
      {"SOP2", Format::sop2, top(2, 2), 23, 7},
      {"SOPC", Format::sopc, top(0x17E, 9), 16, 7},
      {"SOPK", Format::sopk, top(0xB, 4), 23, 5},
      {"SOPP", Format::sopp, top(0x17F, 9), 16, 7},
      {"SMEM", Format::smem, top(0x3D, 6), 18, 8},
      {"VOP1", Format::vop1, top(0x3F, 7), 9, 8},
      {"VOP2", Format::vop2, top(0, 1), 25, 6},
      {"VOPC", Format::vopc, top(0x3E, 7), 17, 8},
      {"VOP3", Format::vop3, top(0x35, 6), 16, 10},
      {"VOP3P", Format::vop3p, top(0xCC, 8), 16, 7},
      {"VOPD", Format::vopd, top(0x32, 6), 17, 9},
      {"VINTERP", Format::vinterp, top(0xCD, 8), 16, 7},
      {"LDSDIR", Format::ldsdir, top(0xCE, 8), 20, 2},
      {"DS", Format::ds, top(0x36, 6), 18, 8},
      {"FLAT", Format::flat, flat(0), 18, 7},
      {"SCRATCH", Format::scratch, flat(1), 18, 7},
      {"GLOBAL", Format::global, flat(2), 18, 7},
      {"MUBUF", Format::mubuf, top(0x38, 6), 18, 8},
      {"MTBUF", Format::mtbuf, top(0x3A, 6), 15, 4},
      {"MIMG", Format::mimg, top(0x3C, 6), 18, 8},
      {"EXP", Format::exp, top(0x3E, 6), 0, 0},
  };
  return all;
}

FixedBits fixed_bits(const EncodingFamily& family, unsigned opcode) {
  const std::uint32_t field = ((1U << family.opcode_bits) - 1U) << family.opcode_shift;
  return {family.fixed.value | (opcode << family.opcode_shift), family.fixed.mask | field};
}

namespace {

void shape_memory(Format format, std::array<std::uint32_t, 4>& words, std::mt19937& random) {
  const auto half_the_time = [&] { return (random() & 1U) != 0; };
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (half_the_time()) words[1] &= ~(0xFFU << (8 * byte));
  }
  if (half_the_time() && format != Format::ds) words[1] = (words[1] & ~0xFF0000U) | 0x7C0000U;
  if ((random() & 3U) == 0) words[0] &= 0xFFFF0000U;
}

void shape_vector(Format format, std::array<std::uint32_t, 4>& words, std::mt19937& random) {
  const auto half_the_time = [&] { return (random() & 1U) != 0; };
  if (half_the_time()) words[1] &= 0x3FFFFU;
  if (half_the_time()) words[1] &= 0xFFFC01FFU;
  if (half_the_time()) words[1] &= 0x07FFFFFFU;
  if (half_the_time()) words[0] &= 0xFFFF00FFU;
  if ((random() & 3U) == 0) words[0] &= 0xFFFFFF00U;
  // Destination EXEC_LO of v_cmpx, sources that are VGPRs, all op_sel_hi of dot products.
  if (half_the_time() && format == Format::vop3) {
    words[0] = (words[0] & ~0xFFU) | 126U;
  }
  if (half_the_time() && format == Format::vop3p) {
    words[0] = (words[0] & ~0x3F00U) | 0x4000U;
    words[1] |= 3U << 27U;
  }
  if (half_the_time() && format == Format::vop3p) words[1] |= 0x4020100U;
}

/// DPP: in source 0, with its control in a further dword.
void shape_dpp(Format format, std::array<std::uint32_t, 4>& words, std::mt19937& random) {
  const auto half_the_time = [&] { return (random() & 1U) != 0; };
  const bool long_form = format == Format::vop3 || format == Format::vop3p;
  constexpr std::array<std::uint32_t, 3> kFields{250, 233, 234};
  std::uint32_t& field = words[long_form ? 1 : 0];
  field = (field & ~0x1FFU) | kFields[random() % 3];
  std::uint32_t& control = words[long_form ? 2 : 1];
  if ((field & 0x1FFU) == 250) {
    constexpr std::array<std::uint32_t, 8> kCodes{0x0E4, 0x01B, 0x101, 0x11F,
                                                  0x12C, 0x140, 0x155, 0x16A};
    control = (control & 0xFF0C00FFU) | (kCodes[random() % 8] << 8U);
    if (!long_form && half_the_time()) control |= (random() & 0xFU) << 20U;
  }
  if (long_form && half_the_time()) {
    words[0] &= 0xFFFF00FFU;
    words[1] &= 0x07FFFFFFU;
  }
  if (long_form && (random() & 3U) == 0) words[1] &= 0x1FFU;
  if (long_form && half_the_time()) words[1] = (words[1] & ~0x7FC0000U) | (1U << 17U);
  if (long_form && half_the_time()) words[0] = (words[0] & ~0xFFU) | 126U;  // EXEC, for v_cmpx
}

}  // namespace

std::array<std::uint32_t, 4> draw_words(Format format, const FixedBits& fixed,
                                        std::mt19937& random) {
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  if ((random() & 1U) != 0) words[0] &= random();
  const bool memory = format >= Format::ds && format <= Format::mimg;
  if (memory) {
    shape_memory(format, words, random);
  } else {
    shape_vector(format, words, random);
    const bool takes_dpp = format >= Format::vop1 && format <= Format::vop3p;
    if (takes_dpp && (random() & 3U) == 0) shape_dpp(format, words, random);
  }
  if ((random() & 15U) == 0) words = {0, 0, 0, 0};
  words[0] = (words[0] & ~fixed.mask) | fixed.value;
  return words;
}

}  // namespace kgate::emulator_tests
