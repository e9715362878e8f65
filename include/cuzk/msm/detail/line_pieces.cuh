// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the buckets of a window, affine points, to the pieces of lines (bucket_lines.hpp) that its sum is made of: by
// pairs of additions, 6 products each, which halve all lines in a round.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/msm/detail/bucket_lines.hpp>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// The list in which every bucket of a window stands twice: row by row, then column by column.
template <group G>
struct lines_of_buckets {
  using group_type = G;
  affine<G> const* buckets;
  line_shape shape;

  CUZK_HD u32 reference(u32 k) const {
    u32 const w = k >> (shape.bits + 1);
    u32 const in_window = k & (2 * shape.buckets() - 1);
    u32 j = in_window & (shape.buckets() - 1);
    if (in_window >= shape.buckets()) {  // column by column
      j = (j & (shape.rows() - 1)) << shape.low_bits() | j >> shape.high_bits();
    }
    return w * shape.buckets() + j;
  }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return &buckets[reference].x; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return &buckets[reference].y; }
  CUZK_HD bool is_negative(u32) const { return false; }
};

CUZK_KERNEL void __launch_bounds__(128) line_ranges(line_shape shape, u32 windows, bucket_range* ranges) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= windows * shape.lines()) return;
  u32 const w = i / shape.lines(), line = i % shape.lines();
  u32 const start = w * 2 * shape.buckets();
  ranges[i] = line < shape.rows()
                  ? bucket_range{start + line * shape.columns(), shape.columns()}
                  : bucket_range{start + shape.buckets() + (line - shape.rows()) * shape.rows(), shape.rows()};
}

// The first `count` points of a list as extended Jacobian ones.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(128) expand_points(List list, u32 count, xyzz<G>* points) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) store_wide(points + i, to_xyzz(point_of(list, list.reference(i))));
}

}  // namespace cuzk::inline v0::msm::detail
