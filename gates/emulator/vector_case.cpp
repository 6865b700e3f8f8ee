// SPDX-License-Identifier: MIT
// Setting up, executing and comparing one test vector.
#include "gates/emulator/vector_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace kgate::emulator {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kArena = 0x23F000000;
constexpr std::uint64_t kMemory = 0x23FFF0000;
constexpr std::uint64_t kMemorySize = 1U << 21U;
constexpr std::uint64_t kCode = 0x1000;
constexpr std::uint32_t kUntouched = 0x5AA5C33CU;
constexpr std::uint32_t kEndProgram = 0xBFB00000U;

std::uint64_t hex(const Json& value) { return std::stoull(value.get<std::string>(), nullptr, 16); }

std::vector<std::uint8_t> hex_bytes(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

void set_mask(Wave& wave, unsigned slot, const Json& value) {
  const std::uint64_t mask = hex(value);
  wave.scalar[slot] = static_cast<std::uint32_t>(mask);
  if (wave.lanes == 64) wave.scalar[slot + 1] = static_cast<std::uint32_t>(mask >> 32U);
}

/// Applies a vector's registers to a wave: the state before, or what the state after must be.
void apply_registers(Wave& wave, const Json& state) {
  if (state.contains("v")) {
    for (const auto& [key, values] : state["v"].items()) {
      std::uint32_t* lanes = wave.vgpr(static_cast<unsigned>(std::stoul(key)));
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        lanes[lane] = static_cast<std::uint32_t>(hex(values.at(lane)));
      }
    }
  }
  if (state.contains("s")) {
    for (const auto& [key, value] : state["s"].items()) {
      wave.scalar.at(std::stoul(key)) = static_cast<std::uint32_t>(hex(value));
    }
  }
  if (state.contains("vcc")) set_mask(wave, kVcc, state["vcc"]);
  if (state.contains("exec")) set_mask(wave, kExec, state["exec"]);
  if (state.contains("scc")) wave.scalar[kScc] = state["scc"].get<std::uint32_t>();
  if (state.contains("m0")) wave.scalar[kM0] = static_cast<std::uint32_t>(hex(state["m0"]));
}

float half_value(std::uint32_t bits) {
  const std::uint32_t exponent = (bits >> 10U) & 31U;
  const auto mantissa = static_cast<float>(bits & 1023U);
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) return (bits & 1023U) != 0 ? std::nanf("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024.0F + mantissa, static_cast<int>(exponent) - 25);
}

double value_of(Type type, std::uint64_t bits) {
  if (type == Type::f64) return __builtin_bit_cast(double, bits);
  if (type == Type::f32) {
    return static_cast<double>(__builtin_bit_cast(float, static_cast<std::uint32_t>(bits)));
  }
  return static_cast<double>(half_value(static_cast<std::uint32_t>(bits & 0xFFFFU)));
}

/// How results that are not the same bits may still agree.
struct Tolerance {
  Type type = Type::none;
  bool nan = false;
  bool approximate = false;
  bool periodic = false;  ///< sine and cosine: absolute instead of relative

  [[nodiscard]] bool allows(std::uint64_t got, std::uint64_t expected) const {
    const double a = value_of(type, got);
    const double b = value_of(type, expected);
    if (std::isnan(a) || std::isnan(b)) return nan && std::isnan(a) && std::isnan(b);
    if (!approximate) return false;
    const double relative = type == Type::f64 ? 1e-8 : (type == Type::f32 ? 1e-6 : 2e-3);
    const double limit = periodic ? (type == Type::f16 ? 2e-3 : 2e-6) : relative * std::fabs(b);
    return std::fabs(a - b) <= limit;
  }
};

bool words_agree(const Tolerance& tolerance, std::uint32_t got, std::uint32_t expected) {
  if (got == expected) return true;
  if (tolerance.type == Type::f32) return tolerance.allows(got, expected);
  if (tolerance.type != Type::f16 && tolerance.type != Type::pk_f16) return false;
  const auto half = [&](std::uint32_t a, std::uint32_t b) {
    return a == b || tolerance.allows(a, b);
  };
  return half(got & 0xFFFFU, expected & 0xFFFFU) && half(got >> 16U, expected >> 16U);
}

/// The first register that differs, or an empty text.
std::string compare_vgprs(Wave& got, Wave& expected, const Tolerance& tolerance,
                          const Operand& destination) {
  for (unsigned index = 0; index < kVectorRegisters; ++index) {
    const std::uint32_t* a = got.vgpr(index);
    const std::uint32_t* b = expected.vgpr(index);
    for (unsigned lane = 0; lane < got.lanes; ++lane) {
      if (a[lane] == b[lane]) continue;
      const bool is_result = destination.kind == OperandKind::vgpr && index >= destination.index &&
                             index < destination.index + destination.count;
      if (is_result && tolerance.type == Type::f64) {
        const auto pair = [&](Wave& wave) {
          return (std::uint64_t{wave.vgpr(destination.index + 1U)[lane]} << 32U) |
                 wave.vgpr(destination.index)[lane];
        };
        if (tolerance.allows(pair(got), pair(expected))) continue;
      } else if ((is_result || destination.kind == OperandKind::none) &&
                 words_agree(tolerance, a[lane], b[lane])) {
        continue;
      }
      return fmt::format("v{} lane {}: {:08x}, the vector says {:08x}", index, lane, a[lane],
                         b[lane]);
    }
  }
  return {};
}

std::string compare_scalars(const Wave& got, const Wave& expected, const Tolerance& tolerance) {
  for (unsigned slot = 0; slot < kScalarSlots; ++slot) {
    if (slot >= kDiscard && slot < kScc) continue;
    const std::uint32_t a = got.scalar[slot];
    const std::uint32_t b = expected.scalar[slot];
    if (a == b || words_agree(tolerance, a, b)) continue;
    return fmt::format("scalar {}: {:08x}, the vector says {:08x}", slot, a, b);
  }
  return {};
}

std::string compare_bytes(std::string_view space, std::uint64_t address, const std::uint8_t* got,
                          const std::vector<std::uint8_t>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i] == expected[i]) continue;
    return fmt::format("{} byte {:#x}: {:02x}, the vector says {:02x}", space, address + i, got[i],
                       expected[i]);
  }
  return {};
}

bool has_flag(const Json& vector, std::string_view flag) {
  const auto& flags = vector.at("flags");
  return std::any_of(flags.begin(), flags.end(), [&](const Json& f) { return f == flag; });
}

Tolerance tolerance_of(const Json& vector, const Instruction& instruction) {
  Tolerance tolerance;
  tolerance.nan = has_flag(vector, "nan");
  tolerance.approximate = has_flag(vector, "approximate");
  const auto operation = vector.at("op").get<std::string>();
  tolerance.periodic =
      operation.find("sin") != std::string::npos || operation.find("cos") != std::string::npos;
  if (instruction.pair != nullptr) {
    tolerance.type = Type::f32;
  } else if (instruction.row != nullptr) {
    tolerance.type = instruction.row->semantics.destination;
    // Two f16 results in a register that other forms of the row treat as bits.
    if (operation.find("pk_rtz_f16") != std::string::npos) tolerance.type = Type::pk_f16;
  }
  return tolerance;
}

}  // namespace

VectorBench::VectorBench(Target target, const InstructionTable& table)
    : target_(target),
      table_(&table),
      memory_(Memory::Options{std::uint64_t{1} << 26U, kArena, 0}) {
  memory_.allocate_at(kMemory, kMemorySize, AllocationKind::device, "vector memory");
  options_.threads = 1;
  launch_.kernel = &kernel_;
  group_.launch = &launch_;
  group_.options = &options_;
  group_.memory = &memory_;
}

VectorOutcome VectorBench::run(const std::string& line) {
  VectorOutcome outcome;
  try {
    const Json vector = Json::parse(line);
    outcome.assembly = vector.at("asm").get<std::string>();
    outcome.format = vector.at("fmt").get<std::string>();
    outcome.operation = vector.at("op").get<std::string>();
    const Json& in = vector.at("in");
    const Json& out = vector.at("out");

    std::vector<std::uint8_t> code = hex_bytes(vector.at("enc").get<std::string>());
    const std::size_t length = code.size();
    for (unsigned i = 0; i < 4; ++i)
      code.push_back(static_cast<std::uint8_t>(kEndProgram >> (8 * i)));
    const auto lanes = vector.at("wave").get<unsigned>();
    const Program program(std::as_bytes(std::span(code)), kCode, target_, lanes, *table_);

    wave_.lanes = lanes;
    wave_.group = &group_;
    wave_.program = &program;
    wave_.set_mode(Mode::kDefault);
    wave_.scalar.fill(kUntouched);
    for (unsigned slot = kTrapTemporaries; slot <= kNull; ++slot) wave_.scalar[slot] = 0;
    wave_.scalar[kScc] = 0;
    wave_.vector.assign(std::size_t{kVectorRegisters} * lanes, kUntouched);
    wave_.scalar[kExec] = 0xFFFFFFFFU;
    wave_.scalar[kExec + 1] = lanes == 64 ? 0xFFFFFFFFU : kUntouched;
    wave_.scratch_bytes = 0;
    wave_.regions_epoch = 0;
    apply_registers(wave_, in);
    wave_.existing = wave_.exec();

    group_.lds.reset(65536, 0);
    memory_.mark_uninitialised(kMemory, kMemorySize);
    for (const auto& span : in.value("lds", Json::array())) {
      const auto bytes = hex_bytes(span.at("hex").get<std::string>());
      const std::uint64_t at = hex(span.at("addr"));
      std::memcpy(group_.lds.data.data() + at, bytes.data(), bytes.size());
      std::memset(group_.lds.shadow.data() + at, kShadowInitialised, bytes.size());
    }
    for (const auto& span : in.value("mem", Json::array())) {
      const auto bytes = hex_bytes(span.at("hex").get<std::string>());
      if (!memory_.copy_in(hex(span.at("addr")), bytes.data(), bytes.size())) {
        throw std::runtime_error("a memory span outside the bench's memory");
      }
    }

    Wave expected = wave_;
    apply_registers(expected, out);
    const Instruction* instruction = program.at(kCode);
    wave_.current = instruction;
    wave_.next = instruction + instruction->dwords;
    outcome.verdict = VectorVerdict::not_executed;
    instruction->handler(wave_, *instruction);

    outcome.verdict = VectorVerdict::differs;
    const Tolerance tolerance = tolerance_of(vector, *instruction);
    if (instruction->dwords * 4U != length) {
      outcome.detail = fmt::format("decoded as {} dwords of {} bytes", instruction->dwords, length);
    }
    if (out.contains("pc_rel")) {
      const auto moved = static_cast<std::int64_t>(program.address(wave_.next) - kCode);
      if (wave_.next->dwords != 0 && moved != out["pc_rel"].get<std::int64_t>()) {
        outcome.detail = fmt::format("the program counter moved by {}", moved);
      }
    }
    if (outcome.detail.empty())
      outcome.detail = compare_vgprs(wave_, expected, tolerance, instruction->destination);
    if (outcome.detail.empty()) outcome.detail = compare_scalars(wave_, expected, tolerance);
    for (const auto& span : out.value("lds", Json::array())) {
      const std::uint64_t at = hex(span.at("addr"));
      if (outcome.detail.empty()) {
        outcome.detail = compare_bytes("LDS", at, group_.lds.data.data() + at,
                                       hex_bytes(span.at("hex").get<std::string>()));
      }
    }
    for (const auto& span : out.value("mem", Json::array())) {
      const std::uint64_t at = hex(span.at("addr"));
      if (outcome.detail.empty()) {
        outcome.detail =
            compare_bytes("memory", at, reinterpret_cast<const std::uint8_t*>(memory_.host(at)),
                          hex_bytes(span.at("hex").get<std::string>()));
      }
    }
    if (outcome.detail.empty()) outcome.verdict = VectorVerdict::agrees;
  } catch (const FaultError& error) {
    outcome.detail = error.fault().describe();
  } catch (const std::exception& error) {
    outcome.verdict = VectorVerdict::malformed;
    outcome.detail = error.what();
  }
  return outcome;
}

}  // namespace kgate::emulator
