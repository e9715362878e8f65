// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_select
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/gadgets/select.hpp>

#include "laws/circuit_models.hpp"
#include "support/fields.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
using f17 = cuzk::prime_field<cuzk_test::p17>;

enum class form { constant, wire, negated };

}  // namespace

BOOST_AUTO_TEST_CASE(every_choice_of_every_two_elements) {
  for (form const f : {form::constant, form::wire, form::negated}) {
    for (bool const condition : {false, true}) {
      for (std::uint64_t x = 0; x < 17; x += 5) {
        for (std::uint64_t y = 0; y < 17; ++y) {
          auto const m = cuzk_laws::run_on_all_models<f17>([&](auto& cs) {
            using Cs = std::remove_reference_t<decltype(cs)>;
            typename Cs::linear const a = cs.private_wire(f17(x));
            typename Cs::linear const b = cs.private_wire(f17(y));
            using bit = gadgets::boolean<Cs>;
            auto const c = f == form::constant ? bit::constant(condition)
                           : f == form::wire   ? bit::allocate(cs, condition)
                                               : !bit::allocate(cs, !condition);
            auto const r = gadgets::select(cs, c, a, b);
            if constexpr (Cs::has_values) BOOST_TEST((cs.value(r) == f17(condition ? x : y)));
          });
          bool const is_wire = f != form::constant;
          BOOST_TEST(m.size.constraints == (is_wire ? 2U : 1U));
          BOOST_TEST(m.size.private_wires == (is_wire ? 4U : 3U));
          // Only the right result satisfies the row.
          auto w = m.witness;
          for (std::uint64_t v = 0; v < 17; ++v) {
            w.back() = f17(v);
            BOOST_TEST(m.cs.is_satisfied(cuzk::exec::serial{}, std::span<f17 const>(w)) == (v == (condition ? x : y)));
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_row_of_a_choice) {
  auto const m = cuzk_laws::run_on_all_models<f17>([](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    typename Cs::linear const x = cs.private_wire(f17(3));    // wire 1
    typename Cs::linear const y = cs.private_wire(f17(4));    // wire 2
    auto const c = gadgets::boolean<Cs>::allocate(cs, true);  // wire 3
    static_cast<void>(gadgets::select(cs, c, x, y));          // wire 4
  });
  auto const begin = [](auto const& matrix) { return matrix.row_begin[1]; };
  using wires = std::vector<std::uint32_t>;
  auto const wires_of = [&](auto const& matrix) {
    return wires(matrix.wire.begin() + static_cast<std::ptrdiff_t>(begin(matrix)), matrix.wire.end());
  };
  auto const values_of = [&](auto const& matrix) {
    return std::vector<f17>(matrix.value.begin() + static_cast<std::ptrdiff_t>(begin(matrix)), matrix.value.end());
  };
  // (y - x) * c = y - r
  BOOST_TEST(wires_of(m.cs.a) == (wires{1, 2}));
  BOOST_TEST((values_of(m.cs.a) == std::vector<f17>{f17(-1), f17(1)}));
  BOOST_TEST(wires_of(m.cs.b) == (wires{3}));
  BOOST_TEST((values_of(m.cs.b) == std::vector<f17>{f17(1)}));
  BOOST_TEST(wires_of(m.cs.c) == (wires{2, 4}));
  BOOST_TEST((values_of(m.cs.c) == std::vector<f17>{f17(1), f17(-1)}));
}
