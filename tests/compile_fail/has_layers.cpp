// expect: has_layers
// SPDX-License-Identifier: Apache-2.0
// A sector's shape that does not say how many layers of labels it has.
#include <cstddef>
#include <cstdint>

#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/shape.hpp>

struct my_shape {
  using base = cuzk::porep::sector_2KiB;
  static constexpr std::uint64_t bytes = base::bytes, nodes = base::nodes;
  static constexpr std::size_t base_arity = 8, sub_arity = 0, top_arity = 0, base_levels = 2, tree_levels = 2;
  static constexpr std::size_t data_levels = 6, partitions = 1, challenges = 2, public_inputs = 39;
  static constexpr std::size_t tree_arity(std::size_t) { return 8; }
  static constexpr std::size_t partitions_of(cuzk::porep::challenge_kind) { return 1; }
#ifdef CUZK_TEST_FIXED
  static constexpr std::size_t layers = 2;
#endif
};

int main() { return cuzk::porep::tree_arities<my_shape>()[1] == 8 ? 0 : 1; }
