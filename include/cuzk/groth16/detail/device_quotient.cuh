// SPDX-License-Identifier: Apache-2.0
#pragma once

// The scalars of the H query on a device.

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
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/vector/elementwise.cuh>

namespace cuzk::inline v0::groth16::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;

// ab[i] = (ab[i] - c[i]) factor.
template <class F>
struct quotient_step {
  F* ab;
  F const* c;
  F factor;

  CUZK_HD void operator()(std::size_t i) const { store_wide(ab + i, (load_wide(ab + i) - load_wide(c + i)) * factor); }
};

// A resource that gives a vector which is not needed any more for the first piece of its size, and another resource's
// memory else. It outlives the pieces.
template <class F>
class vector_again {
 public:
  vector_again(std::span<F> spent, memory::device_resource_ref others) : spent_(spent), others_(others) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes) {
    if (is_given_ || bytes != spent_.size_bytes()) return others_.allocate(stream, bytes);
    is_given_ = true;
    return spent_.data();
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes) noexcept {
    if (p == spent_.data()) {
      is_given_ = false;
    } else {
      others_.deallocate(stream, p, bytes);
    }
  }

 private:
  std::span<F> spent_;
  memory::device_resource_ref others_;
  bool is_given_ = false;
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
    // The transform from the coset has c for the vector that it needs beside its own, so its scratch is that of a
    // transform whose orders differ, which needs none.
    auto others = from_coset_;
    others.output = ntt::order::bit_reversed;
    std::size_t const from = divides ? plan_.workspace_bytes(size(), others) : 0;
    return to > from ? to : from;
  }

  // One of a, b, c, in place.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const {
    plan_.inverse(where, values, to_coefficients_);
    plan_.forward(where, values, to_coset_);
  }

  // After that: a b in a; b is free then.
  void multiply(exec::cuda const& where, std::span<F> a, std::span<F const> b) const {
    vector::multiply<F>(where, a, a, b);
  }
  // And the scalars in a, from a b and c on the coset; c is free then.
  void divide(exec::cuda const& where, std::span<F> ab, std::span<F> c) const {
    if constexpr (divides) {
      exec::for_each_index(where, ab.size(), quotient_step<F>{ab.data(), c.data(), over_vanishing_});
      vector_again<F> resource(c, where.resource());
      plan_.inverse(exec::cuda(where.stream(), resource), ab, from_coset_);
    } else {
      vector::subtract<F>(where, ab, ab, std::span<F const>(c));
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
