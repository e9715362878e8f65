// expect: has_field_form
// SPDX-License-Identifier: Apache-2.0
// Nodes of a Merkle tree that are hashed, but are no elements of the field that a path is made of.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/merkle_tree.hpp>

struct my_nodes {
  using node = std::uint64_t;
  static node hash(std::span<node const> children) { return children.front() + 2 * children.back(); }
  static cuzk::porep::fr to_field(node const& x) { return cuzk::porep::fr(x); }
#ifdef CUZK_TEST_FIXED
  static node from_field(cuzk::porep::fr const& x) { return x.to_canonical().limbs[0]; }
#endif
};

int main() {
  std::array<std::size_t, 1> const arities{2};
  cuzk::porep::merkle_tree<my_nodes> const tree(cuzk::exec::serial{}, arities, [](std::uint64_t i) { return i; });
  return tree.root() == cuzk::porep::fr(2) ? 0 : 1;
}
