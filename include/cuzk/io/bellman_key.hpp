// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// From a `.params` file and the circuit it belongs to, a key that can prove.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

namespace cuzk::inline v0::io {

/// The vectors of a proving key do not have the lengths that the circuit calls for: the key was made for another.
class key_mismatch : public error {
 public:
  using error::error;
};

namespace detail {

inline void require_length(std::string_view name, std::uint64_t found, std::uint64_t expected) {
  if (found == expected) return;
  throw key_mismatch("bellman key: " + std::to_string(found) + " points in " + std::string(name) +
                     ", the circuit needs " + std::to_string(expected) + ": the key is of another circuit");
}

}  // namespace detail

/// Gives each point of the key its wire.
///
/// A wire occurs in A or B when the circuit has a term of it there with a non-zero coefficient. Such a term
/// counts even where several of one wire add up to zero.
///
/// @param params   taken over, so that a large key is not copied
/// @param circuit  what there is of the circuit, without rows for the inputs
/// @throws key_mismatch when a length differs from what the circuit calls for
/// @cost   one pass over the wires
template <pairing_curve C>
[[nodiscard]] groth16::proving_key<C, groth16::qap::libsnark> to_proving_key(bellman_params<C> params,
                                                                             r1cs::circuit_outline circuit) {
  auto const inputs = std::uint64_t{circuit.public_count} + 1;
  auto const domain = groth16::domain_size<groth16::qap::libsnark>(circuit.constraints, circuit.public_count);
  detail::require_length("ic", params.key.vk.ic.size(), inputs);
  detail::require_length("h", params.h.size(), domain - 1);
  detail::require_length("l", params.l.size(), circuit.wires - inputs);

  groth16::proving_key<C, groth16::qap::libsnark> key;
  key.wires = circuit.wires;
  key.public_count = circuit.public_count;
  key.domain_size = domain;
  // Inputs first, then private wires, which is ascending order; each input has a row of its own in A.
  auto const first_private = std::lower_bound(circuit.a_wires.begin(), circuit.a_wires.end(), inputs);
  key.a.wires.resize(static_cast<std::size_t>(inputs));
  std::iota(key.a.wires.begin(), key.a.wires.end(), std::uint32_t{0});
  key.a.wires.insert(key.a.wires.end(), first_private, circuit.a_wires.end());
  key.b_g1.wires = std::move(circuit.b_wires);
  detail::require_length("a", params.a.size(), key.a.wires.size());
  detail::require_length("b in G1", params.b_g1.size(), key.b_g1.wires.size());
  detail::require_length("b in G2", params.b_g2.size(), key.b_g1.wires.size());
  key.b_g2.wires = key.b_g1.wires;

  key.vk = std::move(params.key.vk);
  key.beta_g1 = params.key.beta_g1;
  key.delta_g1 = params.key.delta_g1;
  key.a.points = std::move(params.a);
  key.b_g1.points = std::move(params.b_g1);
  key.b_g2.points = std::move(params.b_g2);
  key.l.points = std::move(params.l);
  key.l.first = circuit.public_count + 1;
  key.h = std::move(params.h);
  return key;
}

/// The same for a circuit whose matrices are at hand.
/// @throws as above; invalid_argument for a malformed system
template <pairing_curve C>
[[nodiscard]] groth16::proving_key<C, groth16::qap::libsnark> to_proving_key(
    bellman_params<C> params, r1cs::constraint_system<typename C::fr> const& system) {
  system.validate();
  return to_proving_key<C>(std::move(params), r1cs::outline_of(system));
}

/// The inverse of `to_proving_key`: what `write_bellman_params` takes. The points keep their order.
template <pairing_curve C>
[[nodiscard]] bellman_params<C> to_bellman_params(groth16::proving_key<C, groth16::qap::libsnark> key) {
  bellman_params<C> params;
  params.key = {std::move(key.vk), key.beta_g1, key.delta_g1};
  params.h = std::move(key.h);
  params.l = std::move(key.l.points);
  params.a = std::move(key.a.points);
  params.b_g1 = std::move(key.b_g1.points);
  params.b_g2 = std::move(key.b_g2.points);
  return params;
}

}  // namespace cuzk::inline v0::io
