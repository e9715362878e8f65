// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 keys as plain data.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/groth16/qap.hpp>

namespace cuzk::inline v0::groth16 {

/// What a verifier needs. Names as in the paper; points in the prime-order subgroups.
/// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <pairing_curve C>
struct verifying_key {
  /// [alpha]_1
  affine<typename C::g1> alpha_g1;
  /// [beta]_2, [gamma]_2, [delta]_2
  affine<typename C::g2> beta_g2, gamma_g2, delta_g2;
  /// (beta A_s + alpha B_s + C_s) / gamma for the constant one and each public wire
  std::vector<affine<typename C::g1>> ic;

  /// Number of public inputs, the constant one not counted. @throws invalid_argument for an empty ic
  [[nodiscard]] std::size_t public_count() const {
    if (ic.empty()) {
      throw invalid_argument("groth16: verifying key without ic points; the constant one has one");
    }
    return ic.size() - 1;
  }

  friend bool operator==(verifying_key const&, verifying_key const&) = default;
};

namespace detail {

/// Checks that points have the wires from `first` on.
/// @throws invalid_argument
inline void require_neighbours(std::string const& what, std::size_t points, std::uint32_t first,
                               std::uint64_t wire_count) {
  if (first <= wire_count && points <= wire_count - first) return;
  throw invalid_argument(what + ": " + std::to_string(points) + " points from wire " + std::to_string(first) +
                         "; there are " + std::to_string(wire_count) + " wires");
}

}  // namespace detail

/// The points of one query and the wires whose values are their scalars.
template <group G>
struct query {
  /// The points; infinity allowed.
  std::vector<affine<G>> points;
  /// The wire of each point; empty when point i belongs to wire first + i.
  std::vector<std::uint32_t> wires;
  /// Wire of the first point when `wires` is empty.
  std::uint32_t first = 0;

  /// Whether the scalars are a contiguous piece of the witness.
  [[nodiscard]] bool is_dense() const noexcept { return wires.empty(); }

  /// Checks that each point has a wire and that each wire exists.
  /// @param wire_count  wires of the circuit
  /// @param name        what to call the query in the message
  /// @throws invalid_argument
  void validate(std::uint64_t wire_count, std::string_view name) const {
    auto const what = "groth16: query " + std::string(name);
    if (is_dense()) {
      detail::require_neighbours(what, points.size(), first, wire_count);
      return;
    }
    require_same_size(what, points.size(), "points", wires.size(), "wires");
    for (auto const wire : wires) {
      if (wire >= wire_count) {
        throw invalid_argument(what + ": a point of wire " + std::to_string(wire) + "; there are " +
                               std::to_string(wire_count) + " wires");
      }
    }
  }

  friend bool operator==(query const&, query const&) = default;
};

namespace detail {

/// Checks all counts of a proving key, wherever its points are, against each other.
/// @throws invalid_argument that names the first mismatch
template <class Key>
void require_consistent(Key const& key) {
  using qap_policy = typename Key::qap_policy;
  if (key.wires == 0 || key.public_count >= key.wires) {
    throw invalid_argument("groth16: proving key of " + std::to_string(key.wires) + " wires, " +
                           std::to_string(key.public_count) + " of them public beside the constant");
  }
  if (!is_power_of_two(key.domain_size)) {
    throw invalid_argument("groth16: domain size " + std::to_string(key.domain_size) + " is no power of two");
  }
  require_same_size("groth16: proving key", key.vk.ic.size(), "ic points", std::size_t{key.public_count} + 1,
                    "public wires with the constant");
  require_same_size(
      "groth16: proving key", key.h.size(), "H points",
      static_cast<std::size_t>(std::same_as<qap_policy, qap::snarkjs> ? key.domain_size : key.domain_size - 1),
      "expected from the domain size");
  require_same_size("groth16: proving key", key.l.points.size(), "L points",
                    std::size_t{key.wires} - key.public_count - 1, "private wires");
  key.a.validate(key.wires, "A");
  key.b_g1.validate(key.wires, "B in G1");
  key.b_g2.validate(key.wires, "B in G2");
  key.l.validate(key.wires, "L");
  require_same_size("groth16: proving key", key.b_g1.points.size(), "B points in G1", key.b_g2.points.size(),
                    "B points in G2");
}

}  // namespace detail

/// What a prover needs besides the matrices of the circuit.
///
/// @tparam Qap  the reduction that the key was made with; see qap.hpp
template <pairing_curve C, qap_reduction Qap>
struct proving_key {
  using curve = C;         ///< the pairing curve
  using qap_policy = Qap;  ///< the reduction

  /// The verifying key.
  verifying_key<C> vk;
  /// [beta]_1, [delta]_1
  affine<typename C::g1> beta_g1, delta_g1;
  /// A_s(tau) in G1, B_s(tau) in G1
  query<typename C::g1> a, b_g1;
  /// B_s(tau) in G2
  query<typename C::g2> b_g2;
  /// (beta A_s + alpha B_s + C_s) / delta for the private wires
  query<typename C::g1> l;
  /// snarkjs: domain_size points, L'_(2i+1)(tau) / delta with the Lagrange basis of the
  /// (2 domain_size)-th roots; libsnark: domain_size - 1 points, tau^i (tau^domain_size - 1) / delta
  std::vector<affine<typename C::g1>> h;
  /// Wires of the circuit, the constant one included; public ones, without it.
  std::uint32_t wires = 1, public_count = 0;
  /// Size of the evaluation domain, a power of two.
  std::uint64_t domain_size = 1;

  /// Checks all counts against each other. Points are not looked at: whoever reads a key from
  /// outside checks them there.
  /// @throws invalid_argument that names the first mismatch
  void validate() const { detail::require_consistent(*this); }

  friend bool operator==(proving_key const&, proving_key const&) = default;
};

}  // namespace cuzk::inline v0::groth16
