// SPDX-License-Identifier: MIT
// Corruptions of q, k and v and their outputs, and of what is wrong in device memory.
#include <array>
#include <utility>

#include "kernels/append_control_groups.hpp"

namespace kgate {
namespace {

bool outputs_of_k_and_v_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  RopeAppendArguments& append = setup.arguments.append;
  PointerPlace* k = pointer_at(setup, KGATE_APPEND_FIELD(append.k_out.data));
  PointerPlace* v = pointer_at(setup, KGATE_APPEND_FIELD(append.v_out.data));
  if (k == nullptr || v == nullptr || append.head_size != append.v_head_size ||
      setup.row.place == AppendPlace::all_in_place) {
    return false;
  }
  std::swap(k->buffer, v->buffer);
  std::swap(append.k_out, append.v_out);
  return true;
}

/// What was wrong with the troubled tokens is right: the error word must tell.
bool trouble_repaired(Problem& problem, std::uint64_t seed) {
  const AppendSetup& setup = append_setup(problem);
  if (setup.row.trouble == AppendTrouble::none) {
    return false;
  }
  AppendRow healthy = setup.row;
  healthy.trouble = AppendTrouble::none;
  problem = append_problem(healthy, seed, std::byte{0xFF});
  return true;
}

/// An element of q's last head changes its sign: the last one, or in place, where what passes
/// through is not written, the first.
bool element_of_q(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  const RopeAppendArguments& append = setup.arguments.append;
  const PointerPlace q = *pointer_at(setup, KGATE_APPEND_FIELD(append.q.data));
  CaseBuffer& buffer = problem.buffers[q.buffer];
  const auto size = static_cast<std::int64_t>(size_of(buffer.type));
  const bool whole_head_written = setup.row.place == AppendPlace::separate || setup.row.normed ||
                                  setup.row.model.q_scale_beta != 0;
  std::byte* element =
      element_at(buffer, q.bytes / size + (append.tokens - 1) * append.q.token_stride +
                             (append.q_heads - 1) * append.q.head_stride +
                             (whole_head_written ? append.head_size - 1 : 0));
  element[size - 1] ^= std::byte{0x80};
  // A NaN or a zero may not show it.
  return !setup.troubled.back() && setup.row.data == AppendData::normal &&
         (whole_head_written || rotates(problem));
}

constexpr std::array kControls{
    Control{"outputs of k and v swapped", outputs_of_k_and_v_swapped},
    Control{"trouble repaired", trouble_repaired},
    Control{"element of q", element_of_q},
};

}  // namespace

std::span<const Control> append_tensor_controls() { return kControls; }

}  // namespace kgate
