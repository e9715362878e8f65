// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many multiples of one point, by tables of windows, on an executor.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/vector/detail/windowed_product.hpp>

namespace cuzk::inline v0::vector {

/// A table of the multiples d 2^(c j) base for 1 <= d <= 2^(c-1) and every window j of c bits; a product
/// is then one mixed addition a window (signed digits). Time depends on the scalars: for set-up only.
template <group G>
class fixed_base {
 public:
  using scalar = typename G::scalar_field;

  /// @param where  any executor
  /// @param base   any point of the curve
  /// @param count  how many products are planned; sets the window
  /// @throws std::bad_alloc
  /// @cost  windows * 2^(c-1) additions
  template <executor Exec>
  fixed_base(Exec const& where, affine<G> const& base, std::size_t count)
      : window_bits_(detail::fixed_base_window_bits(scalar::bits, count)),
        windows_(detail::window_count(scalar::bits, window_bits_)),
        row_(std::size_t{1} << (window_bits_ - 1)),
        table_(windows_ * row_) {
    std::vector<jacobian<G>> starts(windows_);
    jacobian<G> power = to_jacobian(base);
    for (auto& start : starts) {
      start = power;
      for (unsigned i = 0; i < window_bits_; ++i) power = doubled(power);
    }
    exec::for_each_index(where, windows_, [&](std::size_t j) {
      affine<G> const step = to_affine(starts[j]);
      std::vector<jacobian<G>> multiples(row_);
      jacobian<G> sum = starts[j];
      for (auto& m : multiples) {
        m = sum;
        sum += step;
      }
      cuzk::batch_to_affine(std::span<jacobian<G> const>(multiples),
                            std::span<affine<G>>(table_).subspan(j * row_, row_));  // [windows][digits]
    });
  }

  /// out[i] = scalars[i] * base.
  ///
  /// @param where    any executor
  /// @param out      n points
  /// @param scalars  n scalars
  /// @throws invalid_argument if the sizes differ; std::bad_alloc
  /// @cost  windows mixed additions each, one shared inversion for 512 or fewer
  template <executor Exec>
  void multiply(Exec const& where, std::span<affine<G>> out, std::span<scalar const> scalars) const {
    require_same_size("fixed_base", out.size(), "outputs", scalars.size(), "scalars");
    exec::for_each_chunk(where, scalars.size(), std::size_t{64}, [&](std::size_t begin, std::size_t end) {
      constexpr std::size_t batch = 512;
      std::vector<xyzz<G>> sums(std::min(batch, end - begin));
      for (std::size_t i = begin; i < end; i += batch) {
        std::size_t const n = std::min(batch, end - i);
        for (std::size_t k = 0; k < n; ++k) {
          sums[k] = detail::windowed_product(table_.data(), window_bits_, windows_, scalars[i + k].to_canonical());
        }
        cuzk::batch_to_affine(std::span<xyzz<G> const>(sums).first(n), out.subspan(i, n));
      }
    });
  }

  /// c, bits in a window.
  [[nodiscard]] unsigned window_bits() const noexcept { return window_bits_; }

 private:
  unsigned window_bits_;
  std::size_t windows_;
  std::size_t row_;
  std::vector<affine<G>> table_;
};

}  // namespace cuzk::inline v0::vector
