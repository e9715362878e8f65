// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a circuit written as a function template may ask of the constraint system that it is run on.
/// One function, several models chosen at compile time: `builder` records matrices, `evaluator` writes
/// the witness and the values of the rows, `counter` counts, `checker` names what is not satisfied.

#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::r1cs {

/// The index of a scope that has none.
inline constexpr std::size_t npos = std::numeric_limits<std::size_t>::max();

/// `Cs::field_type`, the field of the wires.
template <class Cs>
concept has_field_type = field<typename Cs::field_type>;

/// `Cs::linear`, a sum of wires times coefficients; by default the empty sum.
template <class Cs>
concept has_linear = std::default_initializable<typename Cs::linear> && std::copyable<typename Cs::linear>;

/// A constant of the field converts to `Cs::linear`.
template <class Cs>
concept constants_are_linear = std::convertible_to<typename Cs::field_type const&, typename Cs::linear>;

/// x + y, x - y, -x, x += y, x -= y and k * x for sums x, y and a constant k.
template <class Cs>
concept linear_is_a_module = requires(typename Cs::linear& s, typename Cs::linear const& x,
                                      typename Cs::field_type const& k) {
  { x + x } -> std::convertible_to<typename Cs::linear>;
  { x - x } -> std::convertible_to<typename Cs::linear>;
  { -x } -> std::convertible_to<typename Cs::linear>;
  { k* x } -> std::convertible_to<typename Cs::linear>;
  s += x;
  s -= x;
};

/// `Cs::has_values`, a constant: whether wires have values here.
template <class Cs>
concept declares_values = requires {
  typename std::bool_constant<Cs::has_values>;
};

/// `cs.public_wire(v)`: the next public wire. Its value is v; ignored where wires have no values.
template <class Cs>
concept makes_public_wires = requires(Cs& cs, typename Cs::field_type const& v) {
  { cs.public_wire(v) } -> std::convertible_to<typename Cs::linear>;
};

/// `cs.private_wire(v)`: the next private wire.
template <class Cs>
concept makes_private_wires = requires(Cs& cs, typename Cs::field_type const& v) {
  { cs.private_wire(v) } -> std::convertible_to<typename Cs::linear>;
};

/// `cs.constrain(x, y, z)`: the next row, x * y = z.
template <class Cs>
concept takes_constraints = requires(Cs& cs, typename Cs::linear const& x) {
  cs.constrain(x, x, x);
};

/// `cs.value(x)` where wires have values; elsewhere it is not called.
template <class Cs>
concept gives_values_if_any = !Cs::has_values || requires(Cs const& cs, typename Cs::linear const& x) {
  { cs.value(x) } -> std::convertible_to<typename Cs::field_type>;
};

/// `cs.scope(name, index)`: while the returned object lives, wires and rows belong to that part.
template <class Cs>
concept has_scopes = requires(Cs& cs, std::string_view name, std::size_t index) {
  cs.scope(name);
  cs.scope(name, index);
};

/// A constraint system on which a circuit is run. Wires are numbered in order of creation, public and
/// private ones apart; the public wire 0, the constant one, exists from the start. Rows stand in the
/// order of the calls.
template <class Cs>
concept circuit = has_field_type<Cs> && has_linear<Cs> && constants_are_linear<Cs> && linear_is_a_module<Cs> &&
    declares_values<Cs> && makes_public_wires<Cs> && makes_private_wires<Cs> && takes_constraints<Cs> &&
    gives_values_if_any<Cs> && has_scopes<Cs>;

/// The scope of models that do not keep names. An object with a destructor, so that a named one that
/// only marks a part of a circuit is not reported as unused.
struct no_scope {
  no_scope() = default;
  no_scope(no_scope const&) = delete;
  no_scope& operator=(no_scope const&) = delete;
  ~no_scope() {}  // NOLINT: see above
};

}  // namespace cuzk::inline v0::r1cs
