// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_insert
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/gadgets/insert.hpp>

#include "laws/circuit_models.hpp"
#include "support/fields.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
using f = cuzk::prime_field<cuzk_test::p10007>;

using arities = std::tuple<std::integral_constant<std::size_t, 2>, std::integral_constant<std::size_t, 4>,
                           std::integral_constant<std::size_t, 8>>;

// x = 100 goes to `place` among 1, 2, ...
template <std::size_t Arity>
auto insertion(std::size_t place) {
  return [place](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    using linear = typename Cs::linear;
    constexpr std::size_t count = gadgets::place_bits<Arity>;
    std::array<gadgets::boolean<Cs>, count> bits;
    for (std::size_t i = 0; i < count; ++i) bits[i] = gadgets::boolean<Cs>::allocate(cs, (place >> i & 1U) != 0);
    linear const x = cs.private_wire(f(100));
    std::array<linear, Arity - 1> elements;
    for (std::size_t i = 0; i + 1 < Arity; ++i) elements[i] = cs.private_wire(f(i + 1));
    auto const out = gadgets::insert<Arity>(cs, std::span<gadgets::boolean<Cs> const, count>(bits), x,
                                            std::span<linear const, Arity - 1>(elements));
    // Not of the checker, which may be given a wrong witness.
    if constexpr (cuzk::r1cs::values_suffice<Cs> || std::is_same_v<Cs, cuzk::r1cs::builder<f>>) {
      for (std::size_t i = 0; i < Arity; ++i) {
        std::size_t const expected = i < place ? i + 1 : i == place ? 100 : i;
        BOOST_TEST((cs.value(out[i]) == f(expected)), "element " << i << " at place " << place);
      }
    }
  };
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_place, Arity, arities) {
  constexpr std::size_t arity = Arity::value;
  constexpr std::size_t bits = gadgets::place_bits<arity>;
  constexpr std::size_t rows = arity == 2 ? 2 : arity == 4 ? 8 : 22;
  for (std::size_t place = 0; place < arity; ++place) {
    auto const m = cuzk_laws::run_on_all_models<f>(insertion<arity>(place));
    BOOST_TEST(m.size.constraints == bits + rows);
    BOOST_TEST(m.size.private_wires == bits + arity + rows);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_changed_wire_is_found, Arity, arities) {
  constexpr std::size_t arity = Arity::value;
  for (std::size_t place = 0; place < arity; ++place) {
    auto const circuit = insertion<arity>(place);
    auto const m = cuzk_laws::run_on_all_models<f>(circuit);
    // A bit becomes the other one or no bit, an element one that is not among them.
    auto const others = [](f const& right) { return std::vector<f>{f::one() - right, right + f(50)}; };
    BOOST_TEST(cuzk_laws::changed_wires_are_found<f>(circuit, m, 1, others) == m.size.private_wires);
  }
}
