// SPDX-License-Identifier: MIT
// The catalogue of models: complete rows, and frequencies with published figures.
#include "kernels/model_catalogue.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "tests/catch.hpp"

using kgate::Model;
using kgate::model_named;

TEST_CASE("every row is complete and its parts fit together") {
  std::set<std::string> names;
  for (const Model& model : kgate::models()) {
    INFO(model.name);
    CHECK(names.insert(model.name).second);
    if (model.mla_lora != 0) {
      CHECK(model.mla_rope % 2 == 0);
      CHECK(kgate::inverse_frequencies(model).size() ==
            static_cast<std::size_t>(model.mla_rope) / 2);
      continue;
    }
    CHECK(model.heads % model.kv_heads == 0);
    CHECK(model.rotary_dim % 2 == 0);
    CHECK(model.rotary_dim <= model.head_size);
    CHECK((model.rotary_dim == 0 || model.base > 1));
    const auto sections = model.sections;
    const int pairs = std::accumulate(sections.begin(), sections.end(), 0);
    CHECK((pairs == 0 || pairs == model.rotary_dim / 2));
    CHECK(kgate::inverse_frequencies(model).size() ==
          static_cast<std::size_t>(model.rotary_dim) / 2);
  }
}

TEST_CASE("the families the tables promise are there") {
  for (const char* name : {"llama-2-7b",         "llama-3.1-8b",       "llama-3.2-1b",
                           "qwen2.5-0.5b",       "qwen3-8b",           "qwen3.5",
                           "qwen3-vl-8b",        "gemma-2-9b-sliding", "gemma-3-4b-full",
                           "gemma-4-full",       "gemma-4-kv-shared",  "paligemma-3b",
                           "phi-3.5-mini-short", "phi-3.5-mini-long",  "phi-4-mini-long",
                           "nemotron-78",        "granite-nope",       "ministral-3-8b",
                           "deepseek-v2",        "deepseek-v3",        "glm-5",
                           "minicpm3-4b",        "gpt-j-6b",           "gpt-neox-20b"}) {
    INFO(name);
    CHECK_NOTHROW(model_named(name));
  }
  CHECK_THROWS_AS(model_named("llama-9"), std::out_of_range);
}

TEST_CASE("scaling of cosines has the published values") {
  CHECK(kgate::attention_scaling(model_named("phi-3.5-mini-long")) ==
        Approx(1.1902380714).epsilon(1e-9));
  CHECK(kgate::attention_scaling(model_named("llama-3.1-8b")) == 1.0);
  // Both set mscale and mscale_all_dim to one number: their quotient is 1.
  CHECK(kgate::attention_scaling(model_named("deepseek-v3")) == 1.0);
  CHECK(kgate::attention_scaling(model_named("ministral-3-8b")) == 1.0);
  Model yarn = model_named("deepseek-v3");
  yarn.attention = 0;
  CHECK(kgate::attention_scaling(yarn) == Approx(1.3688879454).epsilon(1e-9));
}

TEST_CASE("Llama 3.1 keeps short waves, stretches long ones eightfold and blends between") {
  const auto scaled = kgate::inverse_frequencies(model_named("llama-3.1-8b"));
  bool blended = false;
  for (std::size_t pair = 0; pair < 64; ++pair) {
    const double plain = std::pow(5e5, -static_cast<double>(pair) / 64);
    const double wavelength = 2 * 3.14159265358979323846 / plain;
    INFO("pair " << pair);
    if (wavelength < 8192.0 / 4) {
      CHECK(scaled[pair] == Approx(plain).epsilon(1e-14));
    } else if (wavelength > 8192.0) {
      CHECK(scaled[pair] == Approx(plain / 8).epsilon(1e-14));
    } else {
      blended = true;
      CHECK(scaled[pair] < plain);
      CHECK(scaled[pair] > plain / 8);
    }
  }
  CHECK(blended);
}

TEST_CASE("YaRN keeps the first pairs and stretches the last") {
  const Model& model = model_named("ministral-3-8b");
  const auto scaled = kgate::inverse_frequencies(model);
  CHECK(scaled.front() == 1.0);
  CHECK(scaled.back() == Approx(std::pow(1e6, -126.0 / 128) / 16).epsilon(1e-12));
}

TEST_CASE("MiniCPM3 divides frequencies by its factors and does not scale cosines") {
  const Model& model = model_named("minicpm3-4b");
  const auto scaled = kgate::inverse_frequencies(model);
  REQUIRE(scaled.size() == 16);
  CHECK(scaled.front() == Approx(1 / 1.0591234137867171).epsilon(1e-14));
  CHECK(scaled.back() == Approx(std::pow(1e4, -30.0 / 32) / 16.940876586213285).epsilon(1e-14));
  CHECK(kgate::attention_scaling(model) == 1.0);
}

TEST_CASE("Gemma 4's full layers rotate the first quarter of the pairs") {
  const auto frequencies = kgate::inverse_frequencies(model_named("gemma-4-full"));
  REQUIRE(frequencies.size() == 256);
  CHECK(frequencies[63] == Approx(std::pow(1e6, -126.0 / 512)).epsilon(1e-14));
  CHECK(frequencies[64] == 0.0);
  CHECK(frequencies[255] == 0.0);
}

TEST_CASE("q is scaled by one below the first period") {
  const Model& model = model_named("ministral-3-8b");
  CHECK(kgate::q_scale(model, 0) == 1.0);
  CHECK(kgate::q_scale(model, 3) == Approx(1.1386294361).epsilon(1e-9));
}
