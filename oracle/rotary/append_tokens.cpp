// SPDX-License-Identifier: MIT
// Heads of q, k and v to outputs and caches, head by head.
#include "oracle/rotary/append_tokens.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "oracle/formats/element_access.hpp"
#include "oracle/rotary/cache_entries.hpp"
#include "oracle/rotary/rotary_angles.hpp"

namespace kgate::oracle {
namespace {

/// One of q, k and v with where it goes.
struct Way {
  HeadKind kind;
  std::string_view name;
  std::string_view cache_name;
  HeadTensor from;
  HeadTensor to;
  std::int32_t heads;
  std::int32_t size;
};

std::vector<Way> ways(const RopeAppendArguments& arguments) {
  const std::array<Way, 3> all{{{HeadKind::q, "q_out", "", arguments.q, arguments.q_out,
                                 arguments.q_heads, arguments.head_size},
                                {HeadKind::k, "k_out", "cache.k", arguments.k, arguments.k_out,
                                 arguments.kv_heads, arguments.head_size},
                                {HeadKind::v, "v_out", "cache.v", arguments.v, arguments.v_out,
                                 arguments.kv_heads, arguments.v_head_size}}};
  std::vector<Way> present;
  std::copy_if(all.begin(), all.end(), std::back_inserter(present),
               [](const Way& way) { return way.from.data != nullptr; });
  return present;
}

std::int64_t head_index(const HeadTensor& tensor, std::int64_t token, std::int32_t head) {
  return token * tensor.token_stride + head * tensor.head_stride;
}

template <class Real>
std::vector<Real> read_head(const RopeAppendArguments& arguments, const Way& way,
                            std::int64_t token, std::int32_t head) {
  std::vector<Real> values;
  for (std::int32_t i = 0; i < way.size; ++i) {
    values.push_back(static_cast<Real>(
        read_element(arguments.activation, way.from.data, head_index(way.from, token, head) + i)));
  }
  return values;
}

std::optional<CacheEntry> entry_of(const RopeAppendArguments& arguments, const Way& way,
                                   std::int64_t token) {
  if (way.kind == HeadKind::q) {
    return std::nullopt;
  }
  return entry_of_token(arguments.cache, token, first_position(arguments.rope, token));
}

CacheSide side_of(const KvCacheArguments& cache, HeadKind kind) {
  return kind == HeadKind::k ? k_side(cache) : v_side(cache);
}

void append_head(const RopeAppendArguments& arguments, const Way& way, std::int64_t token,
                 std::int32_t head, std::vector<float> values) {
  for (float& value : values) {
    value = rounded_to(arguments.activation, value);
  }
  if (way.to.data != nullptr) {
    std::int64_t index = head_index(way.to, token, head);
    for (const float value : values) {
      write_element(arguments.activation, way.to.data, index++, value);
    }
  }
  if (const auto entry = entry_of(arguments, way, token)) {
    store_head(arguments.cache, side_of(arguments.cache, way.kind), *entry, head, values);
  }
}

/// Largest number of a type that saturates, infinity for the others.
double largest(DataType type) {
  switch (type) {
    case DataType::f8_e4m3fn:
      return 448;
    case DataType::f8_e4m3fnuz:
      return 240;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

TruthRun truth_run(std::string_view name, const void* tensor, std::int64_t index, DataType type,
                   const ExactHead& head, double scale) {
  TruthRun run{.tensor = name,
               .first = static_cast<const std::byte*>(tensor) +
                        index * static_cast<std::int64_t>(size_of(type)),
               .type = type,
               .values = head.values,
               .magnitudes = head.magnitudes};
  for (double& value : run.values) {
    value = std::clamp(value / scale, -largest(type), largest(type));
  }
  for (double& magnitude : run.magnitudes) {
    magnitude /= scale;
  }
  return run;
}

void add_truth_of_head(const RopeAppendArguments& arguments, const Way& way, std::int64_t token,
                       std::int32_t head, const ExactHead& exact, std::vector<TruthRun>& runs) {
  if (way.to.data != nullptr) {
    runs.push_back(truth_run(way.name, way.to.data, head_index(way.to, token, head),
                             arguments.activation, exact, 1.0));
  }
  if (const auto entry = entry_of(arguments, way, token)) {
    const CacheSide side = side_of(arguments.cache, way.kind);
    runs.push_back(truth_run(way.cache_name, side.data, first_element(side, *entry, head),
                             arguments.cache.type, exact, static_cast<double>(side.scale)));
  }
}

}  // namespace

void scale_exact_q(const RopeArguments& rope, std::int64_t token, ExactHead& head) {
  const auto scale = static_cast<double>(q_scale(rope, token));
  for (std::vector<double>* all : {&head.values, &head.magnitudes}) {
    for (double& value : *all) {
      value *= scale;
    }
  }
}

TokenErrorCode token_error(const RopeAppendArguments& arguments, std::int64_t token) {
  const TokenErrorCode error = position_error(arguments.rope, token);
  if (error != TokenErrorCode::none) {
    return error;
  }
  return slot_is_out_of_range(arguments.cache, token) ? TokenErrorCode::slot_out_of_range
                                                      : TokenErrorCode::none;
}

void append_tokens(const RopeAppendArguments& arguments, const HeadResult& result) {
  const std::vector<Way> all = ways(arguments);
  for (std::int64_t token = 0; token < arguments.tokens; ++token) {
    const TokenErrorCode error = token_error(arguments, token);
    if (error != TokenErrorCode::none) {
      *arguments.error = std::max(*arguments.error, token_error_word(token, error));
      continue;
    }
    const auto turns = turns_of_token(arguments.rope, arguments.activation, token);
    for (const Way& way : all) {
      for (std::int32_t head = 0; head < way.heads; ++head) {
        append_head(
            arguments, way, token, head,
            result({way.kind, token, turns, read_head<float>(arguments, way, token, head)}));
      }
    }
  }
}

std::vector<TruthRun> append_truth(const RopeAppendArguments& arguments,
                                   const ExactResult& result) {
  const std::vector<Way> all = ways(arguments);
  std::vector<TruthRun> runs;
  for (std::int64_t token = 0; token < arguments.tokens; ++token) {
    if (token_error(arguments, token) != TokenErrorCode::none) {
      continue;
    }
    const auto turns = exact_turns_of_token(arguments.rope, token);
    for (const Way& way : all) {
      for (std::int32_t head = 0; head < way.heads; ++head) {
        const ExactHead exact =
            result({way.kind, token, turns, read_head<double>(arguments, way, token, head)});
        add_truth_of_head(arguments, way, token, head, exact, runs);
      }
    }
  }
  return runs;
}

}  // namespace kgate::oracle
