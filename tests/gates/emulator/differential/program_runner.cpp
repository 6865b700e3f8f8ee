// SPDX-License-Identifier: MIT
// Compiling and running random programs on both sides.
#include "tests/gates/emulator/differential/program_runner.hpp"

#include <fmt/format.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/memory.hpp"

namespace kgate::emulator_tests {
namespace {

constexpr const char* kGpuTriple = "amdgcn-amd-amdhsa";

/// A message of LLVM, freed.
std::string take(char* message) {
  std::string text = message != nullptr ? message : "no message";
  LLVMDisposeMessage(message);
  return text;
}

struct ContextDeleter {
  void operator()(LLVMContextRef context) const { LLVMContextDispose(context); }
};
using Context = std::unique_ptr<LLVMOpaqueContext, ContextDeleter>;

LLVMModuleRef parse(LLVMContextRef context, const std::string& text) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data(), text.size(), "program");
  LLVMModuleRef module = nullptr;
  char* message = nullptr;
  if (LLVMParseIRInContext(context, buffer, &module, &message) != 0) {
    throw std::runtime_error("LLVM does not read the program: " + take(message));
  }
  return module;
}

struct GpuCode {
  std::vector<std::byte> text;
  emulator::Descriptor descriptor;
};

template <class T>
T field(const std::byte* bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes + at, sizeof(value));
  return value;
}
/// The fields at the offsets that the ABI gives them.
emulator::Descriptor read_descriptor(const std::byte* bytes) {
  emulator::Descriptor descriptor;
  descriptor.group_segment_fixed_size = field<std::uint32_t>(bytes, 0);
  descriptor.private_segment_fixed_size = field<std::uint32_t>(bytes, 4);
  descriptor.kernarg_size = field<std::uint32_t>(bytes, 8);
  descriptor.compute_pgm_rsrc3 = field<std::uint32_t>(bytes, 44);
  descriptor.compute_pgm_rsrc1 = field<std::uint32_t>(bytes, 48);
  descriptor.compute_pgm_rsrc2 = field<std::uint32_t>(bytes, 52);
  descriptor.kernel_code_properties = field<std::uint16_t>(bytes, 56);
  return descriptor;
}

/// The sections `.text` and `.rodata` (the kernel descriptor) of an object without relocations.
GpuCode read_object(LLVMMemoryBufferRef buffer) {
  char* message = nullptr;
  LLVMBinaryRef binary = LLVMCreateBinary(buffer, nullptr, &message);
  if (binary == nullptr) throw std::runtime_error("no object: " + take(message));
  GpuCode code;
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
  for (; LLVMObjectFileIsSectionIteratorAtEnd(binary, section) == 0;
       LLVMMoveToNextSection(section)) {
    const char* const named = LLVMGetSectionName(section);
    const std::string_view name = named != nullptr ? named : "";
    const auto* bytes = reinterpret_cast<const std::byte*>(LLVMGetSectionContents(section));
    const std::size_t size = LLVMGetSectionSize(section);
    if (name == ".text") code.text.assign(bytes, bytes + size);
    if (name == ".rodata" && size >= 64) code.descriptor = read_descriptor(bytes);
  }
  LLVMDisposeSectionIterator(section);
  LLVMDisposeBinary(binary);
  if (code.text.empty()) throw std::runtime_error("the object has no code");
  return code;
}

GpuCode compile_for_gpu(const std::string& text, const ProgramTarget& target) {
  const Context context(LLVMContextCreate());
  LLVMModuleRef module = parse(context.get(), text);
  LLVMTargetRef backend = nullptr;
  char* message = nullptr;
  if (LLVMGetTargetFromTriple(kGpuTriple, &backend, &message) != 0) {
    throw std::runtime_error("LLVM has no AMDGPU backend: " + take(message));
  }
  LLVMTargetMachineRef machine =
      LLVMCreateTargetMachine(backend, kGpuTriple, target.cpu.c_str(),
                              target.lanes == 64 ? "+wavefrontsize64" : "+wavefrontsize32",
                              target.optimise ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone,
                              LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMSetTarget(module, kGpuTriple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  LLVMMemoryBufferRef object = nullptr;
  const bool failed =
      LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &object) != 0;
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  if (failed) throw std::runtime_error("no code for the GPU: " + take(message));
  GpuCode code = read_object(object);
  LLVMDisposeMemoryBuffer(object);
  return code;
}

/// Inputs of all items, then the uniform ones: edge values of several formats among random bits.
std::vector<std::uint32_t> draw_inputs(std::uint64_t seed, unsigned items) {
  constexpr std::array<std::uint32_t, 20> kEdges{
      0,          1,          0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x3F800000, 0xBF800000,
      0x7F800000, 0x00800000, 0x007FFFFF, 0x33800000, 0x4B000000, 0x3C003C00, 0x7BFF0001,
      0x80007C00, 0x0000FFFF, 0x3FF00000, 0x7FEFFFFF, 0x40490FDB, 31};
  std::mt19937_64 random(seed ^ 0x9E3779B97F4A7C15U);
  std::vector<std::uint32_t> values(items * kProgramInputs + kProgramUniforms);
  for (std::uint32_t& value : values) {
    const std::uint64_t draw = random();
    value = (draw >> 60U) < 5 ? kEdges.at(draw % kEdges.size()) : static_cast<std::uint32_t>(draw);
  }
  return values;
}

std::vector<std::uint64_t> run_on_host(const RandomProgram& program,
                                       std::span<const std::uint32_t> inputs, unsigned items) {
  const Context context(LLVMContextCreate());
  const std::string cpu = take(LLVMGetHostCPUName());
  const std::string features = take(LLVMGetHostCPUFeatures());
  LLVMModuleRef module = parse(context.get(), program.host_module(cpu, features));
  const std::string triple = take(LLVMGetDefaultTargetTriple());
  LLVMSetTarget(module, triple.c_str());
  LLVMMCJITCompilerOptions options;
  LLVMInitializeMCJITCompilerOptions(&options, sizeof(options));
  options.OptLevel = 1;
  LLVMExecutionEngineRef engine = nullptr;
  char* message = nullptr;
  if (LLVMCreateMCJITCompilerForModule(&engine, module, &options, sizeof(options), &message) != 0) {
    throw std::runtime_error("no code for the host: " + take(message));
  }
  using Function = void (*)(const std::uint32_t*, const std::uint32_t*, std::uint64_t*, unsigned);
  const auto function = reinterpret_cast<Function>(LLVMGetFunctionAddress(engine, "program"));
  std::vector<std::uint64_t> outputs(std::size_t{items} * program.outputs);
  for (unsigned item = 0; item < items; ++item) {
    function(inputs.data(), inputs.data() + std::size_t{items} * kProgramInputs, outputs.data(),
             item);
  }
  LLVMDisposeExecutionEngine(engine);
  return outputs;
}

std::uint64_t place(emulator::Memory& memory, const void* data, std::uint64_t size,
                    emulator::AllocationKind kind, const char* label) {
  const std::uint64_t address = memory.allocate(size, 256, kind, label);
  if (address == 0 || !memory.copy_in(address, data, size)) {
    throw std::runtime_error("the emulator's memory is exhausted");
  }
  return address;
}

std::vector<std::uint64_t> run_on_emulator(const GpuCode& code, const ProgramTarget& target,
                                           std::span<const std::uint32_t> inputs,
                                           unsigned outputs_of_item, RowCounts& executed) {
  using emulator::AllocationKind;
  emulator::Memory memory(emulator::Memory::Options{std::uint64_t{1} << 30U, 0, 0});
  emulator::KernelImage image;
  image.name = "program";
  image.entry_address =
      place(memory, code.text.data(), code.text.size(), AllocationKind::code, "code");
  image.program = std::make_shared<emulator::Program>(
      std::span(code.text), image.entry_address, *emulator::find_target(target.cpu), target.lanes);
  image.descriptor = code.descriptor;
  image.private_bytes = code.descriptor.private_segment_fixed_size;
  std::vector<std::uint64_t> outputs(std::size_t{target.lanes} * outputs_of_item);
  const std::uint64_t data =
      place(memory, inputs.data(), inputs.size_bytes(), AllocationKind::device, "inputs");
  const std::uint64_t results =
      place(memory, outputs.data(), outputs.size() * 8, AllocationKind::device, "outputs");
  std::vector<std::uint64_t> arguments(64, 0);  // hidden ones too, which nothing uses
  arguments[0] = data;
  arguments[1] = data + std::uint64_t{target.lanes} * kProgramInputs * 4;
  arguments[2] = results;
  emulator::Launch launch;
  launch.kernel = &image;
  launch.block = {target.lanes, 1, 1};
  launch.kernarg = std::as_bytes(std::span(arguments));
  emulator::Options options;
  options.threads = 1;
  options.count_opcodes = true;
  emulator::Statistics statistics;
  if (const auto fault = emulator::execute(launch, memory, options, &statistics)) {
    throw std::runtime_error("the emulator stops: " + fault->describe());
  }
  for (const auto& [row, count] : statistics.opcodes) executed[row] += count;
  if (!memory.copy_out(outputs.data(), results, outputs.size() * 8)) {
    throw std::runtime_error("the outputs cannot be read");
  }
  return outputs;
}

void initialise_llvm() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMLinkInMCJIT();
}

}  // namespace

ProgramComparison compare_program(std::uint64_t seed, unsigned operations,
                                  const ProgramTarget& target) {
  initialise_llvm();
  ProgramComparison comparison;
  const std::string replay = fmt::format("seed {}, {} operations, {} wave{}{}", seed, operations,
                                         target.cpu, target.lanes, target.optimise ? "" : " -O0");
  try {
    const RandomProgram program = draw_program(seed, operations);
    const auto inputs = draw_inputs(seed, target.lanes);
    const GpuCode code = compile_for_gpu(program.gpu_module(), target);
    const auto there = run_on_emulator(code, target, inputs, program.outputs, comparison.executed);
    const auto here = run_on_host(program, inputs, target.lanes);
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (here[i] == there[i]) continue;
      comparison.problem =
          fmt::format("{}: item {}, output {}: {:#x} on the host, {:#x} on the emulator", replay,
                      i / program.outputs, i % program.outputs, here[i], there[i]);
      break;
    }
  } catch (const std::exception& error) {
    comparison.problem = fmt::format("{}: {}", replay, error.what());
  }
  return comparison;
}

std::uint64_t exact_arithmetic(const RowCounts& counts) {
  using emulator::Format;
  std::uint64_t sum = 0;
  for (const auto& [row, count] : counts) {
    const bool scalar = row->format <= Format::sopk;
    const bool vector = row->format >= Format::vop1 && row->format <= Format::vopd;
    const bool exact = row->accuracy == emulator::Accuracy::exact;
    if ((scalar || vector) && exact) sum += count;
  }
  return sum;
}

}  // namespace kgate::emulator_tests
