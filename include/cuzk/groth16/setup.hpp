// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 keys from a constraint system.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/detail/lagrange.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/row_weights.hpp>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>
#include <cuzk/vector/fixed_base.hpp>
#include <cuzk/vector/powers.hpp>

namespace cuzk::inline v0::groth16 {
namespace detail {

/// The column sums of a matrix weighted by row: out[s] = sum over rows of m[row][s] * weight[row].
template <class F>
void weigh_columns(std::span<F> out, r1cs::sparse_matrix<F> const& m, std::span<F const> weight) {
  for (std::size_t row = 0; row < m.rows(); ++row) {
    for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
      F& sum = out[m.wire[t]];
      sum = sum + m.value[t] * weight[row];
    }
  }
}

/// snarkjs's keys hold a point for every wire, bellman's leave out wires that do not occur;
/// the inputs are never left out of A, since each has its own row there.
template <class Qap, class F>
[[nodiscard]] std::vector<std::uint32_t> listed_wires([[maybe_unused]] r1cs::sparse_matrix<F> const& m,
                                                      [[maybe_unused]] std::uint32_t wires,
                                                      [[maybe_unused]] std::uint32_t always) {
  if constexpr (std::same_as<Qap, qap::libsnark>) {
    return r1cs::wires_in_use(m, wires, always);
  } else {
    return {};
  }
}

template <pairing_curve C, qap_reduction Qap, executor Exec>
[[nodiscard]] proving_key<C, Qap> setup_from(Exec const& where, r1cs::constraint_system<typename C::fr> const& cs,
                                             trapdoor<typename C::fr> const& toxic) {
  using F = typename C::fr;
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  unsigned const log_size = domain_log_size<Qap, F>(cs.constraints(), cs.public_count);
  std::uint64_t const n = std::uint64_t{1} << log_size;
  std::size_t const inputs = std::size_t{cs.public_count} + 1;

  // Columns of the three matrices at tau. All of these vectors reveal the secrets.
  secret_vector<F> at(cs.wires, F::zero()), bt(cs.wires, F::zero()), ct(cs.wires, F::zero());
  {
    secret_vector<F> basis(n, F::zero());
    row_weights<Qap>(where, std::span<F>(basis), n, toxic.tau);
    std::span<F const> const weight(basis);
    exec::for_each_index(where, 3, [&](std::size_t which) {
      if (which == 0) weigh_columns(std::span<F>(at), cs.a, weight);
      if (which == 1) weigh_columns(std::span<F>(bt), cs.b, weight);
      if (which == 2) weigh_columns(std::span<F>(ct), cs.c, weight);
    });
    for (std::size_t s = 0; s < inputs; ++s) at[s] = at[s] + basis[cs.constraints() + s];
  }

  secret_vector<F> kt(cs.wires, F::zero());
  secret_vector<F> ht(std::same_as<Qap, qap::snarkjs> ? n : n - 1, F::zero());
  secret_vector<F> const over{inverse(toxic.gamma), inverse(toxic.delta)};
  F const& over_gamma = over[0];
  F const& over_delta = over[1];
  exec::for_each_chunk(where, kt.size(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      F const k = toxic.beta * at[s] + toxic.alpha * bt[s] + ct[s];
      kt[s] = k * (s < inputs ? over_gamma : over_delta);
    }
  });
  if constexpr (std::same_as<Qap, qap::snarkjs>) {
    write_lagrange(where, std::span<F>(ht),
                   lagrange_values<F>{toxic.tau, domain_root<Qap, F>(log_size + 1), 2 * n, over_delta, 1, 2});
  } else {
    vector::powers(where, std::span<F>(ht), toxic.tau, (pow(toxic.tau, n) - F::one()) * over_delta);
  }

  proving_key<C, Qap> key;
  key.wires = cs.wires;
  key.public_count = cs.public_count;
  key.domain_size = n;
  key.a.wires = listed_wires<Qap>(cs.a, cs.wires, cs.public_count + 1);
  key.b_g1.wires = listed_wires<Qap>(cs.b, cs.wires, 0);
  key.b_g2.wires = key.b_g1.wires;
  key.l.first = cs.public_count + 1;

  vector::fixed_base<g1> const table_g1(where, affine<g1>::generator(),
                                        3 * std::size_t{cs.wires} + static_cast<std::size_t>(n));
  vector::fixed_base<g2> const table_g2(where, affine<g2>::generator(), cs.wires);
  auto const fill = [&](auto const& table, auto& points, std::span<F const> scalars) {
    points.resize(scalars.size());
    table.multiply(where, std::span(points), scalars);
  };
  auto const fill_query = [&](auto const& table, auto& query, std::span<F const> column) {
    if constexpr (std::same_as<Qap, qap::snarkjs>) {
      fill(table, query.points, column);
    } else {
      secret_vector<F> listed;
      listed.reserve(query.wires.size());
      for (auto const s : query.wires) listed.push_back(column[s]);
      fill(table, query.points, listed);
    }
  };
  std::span<F const> const k(kt);
  fill_query(table_g1, key.a, at);
  fill_query(table_g1, key.b_g1, bt);
  fill_query(table_g2, key.b_g2, bt);
  fill(table_g1, key.l.points, k.subspan(inputs));
  fill(table_g1, key.vk.ic, k.first(inputs));
  fill(table_g1, key.h, ht);

  secret_vector<F> const singles{toxic.alpha, toxic.beta, toxic.delta, toxic.gamma};
  std::vector<affine<g1>> in_g1;
  std::vector<affine<g2>> in_g2;
  fill(table_g1, in_g1, std::span<F const>(singles).first(3));
  fill(table_g2, in_g2, std::span<F const>(singles).subspan(1));
  key.vk.alpha_g1 = in_g1[0];
  key.beta_g1 = in_g1[1];
  key.delta_g1 = in_g1[2];
  key.vk.beta_g2 = in_g2[0];
  key.vk.delta_g2 = in_g2[1];
  key.vk.gamma_g2 = in_g2[2];
  return key;
}

}  // namespace detail

/// Makes a proving key (with its verifying key) for a circuit.
///
/// One party draws the secrets here, so whoever uses the key trusts that party; they are wiped
/// before the call returns. Wires that occur nowhere get the point at infinity (qap::snarkjs) or are
/// left out of A and B (qap::libsnark).
///
/// @tparam C    pairing curve
/// @tparam Qap  reduction, see qap.hpp
/// @param where  host executor
/// @param cs     any constraint system; also one without constraints or public wires
/// @param rng    source of the secrets
/// @throws invalid_argument for a malformed system or one too large for the scalar field;
///         unsupported when qap::snarkjs has no coset for the size; random_error, also
///         after 128 unfit draws in a row, as in a field that has little but roots of unity
/// @cost   about 3 wires + domain products in G1 and `wires` in G2, by tables of windows
/// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <pairing_curve C, qap_reduction Qap = qap::snarkjs, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] proving_key<C, Qap> setup(Exec const& where, r1cs::constraint_system<typename C::fr> const& cs,
                                        Rng&& rng) {
  using F = typename C::fr;
  cs.validate();
  unsigned const log_size = detail::domain_log_size<Qap, F>(cs.constraints(), cs.public_count);
  trapdoor<F> const toxic(rng, std::uint64_t{1} << log_size);
  return detail::setup_from<C, Qap>(where, cs, toxic);
}

/// As `setup`, with secrets that follow from a seed: equal seeds give equal keys, and whoever knows
/// the seed can prove anything. For development and tests.
template <pairing_curve C, qap_reduction Qap = qap::snarkjs, executor Exec>
[[nodiscard]] proving_key<C, Qap> insecure_development_setup(Exec const& where,
                                                             r1cs::constraint_system<typename C::fr> const& cs,
                                                             std::uint64_t seed) {
  return setup<C, Qap>(where, cs, insecure_seeded_random(seed));
}

/// As above with a longer seed. @throws invalid_argument for more than 32 bytes
template <pairing_curve C, qap_reduction Qap = qap::snarkjs, executor Exec>
[[nodiscard]] proving_key<C, Qap> insecure_development_setup(Exec const& where,
                                                             r1cs::constraint_system<typename C::fr> const& cs,
                                                             std::span<std::byte const> seed) {
  return setup<C, Qap>(where, cs, insecure_seeded_random(seed));
}

}  // namespace cuzk::inline v0::groth16
