// expect: has_scopes
// SPDX-License-Identifier: Apache-2.0
// A model of circuits whose scopes take no index.
#include <cstddef>
#include <string_view>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/linear_value.hpp>

using fr = cuzk::curves::bn254::fr;

struct my_model {
  using field_type = fr;
  using linear = cuzk::r1cs::linear_value<fr>;
  static constexpr bool has_values = true;
  linear public_wire(fr const& v) { return v; }
  linear private_wire(fr const& v) { return v; }
  void constrain(linear const&, linear const&, linear const&) { ++rows; }
  fr value(linear const& x) const { return x.value(); }
#ifdef CUZK_TEST_FIXED
  cuzk::r1cs::no_scope scope(std::string_view, std::size_t = cuzk::r1cs::npos) { return {}; }
#else
  cuzk::r1cs::no_scope scope(std::string_view) { return {}; }
#endif
  std::size_t rows = 0;
};

int main() {
  my_model cs;
  cuzk::r1cs::gadgets::make_public(cs, my_model::linear(fr(3)));
  return cs.rows == 1 ? 0 : 1;
}
