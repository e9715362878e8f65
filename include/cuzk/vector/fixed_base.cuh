// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many multiples of one point, by tables of windows, on a device.

#include <cuzk/vector/fixed_base.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/big_int.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/batch_to_affine.cuh>
#include <cuzk/vector/detail/windowed_product.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// Products of scalars, or, without scalars, the table itself: entry (j, d) is the sum of the powers
// 2^(row_log_size j + i) base over the bits i of d, that is a product by windows of one bit. One step for both,
// since an addition is long code.
template <group G>
struct windowed_product_step {
  using scalar = typename G::scalar_field;

  affine<G> const* table;
  xyzz<G>* out;
  scalar const* scalars;
  std::size_t first;  // index of out[0] in the table
  unsigned window_bits;
  std::size_t windows;

  CUZK_HD void operator()(std::size_t i) const {
    bool const builds = scalars == nullptr;
    std::size_t const row = std::size_t{1} << (windows - 1);  // of the table that is built
    affine<G> const* const from = builds ? table + windows * ((first + i) / row) : table;
    auto const k = builds ? scalar::integer::from_u64((first + i) % row + 1) : scalars[i].to_canonical();
    out[i] = windowed_product(from, builds ? 1U : window_bits, windows, k);
  }
};

}  // namespace detail

/// `fixed_base` on a device: the table lies in device memory. Time depends on the scalars: for set-up only.
///
/// The table is made on the stream of the constructor and given back on it: a call on another stream is
/// ordered after that one by the caller, and before the destructor.
template <group G>
class device_fixed_base {
 public:
  using scalar = typename G::scalar_field;

  /// @param where  a stream; the table of table_bytes(count) and, meanwhile, scratch for `multiply` of as many
  ///               points are taken from its resource, which outlives this object
  /// @param base   on the host; any point of the curve
  /// @param count  how many products are planned; sets the window
  /// @throws what the resource throws; cuda_error
  /// @cost  some 300 doublings on the host; windows * 2^(c-1) products of c / 2 additions
  /// @sync  may wait for the stream, since the powers of the base are copied from the host
  device_fixed_base(exec::cuda const& where, affine<G> const& base, std::size_t count)
      : window_bits_(detail::fixed_base_window_bits(scalar::bits, count)),
        windows_(detail::window_count(scalar::bits, window_bits_)),
        table_(where.allocate<affine<G>>(windows_ * row())) {
    std::vector<jacobian<G>> powers(windows_ * window_bits_);
    jacobian<G> power = to_jacobian(base);
    for (auto& p : powers) {
      p = power;
      power = doubled(power);
    }
    std::vector<affine<G>> host_powers(powers.size());
    cuzk::batch_to_affine(std::span<jacobian<G> const>(powers), std::span<affine<G>>(host_powers));
    auto const device_powers = where.allocate<affine<G>>(powers.size());
    CUZK_CUDA_CHECK(cudaMemcpyAsync(device_powers.data(), host_powers.data(), powers.size() * sizeof(affine<G>),
                                    cudaMemcpyHostToDevice, where.stream().get()));
    fill(where, table_.span(), device_powers.data(), nullptr, 1, window_bits_);
  }

  /// out[i] = scalars[i] * base.
  ///
  /// @param where        a stream, and scratch of multiply_workspace_bytes(n)
  /// @param out          n points of device memory
  /// @param scalars      n scalars of device memory
  /// @param scalar_bits  the caller knows that all scalars are below 2^scalar_bits: shorter ones cost less
  /// @throws invalid_argument if the sizes differ or scalar_bits is 0 or more than the field's; what the resource
  ///         throws; cuda_error if a launch is refused
  /// @cost  a mixed addition a window of scalar_bits, 6.3 products and 1 squaring each
  /// @sync  none
  void multiply(exec::cuda const& where, std::span<affine<G>> out, std::span<scalar const> scalars,
                std::size_t scalar_bits = scalar::bits) const {
    require_same_size("device_fixed_base", out.size(), "outputs", scalars.size(), "scalars");
    if (scalar_bits == 0 || scalar_bits > scalar::bits) {
      throw invalid_argument("device_fixed_base: scalars of " + std::to_string(scalar_bits) + " bits; 1 to " +
                             std::to_string(scalar::bits) + " are possible");
    }
    fill(where, out, table_.data(), scalars.data(), window_bits_, detail::window_count(scalar_bits, window_bits_));
  }

  /// What `multiply` of n scalars takes of a workspace: 128 MB or less for coordinates of 48 bytes.
  [[nodiscard]] static constexpr std::size_t multiply_workspace_bytes(std::size_t n) {
    std::size_t const at_once = std::min(n, most_at_once);
    return memory::workspace::rounded(at_once * sizeof(xyzz<G>)) + batch_to_affine_workspace_bytes<G>(at_once);
  }
  /// Device memory that a table for `count` products keeps.
  [[nodiscard]] static constexpr std::size_t table_bytes(std::size_t count) {
    unsigned const c = detail::fixed_base_window_bits(scalar::bits, count);
    return memory::workspace::rounded(detail::window_count(scalar::bits, c) * (std::size_t{1} << (c - 1)) *
                                      sizeof(affine<G>));
  }
  /// What the constructor takes of a workspace: the table, which it keeps, and scratch.
  [[nodiscard]] static constexpr std::size_t workspace_bytes(std::size_t count) {
    unsigned const c = detail::fixed_base_window_bits(scalar::bits, count);
    std::size_t const windows = detail::window_count(scalar::bits, c);
    return table_bytes(count) + memory::workspace::rounded(windows * c * sizeof(affine<G>)) +
           multiply_workspace_bytes(windows << (c - 1));
  }
  /// c, bits in a window.
  [[nodiscard]] unsigned window_bits() const noexcept { return window_bits_; }

 private:
  static constexpr std::size_t most_at_once = std::size_t{1} << 19U;  // fills the device several times

  [[nodiscard]] std::size_t row() const noexcept { return std::size_t{1} << (window_bits_ - 1); }

  static void fill(exec::cuda const& where, std::span<affine<G>> out, affine<G> const* table, scalar const* scalars,
                   unsigned window_bits, std::size_t windows) {
    auto const sums = where.allocate<xyzz<G>>(std::min(out.size(), most_at_once));
    for (std::size_t i = 0; i < out.size(); i += most_at_once) {
      std::size_t const n = std::min(out.size() - i, most_at_once);
      exec::for_each_index(
          where, n,
          detail::windowed_product_step<G>{table, sums.data(), scalars != nullptr ? scalars + i : nullptr, i,
                                           window_bits, windows});
      vector::batch_to_affine<G>(where, out.subspan(i, n), std::span<xyzz<G> const>(sums.data(), n));
    }
  }

  unsigned window_bits_;
  std::size_t windows_;
  memory::device_buffer<affine<G>> table_;
};

}  // namespace cuzk::inline v0::vector
