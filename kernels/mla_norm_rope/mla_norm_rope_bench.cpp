// SPDX-License-Identifier: MIT
// The shapes of mla_norm_rope that are timed: DeepSeek-V3's row into the cache, decode to prefill.
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"

namespace kgate::mla_norm_rope_table {

std::vector<Case> bench() {
  std::vector<Case> cases;
  for (const std::int64_t tokens : {1, 8, 64, 1024, 8192}) {
    for (const Query query : {Query::none, Query::separate}) {
      Row row;
      row.model = latent_model("DeepSeek-V3", "deepseek-v3", 128);
      row.tokens = tokens;
      row.query = query;
      row.outputs = Outputs::tensors;
      cases.push_back({.id = id_of(row),
                       .effort = Effort::full,
                       .model = std::string(row.model.name),
                       .catches = {},
                       .row = row});
    }
  }
  return cases;
}

std::uint64_t bench_bytes(const Problem& problem) {
  const auto& arguments = std::any_cast<const Setup&>(problem.arguments).arguments;
  const auto tokens = static_cast<std::uint64_t>(arguments.tokens);
  std::uint64_t bytes = 0;
  for (const CaseBuffer& buffer : problem.buffers) {
    // Of the table only the rows of these positions are read.
    bytes += buffer.name == "table"
                 ? tokens * static_cast<std::uint64_t>(arguments.rope.rotary_dim) *
                       size_of(arguments.rope.table_type)
                 : buffer.size;
  }
  return bytes;
}

}  // namespace kgate::mla_norm_rope_table
