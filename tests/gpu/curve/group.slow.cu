// SPDX-License-Identifier: Apache-2.0
// Group operations in a kernel give bit for bit what they give on the host, exceptional cases
// included. Returns 77 where there is no device. Slow to compile: additions of 6-limb points are long code.

#include <cstddef>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/random.hpp>

#include <gpu/exec/both_sides.cuh>
#include <support/gpu_test.cuh>

namespace {

template <class G>
struct results {
  cuzk::jacobian<G> jacobian[4];
  cuzk::xyzz<G> xyzz[4];
  cuzk::affine<G> affine[2];
};

// The additions that algorithms are made of, of each pair of points.
template <class G>
struct additions {
  cuzk::affine<G> const* p;
  cuzk::affine<G> const* q;
  typename G::scalar_field const* unused;
  results<G>* out;

  CUZK_HD void operator()(std::size_t i) const {
    results<G>& to = out[i];
    cuzk::affine<G> const a = p[i], b = q[i];
    to.jacobian[0] = doubled(a);
    to.jacobian[1] = to.jacobian[0] + b;
    to.jacobian[2] = to.jacobian[0] - to.jacobian[1];
    to.xyzz[0] = doubled_to_xyzz(a);
    to.xyzz[1] = to.xyzz[0] + b;
    to.xyzz[2] = to.xyzz[0] - to.xyzz[1];
    to.affine[0] = is_on_curve(a) && !is_infinity(a) ? -b : cuzk::affine<G>::generator();
  }
};

// What is made of them: conversions, multiplications, membership. Compiled for one-limb fields only,
// where the code is small; the branches are the same for every field.
template <class G>
struct everything_else {
  cuzk::affine<G> const* p;
  cuzk::affine<G> const* q;
  typename G::scalar_field const* k;
  results<G>* out;

  CUZK_HD void operator()(std::size_t i) const {
    results<G>& to = out[i];
    cuzk::affine<G> const a = p[i], b = q[i];
    to.jacobian[0] = mul(a, k[i]);
    to.jacobian[1] = clear_cofactor(b);
    if constexpr (cuzk::has_endomorphism_v<G>) to.jacobian[2] = mul_endomorphism(a, k[i]);
    to.jacobian[3] = to_jacobian(to_xyzz(a + b));
    to.xyzz[0] = to_xyzz(to.jacobian[0]);
    to.xyzz[1] = doubled(to.xyzz[0]);
    to.affine[0] = to_affine(to.jacobian[0]);
    to.affine[1] = is_in_subgroup(b) ? to_affine(to.xyzz[1]) : b;
  }
};

template <template <class> class Step, class G>
void agrees_with_host() {
  using S = typename G::scalar_field;
  std::size_t const n = 45;
  std::vector<cuzk::affine<G>> p(n), q(n);
  std::vector<S> k(n);
  cuzk::insecure_seeded_random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    p[i] = i % 9 == 8 ? cuzk::random_curve_point<G>(random) : cuzk::random_point<G>(random);
    q[i] = i % 5 == 0 ? p[i] : i % 5 == 1 ? -p[i] : cuzk::random_curve_point<G>(random);
    k[i] = cuzk::random_element<S>(random);
  }
  p[2] = {};
  q[3] = {};
  p[4] = q[4] = {};
  k[5] = S::zero();
  k[6] = -S::one();
  cuzk_test::require_equal_on_both_sides<Step<G>, results<G>>(1, p, q, k);
}

}  // namespace

int main() {
  namespace curves = cuzk::curves;
  cuzk_test::gpu_case const cases[] = {
      {"additions, toy_79", agrees_with_host<additions, curves::toy_79>},
      {"additions, toy_bn g2", agrees_with_host<additions, curves::toy_bn::g2>},
      {"additions, bls12_381 g1", agrees_with_host<additions, curves::bls12_381::g1>},
      {"the rest, toy_79", agrees_with_host<everything_else, curves::toy_79>},
      {"the rest, toy_12289", agrees_with_host<everything_else, curves::toy_12289>},
      {"the rest, toy_bn g2", agrees_with_host<everything_else, curves::toy_bn::g2>},
  };
  return cuzk_test::gpu_main(cases);
}
