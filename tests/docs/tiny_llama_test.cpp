// SPDX-License-Identifier: MIT
// The example engine decodes a real model token for token.
#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/shell.hpp"

namespace {

const std::filesystem::path kData = KGATE_DATA_DIR "/stories260K";

using Output = kgate::test::ShellResult;

/// Runs the engine; `environment` precedes the command, `to` says where standard error goes.
Output tiny_llama(const std::string& arguments, const std::string& environment = "",
                  const std::string& to = "/dev/null") {
  return kgate::test::shell(
      fmt::format("{{ {} {} {} 2>{}; }}", environment, KGATE_TINY_LLAMA, arguments, to));
}

constexpr const char* kFused =
    "KGATE_FUSED_ADD_RMS_NORM=1 KGATE_FUSED_ROPE_APPEND=1 KGATE_FUSED_GATED_ACTIVATION=1";
constexpr const char* kUnfused =
    "KGATE_FUSED_ADD_RMS_NORM=0 KGATE_FUSED_ROPE_APPEND=0 KGATE_FUSED_GATED_ACTIVATION=0";

/// The tokens a run prints.
std::string tokens(const std::string& arguments, const std::string& environment = kFused) {
  const Output output = tiny_llama("--print tokens " + arguments, environment);
  INFO(environment << " tiny_llama " << arguments);
  CHECK(output.code == 0);
  return output.text;
}

bool data_is_absent() {
  if (std::filesystem::exists(kData / "stories260K.bin")) {
    return false;
  }
  WARN("skipped: there is no " << (kData / "stories260K.bin").string());
  CHECK_FALSE(std::filesystem::exists(kData / "stories260K.bin"));
  return true;
}

/// Runs that must agree: fused and separate launches on the emulated device, and the oracle.
std::string agreed_tokens(const std::string& arguments) {
  const std::string fused = tokens(arguments);
  CHECK(tokens(arguments, kUnfused) == fused);
  CHECK(tokens(arguments + " --device cpu:0") == fused);
  return fused;
}

}  // namespace

TEST_CASE("f32 tokens are those of an independent program, 200 after each of four prompts") {
  if (data_is_absent()) {
    return;
  }
  std::ifstream file(kData / "greedy.json");
  const nlohmann::json greedy = nlohmann::json::parse(file);
  CHECK(greedy.at("cases").size() == 4);
  for (const auto& one : greedy.at("cases")) {
    const auto prompt = one.at("prompt").get<std::vector<int>>();
    const auto expected = one.at("greedy").get<std::vector<int>>();
    CHECK(expected.size() == 200);
    CHECK(tokens(fmt::format("--prompt-tokens {} --steps 200", fmt::join(prompt, ","))) ==
          fmt::format("{}\n", fmt::join(expected, ",")));
  }
}

TEST_CASE("fused launches, separate launches and the oracle decode the same f32 tokens") {
  if (data_is_absent()) {
    return;
  }
  CHECK_FALSE(agreed_tokens("--prompt-tokens 1,410,408,419,292 --steps 48").empty());
}

TEST_CASE("16-bit runs of plain, merged and edited weights decode the same tokens by every route") {
  if (data_is_absent()) {
    return;
  }
  for (const char* type : {"f16", "bf16"}) {
    const std::string arguments =
        fmt::format("--type {} --prompt-tokens 1,403,407,261,378,432 --steps 48", type);
    const std::string plain = agreed_tokens(arguments);
    const std::string merged = agreed_tokens(arguments + " --adapter 0.05");
    const std::string edited = agreed_tokens(arguments + " --edit layers.2.feed_norm=1.5");
    // A run that ignored its weights would agree with itself too.
    CHECK(merged != plain);
    CHECK(edited != plain);
    CHECK(edited != merged);
  }
}

TEST_CASE("text is read and printed through the vocabulary") {
  if (data_is_absent()) {
    return;
  }
  const Output output = tiny_llama("--device cpu:0 --steps 8 --prompt 'Once upon a time'");
  CHECK(output.code == 0);
  CHECK(output.text == "Once upon a time, there was a little girl\n");
  // As bytes: no piece of the vocabulary has it.
  CHECK(tiny_llama("--device cpu:0 --steps 1 --prompt '~'").text.substr(0, 1) == "~");
}

TEST_CASE("the trace says what served each operation, and no speed is given over the oracle's") {
  if (data_is_absent()) {
    return;
  }
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  const std::string fused = tiny_llama("--steps 2", kFused, "&1").text;
  has(fused, " tokens per second\n");
  has(fused, "op=rope_append provider=native");
  const std::string unfused = tiny_llama("--steps 2", kUnfused, "&1").text;
  has(unfused, " tokens per second\n");
  has(unfused, "op=add_rms_norm_unfused provider=composed");
  const std::string oracle = tiny_llama("--steps 2 --device cpu:0", kFused, "&1").text;
  has(oracle, "tokens per second: not given, 42 calls were the CPU oracle's");
  has(oracle, "op=gated_activation provider=reference");
}

TEST_CASE("wrong options end with 2, a missing model with 3, and both say why") {
  CHECK(tiny_llama("--data /nonexistent", "", "&1").text ==
        "tiny_llama: /nonexistent/stories260K.bin: cannot be read\n");
  CHECK(tiny_llama("--data /nonexistent").code == 3);
  CHECK(tiny_llama("--type f64", "", "&1").text ==
        "tiny_llama: --type is 'f64'; it must be f32, f16 or bf16\n");
  CHECK(tiny_llama("--type f64").code == 2);
  CHECK(tiny_llama("--no-such-option").code == 2);
  if (data_is_absent()) {
    return;
  }
  CHECK(tiny_llama("--device cpu:0 --prompt-tokens 512", "", "&1").text ==
        "tiny_llama: token 512; the model has 512\n");
  CHECK(tiny_llama("--device cpu:0 --steps 600").code == 2);
  CHECK(tiny_llama("--edit layers.9.gate=2").code == 2);
  CHECK(tiny_llama("--device emulated:gfx9999").code == 3);
}
