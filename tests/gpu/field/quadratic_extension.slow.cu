// SPDX-License-Identifier: Apache-2.0
// Towers in a kernel give bit for bit what they give on the host: fq2 and fq6 of bn254 and tiny
// ones. Returns 77 where there is no device.

#include <cstddef>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/field/random.hpp>

#include <gpu/exec/both_sides.cuh>
#include <support/gpu_test.cuh>
#include <support/towers.hpp>

namespace {

constexpr std::size_t results = 6;  // of one index

// What a tower does beyond its coefficients, of the pair (a[i], b[i]), into out[results * i ...].
template <class F>
struct all_operations {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x * y;
    to[1] = square(x);
    to[2] = inverse(x);
    to[3] = cuzk::frobenius<1>(x);
    to[4] = cuzk::frobenius<2>(y) - halved(x);
    to[5] = mul_by_base(x, y.c1) + F::from_base(norm(y));
  }
};

template <class F>
void agrees_with_host() {
  std::size_t const n = 1000;  // no multiple of a warp
  std::vector<F> a(n), b(n);
  cuzk::insecure_seeded_random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = cuzk::random_element<F>(random);
    b[i] = cuzk::random_element<F>(random);
  }
  a[0] = F::zero();
  a[1] = F::one();
  a[2] = -F::one();
  a[3] = F::adjoined_root();
  b[1] = F::zero();
  b[2] = F::from_base(F::tag::non_residue());
  cuzk_test::require_equal_on_both_sides<all_operations<F>, F>(results, a, b);
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"degree 6 over 7 elements", agrees_with_host<cuzk_test::f7_6>},
      {"degree 6 over 5 elements", agrees_with_host<cuzk_test::f5_6>},
      {"bn254.fq2", agrees_with_host<cuzk::curves::bn254::fq2>},
      {"bn254.fq6", agrees_with_host<cuzk::curves::bn254::fq6>},
  };
  return cuzk_test::gpu_main(cases);
}
