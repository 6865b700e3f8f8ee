// SPDX-License-Identifier: MIT
// Entry points: options, statistics and reports of emulator_api.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hazards/suppression.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace {

using kgate::emulator::Accuracy;
using kgate::emulator::entry;
using kgate::emulator::Options;
using kgate::emulator::RunOptions;
using kgate::emulator::RunStatistics;
using kgate::emulator::Runtime;
using kgate::emulator::StreamQueue;
using kgate::emulator::Suppression;
using kgate::hip::Error;
using kgate::hip::StreamHandle;

constexpr std::uint32_t kMostThreads = 1024;

template <class Body>
std::uint32_t extension(Body body) {
  return static_cast<std::uint32_t>(entry(body));
}

/// What `member` of a stream is, or `process` for a null stream; null if the handle is not live.
template <class Part>
Part* part_of(void* stream, Part& process, Part& (StreamQueue::*member)(),
              std::shared_ptr<StreamQueue>& keep) {
  if (stream == nullptr) {
    return &process;
  }
  keep = Runtime::get().stream(static_cast<StreamHandle>(stream));
  return keep == nullptr ? nullptr : &(keep.get()->*member)();
}

RunOptions* options_of(void* stream, std::shared_ptr<StreamQueue>& keep) {
  return part_of(stream, Runtime::get().options, &StreamQueue::options, keep);
}

RunStatistics* statistics_of(void* stream, std::shared_ptr<StreamQueue>& keep) {
  return part_of(stream, Runtime::get().statistics, &StreamQueue::statistics, keep);
}

kgateEmulatorAccuracy accuracy_of(Accuracy accuracy) {
  switch (accuracy) {
    case Accuracy::exact:
      return kgateEmulatorExact;
    case Accuracy::documented:
      return kgateEmulatorDocumented;
    case Accuracy::model:
      return kgateEmulatorModel;
    case Accuracy::approximate:
    case Accuracy::refused:
      break;
  }
  return kgateEmulatorApproximate;
}

}  // namespace

KGATE_EXPORT std::uint32_t kgateEmulatorSetOptions(void* stream,
                                                   const kgateEmulatorOptions* options) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    RunOptions* const target = options_of(stream, keep);
    if (target == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    if (options == nullptr) {
      target->set(std::nullopt);
      return Error::hipSuccess;
    }
    if (options->size < sizeof(options->size)) {
      return kgate::emulator::fail(Error::hipErrorInvalidValue, "options of {} bytes",
                                   options->size);
    }
    const Options converted = kgate::emulator::from_c(*options);
    if (converted.threads > kMostThreads || converted.instruction_budget == 0) {
      return kgate::emulator::fail(Error::hipErrorInvalidValue,
                                   "{} threads or an instruction budget of {}", converted.threads,
                                   converted.instruction_budget);
    }
    target->set(converted);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorGetOptions(void* stream, kgateEmulatorOptions* options) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    const RunOptions* const source = options_of(stream, keep);
    if (source == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    if (options == nullptr || options->size < sizeof(options->size)) {
      return Error::hipErrorInvalidValue;
    }
    const Options defaults = Runtime::get().options.get().value_or(Options{});
    kgate::emulator::to_c(source->get().value_or(defaults), *options);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorGetStatistics(void* stream,
                                                      kgateEmulatorStatistics* statistics) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    const RunStatistics* const source = statistics_of(stream, keep);
    if (source == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    if (statistics == nullptr || statistics->size < sizeof(statistics->size)) {
      return Error::hipErrorInvalidValue;
    }
    const RunStatistics::Totals totals = source->get();
    const kgateEmulatorStatistics all{statistics->size,
                                      totals.launches,
                                      totals.sums.workgroups,
                                      totals.sums.waves,
                                      totals.sums.wave_instructions,
                                      totals.opcodes.size()};
    std::memcpy(statistics, &all, std::min(statistics->size, sizeof(all)));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorResetStatistics(void* stream) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    RunStatistics* const target = statistics_of(stream, keep);
    if (target == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    target->reset();
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorGetOpcode(void* stream, std::uint64_t index,
                                                  kgateEmulatorOpcode* opcode) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    const RunStatistics* const source = statistics_of(stream, keep);
    if (source == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    const RunStatistics::Totals totals = source->get();
    if (opcode == nullptr || opcode->size < sizeof(opcode->size) ||
        index >= totals.opcodes.size()) {
      return Error::hipErrorInvalidValue;
    }
    const auto& [row, count] =
        std::next(totals.opcodes.begin(), static_cast<std::ptrdiff_t>(index))->second;
    // Mnemonics are string literals of the instruction table.
    const kgateEmulatorOpcode all{opcode->size, row->mnemonic.data(), count,
                                  static_cast<std::uint32_t>(accuracy_of(row->accuracy))};
    std::memcpy(opcode, &all, std::min(opcode->size, sizeof(all)));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorGetKernel(void* stream, std::uint64_t index,
                                                  kgateEmulatorKernel* kernel) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    const RunStatistics* const source = statistics_of(stream, keep);
    if (source == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    const RunStatistics::Totals totals = source->get();
    if (kernel == nullptr || kernel->size < sizeof(kernel->size) ||
        index >= totals.kernels.size()) {
      return Error::hipErrorInvalidValue;
    }
    static thread_local std::array<std::string, 3> texts;
    const auto& [name, own] =
        *std::next(totals.kernels.begin(), static_cast<std::ptrdiff_t>(index));
    texts = {name, "", own.inexact.first};
    for (const auto& [mnemonic, count] : own.inexact_opcodes) {
      texts[1] += fmt::format("{}{} {}", texts[1].empty() ? "" : ", ", mnemonic, count);
    }
    const auto count_of = [&](Accuracy accuracy) {
      return own.by_accuracy.at(static_cast<std::size_t>(accuracy));
    };
    const kgateEmulatorKernel all{kernel->size,
                                  texts[0].c_str(),
                                  {count_of(Accuracy::exact), count_of(Accuracy::documented),
                                   count_of(Accuracy::approximate), count_of(Accuracy::model)},
                                  texts[1].c_str(),
                                  own.inexact.stores,
                                  own.inexact.addresses,
                                  own.inexact.branches,
                                  texts[2].c_str()};
    std::memcpy(kernel, &all, std::min(kernel->size, sizeof(all)));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorSuppress(const char* lines) {
  return extension([&] {
    std::vector<Suppression> list;
    std::string_view rest = lines == nullptr ? "" : lines;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      Suppression one;
      std::string error;
      if (!kgate::emulator::parse_suppression(line, one, error)) {
        return kgate::emulator::fail(Error::hipErrorInvalidValue, "{}", error);
      }
      list.push_back(std::move(one));
    }
    Runtime::get().suppress(list);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT const char* kgateEmulatorLastFault() {
  return kgate::emulator::thread_state().fault_text.c_str();
}

KGATE_EXPORT const char* kgateEmulatorLastErrorText() {
  return kgate::emulator::thread_state().error_text.c_str();
}
