// SPDX-License-Identifier: MIT
// What the C functions make of their arguments, and what they refuse.
#include <cmath>
#include <cstdlib>
#include <string>

#include "kernels/registry/registry.hpp"
#include "tests/kernels/library/contract_spy.hpp"

using namespace kgate;
using namespace kgate::test;
using Catch::Matchers::Contains;

namespace {

template <class Contract>
Status keep(const void* contract, Launcher& /*launcher*/) {
  last_contract<Contract>() = *static_cast<const Contract*>(contract);
  return {};
}

// The spies take the fused kernels' place, so these have to be on in a build of any backend.
const int kOn[] = {
    setenv("KGATE_FUSED_ADD_RMS_NORM", "1", 1), setenv("KGATE_FUSED_GATED_ACTIVATION", "1", 1),
    setenv("KGATE_FUSED_MLA_NORM_ROPE", "1", 1), setenv("KGATE_FUSED_QK_NORM_ROPE_APPEND", "1", 1),
    setenv("KGATE_FUSED_ROPE_APPEND", "1", 1)};
KGATE_REGISTER(add_rms_norm, cpu, spy, 0, nullptr, keep<AddRmsNormArguments>);
KGATE_REGISTER(gated_activation, cpu, spy, 0, nullptr, keep<GatedActivationArguments>);
KGATE_REGISTER(mla_norm_rope, cpu, spy, 0, nullptr, keep<MlaNormRopeArguments>);
KGATE_REGISTER(qk_norm_rope_append, cpu, spy, 0, nullptr, keep<QkNormRopeAppendArguments>);
KGATE_REGISTER(rope_append, cpu, spy, 0, nullptr, keep<RopeAppendArguments>);

kgate_add_rms_norm_args norm_args() {
  kgate_add_rms_norm_args args{};
  args.size = sizeof args;
  args.x = tensor(1, KGATE_F16, {3, 64}, 8);
  args.residual = tensor(2, KGATE_F16, {3, 64}, 16);
  args.weight = tensor(3, KGATE_F32, {64});
  args.normed = tensor(4, KGATE_F16, {3, 64}, 24);
  args.new_residual = tensor(5, KGATE_F16, {3, 64}, 32);
  args.eps = 1e-5F;
  args.weight_bias = 1.0F;
  args.profile = KGATE_ADD_RMS_NORM_GRAPH;
  return args;
}

kgate_rope_append_args append_args() {
  kgate_rope_append_args args{};
  args.size = sizeof args;
  args.q = tensor(1, KGATE_BF16, {5, 8, 64});
  args.k = tensor(2, KGATE_BF16, {5, 2, 64});
  args.v = tensor(3, KGATE_BF16, {5, 2, 32});
  args.q_out = tensor(4, KGATE_BF16, {5, 8, 64}, 8);
  args.rope.positions = tensor(5, KGATE_I32, {5});
  args.rope.table = tensor(6, KGATE_F32, {128, 48}, 16);
  args.rope.rotary_dim = 48;
  args.rope.angles = KGATE_ROPE_TABLE;
  args.rope.pairing = KGATE_ROPE_INTERLEAVED;
  args.rope.profile = KGATE_ROPE_NATIVE;
  args.cache.k = tensor(7, KGATE_F8_E4M3FN, {9, 16, 2, 64});
  args.cache.v = tensor(8, KGATE_F8_E4M3FN, {9, 16, 2, 32});
  args.cache.slots = tensor(9, KGATE_I64, {4});
  args.cache.addressing = KGATE_KV_SLOTS;
  args.error = static_cast<std::uint64_t*>(address(10));
  return args;
}

/// The words for a refused call.
std::string refusal(kgate_status status) {
  CHECK(status == KGATE_INVALID_ARGUMENT);
  return kgate_last_error();
}

}  // namespace

TEST_CASE("add_rms_norm's tensors become pointers, sizes and strides of the contract") {
  const HostDevice host;
  const kgate_add_rms_norm_args args = norm_args();
  REQUIRE(kgate_add_rms_norm(host.get(), nullptr, &args) == KGATE_OK);
  const auto& got = last_contract<AddRmsNormArguments>();
  CHECK(got.x == address(1));
  CHECK(got.residual == address(2));
  CHECK(got.weight == address(3));
  CHECK(got.normed == address(4));
  CHECK(got.new_residual == address(5));
  CHECK(got.rows == 3);
  CHECK(got.hidden == 64);
  CHECK(got.x_stride == 72);
  CHECK(got.residual_stride == 80);
  CHECK(got.normed_stride == 88);
  CHECK(got.new_residual_stride == 96);
  CHECK(got.eps == 1e-5F);
  CHECK(got.weight_bias == 1.0F);
  CHECK(got.activation == DataType::f16);
  CHECK(got.weight_type == DataType::f32);
  CHECK(got.profile == AddRmsNormProfile::graph);
}

TEST_CASE("absent tensors are null in the contract") {
  const HostDevice host;
  kgate_add_rms_norm_args args = norm_args();
  args.residual = {};
  args.new_residual = {};
  REQUIRE(kgate_add_rms_norm(host.get(), nullptr, &args) == KGATE_OK);
  CHECK(last_contract<AddRmsNormArguments>().residual == nullptr);
  CHECK(last_contract<AddRmsNormArguments>().new_residual == nullptr);
}

TEST_CASE("gated_activation's zeros are the plain function") {
  const HostDevice host;
  kgate_gated_activation_args args{};
  args.size = sizeof args;
  args.gate = tensor(1, KGATE_F32, {2, 100}, 100);
  args.up = tensor(2, KGATE_F32, {2, 100}, 50);
  args.out = tensor(3, KGATE_F32, {2, 100});
  args.function = KGATE_GELU_TANH;
  args.profile = KGATE_GATED_ACTIVATION_F32;
  REQUIRE(kgate_gated_activation(host.get(), nullptr, &args) == KGATE_OK);
  const auto& got = last_contract<GatedActivationArguments>();
  CHECK(got.gate == address(1));
  CHECK(got.up == address(2));
  CHECK(got.out == address(3));
  CHECK(got.rows == 2);
  CHECK(got.intermediate == 100);
  CHECK(got.gate_stride == 200);
  CHECK(got.up_stride == 150);
  CHECK(got.out_stride == 100);
  CHECK(std::isinf(got.limit));
  CHECK(got.alpha == 1.0F);
  CHECK(got.function == GatedActivationFunction::gelu_tanh);
  CHECK(got.profile == GatedActivationProfile::f32_activation);
}

TEST_CASE("rope_append's heads, angles and cache become the contract's") {
  const HostDevice host;
  const kgate_rope_append_args args = append_args();
  REQUIRE(kgate_rope_append(host.get(), nullptr, &args) == KGATE_OK);
  const auto& got = last_contract<RopeAppendArguments>();
  CHECK(got.tokens == 5);
  CHECK(got.q_heads == 8);
  CHECK(got.kv_heads == 2);
  CHECK(got.head_size == 64);
  CHECK(got.v_head_size == 32);
  CHECK(got.activation == DataType::bf16);
  CHECK(got.q.token_stride == 512);
  CHECK(got.q_out.data == address(4));
  CHECK(got.q_out.head_stride == 72);
  CHECK(got.k_out.data == nullptr);
  CHECK(got.rope.positions == address(5));
  CHECK(got.rope.position_type == DataType::i32);
  CHECK(got.rope.table_rows == 128);
  CHECK(got.rope.table_stride == 64);
  CHECK(got.rope.rotary_dim == 48);
  CHECK(got.rope.angles == RopeAngles::table);
  CHECK(got.rope.pairing == RopePairing::interleaved);
  CHECK(got.rope.profile == RopeProfile::native);
  CHECK(got.rope.attention_scaling == 1.0F);
  CHECK(got.cache.blocks == 9);
  CHECK(got.cache.block_size == 16);
  CHECK(got.cache.k_block_stride == 2048);
  CHECK(got.cache.k_token_stride == 128);
  CHECK(got.cache.v_head_stride == 32);
  CHECK(got.cache.slot_count == 4);
  CHECK(got.cache.type == DataType::f8_e4m3fn);
  CHECK(got.error == static_cast<std::uint64_t*>(address(10)));
}

TEST_CASE("qk_norm_rope_append adds weights and the norm's profile") {
  const HostDevice host;
  const kgate_rope_append_args base = append_args();
  kgate_qk_norm_rope_append_args args{};
  args.size = sizeof args;
  args.q = base.q;
  args.q_out = base.q_out;
  args.k = base.k;
  args.v = base.v;
  args.rope = base.rope;
  args.cache = base.cache;
  args.error = base.error;
  args.q_weight = tensor(11, KGATE_F32, {64});
  args.k_weight = tensor(12, KGATE_F32, {64});
  args.eps = 1e-6F;
  args.norm_profile = KGATE_QK_NORM_UNROUNDED;
  args.v_norm = 1;
  REQUIRE(kgate_qk_norm_rope_append(host.get(), nullptr, &args) == KGATE_OK);
  const auto& got = last_contract<QkNormRopeAppendArguments>();
  CHECK(got.append.tokens == 5);
  CHECK(got.append.error == base.error);
  CHECK(got.q_weight == address(11));
  CHECK(got.k_weight == address(12));
  CHECK(got.weight_type == DataType::f32);
  CHECK(got.eps == 1e-6F);
  CHECK(got.norm_profile == QkNormProfile::unrounded);
  CHECK(got.v_norm == 1);
  args.k_weight = tensor(12, KGATE_F32, {32});
  CHECK_THAT(refusal(kgate_qk_norm_rope_append(host.get(), nullptr, &args)),
             Contains("k_weight has shape [32]; expected [64]"));
}

TEST_CASE("mla_norm_rope's sizes come from kv and the weight") {
  const HostDevice host;
  kgate_mla_norm_rope_args args{};
  args.size = sizeof args;
  args.kv = tensor(1, KGATE_F16, {4, 576});
  args.weight = tensor(2, KGATE_F16, {512});
  args.latent = tensor(3, KGATE_F16, {4, 512});
  args.pe = tensor(4, KGATE_F16, {4, 64});
  args.q_pe = tensor(5, KGATE_F16, {4, 16, 64});
  args.q_pe_out = tensor(6, KGATE_F16, {4, 16, 64});
  args.rope.rotary_dim = 64;
  args.rope.angles = KGATE_ROPE_BASE;
  args.rope.base = 10000.0F;
  args.rope.positions = tensor(7, KGATE_I64, {4});
  args.cache.k = tensor(8, KGATE_F16, {3, 64, 576});
  args.cache.slots = tensor(9, KGATE_I64, {4});
  args.cache.addressing = KGATE_KV_SLOTS;
  args.norm_profile = KGATE_MLA_NORM_GRAPH;
  REQUIRE(kgate_mla_norm_rope(host.get(), nullptr, &args) == KGATE_OK);
  const auto& got = last_contract<MlaNormRopeArguments>();
  CHECK(got.tokens == 4);
  CHECK(got.kv_lora_rank == 512);
  CHECK(got.pe_size == 64);
  CHECK(got.q_heads == 16);
  CHECK(got.kv_stride == 576);
  CHECK(got.latent_stride == 512);
  CHECK(got.pe_stride == 64);
  CHECK(got.cache.k == address(8));
  CHECK(got.cache.k_block_stride == 64 * 576);
  CHECK(got.cache.k_head_stride == 0);
  CHECK(got.cache.v == nullptr);
  CHECK(got.norm_profile == MlaNormProfile::graph);
  args.weight = tensor(2, KGATE_F16, {600});
  CHECK_THAT(refusal(kgate_mla_norm_rope(host.get(), nullptr, &args)),
             Contains("the latent alone is longer than the row"));
}

TEST_CASE("a tensor that does not fit is named with what it has and what it must have") {
  const HostDevice host;
  kgate_add_rms_norm_args args = norm_args();
  args.normed = tensor(4, KGATE_F16, {3, 32});
  CHECK(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)) ==
        "kgate_add_rms_norm: normed has shape [3, 32]; expected [3, 64]");
  args = norm_args();
  args.residual.type = KGATE_BF16;
  CHECK(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)) ==
        "kgate_add_rms_norm: residual is bf16; it must be f16 like x");
  args = norm_args();
  args.x.stride[1] = 2;
  CHECK_THAT(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)),
             Contains("x's last stride is 2"));
  args = norm_args();
  args.x.dims = 3;
  CHECK_THAT(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)),
             Contains("x has shape [3, 64, 0]; expected [any, any]"));
  args = norm_args();
  args.x.type = 99;
  CHECK_THAT(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)), Contains("x's type is 99"));
  args = norm_args();
  args.x.shape[1] = std::int64_t{1} << 40;
  args.normed.shape[1] = args.residual.shape[1] = args.new_residual.shape[1] =
      args.weight.shape[0] = args.x.shape[1];
  CHECK_THAT(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)), Contains("below 2^31"));
}

TEST_CASE("null and the wrong size of an argument struct are refused") {
  const HostDevice host;
  kgate_add_rms_norm_args args = norm_args();
  CHECK(refusal(kgate_add_rms_norm(nullptr, nullptr, &args)) ==
        "kgate_add_rms_norm: device is null");
  CHECK(refusal(kgate_add_rms_norm(host.get(), nullptr, nullptr)) ==
        "kgate_add_rms_norm: args is null");
  args.size = 8;
  CHECK_THAT(refusal(kgate_add_rms_norm(host.get(), nullptr, &args)), Contains("args.size is 8"));
  CHECK(kgate_add_rms_norm_workspace(&args) == 0);
  CHECK(kgate_add_rms_norm_workspace(nullptr) == 0);
}

TEST_CASE("the workspace is what the separate launches ask for") {
  kgate_add_rms_norm_args args = norm_args();
  args.profile = KGATE_ADD_RMS_NORM_STORED_SUM;
  CHECK(kgate_add_rms_norm_workspace(&args) == 0);
  args.profile = KGATE_ADD_RMS_NORM_F32_SUM;
  CHECK(kgate_add_rms_norm_workspace(&args) == 3 * 64 * sizeof(float));
}
