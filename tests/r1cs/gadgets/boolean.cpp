// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_boolean
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>

#include "laws/circuit_models.hpp"

namespace {

namespace r1cs = cuzk::r1cs;
namespace gadgets = cuzk::r1cs::gadgets;

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;

static_assert(r1cs::values_suffice<r1cs::evaluator<f97>>);
static_assert(!r1cs::values_suffice<r1cs::checker<f97>>);  // its wires may have other values than the circuit computes
static_assert(!r1cs::values_suffice<r1cs::builder<f97>>);

// The six forms of a bit.
enum class form { zero, one, wire_0, wire_1, not_wire_0, not_wire_1 };
constexpr std::array forms{form::zero, form::one, form::wire_0, form::wire_1, form::not_wire_0, form::not_wire_1};

bool value_of(form f) { return f == form::one || f == form::wire_1 || f == form::not_wire_0; }
bool is_constant(form f) { return f == form::zero || f == form::one; }
bool is_negated(form f) { return f == form::not_wire_0 || f == form::not_wire_1; }

template <class Cs>
gadgets::boolean<Cs> make(Cs& cs, form f) {
  if (is_constant(f)) return gadgets::boolean<Cs>::constant(f == form::one);
  auto const b = gadgets::boolean<Cs>::allocate(cs, f == form::wire_1 || f == form::not_wire_1);
  return is_negated(f) ? !b : b;
}

// One row as wire -> coefficient, by number: 0 is the constant, the operands' wires are 1, 2, ...
using terms = std::map<std::uint32_t, f97>;
struct row {
  terms a, b, c;
  friend bool operator==(row const&, row const&) = default;
};
terms terms_of(r1cs::sparse_matrix<f97> const& m, std::size_t i) {
  terms t;
  for (auto k = m.row_begin[i]; k < m.row_begin[i + 1]; ++k) t[m.wire[k]] = m.value[k];
  return t;
}
row row_of(r1cs::constraint_system<f97> const& cs, std::size_t i) {
  return {terms_of(cs.a, i), terms_of(cs.b, i), terms_of(cs.c, i)};
}
// The terms of the operand with wire `w` in the form `f`.
terms of_operand(form f, std::uint32_t w) {
  if (is_constant(f)) return f == form::one ? terms{{0, f97(1)}} : terms{};
  return is_negated(f) ? terms{{0, f97(1)}, {w, f97(-1)}} : terms{{w, f97(1)}};
}
terms sum(terms x, f97 const& k, terms const& y) {
  for (auto const& [wire, coefficient] : y) {
    x[wire] = x[wire] + k * coefficient;
    if (is_zero(x[wire])) x.erase(wire);
  }
  return x;
}
terms minus_wire(terms const& x, std::uint32_t w) { return sum(x, f97(-1), {{w, f97(1)}}); }

// A function of bits on all models: its value, that only bits satisfy the rows, the rows after the operands' own.
template <std::size_t Count, class Function, class Native>
std::vector<row> rows_of_function(std::array<form, Count> const& operands, Function const& function,
                                  Native const& native) {
  bool expected = false;
  bool all_constant = true;
  std::array<bool, Count> values{};
  for (std::size_t i = 0; i < Count; ++i) {
    values[i] = value_of(operands[i]);
    all_constant = all_constant && is_constant(operands[i]);
  }
  expected = native(values);
  auto const circuit = [&](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    std::array<gadgets::boolean<Cs>, Count> bits;
    for (std::size_t i = 0; i < Count; ++i) bits[i] = make(cs, operands[i]);
    auto const r = function(cs, bits);
    if constexpr (Cs::has_values) {
      BOOST_TEST(r.value() == expected);
      BOOST_TEST((cs.value(r.to_linear()) == f97(expected ? 1 : 0)));
      typename Cs::linear twice;
      r.add_to(twice, f97(2));
      BOOST_TEST((cs.value(twice) == f97(expected ? 2 : 0)));
    }
    if (all_constant) BOOST_TEST(r.is_constant(expected));
  };
  auto const m = cuzk_laws::run_on_all_models<f97>(circuit);
  // Every wrong value of every wire is refused: operands by their own rows when no bits, results by theirs.
  std::size_t operand_wires = 0;
  for (form const f : operands) operand_wires += is_constant(f) ? 0U : 1U;
  for (std::size_t wire = 1; wire < m.witness.size(); ++wire) {
    for (std::uint64_t v = 0; v < 97; ++v) {
      if (f97(v) == m.witness[wire] || (wire <= operand_wires && v <= 1)) continue;
      auto w = m.witness;
      w[wire] = f97(v);
      BOOST_TEST(!m.cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w)));
    }
  }
  std::vector<row> rows;
  for (std::size_t i = operand_wires; i < m.cs.constraints(); ++i) rows.push_back(row_of(m.cs, i));
  return rows;
}

// Numbers of the operands' wires, and that of the first wire after them.
template <std::size_t Count>
std::array<std::uint32_t, Count + 1> wires_of(std::array<form, Count> const& operands) {
  std::array<std::uint32_t, Count + 1> w{};
  std::uint32_t next = 1;
  for (std::size_t i = 0; i < Count; ++i) w[i] = is_constant(operands[i]) ? 0 : next++;
  w[Count] = next;
  return w;
}

auto const native_xor = [](std::array<bool, 2> const& v) { return v[0] != v[1]; };
auto const native_and = [](std::array<bool, 2> const& v) { return v[0] && v[1]; };
auto const native_choose = [](std::array<bool, 3> const& v) { return v[0] ? v[1] : v[2]; };
auto const native_majority = [](std::array<bool, 3> const& v) { return v[0] + v[1] + v[2] >= 2; };
auto const the_xor = [](auto& cs, auto const& x) { return gadgets::bit_xor(cs, x[0], x[1]); };
auto const the_and = [](auto& cs, auto const& x) { return gadgets::bit_and(cs, x[0], x[1]); };
auto const the_choice = [](auto& cs, auto const& x) { return gadgets::bit_choose(cs, x[0], x[1], x[2]); };
auto const the_majority = [](auto& cs, auto const& x) { return gadgets::bit_majority(cs, x[0], x[1], x[2]); };

BOOST_AUTO_TEST_CASE(a_bit_is_a_wire_with_one_row) {
  for (bool const v : {false, true}) {
    auto const m = cuzk_laws::run_on_all_models<f97>([v](auto& cs) {
      using Cs = std::remove_reference_t<decltype(cs)>;
      static_cast<void>(gadgets::boolean<Cs>::allocate(cs, v));
    });
    BOOST_TEST(m.cs.constraints() == 1U);
    BOOST_TEST((row_of(m.cs, 0) == row{{{0, f97(1)}, {1, f97(-1)}}, {{1, f97(1)}}, {}}));
    for (std::uint64_t x = 0; x < 97; ++x) {
      std::vector<f97> const w{f97(1), f97(x)};
      BOOST_TEST(m.cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w)) == (x < 2));
    }
  }
}

BOOST_AUTO_TEST_CASE(xor_of_every_two_forms) {
  for (form const f : forms) {
    for (form const g : forms) {
      std::array const operands{f, g};
      auto const rows = rows_of_function(operands, the_xor, native_xor);
      if (is_constant(f) || is_constant(g)) {
        BOOST_TEST(rows.empty());
        continue;
      }
      // Of the wires themselves, a plain one before a negated one.
      auto const w = wires_of(operands);
      bool const swapped = is_negated(f) && !is_negated(g);
      terms const first{{w[swapped ? 1 : 0], f97(1)}};
      terms const second{{w[swapped ? 0 : 1], f97(1)}};
      BOOST_TEST(rows.size() == 1U);
      BOOST_TEST((rows[0] == row{sum(first, f97(1), first), second, minus_wire(sum(first, f97(1), second), w[2])}));
    }
  }
}

BOOST_AUTO_TEST_CASE(and_of_every_two_forms) {
  for (form const f : forms) {
    for (form const g : forms) {
      std::array const operands{f, g};
      auto const rows = rows_of_function(operands, the_and, native_and);
      if (is_constant(f) || is_constant(g)) {
        BOOST_TEST(rows.empty());
        continue;
      }
      auto const w = wires_of(operands);
      auto first = of_operand(f, w[0]);
      auto second = of_operand(g, w[1]);
      if (is_negated(f) && !is_negated(g)) std::swap(first, second);
      BOOST_TEST(rows.size() == 1U);
      BOOST_TEST((rows[0] == row{first, second, {{w[2], f97(1)}}}));
    }
  }
}

BOOST_AUTO_TEST_CASE(nor_of_two_wires) {
  for (form const f : {form::wire_0, form::wire_1}) {
    for (form const g : {form::wire_0, form::wire_1}) {
      auto const rows = rows_of_function(
          std::array{f, g}, [](auto& cs, auto const& x) { return gadgets::bit_nor(cs, x[0], x[1]); },
          [](std::array<bool, 2> const& v) { return !v[0] && !v[1]; });
      BOOST_TEST(rows.size() == 1U);
      BOOST_TEST((rows[0] == row{{{0, f97(1)}, {1, f97(-1)}}, {{0, f97(1)}, {2, f97(-1)}}, {{3, f97(1)}}}));
    }
  }
}

BOOST_AUTO_TEST_CASE(choice_of_every_three_forms) {
  for (form const f : forms) {
    for (form const g : forms) {
      for (form const h : forms) {
        std::array const operands{f, g, h};
        auto const rows = rows_of_function(operands, the_choice, native_choose);
        auto const w = wires_of(operands);
        auto const a = of_operand(f, w[0]);
        auto const b = of_operand(g, w[1]);
        auto const c = of_operand(h, w[2]);
        bool const general = !is_constant(g) && !is_constant(h) && f != form::zero;
        if (general) {
          BOOST_TEST(rows.size() == 1U);
          BOOST_TEST((rows[0] == row{sum(b, f97(-1), c), a, sum({{w[3], f97(1)}}, f97(-1), c)}));
        } else {
          // At most the one row of `and`, when two of the operands are wires.
          std::size_t const wires = w[3] - 1;
          BOOST_TEST(rows.size() == (wires == 2 && f != form::zero ? 1U : 0U));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(majority_of_every_three_forms) {
  for (form const f : forms) {
    for (form const g : forms) {
      for (form const h : forms) {
        std::array const operands{f, g, h};
        auto const rows = rows_of_function(operands, the_majority, native_majority);
        auto const w = wires_of(operands);
        std::size_t const wires = w[3] - 1;
        if (wires == 3) {
          auto const a = of_operand(f, w[0]);
          auto const b = of_operand(g, w[1]);
          auto const c = of_operand(h, w[2]);
          terms const t{{w[3] + 1, f97(1)}};  // the result comes first
          BOOST_TEST(rows.size() == 2U);
          BOOST_TEST((rows[0].c == t));
          BOOST_TEST((rows[1] == row{sum(sum(sum(t, f97(1), t), f97(-1), b), f97(-1), c), a, minus_wire(t, w[3])}));
        } else {
          BOOST_TEST(rows.size() == (wires == 2 ? 1U : 0U));
        }
      }
    }
  }
}

}  // namespace
