// SPDX-License-Identifier: MIT
// Drawing random programs.
#include "tests/gates/emulator/differential/random_program.hpp"

#include <fmt/format.h>

#include <array>
#include <random>
#include <set>
#include <string_view>
#include <vector>

namespace kgate::emulator_tests {
namespace {

enum class Kind : unsigned { i16, i32, i64, half, single, real, pair_i16, pair_half };
constexpr unsigned kKinds = 8;
constexpr std::array<std::string_view, kKinds> kTypes{"i16",   "i32",    "i64",       "half",
                                                      "float", "double", "<2 x i16>", "<2 x half>"};
/// Of intrinsics: llvm.ctpop.v2i16.
constexpr std::array<std::string_view, kKinds> kMangled{"i16", "i32", "i64",   "f16",
                                                        "f32", "f64", "v2i16", "v2f16"};
constexpr std::array<unsigned, kKinds> kWidths{16, 32, 64, 16, 32, 64, 16, 16};
constexpr std::array<std::string_view, kKinds> kNans{"0xH7E00",
                                                     "0xH7E00",
                                                     "0xH7E00",
                                                     "0xH7E00",
                                                     "0x7FF8000000000000",
                                                     "0x7FF8000000000000",
                                                     "",
                                                     "<half 0xH7E00, half 0xH7E00>"};

std::string_view type_of(Kind kind) { return kTypes.at(static_cast<unsigned>(kind)); }

struct Value {
  std::string name;
  bool uniform = false;
  unsigned uses = 0;
};

/// One program in the making.
class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : random_(seed) {}

  RandomProgram run(unsigned operations) {
    inputs();
    for (unsigned i = 0; i < operations; ++i) operation();
    store_outputs();
    program_.declarations = {};
    for (const std::string& line : declarations_) program_.declarations += line + "\n";
    return program_;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  template <std::size_t N>
  std::string_view pick(const std::array<std::string_view, N>& all) {
    return all.at(below(N));
  }
  std::string emit(const std::string& expression) {
    std::string name = fmt::format("%v{}", next_++);
    program_.body += fmt::format("  {} = {}\n", name, expression);
    return name;
  }
  std::string call(Kind result, std::string_view name, const std::string& types,
                   const std::string& arguments) {
    declarations_.insert(fmt::format("declare {} @{}({})", type_of(result), name, types));
    return emit(fmt::format("call {} @{}({})", type_of(result), name, arguments));
  }
  std::string intrinsic(std::string_view name, Kind kind, const std::vector<std::string>& sources,
                        std::string_view flag = {}) {
    std::string types;
    std::string arguments;
    for (const std::string& source : sources) {
      const std::string_view comma = types.empty() ? "" : ", ";
      types += fmt::format("{}{}", comma, type_of(kind));
      arguments += fmt::format("{}{} {}", comma, type_of(kind), source);
    }
    if (!flag.empty()) {
      types += ", i1";
      arguments += fmt::format(", i1 {}", flag);
    }
    const std::string full =
        fmt::format("llvm.{}.{}", name, kMangled.at(static_cast<unsigned>(kind)));
    return call(kind, full, types, arguments);
  }

  std::vector<Value>& pool(Kind kind) { return pools_.at(static_cast<unsigned>(kind)); }
  void keep(Kind kind, std::string name) { pool(kind).push_back({std::move(name), uniform_, 0}); }

  std::string constant(Kind kind) {
    constexpr std::array<std::string_view, 8> kIntegers{"0",   "1",   "-1",    "2",
                                                        "255", "-16", "32767", "-32768"};
    constexpr std::array<std::string_view, 6> kHalves{"0xH0000", "0xH8000", "0xH3C00",
                                                      "0xHC000", "0xH3118", "0xH0001"};
    constexpr std::array<std::string_view, 6> kReals{"0.0", "-0.0", "1.0", "-2.0", "0.5", "1024.0"};
    switch (kind) {
      case Kind::i16:
        return std::string(pick(kIntegers));
      case Kind::i32:
      case Kind::i64:
        return below(2) == 0 ? std::string(pick(kIntegers))
                             : fmt::format("{}", static_cast<std::int32_t>(random_()));
      case Kind::half:
        return std::string(pick(kHalves));
      case Kind::single:
      case Kind::real:
        return std::string(pick(kReals));
      case Kind::pair_i16:
        return fmt::format("<i16 {}, i16 {}>", pick(kIntegers), pick(kIntegers));
      case Kind::pair_half:
        break;
    }
    return fmt::format("<half {}, half {}>", pick(kHalves), pick(kHalves));
  }
  /// A value, sometimes a constant. In a uniform operation only uniform ones: those run on the
  /// SALU.
  std::string operand(Kind kind, bool may_be_constant = true) {
    if (may_be_constant && below(6) == 0) return constant(kind);
    std::vector<Value>& values = pool(kind);
    for (unsigned tries = 0; tries < 40; ++tries) {
      // Mostly recent ones, so that programs are deep.
      const auto size = static_cast<unsigned>(values.size());
      const unsigned back = below(3) == 0 ? below(size) : below(std::min(size, 12U));
      Value& value = values.at(size - 1 - back);
      if (uniform_ && !value.uniform) continue;
      ++value.uses;
      return value.name;
    }
    return constant(kind);
  }

  /// NaNs of the two sides may differ in sign and payload.
  std::string one_nan(Kind kind, const std::string& value) {
    const std::string_view type = type_of(kind);
    const std::string_view bits = kind == Kind::pair_half ? "<2 x i1>" : "i1";
    const std::string test = emit(fmt::format("fcmp uno {} {}, {}", type, value, value));
    return emit(fmt::format("select {} {}, {} {}, {} {}", bits, test, type,
                            kNans.at(static_cast<unsigned>(kind)), type, value));
  }
  void keep_float(Kind kind, const std::string& value) { keep(kind, one_nan(kind, value)); }

  void input_dword(std::string_view pointer, std::string_view space, unsigned index) {
    const std::string at =
        emit(fmt::format("getelementptr i32, ptr{} {}, i64 {}", space, pointer, index));
    const std::string_view tag = uniform_ ? ", !invariant.load !0" : "";
    keep(Kind::i32, emit(fmt::format("load i32, ptr{} {}, align 4{}", space, at, tag)));
  }
  void inputs() {
    program_.body += fmt::format(
        "  %first = mul i32 %item, {}\n  %wide = zext i32 %first to i64\n"
        "  %row = getelementptr i32, ptr{{1}} %inputs, i64 %wide\n",
        kProgramInputs);
    for (const bool uniform : {false, true}) {
      uniform_ = uniform;
      const unsigned count = uniform ? kProgramUniforms : kProgramInputs;
      for (unsigned i = 0; i < count; ++i) {
        input_dword(uniform ? "%uniforms" : "%row", uniform ? "{4}" : "{1}", i);
      }
    }
    for (const bool uniform : {false, true}) {
      uniform_ = uniform;
      for (unsigned i = 0; i < 2; ++i) widen_inputs();
    }
  }
  std::string cast(std::string_view operation, Kind from, const std::string& value, Kind to) {
    return emit(fmt::format("{} {} {} to {}", operation, type_of(from), value, type_of(to)));
  }
  /// A value of every kind from dwords.
  void widen_inputs() {
    const auto dword = [&] { return operand(Kind::i32, false); };
    const std::string low = cast("zext", Kind::i32, dword(), Kind::i64);
    const std::string high = cast("zext", Kind::i32, dword(), Kind::i64);
    const std::string both =
        emit(fmt::format("or i64 {}, {}", low, emit(fmt::format("shl i64 {}, 32", high))));
    keep(Kind::i64, both);
    keep_float(Kind::real, cast("bitcast", Kind::i64, both, Kind::real));
    keep(Kind::i16, cast("trunc", Kind::i32, dword(), Kind::i16));
    keep_float(Kind::half, cast("bitcast", Kind::i16, pool(Kind::i16).back().name, Kind::half));
    keep_float(Kind::single, cast("bitcast", Kind::i32, dword(), Kind::single));
    keep(Kind::pair_i16, cast("bitcast", Kind::i32, dword(), Kind::pair_i16));
    keep_float(Kind::pair_half, cast("bitcast", Kind::i32, dword(), Kind::pair_half));
  }

  void operation() {
    uniform_ = below(5) < 2;
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return integer_binary();
      case 3:
        return integer_unary();
      case 4:
        return integer_chain();
      case 5:
      case 6:
        return float_binary();
      case 7:
        return float_unary();
      case 8:
        return fused();
      case 9:
        return compare();
      default:
        return convert();
    }
  }
  Kind integer_kind() {
    constexpr std::array<Kind, 6> kAll{Kind::i32, Kind::i32, Kind::i32,
                                       Kind::i64, Kind::i16, Kind::pair_i16};
    return kAll.at(below(kAll.size()));
  }
  Kind float_kind() {
    constexpr std::array<Kind, 5> kAll{Kind::single, Kind::single, Kind::real, Kind::half,
                                       Kind::pair_half};
    return kAll.at(below(kAll.size()));
  }
  /// A shift count below the width: others are not defined.
  std::string count_of(Kind kind) {
    const unsigned mask = kWidths.at(static_cast<unsigned>(kind)) - 1;
    const std::string limit = kind == Kind::pair_i16 ? fmt::format("<i16 {}, i16 {}>", mask, mask)
                                                     : fmt::format("{}", mask);
    return emit(fmt::format("and {} {}, {}", type_of(kind), operand(kind, false), limit));
  }
  void integer_binary() {
    const Kind kind = integer_kind();
    const std::string_view type = type_of(kind);
    switch (below(4)) {
      case 0: {
        constexpr std::array<std::string_view, 3> kShifts{"shl", "lshr", "ashr"};
        const std::string count = count_of(kind);
        return keep(kind,
                    emit(fmt::format("{} {} {}, {}", pick(kShifts), type, operand(kind), count)));
      }
      case 1: {
        constexpr std::array<std::string_view, 8> kNames{
            "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"};
        const std::string a = operand(kind, false);
        return keep(kind, intrinsic(pick(kNames), kind, {a, operand(kind)}));
      }
      case 2:
        if (kind == Kind::i32 && below(3) == 0) return divide();
        [[fallthrough]];
      default: {
        constexpr std::array<std::string_view, 6> kNames{"add", "sub", "mul", "and", "or", "xor"};
        const std::string a = operand(kind, false);
        return keep(kind, two_sources(pick(kNames), kind, a));
      }
    }
  }
  /// Not `or i64` with a constant: of one whose upper half is -1, LLVM 19 loses that half where a
  /// scalar and a vector operation meet.
  std::string two_sources(std::string_view name, Kind kind, const std::string& a) {
    const bool constant = kind != Kind::i64 || name != "or";
    return emit(fmt::format("{} {} {}, {}", name, type_of(kind), a, operand(kind, constant)));
  }
  /// The divisor is neither 0 nor -1.
  void divide() {
    constexpr std::array<std::string_view, 4> kNames{"udiv", "urem", "sdiv", "srem"};
    const std::string small = emit(
        fmt::format("and i32 {}, {}", operand(Kind::i32, false), below(2) == 0 ? 255 : 0x7FFFFFFF));
    const std::string divisor = emit(fmt::format("or i32 {}, 1", small));
    const std::string_view name = pick(kNames);
    const std::string any = operand(Kind::i32, false);
    const std::string dividend = name.front() == 'u' ? unsigned_dividend(any) : any;
    keep(Kind::i32, emit(fmt::format("{} i32 {}, {}", name, dividend, divisor)));
  }
  /// LLVM 19 takes an unsigned dividend with nine or more equal leading bits for a number of at
  /// most 24 bits, also where those bits may be ones, and divides by v_rcp_iflag_f32. For `sext i16
  /// -1 to i32` by 3 its code takes 2^32 for 0xFFFFFFFF, 0x55555581 for the quotient, and returns
  /// 0x7F7C for a remainder that is 0, as reading the instructions says whatever v_rcp's last bit
  /// is. LLVM 20 counts leading zeros (llvm-project 116733, 119325). Here the leading bits are made
  /// 0, or 10: an `or` with a bit below the first alone leaves known ones, as of `x | -32768`.
  std::string unsigned_dividend(const std::string& any) {
    if (below(2) == 0) return emit(fmt::format("and i32 {}, 2147483647", any));
    const std::string second = emit(fmt::format("and i32 {}, -1073741825", any));
    return emit(fmt::format("or i32 {}, -2147483648", second));
  }
  void integer_unary() {
    const Kind kind = integer_kind();
    const std::string a = operand(kind, false);
    constexpr std::array<std::string_view, 3> kPlain{"ctpop", "bitreverse", "bswap"};
    constexpr std::array<std::string_view, 3> kFlagged{"ctlz", "cttz", "abs"};
    if (below(2) == 0) return keep(kind, intrinsic(pick(kPlain), kind, {a}));
    keep(kind, intrinsic(pick(kFlagged), kind, {a}, "false"));
  }
  /// Two operations whose middle result nothing else uses: what becomes one instruction.
  void integer_chain() {
    const Kind kind = below(4) == 0 ? Kind::i64 : Kind::i32;
    const std::string_view type = type_of(kind);
    if (kind == Kind::i32 && below(3) == 0) {
      constexpr std::array<std::string_view, 2> kNames{"fshl", "fshr"};
      const std::string a = operand(kind, false);
      const std::string b = operand(kind, false);
      return keep(kind, intrinsic(pick(kNames), kind, {a, b, operand(kind)}));
    }
    if (kind == Kind::i32 && below(3) == 0) return multiply_high();
    constexpr std::array<std::string_view, 5> kNames{"add", "and", "or", "xor", "mul"};
    const bool shift = below(3) == 0;
    const std::string a = operand(kind, false);
    const std::string middle = shift ? emit(fmt::format("shl {} {}, {}", type, a, below(31)))
                                     : two_sources(pick(kNames), kind, a);
    keep(kind, two_sources(pick(kNames), kind, middle));
  }
  void multiply_high() {
    const std::string_view extend = below(2) == 0 ? "zext" : "sext";
    const std::string a = cast(extend, Kind::i32, operand(Kind::i32, false), Kind::i64);
    const std::string b = cast(extend, Kind::i32, operand(Kind::i32, false), Kind::i64);
    const std::string product = emit(fmt::format("mul i64 {}, {}", a, b));
    const std::string high = emit(fmt::format("lshr i64 {}, 32", product));
    keep(Kind::i32, cast("trunc", Kind::i64, high, Kind::i32));
  }

  void float_binary() {
    const Kind kind = float_kind();
    const std::string_view type = type_of(kind);
    const std::string a = operand(kind, false);
    const std::string b = operand(kind);
    const unsigned choice = below(8);
    if (choice == 0) return keep(kind, intrinsic("copysign", kind, {a, b}));
    if (choice == 1) {
      // Which zero the smaller of -0 and +0 is stays open: adding +0 makes both +0.
      constexpr std::array<std::string_view, 2> kNames{"minnum", "maxnum"};
      const std::string_view zero =
          kind == Kind::half ? "0xH0000"
                             : (kind == Kind::pair_half ? "<half 0xH0000, half 0xH0000>" : "0.0");
      const std::string extreme = intrinsic(pick(kNames), kind, {a, b});
      return keep_float(kind, emit(fmt::format("fadd {} {}, {}", type, extreme, zero)));
    }
    const bool divides = kind == Kind::single || kind == Kind::real;
    if (choice == 2 && divides) {
      return keep_float(kind, emit(fmt::format("fdiv {} {}, {}", type, a, b)));
    }
    constexpr std::array<std::string_view, 3> kNames{"fadd", "fsub", "fmul"};
    keep_float(kind, emit(fmt::format("{} {} {}, {}", pick(kNames), type, a, b)));
  }
  void float_unary() {
    const Kind kind = float_kind();
    const std::string a = operand(kind, false);
    const unsigned choice = below(6);
    if (choice == 0) return keep(kind, intrinsic("fabs", kind, {a}));
    if (choice == 1) return keep(kind, emit(fmt::format("fneg {} {}", type_of(kind), a)));
    if (choice == 2 && (kind == Kind::single || kind == Kind::real)) {
      return keep_float(kind, intrinsic("sqrt", kind, {a}));
    }
    constexpr std::array<std::string_view, 4> kNames{"floor", "ceil", "trunc", "rint"};
    keep_float(kind, intrinsic(pick(kNames), kind, {a}));
  }
  void fused() {
    const Kind kind = below(3) == 0 ? Kind::real : Kind::single;
    const std::string a = operand(kind, false);
    const std::string b = operand(kind);
    keep_float(kind, intrinsic("fma", kind, {a, b, operand(kind)}));
  }
  void compare() {
    const bool floats = below(2) == 0;
    const Kind kind = floats ? float_kind() : integer_kind();
    constexpr std::array<std::string_view, 14> kFloat{"oeq", "ogt", "oge", "olt", "ole",
                                                      "one", "ord", "ueq", "ugt", "uge",
                                                      "ult", "ule", "une", "uno"};
    constexpr std::array<std::string_view, 10> kInteger{"eq",  "ne",  "ugt", "uge", "ult",
                                                        "ule", "sgt", "sge", "slt", "sle"};
    const std::string_view predicate = floats ? pick(kFloat) : pick(kInteger);
    const std::string a = operand(kind, false);
    const std::string test = emit(fmt::format("{} {} {} {}, {}", floats ? "fcmp" : "icmp",
                                              predicate, type_of(kind), a, operand(kind)));
    const bool pair = kind == Kind::pair_i16 || kind == Kind::pair_half;
    const Kind chosen = pair ? kind : (below(2) == 0 ? kind : Kind::i32);
    const std::string yes = operand(chosen);
    keep(chosen, emit(fmt::format("select {} {}, {} {}, {} {}", pair ? "<2 x i1>" : "i1", test,
                                  type_of(chosen), yes, type_of(chosen), operand(chosen))));
  }
  void saturate() {
    constexpr std::array<Kind, 3> kFrom{Kind::single, Kind::real, Kind::half};
    constexpr std::array<Kind, 3> kTo{Kind::i32, Kind::i64, Kind::i16};
    const Kind from = kFrom.at(below(3));
    const Kind to = kTo.at(below(3));
    const std::string name = fmt::format("llvm.{}.sat.{}.{}", below(2) == 0 ? "fptosi" : "fptoui",
                                         kMangled.at(static_cast<unsigned>(to)),
                                         kMangled.at(static_cast<unsigned>(from)));
    const std::string a = operand(from, false);
    keep(to, call(to, name, std::string(type_of(from)), fmt::format("{} {}", type_of(from), a)));
  }
  void convert() {
    struct Step {
      std::string_view name;
      Kind from;
      Kind to;
    };
    constexpr std::array<Step, 26> kSteps{{
        {"zext", Kind::i16, Kind::i32},          {"sext", Kind::i16, Kind::i32},
        {"zext", Kind::i32, Kind::i64},          {"sext", Kind::i32, Kind::i64},
        {"trunc", Kind::i64, Kind::i32},         {"trunc", Kind::i32, Kind::i16},
        {"bitcast", Kind::single, Kind::i32},    {"bitcast", Kind::i32, Kind::single},
        {"bitcast", Kind::real, Kind::i64},      {"bitcast", Kind::i64, Kind::real},
        {"bitcast", Kind::half, Kind::i16},      {"bitcast", Kind::i16, Kind::half},
        {"bitcast", Kind::pair_i16, Kind::i32},  {"bitcast", Kind::i32, Kind::pair_i16},
        {"bitcast", Kind::pair_half, Kind::i32}, {"bitcast", Kind::i32, Kind::pair_half},
        {"sitofp", Kind::i32, Kind::single},     {"uitofp", Kind::i32, Kind::single},
        {"sitofp", Kind::i64, Kind::real},       {"uitofp", Kind::i32, Kind::real},
        {"sitofp", Kind::i16, Kind::half},       {"uitofp", Kind::i64, Kind::single},
        {"fpext", Kind::half, Kind::single},     {"fptrunc", Kind::single, Kind::half},
        {"fpext", Kind::single, Kind::real},     {"fptrunc", Kind::real, Kind::single},
    }};
    if (below(4) == 0) return saturate();
    const Step& step = kSteps.at(below(kSteps.size()));
    const std::string value = cast(step.name, step.from, operand(step.from, false), step.to);
    const bool is_float = step.to == Kind::half || step.to == Kind::single ||
                          step.to == Kind::real || step.to == Kind::pair_half;
    if (is_float) return keep_float(step.to, value);
    keep(step.to, value);
  }

  void store_outputs() {
    std::string stores;
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      for (const Value& value : pools_.at(kind)) {
        if (value.uses != 0 && below(8) != 0) continue;
        stores += fmt::format(
            "  %p{0} = getelementptr i64, ptr{{1}} %results, i64 {0}\n"
            "  store {1} {2}, ptr{{1}} %p{0}, align 4\n",
            program_.outputs++, kTypes.at(kind), value.name);
      }
    }
    program_.body += fmt::format(
        "  %begin = mul i32 %item, {}\n  %offset = zext i32 %begin to i64\n"
        "  %results = getelementptr i64, ptr{{1}} %outputs, i64 %offset\n",
        program_.outputs);
    program_.body += stores;
  }

  std::mt19937_64 random_;
  std::array<std::vector<Value>, kKinds> pools_;
  std::set<std::string> declarations_;
  RandomProgram program_;
  unsigned next_ = 0;
  bool uniform_ = false;
};

std::string with_spaces(std::string text, std::string_view global, std::string_view constant) {
  for (const auto& [mark, space] :
       {std::pair<std::string_view, std::string_view>{"{1}", global},
        std::pair<std::string_view, std::string_view>{"{4}", constant}}) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += space.size()) {
      text.replace(at, mark.size(), space);
    }
  }
  return text;
}

}  // namespace

std::string RandomProgram::gpu_module() const {
  return "declare i32 @llvm.amdgcn.workitem.id.x()\n" + declarations +
         "define amdgpu_kernel void @program(ptr addrspace(1) %inputs, ptr addrspace(4) %uniforms, "
         "ptr addrspace(1) %outputs) {\n"
         "  %item = call i32 @llvm.amdgcn.workitem.id.x()\n" +
         with_spaces(body, " addrspace(1)", " addrspace(4)") + "  ret void\n}\n!0 = !{}\n";
}

std::string RandomProgram::host_module(const std::string& cpu, const std::string& features) const {
  return declarations +
         fmt::format(
             "define void @program(ptr %inputs, ptr %uniforms, ptr %outputs, i32 %item) "
             "\"target-cpu\"=\"{}\" \"target-features\"=\"{}\" {{\n",
             cpu, features) +
         with_spaces(body, "", "") + "  ret void\n}\n!0 = !{}\n";
}

RandomProgram draw_program(std::uint64_t seed, unsigned operations) {
  return Drawing(seed).run(operations);
}

}  // namespace kgate::emulator_tests
