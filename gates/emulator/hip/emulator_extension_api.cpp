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

/// Hands a record about a stream's totals to a caller who may know fewer fields of it.
/// `fill(totals, record)` is false where there is no such record.
template <class Record, class Fill>
std::uint32_t give(void* stream, Record* out, const Fill& fill) {
  return extension([&] {
    std::shared_ptr<StreamQueue> keep;
    const RunStatistics* const source = statistics_of(stream, keep);
    if (source == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    Record all{};
    if (out == nullptr || out->size < sizeof(out->size) || !fill(source->get(), all)) {
      return Error::hipErrorInvalidValue;
    }
    all.size = out->size;
    std::memcpy(out, &all, std::min(out->size, sizeof(all)));
    return Error::hipSuccess;
  });
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
  return give(stream, statistics,
              [](const RunStatistics::Totals& totals, kgateEmulatorStatistics& all) {
                all.launches = totals.launches;
                all.workgroups = totals.sums.workgroups;
                all.waves = totals.sums.waves;
                all.wave_instructions = totals.sums.wave_instructions;
                all.opcodes = totals.opcodes.size();
                return true;
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
  return give(stream, opcode, [&](const RunStatistics::Totals& totals, kgateEmulatorOpcode& all) {
    if (index >= totals.opcodes.size()) return false;
    const auto& [row, count] =
        std::next(totals.opcodes.begin(), static_cast<std::ptrdiff_t>(index))->second;
    // Mnemonics are string literals of the instruction table.
    all.mnemonic = row->mnemonic.data();
    all.count = count;
    all.accuracy = static_cast<std::uint32_t>(accuracy_of(row->accuracy));
    return true;
  });
}

KGATE_EXPORT std::uint32_t kgateEmulatorGetKernel(void* stream, std::uint64_t index,
                                                  kgateEmulatorKernel* kernel) {
  return give(stream, kernel, [&](const RunStatistics::Totals& totals, kgateEmulatorKernel& all) {
    if (index >= totals.kernels.size()) return false;
    static thread_local std::array<std::string, 3> texts;
    const auto& [name, own] =
        *std::next(totals.kernels.begin(), static_cast<std::ptrdiff_t>(index));
    texts = {name, "", own.inexact.first};
    for (const auto& [mnemonic, count] : own.inexact_opcodes) {
      texts[1] += fmt::format("{}{} {}", texts[1].empty() ? "" : ", ", mnemonic, count);
    }
    all.name = texts[0].c_str();
    all.inexact_opcodes = texts[1].c_str();
    all.first_inexact = texts[2].c_str();
    for (const Accuracy accuracy :
         {Accuracy::exact, Accuracy::documented, Accuracy::approximate, Accuracy::model}) {
      all.count[accuracy_of(accuracy)] = own.by_accuracy.at(static_cast<std::size_t>(accuracy));
    }
    all.inexact_stores = own.inexact.stores;
    all.inexact_addresses = own.inexact.addresses;
    all.inexact_branches = own.inexact.branches;
    return true;
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
