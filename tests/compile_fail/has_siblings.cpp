// expect: has_siblings
// SPDX-License-Identifier: Apache-2.0
// A level of a path whose siblings are elements of another field than the circuit's.
#include <array>
#include <cstdint>
#include <span>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/gadgets/merkle_path.hpp>

using fr = cuzk::curves::bls12_381::fr;

struct my_level {
  std::uint64_t index = 0;
#ifdef CUZK_TEST_FIXED
  std::span<fr const> siblings;
#else
  std::span<cuzk::curves::bn254::fr const> siblings;
#endif
};

int main() {
  cuzk::r1cs::counter<fr> cs;
  auto const end = cuzk::r1cs::gadgets::merkle_path_root(cs, cs.private_wire(), std::array<my_level, 0>{},
                                                         cuzk::r1cs::gadgets::poseidon_node{});
  return static_cast<int>(end.leaf_bit_count);
}
