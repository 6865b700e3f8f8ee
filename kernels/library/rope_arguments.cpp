// SPDX-License-Identifier: MIT
// Converts what the rotary families share from its C form.
#include "kernels/library/rope_arguments.hpp"

namespace kgate::library {
namespace {

static_assert(static_cast<int>(RopePairing::interleaved) == KGATE_ROPE_INTERLEAVED);
static_assert(static_cast<int>(RopeAngles::table) == KGATE_ROPE_TABLE);
static_assert(static_cast<int>(RopeAngles::inverse_frequencies) == KGATE_ROPE_INVERSE_FREQUENCIES);
static_assert(static_cast<int>(RopeAngles::base) == KGATE_ROPE_BASE);
static_assert(static_cast<int>(RopeProfile::native) == KGATE_ROPE_NATIVE);
static_assert(static_cast<int>(KvCacheAddressing::slots) == KGATE_KV_SLOTS);
static_assert(static_cast<int>(KvCacheAddressing::ring) == KGATE_KV_RING);

bool has_sections(const kgate_rope& rope) {
  return rope.sections[0] != 0 || rope.sections[1] != 0 || rope.sections[2] != 0;
}

void convert_positions(TensorArguments& tensors, const kgate_rope& rope, std::int64_t tokens,
                       RopeArguments& out) {
  if (!TensorArguments::present(rope.positions)) {
    return;
  }
  if (has_sections(rope)) {
    tensors.shape("rope.positions", rope.positions, {3, tokens});
    out.position_stride = rope.positions.stride[0];
  } else {
    tensors.shape("rope.positions", rope.positions, {tokens});
  }
  out.positions = rope.positions.data;
  out.position_type = TensorArguments::type(rope.positions);
}

/// What k and v have in common.
void convert_addressing(TensorArguments& tensors, const kgate_kv_cache& cache,
                        KvCacheArguments& out) {
  out.k = cache.k.data;
  out.blocks = tensors.length("cache.k", cache.k, 0);
  out.block_size = tensors.length("cache.k", cache.k, 1);
  out.k_block_stride = cache.k.stride[0];
  out.k_token_stride = cache.k.stride[1];
  out.type = TensorArguments::type(cache.k);
  out.k_scale = cache.k_scale;
  out.v_scale = cache.v_scale;
  out.ring_keep = cache.ring_keep;
  if (tensors.shape("cache.slots", cache.slots, {kAny}, DataType::i64, "")) {
    out.slots = static_cast<const std::int64_t*>(cache.slots.data);
    out.slot_count = cache.slots.shape[0];
  }
}

/// The tensor that says what all others must have: the first that is there.
const kgate_tensor& leading(const AppendTensors& in) {
  if (TensorArguments::present(in.q)) {
    return in.q;
  }
  return TensorArguments::present(in.k) ? in.k : in.v;
}

}  // namespace

void convert_rope(TensorArguments& tensors, const kgate_rope& rope, std::int64_t tokens,
                  RopeArguments& out) {
  convert_positions(tensors, rope, tokens, out);
  const std::int64_t rotary = rope.rotary_dim;
  if (TensorArguments::present(rope.table) &&
      tensors.shape("rope.table", rope.table, {kAny, rotary})) {
    out.table = rope.table.data;
    out.table_stride = rope.table.stride[0];
    out.table_rows = tensors.length("rope.table", rope.table, 0);
    out.table_type = TensorArguments::type(rope.table);
  }
  if (TensorArguments::present(rope.inverse_frequencies) &&
      tensors.shape("rope.inverse_frequencies", rope.inverse_frequencies, {rotary / 2},
                    DataType::f32, "")) {
    out.inverse_frequencies = static_cast<const float*>(rope.inverse_frequencies.data);
  }
  if (TensorArguments::present(rope.q_scales) &&
      tensors.shape("rope.q_scales", rope.q_scales, {kAny}, DataType::f32, "")) {
    out.q_scales = static_cast<const float*>(rope.q_scales.data);
    out.q_scale_rows = tensors.length("rope.q_scales", rope.q_scales, 0);
    out.q_scale_period = rope.q_scale_period;
    out.q_scale_offset = rope.q_scale_offset;
  }
  out.rotary_dim = rope.rotary_dim;
  out.angles = static_cast<RopeAngles>(rope.angles);
  out.pairing = static_cast<RopePairing>(rope.pairing);
  out.profile = static_cast<RopeProfile>(rope.profile);
  out.base = rope.base;
  out.attention_scaling = rope.attention_scaling == 0.0F ? 1.0F : rope.attention_scaling;
  for (std::size_t i = 0; i < 3; ++i) {
    out.sections[i] = rope.sections[i];
  }
  out.sections_interleaved = rope.sections_interleaved;
}

void convert_cache(TensorArguments& tensors, const kgate_kv_cache& cache,
                   RopeAppendArguments& out) {
  out.cache.addressing = static_cast<KvCacheAddressing>(cache.addressing);
  if (cache.addressing == KGATE_KV_NONE ||
      !tensors.shape("cache.k", cache.k, {kAny, kAny, out.kv_heads, out.head_size})) {
    return;
  }
  convert_addressing(tensors, cache, out.cache);
  out.cache.k_head_stride = cache.k.stride[2];
  if (TensorArguments::present(cache.v) &&
      tensors.shape("cache.v", cache.v,
                    {cache.k.shape[0], cache.k.shape[1], out.kv_heads, out.v_head_size},
                    out.cache.type, "cache.k")) {
    out.cache.v = cache.v.data;
    out.cache.v_block_stride = cache.v.stride[0];
    out.cache.v_token_stride = cache.v.stride[1];
    out.cache.v_head_stride = cache.v.stride[2];
  }
}

void convert_latent_cache(TensorArguments& tensors, const kgate_kv_cache& cache,
                          std::int64_t entry_size, KvCacheArguments& out) {
  out.addressing = static_cast<KvCacheAddressing>(cache.addressing);
  if (cache.addressing != KGATE_KV_NONE &&
      tensors.shape("cache.k", cache.k, {kAny, kAny, entry_size})) {
    convert_addressing(tensors, cache, out);
    out.v = cache.v.data;
  }
}

void convert_append(TensorArguments& tensors, const AppendTensors& in, const kgate_rope& rope,
                    const kgate_kv_cache& cache, RopeAppendArguments& out) {
  const kgate_tensor& first = leading(in);
  const std::string_view name = &first == &in.q ? "q" : &first == &in.k ? "k" : "v";
  if (!tensors.shape(name, first, {kAny, kAny, kAny})) {
    return;
  }
  const std::int64_t tokens = first.shape[0];
  const DataType type = TensorArguments::type(first);
  const kgate_tensor& kv = TensorArguments::present(in.k) ? in.k : in.v;
  const std::int64_t heads = TensorArguments::present(kv) ? kv.shape[1] : kAny;
  const std::int64_t size = TensorArguments::present(in.q) ? in.q.shape[2] : in.k.shape[2];
  out.q = tensors.heads("q", in.q, {tokens, kAny, size}, type, name);
  out.k = tensors.heads("k", in.k, {tokens, heads, size}, type, name);
  out.v = tensors.heads("v", in.v, {tokens, heads, kAny}, type, name);
  out.q_out = tensors.heads("q_out", in.q_out, {tokens, in.q.shape[1], size}, type, name);
  out.k_out = tensors.heads("k_out", in.k_out, {tokens, heads, size}, type, name);
  out.v_out = tensors.heads("v_out", in.v_out, {tokens, heads, in.v.shape[2]}, type, name);
  out.tokens = tokens;
  out.q_heads = TensorArguments::present(in.q) ? tensors.length("q", in.q, 1) : 0;
  out.kv_heads = TensorArguments::present(kv) ? tensors.length("k", kv, 1) : 0;
  const kgate_tensor& sized = TensorArguments::present(in.q) ? in.q : in.k;
  out.head_size = TensorArguments::present(sized) ? tensors.length("q", sized, 2) : 0;
  out.v_head_size = TensorArguments::present(in.v) ? tensors.length("v", in.v, 2) : 0;
  out.activation = type;
  convert_rope(tensors, rope, tokens, out.rope);
  convert_cache(tensors, cache, out);
}

}  // namespace kgate::library
