// SPDX-License-Identifier: MIT
// Decodes greedily from a small Llama checkpoint on any device kgate knows.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cxxopts.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "docs/examples/tiny_llama/checkpoint.hpp"
#include "docs/examples/tiny_llama/engine.hpp"
#include "docs/examples/tiny_llama/kernels.hpp"
#include "docs/examples/tiny_llama/tokenizer.hpp"

namespace {

namespace fs = std::filesystem;
using tiny_llama::Tokenizer;

constexpr int kUsage = 2;
constexpr int kCouldNotRun = 3;

cxxopts::Options make_options() {
  cxxopts::Options options("tiny_llama",
                           "Decodes greedily; norm, rotation, cache and gate run on the device.");
  options.add_options()  //
      ("data", "folder with stories260K.bin and tok512.bin",
       cxxopts::value<std::string>()->default_value(KGATE_DATA_DIR "/stories260K"))  //
      ("device", "emulated:gfx1151, hip:0, cuda:0, or cpu:0",
       cxxopts::value<std::string>()->default_value("emulated:gfx1151"))                 //
      ("type", "f32, f16 or bf16", cxxopts::value<std::string>()->default_value("f32"))  //
      ("prompt", "text to continue", cxxopts::value<std::string>()->default_value(""))   //
      ("prompt-tokens", "tokens to continue, in place of text",
       cxxopts::value<std::vector<std::int32_t>>())                               //
      ("steps", "tokens to decode", cxxopts::value<int>()->default_value("200"))  //
      ("adapter", "scale of a low-rank update merged into the weights",
       cxxopts::value<float>()->default_value("0"))                                      //
      ("edit", "multiply a weight: layers.2.gate=1.5", cxxopts::value<std::string>())    //
      ("print", "text or tokens", cxxopts::value<std::string>()->default_value("text"))  //
      ("help", "print this");
  return options;
}

/// A bar on a terminal; nothing where standard error is a file.
class ProgressBar {
 public:
  explicit ProgressBar(int total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ProgressBar(ProgressBar&&) = delete;
  ProgressBar& operator=(ProgressBar&&) = delete;
  ~ProgressBar() {
    if (terminal_) {
      std::fputs("\r\x1b[K", stderr);
    }
  }

  void show(int done) const {
    constexpr int kWidth = 40;
    if (terminal_) {
      const int filled = kWidth * done / total_;
      fmt::print(stderr, "\r[{:#<{}}{:-<{}}] {}/{} tokens", "", filled, "", kWidth - filled, done,
                 total_);
      std::fflush(stderr);
    }
  }

 private:
  int total_;
  bool terminal_;
};

kgate_type type_named(const std::string& name) {
  if (name == "f32") {
    return KGATE_F32;
  }
  if (name == "f16" || name == "bf16") {
    return name == "f16" ? KGATE_F16 : KGATE_BF16;
  }
  throw std::invalid_argument(fmt::format("--type is '{}'; it must be f32, f16 or bf16", name));
}

void apply_edit(const std::string& edit, tiny_llama::Checkpoint& checkpoint) {
  const std::size_t equals = edit.find('=');
  if (equals == std::string::npos) {
    throw std::invalid_argument(fmt::format("--edit is '{}'; it must be <weight>=<factor>", edit));
  }
  tiny_llama::edit_weight(checkpoint, edit.substr(0, equals), std::stof(edit.substr(equals + 1)));
}

/// Continues the prompt by `steps` tokens, each the one with the largest logit.
std::vector<std::int32_t> decode(tiny_llama::Engine& engine,
                                 const std::vector<std::int32_t>& prompt, int steps) {
  const ProgressBar bar(steps);
  std::vector<std::int32_t> decoded;
  std::vector<float> logits = engine.forward(prompt);
  for (int step = 1; step <= steps; ++step) {
    const auto best = std::max_element(logits.begin(), logits.end());
    decoded.push_back(static_cast<std::int32_t>(best - logits.begin()));
    bar.show(step);
    if (step < steps) {
      logits = engine.forward(std::span(&decoded.back(), 1));
    }
  }
  return decoded;
}

void print_text(const Tokenizer& tokenizer, const std::vector<std::int32_t>& prompt,
                const std::vector<std::int32_t>& decoded) {
  std::int32_t previous = Tokenizer::kBegin;
  for (const auto* tokens : {&prompt, &decoded}) {
    for (const std::int32_t token : *tokens) {
      if (token != Tokenizer::kBegin) {
        fmt::print("{}", tokenizer.text(previous, token));
      }
      previous = token;
    }
  }
  fmt::print("\n");
}

/// No figure where the oracle stood in for a kernel: it would say nothing about a device.
void print_speed(int steps, double seconds) {
  if (const std::uint64_t hits = kgate_reference_hits(nullptr); hits != 0) {
    fmt::print(stderr, "tokens per second: not given, {} calls were the CPU oracle's\n", hits);
  } else {
    fmt::print(stderr, "{:.1f} tokens per second\n", steps / seconds);
  }
}

int run(const cxxopts::ParseResult& options) {
  const fs::path data = options["data"].as<std::string>();
  const int steps = options["steps"].as<int>();
  const std::string print = options["print"].as<std::string>();
  if (steps < 1 || (print != "text" && print != "tokens")) {
    throw std::invalid_argument("--steps must be above 0, and --print text or tokens");
  }
  const kgate_type type = type_named(options["type"].as<std::string>());
  tiny_llama::Checkpoint checkpoint = tiny_llama::load_checkpoint(data / "stories260K.bin");
  const Tokenizer tokenizer(data / "tok512.bin", checkpoint.sizes.vocabulary);
  tiny_llama::merge_adapter(checkpoint, 4, options["adapter"].as<float>());
  if (options.count("edit") != 0) {
    apply_edit(options["edit"].as<std::string>(), checkpoint);
  }
  const std::vector<std::int32_t> prompt =
      options.count("prompt-tokens") != 0 ? options["prompt-tokens"].as<std::vector<std::int32_t>>()
                                          : tokenizer.tokens(options["prompt"].as<std::string>());

  tiny_llama::Kernels kernels(options["device"].as<std::string>());
  tiny_llama::Engine engine(checkpoint, kernels, type);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::int32_t> decoded = decode(engine, prompt, steps);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (print == "text") {
    print_text(tokenizer, prompt, decoded);
  } else {
    fmt::print("{}\n", fmt::join(decoded, ","));
  }
  print_speed(steps, seconds);
  fmt::print(stderr, "{}", kernels.trace());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    cxxopts::Options options = make_options();
    const cxxopts::ParseResult parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
      fmt::print("{}", options.help());
      return 0;
    }
    return run(parsed);
  } catch (const std::logic_error& error) {
    fmt::print(stderr, "tiny_llama: {}\n", error.what());
    return kUsage;
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "tiny_llama: {}; see --help\n", error.what());
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tiny_llama: {}\n", error.what());
    return kCouldNotRun;
  }
}
