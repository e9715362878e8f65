// expect: has_two_adicity
// SPDX-License-Identifier: Apache-2.0
// Transforms over an extension field, which has no roots of unity of its own here.
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/ntt/plan.hpp>

#ifdef CUZK_TEST_FIXED
using field = cuzk::curves::bls12_381::fr;
#else
using field = cuzk::curves::bls12_381::fq2;
#endif

int main() {
  cuzk::ntt::plan<field> const plan(1);
  return static_cast<int>(plan.size());
}
