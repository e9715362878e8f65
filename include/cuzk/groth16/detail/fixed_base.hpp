// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many multiples of one point by tables of windows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>

namespace cuzk::inline v0::groth16::detail {

/// Multiples d 2^(c j) base for 1 <= d <= 2^(c-1) and every window j of c bits; a product is then
/// one mixed addition a window (signed digits). Time depends on the scalars: for set-up only.
template <group G>
class fixed_base {
 public:
  using scalar = typename G::scalar_field;

  /// @param count  how many products are planned; sets the window
  /// @cost  windows * 2^(c-1) additions
  template <executor Exec>
  fixed_base(Exec const& where, affine<G> const& base, std::size_t count)
      : window_bits_(window_bits_for(count)),
        windows_(ceil_div(std::size_t{scalar::bits} + 1, std::size_t{window_bits_})),
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
      batch_to_affine(std::span<jacobian<G> const>(multiples),
                      std::span<affine<G>>(table_).subspan(j * row_, row_));  // [windows][digits]
    });
  }

  /// out[i] = scalars[i] * base.
  /// @cost  windows mixed additions each, one shared inversion a chunk
  template <executor Exec>
  void multiply(Exec const& where, std::span<affine<G>> out, std::span<scalar const> scalars) const {
    require_same_size("groth16: fixed-base products", out.size(), "outputs", scalars.size(), "scalars");
    exec::for_each_chunk(where, scalars.size(), std::size_t{64}, [&](std::size_t begin, std::size_t end) {
      constexpr std::size_t batch = 512;
      std::vector<xyzz<G>> sums(std::min(batch, end - begin));
      for (std::size_t i = begin; i < end; i += batch) {
        std::size_t const n = std::min(batch, end - i);
        for (std::size_t k = 0; k < n; ++k) sums[k] = product(scalars[i + k]);
        batch_to_affine(std::span<xyzz<G> const>(sums).first(n), out.subspan(i, n));
      }
    });
  }

  // Least sum of table and products; 13 bits keep the G2 table of a large set-up below 20 MB.
  [[nodiscard]] static unsigned window_bits_for(std::size_t count) {
    unsigned best = 2;
    std::size_t best_cost = SIZE_MAX;
    for (unsigned c = 2; c <= 13; ++c) {
      std::size_t const windows = ceil_div(std::size_t{scalar::bits} + 1, std::size_t{c});
      std::size_t const cost = checked_mul(windows, checked_add(std::size_t{1} << c, count));
      if (cost < best_cost) {
        best = c;
        best_cost = cost;
      }
    }
    return best;
  }

 private:
  [[nodiscard]] xyzz<G> product(scalar const& s) const {
    auto const k = s.to_canonical();
    auto sum = xyzz<G>::infinity();
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < windows_; ++j) {
      std::uint64_t const digit = carry + k.extract_bits(j * window_bits_, window_bits_);
      carry = digit > row_ ? 1U : 0U;  // digits above half a window borrow from the next
      if (carry != 0) {
        std::uint64_t const negative = 2 * row_ - digit;
        if (negative != 0) sum += -table_[j * row_ + negative - 1];
      } else if (digit != 0) {
        sum += table_[j * row_ + digit - 1];
      }
    }
    return sum;
  }

  unsigned window_bits_;
  std::size_t windows_;
  std::size_t row_;
  std::vector<affine<G>> table_;
};

}  // namespace cuzk::inline v0::groth16::detail
