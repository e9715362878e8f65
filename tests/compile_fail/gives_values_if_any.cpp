// expect: gives_values_if_any
// SPDX-License-Identifier: Apache-2.0
// A model of circuits that says it has values and gives none.
#include <cstddef>
#include <string_view>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/linear_value.hpp>

using fr = cuzk::curves::bn254::fr;

struct my_model {
  using field_type = fr;
  using linear = cuzk::r1cs::linear_value<fr>;
#ifdef CUZK_TEST_FIXED
  static constexpr bool has_values = false;
#else
  static constexpr bool has_values = true;
#endif
  linear public_wire(fr const& v) { return v; }
  linear private_wire(fr const& v) { return v; }
  void constrain(linear const&, linear const&, linear const&) { ++rows; }
  cuzk::r1cs::no_scope scope(std::string_view, std::size_t = cuzk::r1cs::npos) { return {}; }
  std::size_t rows = 0;
};

int main() {
  my_model cs;
  cuzk::r1cs::gadgets::make_public(cs, my_model::linear(fr(3)));
  return cs.rows == 1 ? 0 : 1;
}
