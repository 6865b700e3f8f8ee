// SPDX-License-Identifier: MIT
// Problems of the append kernels: binding pointers, and one token of a problem.
#include "kernels/append_problem.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "kernels/append_builder.hpp"
#include "kernels/append_memory.hpp"
#include "kernels/case_building.hpp"

namespace kgate {
namespace {

template <class Arguments>
std::any bound(const AppendSetup& setup, Arguments arguments, std::span<void* const> addresses) {
  for (const PointerPlace& place : setup.pointers) {
    void* address = at_offset(addresses[place.buffer], place.bytes);
    if (place.field < sizeof(Arguments)) {
      std::memcpy(reinterpret_cast<std::byte*>(&arguments) + place.field, &address, sizeof address);
    }
  }
  return arguments;
}

std::any bind(const Problem& problem, std::span<void* const> addresses) {
  const AppendSetup& setup = append_setup(problem);
  if (setup.row.normed) {
    return bound(setup, setup.arguments, addresses);
  }
  return bound(setup, setup.arguments.append, addresses);
}

}  // namespace

AppendSetup& append_setup(Problem& problem) {
  return std::any_cast<AppendSetup&>(problem.arguments);
}

const AppendSetup& append_setup(const Problem& problem) {
  return std::any_cast<const AppendSetup&>(problem.arguments);
}

PointerPlace* pointer_at(AppendSetup& setup, std::size_t field) {
  const auto found = std::find_if(setup.pointers.begin(), setup.pointers.end(),
                                  [&](const PointerPlace& one) { return one.field == field; });
  return found == setup.pointers.end() ? nullptr : &*found;
}

Problem append_problem(const AppendRow& row, std::uint64_t seed, std::byte poison) {
  Problem problem = AppendBuilder(row, seed, poison).take();
  problem.bind = bind;
  return problem;
}

std::uint64_t append_bytes(const Problem& problem) {
  const AppendSetup& setup = append_setup(problem);
  const RopeAppendArguments& append = setup.arguments.append;
  const auto size = static_cast<std::int64_t>(size_of(append.activation));
  const std::int64_t q = std::int64_t{append.q_heads} * append.head_size;
  const std::int64_t k = std::int64_t{append.kv_heads} * append.head_size;
  const std::int64_t v = setup.row.with_v ? std::int64_t{append.kv_heads} * append.v_head_size : 0;
  const bool cached = append.cache.addressing != KvCacheAddressing::none;
  const bool out = setup.row.kv_out || !cached;
  const std::int64_t stored =
      cached ? (k + v) * static_cast<std::int64_t>(size_of(append.cache.type)) : 0;
  std::int64_t bytes = size * (2 * q + k + v + (out ? k + (setup.row.v_out ? v : 0) : 0)) + stored;
  if (append.rope.angles == RopeAngles::table) {
    bytes += append.rope.rotary_dim * static_cast<std::int64_t>(size_of(append.rope.table_type));
  }
  bytes += static_cast<std::int64_t>(size_of(append.rope.position_type)) + (cached ? 8 : 0);
  return static_cast<std::uint64_t>(bytes * append.tokens);
}

std::uint64_t append_tokens_of(const Problem& problem) {
  return static_cast<std::uint64_t>(append_setup(problem).arguments.append.tokens);
}

bool keep_append_token(Problem& problem, std::uint64_t token) {
  AppendSetup& setup = append_setup(problem);
  RopeAppendArguments& append = setup.arguments.append;
  const auto row = static_cast<std::int64_t>(token);
  if (setup.troubled.at(token)) {
    return false;  // alone, it would be another token in the error word
  }
  const auto shift = [&](std::size_t field, std::int64_t elements, DataType type) {
    if (PointerPlace* place = pointer_at(setup, field)) {
      place->bytes += elements * static_cast<std::int64_t>(size_of(type));
    }
  };
  shift(KGATE_APPEND_FIELD(append.q.data), row * append.q.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.k.data), row * append.k.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.v.data), row * append.v.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.q_out.data), row * append.q_out.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.k_out.data), row * append.k_out.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.v_out.data), row * append.v_out.token_stride, append.activation);
  shift(KGATE_APPEND_FIELD(append.rope.positions), row, append.rope.position_type);
  shift(KGATE_APPEND_FIELD(append.cache.slots), row, DataType::i64);
  append.cache.slot_count = row < append.cache.slot_count ? 1 : 0;
  append.tokens = 1;
  return true;
}

}  // namespace kgate
