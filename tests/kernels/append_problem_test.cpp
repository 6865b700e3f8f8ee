// SPDX-License-Identifier: MIT
// The inputs of the append kernels' cases break the symmetries that hide bugs.
#include "kernels/append_problem.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "kernels/append_memory.hpp"
#include "kernels/append_table.hpp"
#include "kernels/case_building.hpp"
#include "tests/catch.hpp"

using kgate::AppendRow;
using kgate::CaseBuffer;
using kgate::DataType;
using kgate::model_named;
using kgate::Problem;

namespace {

AppendRow row_of(const char* model, std::int64_t sequences, std::int64_t tokens_each) {
  AppendRow row = kgate::row_of_model(model_named(model), DataType::bf16);
  row.sequences = sequences;
  row.tokens_each = tokens_each;
  row.share = 8;
  return row;
}

}  // namespace

TEST_CASE("positions are distinct, begin at 1 and end at the last row") {
  for (const char* model : {"llama-3.1-8b", "qwen3-vl-8b", "nemotron-78"}) {
    for (const auto& [sequences, each] : {std::pair{1, 1}, {4, 8}, {32, 8}, {1, 256}}) {
      INFO(model << " " << sequences << "x" << each);
      const AppendRow row = row_of(model, sequences, each);
      std::set<std::int64_t> first;
      for (const auto& position : kgate::positions_of(row, 7)) {
        first.insert(position[0]);
        CHECK(position[0] != position[1]);
        CHECK(position[0] != position[2]);
        CHECK(position[1] != position[2]);
        for (const std::int64_t one : position) {
          CHECK(one >= 0);
          CHECK(one < 131072);
        }
      }
      CHECK(first.size() == static_cast<std::size_t>(row.tokens()));
      CHECK(*first.rbegin() == 131071);
      CHECK((row.tokens() == 1 || first.count(1) == 1));
    }
  }
}

TEST_CASE("slots are distinct, in no order, and some are negative") {
  const std::vector<std::int64_t> slots = kgate::slots_of(row_of("llama-3.1-8b", 4, 8), 7);
  std::set<std::int64_t> stored;
  for (const std::int64_t slot : slots) {
    if (slot >= 0) {
      CHECK(stored.insert(slot).second);
    }
  }
  CHECK(stored.size() < slots.size());
  CHECK_FALSE(std::is_sorted(slots.begin(), slots.end()));
}

TEST_CASE("norm weights are unequal within every rotated pair, and those of q are not those of k") {
  AppendRow row = row_of("qwen3-8b", 1, 2);
  row.normed = true;
  Problem problem = kgate::append_problem(row, 7, std::byte{0xFF});
  CaseBuffer& q = kgate::buffer_named(problem, "q_weight");
  CaseBuffer& k = kgate::buffer_named(problem, "k_weight");
  const auto code = [](CaseBuffer& buffer, std::int64_t i) {
    return kgate::load_code(buffer.type, kgate::element_at(buffer, i));
  };
  int equal = 0;
  for (std::int64_t pair = 0; pair < 64; ++pair) {
    CHECK(code(q, pair) != code(q, pair + 64));
    equal += code(q, pair) == code(k, pair) ? 1 : 0;
  }
  CHECK(equal < 8);
}

TEST_CASE("the table has the rows that positions name, the row before each, and no others") {
  Problem problem = kgate::append_problem(row_of("llama-3.1-8b", 2, 3), 7, std::byte{0xFF});
  const CaseBuffer& table = kgate::buffer_named(problem, "table");
  CHECK(table.segments.size() == 8);  // 0 to 3 and 131068 to 131071
  CHECK(table.size == std::uint64_t{131072} * 128 * 4);
}

TEST_CASE("no two heads of q, k and v hold the same numbers") {
  for (const char* model : {"qwen2.5-0.5b", "mimo-v2-flash", "gemma-4-sliding"}) {
    INFO(model);
    AppendRow row = row_of(model, 4, 8);
    row.normed = row.model.norm != kgate::HeadNorm::none;
    Problem problem = kgate::append_problem(row, 7, std::byte{0xFF});
    const auto& append = kgate::append_setup(problem).arguments.append;
    std::set<std::vector<std::uint64_t>> heads;
    std::size_t count = 0;
    const auto insert = [&](const char* name, const kgate::HeadTensor& tensor, std::int64_t number,
                            std::int64_t size) {
      CaseBuffer& buffer = kgate::buffer_named(problem, name);
      for (std::int64_t token = 0; token < append.tokens; ++token) {
        for (std::int64_t head = 0; head < number; ++head) {
          std::vector<std::uint64_t> codes;
          const std::int64_t first = token * tensor.token_stride + head * tensor.head_stride;
          for (std::int64_t i = 0; i < std::min<std::int64_t>(size, 64); ++i) {
            codes.push_back(kgate::load_code(buffer.type, kgate::element_at(buffer, first + i)));
          }
          heads.insert(codes);
          ++count;
        }
      }
    };
    insert("q", append.q, append.q_heads, append.head_size);
    insert("k", append.k, append.kv_heads, append.head_size);
    insert("v", append.v, append.kv_heads, append.v_head_size);
    CHECK(heads.size() == count);
  }
}

TEST_CASE("scales are not one, nor equal to each other") {
  AppendRow row = row_of("llama-3.1-8b", 2, 4);
  row.cache_type = DataType::f8_e4m3fn;
  Problem quantized = kgate::append_problem(row, 7, std::byte{0xFF});
  const auto scale = [&](const char* name) {
    CaseBuffer& buffer = kgate::buffer_named(quantized, name);
    return kgate::load_code(buffer.type, kgate::element_at(buffer, 0));
  };
  constexpr std::uint64_t kOne = 0x3f800000;
  CHECK(scale("k_scale") != kOne);
  CHECK(scale("v_scale") != kOne);
  CHECK(scale("k_scale") != scale("v_scale"));
}
