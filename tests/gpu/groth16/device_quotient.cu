// SPDX-License-Identifier: Apache-2.0
// The scalars of H on a device against the quotient's definition, evaluated on the coset by the host's transforms, for
// both reductions and every size up to some thousands. Returns 77 where there is no device.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/groth16/detail/device_quotient.cuh>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/vector/insecure_random.hpp>

#include <support/fields.hpp>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>

namespace {

using cuzk::groth16::detail::device_quotient;
using cuzk_test::guarded;
using cuzk_test::own_stream;
namespace detail = cuzk::groth16::detail;
namespace qap = cuzk::groth16::qap;

template <class F>
struct vectors {
  std::vector<F> a, b, c;

  vectors(std::size_t n, std::uint64_t seed) : a(n), b(n), c(n) {
    for (auto* const x : {&a, &b, &c}) {
      cuzk::vector::insecure_random_elements(cuzk::exec::serial{}, std::span<F>(*x), ++seed);
    }
  }
};

// All three on the coset, divided there, and for libsnark's keys back: also where c is not the product of a and b.
template <class Qap, class F>
std::vector<F> by_definition(vectors<F> v, unsigned log_size) {
  auto const plan = cuzk::ntt::plan<F>::with_root(log_size, detail::domain_root<Qap, F>(log_size));
  F const shift = detail::coset_shift<Qap, F>(log_size);
  cuzk::ntt::options<F> on_coset;
  on_coset.coset = shift;
  for (auto* const x : {&v.a, &v.b, &v.c}) {
    plan.inverse(cuzk::exec::serial{}, std::span<F>(*x));
    plan.forward(cuzk::exec::serial{}, std::span<F>(*x), on_coset);
  }
  for (std::size_t i = 0; i < v.a.size(); ++i) v.a[i] = v.a[i] * v.b[i] - v.c[i];
  if constexpr (std::same_as<Qap, qap::snarkjs>) return v.a;
  F const divisor = pow(shift, std::uint64_t{1} << log_size) - F::one();
  for (F& x : v.a) x = x * inverse(divisor);
  plan.inverse(cuzk::exec::serial{}, std::span<F>(v.a), on_coset);
  return v.a;
}

template <class Qap, class F>
void require_quotient(unsigned log_size) {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  device_quotient<Qap, F> const quotient(cuzk::exec::cuda(stream.ref(), pool), log_size);
  vectors<F> const given(std::size_t{1} << log_size, log_size);
  std::vector<F> made;
  cuzk_test::require_exact_workspace(
      stream.ref(), quotient.workspace_bytes(), [&](cuzk::exec::cuda const& with_scratch) {
        guarded<F> const a(stream.get(), given.a), b(stream.get(), given.b), c(stream.get(), given.c);
        quotient.bring_to_coset(with_scratch, a.span());
        quotient.bring_to_coset(with_scratch, b.span());
        quotient.multiply(with_scratch, a.span(), b.in());
        if constexpr (device_quotient<Qap, F>::divides) quotient.leave_coset(with_scratch, a.span());
        quotient.prepare_c(with_scratch, c.span());
        quotient.subtract(with_scratch, a.span(), c.in());
        made = a.get(stream.get());
      });
  cuzk_test::require_equal(by_definition<Qap>(given, log_size), made, "domain of 2^" + std::to_string(log_size));
}

template <class Qap, class F>
void every_size() {
  unsigned const most = std::min(13U, F::two_adicity - (std::same_as<Qap, qap::snarkjs> ? 1U : 0U));
  for (unsigned log_size = 0; log_size <= most; ++log_size) require_quotient<Qap, F>(log_size);
}

using fr = cuzk::curves::bls12_381::fr;
using goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"libsnark_bls12_381", every_size<qap::libsnark, fr>},
      {"libsnark_goldilocks", every_size<qap::libsnark, goldilocks>},
      {"libsnark_in_48_bytes", every_size<qap::libsnark, cuzk::curves::bls12_377::fq>},
      {"snarkjs_bls12_381", every_size<qap::snarkjs, fr>},
  };
  return cuzk_test::gpu_main(cases);
}
