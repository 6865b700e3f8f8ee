// SPDX-License-Identifier: MIT
// The shapes of rope_append that are timed: decode to prefill.
#include "kernels/rope_append/rope_append_bench.hpp"

#include "kernels/append_table.hpp"

namespace kgate {

std::vector<Case> rope_append_bench() {
  AppendTable table("rope_append");
  for (const Model& shape :
       {made_up("32-8x128", 32, 8, 128, 128), made_up("64-8x128", 64, 8, 128, 128),
        made_up("16-1x256", 16, 1, 256, 256)}) {
    for (const std::int64_t tokens : {1, 4, 8, 64, 1024, 16384}) {
      AppendRow row = row_of_model(shape, DataType::f16);
      row.sequences = tokens;
      row.cache = CacheLayout::none;
      row.with_v = false;
      table.add(Effort::full, row);
      row.with_v = true;
      for (const CacheLayout layout : {CacheLayout::slab, CacheLayout::paged_nhd}) {
        row.cache = layout;
        table.add(Effort::full, row);
      }
    }
  }
  return table.take(Effort::full);
}

}  // namespace kgate
