// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_circuit
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/linear_value.hpp>

namespace {

namespace r1cs = cuzk::r1cs;

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;

static_assert(r1cs::circuit<r1cs::builder<f97>>);
static_assert(r1cs::circuit<r1cs::shape_builder<f97>>);
static_assert(r1cs::circuit<r1cs::evaluator<f97>>);
static_assert(r1cs::circuit<r1cs::counter<f97>>);
static_assert(r1cs::circuit<r1cs::checker<f97>>);
static_assert(!r1cs::circuit<f97>);
static_assert(!r1cs::circuit<r1cs::linear_value<f97>>);

// A model of a user: the concept and nothing beyond.
struct product_counter {
  using field_type = f97;
  using linear = r1cs::linear_value<f97>;
  static constexpr bool has_values = true;
  linear public_wire(f97 const& v) { return v; }
  linear private_wire(f97 const& v) { return v; }
  void constrain(linear const& x, linear const& y, linear const& z) {
    products += x.value() * y.value() == z.value() && !(z.value() == f97(0)) ? 1U : 0U;
  }
  f97 value(linear const& x) const { return x.value(); }
  r1cs::no_scope scope(std::string_view, std::size_t = r1cs::npos) { return {}; }
  std::size_t products = 0;
};
static_assert(r1cs::circuit<product_counter>);
static_assert(!r1cs::has_bit_wires<product_counter>);
static_assert(!r1cs::values_suffice<product_counter>);

// The same with one thing missing each.
struct without_field : product_counter {
  using field_type = int;
};
struct without_public_wires : product_counter {
  void public_wire(f97 const&) = delete;
};
struct without_constraints : product_counter {
  void constrain(linear const&, linear const&);
};
struct without_value : product_counter {
  void value(linear const&) const {}
};
struct without_scopes : product_counter {
  void scope() const {}
};
struct with_a_scalar_as_linear : product_counter {
  using linear = std::string_view;
};
static_assert(!r1cs::has_field_type<without_field> && !r1cs::circuit<without_field>);
static_assert(!r1cs::makes_public_wires<without_public_wires> && !r1cs::circuit<without_public_wires>);
static_assert(!r1cs::takes_constraints<without_constraints> && !r1cs::circuit<without_constraints>);
static_assert(!r1cs::gives_values_if_any<without_value> && !r1cs::circuit<without_value>);
static_assert(!r1cs::has_scopes<without_scopes> && !r1cs::circuit<without_scopes>);
static_assert(!r1cs::constants_are_linear<with_a_scalar_as_linear>);

BOOST_AUTO_TEST_CASE(gadgets_run_on_a_model_that_offers_the_concept_alone) {
  product_counter cs;
  auto const bits = r1cs::gadgets::to_bits(cs, cs.private_wire(f97(89)));  // 1011001
  BOOST_TEST(cs.products == 0U);
  auto const all = r1cs::gadgets::bit_and(cs, bits[0], bits[3]);
  BOOST_TEST(all.value());
  BOOST_TEST(cs.products == 1U);
  std::span<r1cs::gadgets::boolean<product_counter> const> const low(bits.data(), 6);
  BOOST_TEST((cs.value(r1cs::gadgets::pack(cs, low)) == f97(25)));
  BOOST_TEST(cs.products == 2U);
}

BOOST_AUTO_TEST_CASE(a_builder_without_values_needs_none_and_records_the_same) {
  auto const circuit = [](auto& cs, std::uint64_t v) {
    auto const x = cs.private_wire(f97(v));
    auto const y = cs.public_wire(f97(v * v));
    cs.constrain(x, x, y);
    [[maybe_unused]] auto const bits = r1cs::gadgets::to_bits(cs, x + y);
  };
  r1cs::shape_builder<f97> shape;
  circuit(shape, 0);
  r1cs::builder<f97> with_values;
  circuit(with_values, 5);
  auto const cs = shape.constraints();
  auto const recorded = with_values.constraints();
  BOOST_TEST(cs.wires == 10U);
  BOOST_TEST(cs.public_count == 1U);
  BOOST_TEST((cs.a.wire == recorded.a.wire));
  BOOST_TEST((cs.c.value == recorded.c.value));
  auto const witness = with_values.witness();
  BOOST_TEST(cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(witness)));
}

}  // namespace
