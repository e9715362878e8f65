// SPDX-License-Identifier: Apache-2.0
// Two polynomials are multiplied by way of their values at roots of unity.
#include <cstddef>
#include <iostream>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/ntt/plan.hpp>

int main() {
  using field = cuzk::curves::bls12_381::fr;
  using cuzk::ntt::order;

  // (1 + X)^5 and 1 - X, with room for their product of degree 6.
  std::vector<field> a{field(1), field(5), field(10), field(10), field(5), field(1), field(0), field(0)};
  std::vector<field> b{field(1), -field(1), field(0), field(0), field(0), field(0), field(0), field(0)};

  auto const plan = cuzk::ntt::plan<field>::for_size(a.size());
  cuzk::exec::serial const where;

  // Values may stay in bit-reversed order between the two transforms: no permutation is needed.
  plan.forward(where, a, {order::natural, order::bit_reversed});
  plan.forward(where, b, {order::natural, order::bit_reversed});
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] * b[i];
  plan.inverse(where, a, {order::bit_reversed, order::natural});

  // (1 + X)^5 (1 - X) = 1 + 4 X + 5 X^2 - 5 X^4 - 4 X^5 - X^6
  std::vector<field> const expected{field(1), field(4), field(5), field(0), -field(5), -field(4), -field(1), field(0)};
  std::cout << (a == expected ? "the product is right\n" : "the product is wrong\n");
  return a == expected ? 0 : 1;
}
