// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The Groth16 prover.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/detail/assembly.hpp>
#include <cuzk/groth16/detail/blinding.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/detail/prover_checks.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/msm/msm.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>
#include <cuzk/vector/elementwise.hpp>

namespace cuzk::inline v0::groth16 {

/// A witness and what the rows of the circuit make of it: what a circuit leaves that is evaluated without matrices.
template <prime_field_element F>
struct evaluated_witness {
  /// One element a wire, wire 0 is one; public wires next.
  std::span<F const> witness{};
  /// A, B and C times the witness, row by row, rows for the constant and the public wires included; equally many. Rows
  /// missing up to the domain are zero.
  std::span<F const> a{}, b{}, c{};
};

/// Makes Groth16 proofs with one key. Immutable: any number of threads may prove with one object.
///
/// It refers to the key and the matrices, which must outlive it.
/// @tparam C         pairing curve
/// @tparam Policies  the QAP reduction, if not qap::snarkjs; a key of the other does not fit
template <pairing_curve C, policy... Policies>
class prover {
 public:
  using curve = C;                ///< the pairing curve
  using scalar = typename C::fr;  ///< the field of witnesses
  using qap_policy =              ///< the reduction
      cuzk::detail::pick<qap_kind, qap::snarkjs, Policies...>;
  using matrix = r1cs::sparse_matrix<scalar>;  ///< sparse matrix over the scalar field

  /// For a constraint system that is at hand. C is not needed: for a satisfying witness its rows
  /// are the products of those of A and B.
  /// @throws invalid_argument for a malformed key or system or when they do not fit together;
  ///         unsupported when qap::snarkjs has no coset for the domain
  /// @cost   one pass over the matrices, a pairing
  template <key_of_same_qap<qap_policy> KeyQap>
  prover(proving_key<C, KeyQap> const& key, r1cs::constraint_system<scalar> const& cs)
      : prover(key, &cs.a, &cs.b, true) {
    cs.validate();
    require_same_size("groth16: prover", cs.wires, "wires of the circuit", key.wires, "wires of the key");
    require_same_size("groth16: prover", cs.public_count, "public wires of the circuit", key.public_count,
                      "public wires of the key");
  }

  /// For matrices as `.zkey` files hold them: after the constraints A has a row for the constant and
  /// each public wire. The numbers of rows of A and B may differ; missing rows are zero.
  /// @throws as above
  template <key_of_same_qap<qap_policy> KeyQap>
  prover(proving_key<C, KeyQap> const& key, matrix const& a, matrix const& b) : prover(key, &a, &b, false) {}

  /// Without matrices: for witnesses whose rows are evaluated by who made them.
  /// @throws as above
  template <key_of_same_qap<qap_policy> KeyQap>
  explicit prover(proving_key<C, KeyQap> const& key) : prover(key, nullptr, nullptr, false) {}

  template <class KeyQap>
  explicit prover(proving_key<C, KeyQap> const&&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&&, matrix const&, matrix const&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&&, r1cs::constraint_system<scalar> const&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&, r1cs::constraint_system<scalar> const&&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&, matrix const&&, matrix const&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&, matrix const&, matrix const&&) = delete;
  template <class KeyQap>
  prover(proving_key<C, KeyQap> const&, matrix const&&, matrix const&&) = delete;

  /// Proves that the witness satisfies the circuit, with fresh blinding: two proofs of one witness
  /// differ.
  ///
  /// @param where    host executor; every stage is parallel inside
  /// @param witness  one element a wire, wire 0 is one; public wires next
  /// @param rng      source of the blinding, two uniform scalars
  /// @throws invalid_argument for a witness of another length or without the one, or a prover without matrices;
  ///         random_error, before any work; proof_rejected, see options.check
  /// @cost   six transforms of the domain; MSMs of the queries, one of them in G2
  /// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
  template <executor Exec, class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] proof<C> prove(Exec const& where, std::span<scalar const> witness, Rng&& rng,
                               prove_options const& options = {}) const {
    detail::require_witness(witness, key_->wires);
    auto const secret = detail::blinding<scalar>(rng);
    return prove_with(where, witness, secret.r, secret.s, options);
  }

  /// As `prove`, with given blinding: the proof is a function of the arguments. Zero-knowledge is
  /// lost unless r and s are uniform, secret and used once.
  template <executor Exec>
  [[nodiscard]] proof<C> prove_with(Exec const& where, std::span<scalar const> witness, scalar const& r,
                                    scalar const& s, prove_options const& options = {}) const {
    detail::require_witness(witness, key_->wires);
    if (a_ == nullptr) throw invalid_argument("groth16: a witness without rows, for a prover without matrices");
    return prove_from(where, witness, r, s, options,
                      [&](std::span<scalar> a, std::span<scalar> b, std::span<scalar> c) {
                        evaluate_matrices(where, a, b, c, witness);
                      });
  }

  /// As `prove` above, of a witness whose rows are at hand: neither matrices nor products with them are needed.
  /// Stage "matrices" is then the copy of the rows.
  /// @throws as above; invalid_argument when a, b and c differ in length or exceed the domain
  template <executor Exec, class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] proof<C> prove(Exec const& where, evaluated_witness<scalar> const& what, Rng&& rng,
                               prove_options const& options = {}) const {
    require_rows(what);
    auto const secret = detail::blinding<scalar>(rng);
    return prove_with(where, what, secret.r, secret.s, options);
  }

  /// As `prove_with` above, of a witness whose rows are at hand.
  template <executor Exec>
  [[nodiscard]] proof<C> prove_with(Exec const& where, evaluated_witness<scalar> const& what, scalar const& r,
                                    scalar const& s, prove_options const& options = {}) const {
    require_rows(what);
    return prove_from(where, what.witness, r, s, options,
                      [&](std::span<scalar> a, std::span<scalar> b, std::span<scalar> c) {
                        std::copy(what.a.begin(), what.a.end(), a.begin());
                        std::copy(what.b.begin(), what.b.end(), b.begin());
                        std::copy(what.c.begin(), what.c.end(), c.begin());
                      });
  }

  /// The key that proofs are made with.
  [[nodiscard]] proving_key<C, qap_policy> const& key() const noexcept { return *key_; }

 private:
  using g1 = typename C::g1;

  prover(proving_key<C, qap_policy> const& key, matrix const* a, matrix const* b, bool add_public_rows)
      : key_(&detail::checked_key(key)),
        a_(a),
        b_(b),
        public_rows_(add_public_rows ? std::size_t{key.public_count} + 1 : 0),
        coset_(detail::coset_shift<qap_policy, scalar>(floor_log2(key.domain_size))),
        plan_(ntt::plan<scalar>::with_root(floor_log2(key.domain_size),
                                           detail::domain_root<qap_policy, scalar>(floor_log2(key.domain_size)))),
        verifying_(key.vk) {
    if (a == nullptr) return;
    a->validate(key.wires, "matrix A");
    b->validate(key.wires, "matrix B");
    detail::require_rows(a->rows() + public_rows_, b->rows(), key.domain_size);
  }

  [[nodiscard]] std::size_t domain_size() const noexcept { return static_cast<std::size_t>(key_->domain_size); }

  void require_rows(evaluated_witness<scalar> const& what) const {
    detail::require_witness(what.witness, key_->wires);
    require_same_size("groth16: prove", what.a.size(), "rows of a", what.b.size(), "rows of b");
    require_same_size("groth16: prove", what.a.size(), "rows of a", what.c.size(), "rows of c");
    detail::require_rows(what.a.size(), what.b.size(), key_->domain_size);
  }

  // `fill(a, b, c)` writes the rows into zeros.
  template <class Exec, class Fill>
  [[nodiscard]] proof<C> prove_from(Exec const& where, std::span<scalar const> witness, scalar const& r,
                                    scalar const& s, prove_options const& options, Fill const& fill) const {
    detail::stage_clock clock(options.observer);

    std::size_t const n = domain_size();
    secret_vector<scalar> abc(3 * n);  // [a, b, c][domain]
    fill(std::span(abc).first(n), std::span(abc).subspan(n, n), std::span(abc).last(n));
    clock.finished("matrices");
    auto const h = quotient(where, abc);
    clock.finished("transforms");

    detail::sums_over_wires<C> sums;
    auto const sum_h = msm::msm<g1>(where, std::span<affine<g1> const>(key_->h), h);
    clock.finished("msm_h");
    sums.l = query_sum(where, key_->l, witness);
    clock.finished("msm_l");
    sums.a = query_sum(where, key_->a, witness);
    clock.finished("msm_a");
    sums.b1 = query_sum(where, key_->b_g1, witness);
    clock.finished("msm_b1");
    sums.b2 = query_sum(where, key_->b_g2, witness);
    clock.finished("msm_b2");

    auto const made = detail::unfinished_proof<C>(key_->vk, key_->beta_g1, key_->delta_g1, sums, r, s).finish(sum_h);
    clock.finished("assemble");

    if (options.check) {
      detail::throw_unless_it_verifies(
          detail::equation_holds(verifying_, witness.subspan(1, key_->public_count), made));
      clock.finished("check");
    }
    return made;
  }

  // a = A w, then the public wires; b = B w; c = a o b; zeros up to the domain.
  template <class Exec>
  void evaluate_matrices(Exec const& where, std::span<scalar> a, std::span<scalar> b, std::span<scalar> c,
                         std::span<scalar const> witness) const {
    a_->multiply(where, a.first(a_->rows()), witness);
    b_->multiply(where, b.first(b_->rows()), witness);
    for (std::size_t i = 0; i < public_rows_; ++i) a[a_->rows() + i] = witness[i];
    vector::multiply<scalar>(where, c, a, b);
  }

  // The scalars of the H query, left in the first part of `abc`.
  template <class Exec>
  [[nodiscard]] std::span<scalar const> quotient(Exec const& where, std::span<scalar> abc) const {
    std::size_t const n = domain_size();
    auto const a = abc.first(n);
    auto const b = abc.subspan(n, n);
    auto const c = abc.last(n);
    if constexpr (std::same_as<qap_policy, qap::snarkjs>) {  // whose H query has absorbed the division
      bring_to_coset(where, abc);
      vector::multiply_subtract<scalar>(where, a, a, b, c);
    } else {
      // On the coset X^n - 1 is constant, and c has a degree below n: so a b alone comes back from the coset, and c is
      // subtracted as coefficients.
      bring_to_coset(where, abc.first(2 * n));
      vector::multiply<scalar>(where, a, a, b);
      ntt::options<scalar> from_coset;
      from_coset.coset = coset_;
      plan_.inverse(where, a, from_coset);
      plan_.inverse(where, c);
      vector::subtract<scalar>(where, a, a, c);
      vector::scale<scalar>(where, a, a, inverse(pow(coset_, key_->domain_size) - scalar::one()));
    }
    return a.first(key_->h.size());
  }

  // From values on the domain, vector after vector.
  template <class Exec>
  void bring_to_coset(Exec const& where, std::span<scalar> values) const {
    // Coefficients may stay in bit-reversed order: nobody reads them in between.
    ntt::options<scalar> to_coefficients;
    to_coefficients.output = ntt::order::bit_reversed;
    ntt::options<scalar> to_coset;
    to_coset.input = ntt::order::bit_reversed;
    to_coset.coset = coset_;
    plan_.inverse(where, values, to_coefficients);
    plan_.forward(where, values, to_coset);
  }

  template <class Exec, class G>
  [[nodiscard]] static jacobian<G> query_sum(Exec const& where, query<G> const& q, std::span<scalar const> witness) {
    std::span<affine<G> const> const points(q.points);
    if (q.is_dense()) return msm::msm<G>(where, points, witness.subspan(q.first, points.size()));
    secret_vector<scalar> scalars(points.size());
    exec::for_each_chunk(where, scalars.size(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) scalars[i] = witness[q.wires[i]];
    });
    return msm::msm<G>(where, points, std::span<scalar const>(scalars));
  }

  proving_key<C, qap_policy> const* key_;
  matrix const* a_;
  matrix const* b_;
  std::size_t public_rows_;
  scalar coset_;
  ntt::plan<scalar> plan_;
  prepared_verifying_key<C> verifying_;
};

}  // namespace cuzk::inline v0::groth16
