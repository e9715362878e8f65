// SPDX-License-Identifier: Apache-2.0
#pragma once

// The scalars of the H query on a device.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>

namespace cuzk::inline v0::groth16::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;

// a[i] = (a[i] b[i] - c[i]) factor.
template <class F>
struct quotient_step {
  F* a;
  F const* b;
  F const* c;
  F factor;

  CUZK_HD void operator()(std::size_t i) const {
    store_wide(a + i, (load_wide(a + i) * load_wide(b + i) - load_wide(c + i)) * factor);
  }
};
template <class F>
struct undivided_quotient_step {
  F* a;
  F const* b;
  F const* c;

  CUZK_HD void operator()(std::size_t i) const {
    store_wide(a + i, load_wide(a + i) * load_wide(b + i) - load_wide(c + i));
  }
};

// From the values of a, b, c on the domain to the scalars of the H query. A vector can be brought to the coset as
// soon as it is there.
template <qap_reduction Qap, prime_field_element F>
class device_quotient {
 public:
  // @throws as coset_shift and ntt::device_plan
  device_quotient(exec::cuda const& where, unsigned log_size)
      : coset_(coset_shift<Qap, F>(log_size)),
        plan_(ntt::device_plan<F>::with_root(where, log_size, domain_root<Qap, F>(log_size))),
        // The vanishing polynomial is constant on the coset; snarkjs's H query has absorbed it.
        over_vanishing_(divides ? inverse(pow(coset_, std::uint64_t{1} << log_size) - F::one()) : F::one()) {
    // Coefficients may stay in bit-reversed order: nobody reads them in between.
    to_coefficients_.output = ntt::order::bit_reversed;
    to_coset_.input = ntt::order::bit_reversed;
    to_coset_.coset = coset_;
    from_coset_.coset = coset_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return plan_.size(); }

  // Scratch of any of the calls.
  [[nodiscard]] std::size_t workspace_bytes() const {
    std::size_t const to = plan_.workspace_bytes(size(), to_coset_);
    std::size_t const from = divides ? plan_.workspace_bytes(size(), from_coset_) : 0;
    return to > from ? to : from;
  }

  // One of a, b, c, in place.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const {
    plan_.inverse(where, values, to_coefficients_);
    plan_.forward(where, values, to_coset_);
  }

  // All three, after that; the scalars are in a.
  void combine(exec::cuda const& where, std::span<F> a, std::span<F const> b, std::span<F const> c) const {
    if constexpr (divides) {
      exec::for_each_index(where, a.size(), quotient_step<F>{a.data(), b.data(), c.data(), over_vanishing_});
      plan_.inverse(where, a, from_coset_);
    } else {
      exec::for_each_index(where, a.size(), undivided_quotient_step<F>{a.data(), b.data(), c.data()});
    }
  }

 private:
  static constexpr bool divides = std::same_as<Qap, qap::libsnark>;

  F coset_;
  ntt::device_plan<F> plan_;
  F over_vanishing_;
  ntt::options<F> to_coefficients_, to_coset_, from_coset_;
};

}  // namespace cuzk::inline v0::groth16::detail
