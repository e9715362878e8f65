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
#include <cuzk/msm/detail/pair_layers.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// The lines of some windows' squares in layers (pair_layers.cuh), when they were halved until pieces of `halved`
// buckets are left of them: layer k has piece k of each line. Columns, window by window, are ranked first: they are as
// long as rows or twice as long.
struct layers_of_lines {
  line_shape shape;
  u32 windows;
  u32 halved;

  struct place {
    bool is_column;
    u32 window;
    u32 line;
    u32 piece;
  };

  CUZK_HD even_buckets lines() const {
    u32 const columns = shape.columns() * windows;
    return {shape.lines() * windows, columns, shape.rows() / halved, shape.columns() / halved};
  }
  CUZK_HD u32 size() const { return 2 * shape.buckets() / halved * windows; }
  CUZK_HD place at(u32 i) const {
    even_buckets const all = lines();
    u32 const in_full_layers = all.least * all.buckets;
    u32 const width = i < in_full_layers ? all.buckets : all.longer;
    u32 const from = i < in_full_layers ? 0 : in_full_layers;
    u32 const piece = (i < in_full_layers ? 0 : all.least) + (i - from) / width;
    u32 const rank = (i - from) % width;
    if (rank < all.longer) return {true, rank / shape.columns(), rank % shape.columns(), piece};
    u32 const row = rank - all.longer;
    return {false, row / shape.rows(), row % shape.rows(), piece};
  }
};

// references[i] = the bucket at place i of lines that are whole.
CUZK_KERNEL void __launch_bounds__(128) refer_to_lines(layers_of_lines lines, u32* references) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lines.size()) return;
  auto const p = lines.at(i);
  line_shape const& shape = lines.shape;
  u32 const bucket = p.is_column ? p.piece << shape.low_bits() | p.line : p.line << shape.low_bits() | p.piece;
  references[i] = (p.window * shape.buckets() + bucket) << 1U;
}

// The pieces of a window, row by row and then column by column, as extended Jacobian points.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(128) expand_pieces(List list, layers_of_lines lines, xyzz<G>* pieces) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lines.size()) return;
  auto const p = lines.at(i);
  even_buckets const all = lines.lines();
  u32 const in_window =
      p.is_column ? lines.shape.rows() * all.least + p.line * all.most + p.piece : p.line * all.least + p.piece;
  u32 const of_window = lines.size() / lines.windows;
  store_wide(pieces + (p.window * of_window + in_window), to_xyzz(point_of(list, list.reference(i))));
}

}  // namespace cuzk::inline v0::msm::detail
