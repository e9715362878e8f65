// SPDX-License-Identifier: Apache-2.0
#pragma once

// The scalars of the H query on a device.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/vector/elementwise.cuh>

namespace cuzk::inline v0::groth16::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;

// A tile of `subtract_reversed` has 2^reversal_tile_log rows of as many elements; two of them fit in 48 KiB.
inline constexpr unsigned reversal_tile_log = 4;
inline constexpr unsigned reversal_block = 1U << (2 * reversal_tile_log);

// ab[i] = (ab[j] - c[j]) factor for i < 2^log_size, where j has the bits of i in reverse. A tile has the places whose
// middle bits are the same: 2^t high ones times 2^t low ones, t = min(reversal_tile_log, log_size / 2), so that memory
// is read and written in rows of 2^t neighbours. What is in a tile goes to the one with its middle bits in reverse; a
// block exchanges the two.
template <class F>
CUZK_KERNEL void __launch_bounds__(reversal_block)
    subtract_reversed(F* ab, F const* c, unsigned log_size, unsigned t, F factor) {
  constexpr unsigned most = 1U << reversal_tile_log;
  constexpr std::size_t row_bytes = most * sizeof(F) + 16;  // a column's elements are in different banks
  static_assert(2 * most * row_bytes <= std::size_t{48} << 10U, "elements of at most 95 bytes");
  alignas(16) __shared__ unsigned char tiles[2][most * row_bytes];
  auto const reversed = [](std::uint64_t x, unsigned bits) { return bits == 0 ? 0 : __brevll(x) >> (64 - bits); };
  std::uint64_t const middles[2] = {blockIdx.x, reversed(blockIdx.x, log_size - 2 * t)};
  if (middles[0] > middles[1]) return;
  bool const is_one = middles[0] == middles[1];
  unsigned const high = threadIdx.x >> t, low = threadIdx.x & ((1U << t) - 1);
  bool const works = high < 1U << t;
  auto const place = [&](std::uint64_t middle) {
    return std::uint64_t{high} << (log_size - t) | middle << t | std::uint64_t{low};
  };
  auto const at = [&](unsigned which, std::uint64_t row, std::uint64_t column) {
    return reinterpret_cast<F*>(tiles[which] + row * row_bytes) + column;
  };
  for (unsigned which = 0; works && which < (is_one ? 1 : 2); ++which) {
    std::uint64_t const from = place(middles[which]);
    F const x = (load_wide(ab + from) - load_wide(c + from)) * factor;
    store_wide(at(which, reversed(high, t), low), x);
  }
  __syncthreads();
  for (unsigned which = 0; works && which < (is_one ? 1 : 2); ++which) {
    store_wide(ab + place(middles[which]), load_wide(at(is_one ? 0 : 1 - which, low, reversed(high, t))));
  }
}

// From the values of a, b, c on the domain to the scalars of the H query: the coefficients of (a b - c) / (X^n - 1), or
// for snarkjs's keys the values of a b - c on the coset.
//
// On the coset g <w> the polynomial X^n - 1 is constant. What has the values of a b there and a degree below n, less c,
// is the quotient times that constant; so c, whose degree is below n anyhow, need not go to the coset and back: six
// transforms, not seven.
template <qap_reduction Qap, prime_field_element F>
class device_quotient {
 public:
  // Whether the scalars are coefficients. snarkjs's H query has absorbed the division and the last transform.
  static constexpr bool divides = std::same_as<Qap, qap::libsnark>;

  // @throws as coset_shift and ntt::device_plan
  device_quotient(exec::cuda const& where, unsigned log_size)
      : coset_(coset_shift<Qap, F>(log_size)),
        plan_(ntt::device_plan<F>::with_root(where, log_size, domain_root<Qap, F>(log_size))),
        over_vanishing_(divides ? inverse(pow(coset_, std::uint64_t{1} << log_size) - F::one()) : F::one()) {
    // Coefficients stay in bit-reversed order until the last step.
    to_coefficients_.output = ntt::order::bit_reversed;
    to_coset_.input = ntt::order::bit_reversed;
    to_coset_.coset = coset_;
    from_coset_.output = ntt::order::bit_reversed;
    from_coset_.coset = coset_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return plan_.size(); }

  // Scratch of any of the calls.
  [[nodiscard]] std::size_t workspace_bytes() const {
    return std::max(plan_.workspace_bytes(size(), to_coset_), plan_.workspace_bytes(size(), from_coset_));
  }

  // a or b, in place, to its values on the coset.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const {
    plan_.inverse(where, values, to_coefficients_);
    plan_.forward(where, values, to_coset_);
  }
  // a b in a; b is free then.
  void multiply(exec::cuda const& where, std::span<F> a, std::span<F const> b) const {
    vector::multiply<F>(where, a, a, b);
  }
  // And its coefficients, where the quotient divides.
  void leave_coset(exec::cuda const& where, std::span<F> ab) const requires divides {
    plan_.inverse(where, ab, from_coset_);
  }
  // c, in place, to what `subtract` takes.
  void prepare_c(exec::cuda const& where, std::span<F> c) const {
    if constexpr (divides) {
      plan_.inverse(where, c, to_coefficients_);
    } else {
      bring_to_coset(where, c);
    }
  }
  // The scalars, in a; c is free then.
  void subtract(exec::cuda const& where, std::span<F> ab, std::span<F const> c) const {
    if constexpr (divides) {
      unsigned const log_size = plan_.log_size(), t = std::min(reversal_tile_log, log_size / 2);
      auto const blocks = static_cast<unsigned>(size() >> (2 * t));
      subtract_reversed<<<blocks, reversal_block, 0, where.stream().get()>>>(ab.data(), c.data(), log_size, t,
                                                                             over_vanishing_);
      CUZK_CUDA_CHECK(cudaGetLastError());
    } else {
      vector::subtract<F>(where, ab, ab, c);
    }
  }

 private:
  F coset_;
  ntt::device_plan<F> plan_;
  F over_vanishing_;
  ntt::options<F> to_coefficients_, to_coset_, from_coset_;
};

}  // namespace cuzk::inline v0::groth16::detail
